/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sink.c - performs a write plan and reads the result back */
#include "device/io/sink.h"

#include <stdlib.h>
#include <string.h>

#include "model/base/intl.h"
#include "model/base/mem.h"

static bool fail_write(const struct write_plan *plan, size_t index, int error,
                       struct err *err)
{
    const struct write *write = &plan->writes[index];

    return err_set(
        err, ERR_IO,
        ngettext("Sector %1$llu cannot be written: %2$s (%3$zu of %4$zu write "
                 "was done before it).",
                 "Sector %1$llu cannot be written: %2$s (%3$zu of %4$zu writes "
                 "were done before it).",
                 plan->count),
        (ull)write->lba, strerror(error), index, plan->count);
}

static bool fail_flush(const struct write_plan *plan, size_t index, int error,
                       struct err *err)
{
    const struct write *write = &plan->writes[index];

    return err_set(err, ERR_IO,
                   _("What was written up to sector %1$llu did not reach the disk: %2$s "
                     "(write %3$zu of %4$zu)."),
                   (ull)write->lba, strerror(error), index + 1, plan->count);
}

bool sink_write_plan(const struct sink *sink, const struct write_plan *plan,
                     size_t *ret_done, struct err *err)
{
    *ret_done = 0;
    for (size_t i = 0; i < plan->count; i++) {
        const struct write *write = &plan->writes[i];
        *ret_done = i + 1;
        int error = sink->write(sink->context, write->lba * plan->logical, write->after,
                                (size_t)(write->count * plan->logical));
        if (error)
            return fail_write(plan, i, error, err);
        if (!write->is_flushed && i + 1 < plan->count)
            continue;
        error = sink->flush(sink->context);
        if (error)
            return fail_flush(plan, i, error, err);
    }
    return true;
}

bool sink_compare(const struct sink *sink, uint64_t lba, uint64_t count, uint64_t logical,
                  const uint8_t *expected, uint64_t *ret_lba, int *ret_error)
{
    size_t bytes = (size_t)(count * logical);
    CLEANUP(freep) uint8_t *found = xmalloc(bytes);

    *ret_lba = lba;
    *ret_error = sink->read_back(sink->context, lba * logical, found, bytes);
    if (*ret_error)
        return false;
    for (uint64_t i = 0; i < count; i++) {
        *ret_lba = lba + i;
        if (memcmp(found + i * logical, expected + i * logical, (size_t)logical) != 0)
            return false;
    }
    return true;
}

/* Returns the content of a sector before the first write that covers it or after the last
 * one (IS_AFTER), because several writes can cover the same sector. */
static const uint8_t *planned_sector(const struct write_plan *plan, uint64_t lba,
                                     bool is_after)
{
    for (size_t i = 0; i < plan->count; i++) {
        const struct write *write = &plan->writes[is_after ? plan->count - 1 - i : i];
        if (lba >= write->lba && lba - write->lba < write->count)
            return (is_after ? write->after : write->before) +
                   (lba - write->lba) * plan->logical;
    }
    return NULL;
}

/* Returns the content of WRITE's sectors before or after the whole plan; the caller frees
 * it. */
static uint8_t *expected_content(const struct write_plan *plan, const struct write *write,
                                 bool is_after)
{
    uint8_t *bytes = xmalloc((size_t)(write->count * plan->logical));

    for (uint64_t i = 0; i < write->count; i++)
        memcpy(bytes + i * plan->logical, planned_sector(plan, write->lba + i, is_after),
               (size_t)plan->logical);
    return bytes;
}

static bool compare_plan(const struct sink *sink, const struct write_plan *plan,
                         bool is_after, uint64_t *ret_lba, int *ret_error)
{
    for (size_t i = 0; i < plan->count; i++) {
        const struct write *write = &plan->writes[i];
        CLEANUP(freep) uint8_t *expected = expected_content(plan, write, is_after);
        if (!sink_compare(sink, write->lba, write->count, plan->logical, expected,
                          ret_lba, ret_error))
            return false;
    }
    return true;
}

bool sink_compare_before(const struct sink *sink, const struct write_plan *plan,
                         uint64_t *ret_lba, int *ret_error)
{
    return compare_plan(sink, plan, false, ret_lba, ret_error);
}

bool sink_verify_plan(const struct sink *sink, const struct write_plan *plan,
                      struct err *err)
{
    uint64_t lba;
    int error;

    if (compare_plan(sink, plan, true, &lba, &error))
        return true;
    if (error)
        return err_set(err, ERR_IO, _("Sector %1$llu cannot be read back: %2$s."),
                       (ull)lba, strerror(error));
    return err_set(err, ERR_IO,
                   _("Sector %llu was written, but the disk gives back something else."),
                   (ull)lba);
}

/* The current content of the sectors of a plan, read once for each write. */
struct found {
    const struct write_plan *plan;
    uint8_t **bytes; /* one buffer per write; owned */
};

static bool read_found(const struct sink *sink, struct found *found)
{
    const struct write_plan *plan = found->plan;

    for (size_t i = 0; i < plan->count; i++) {
        const struct write *write = &plan->writes[i];
        size_t bytes = (size_t)(write->count * plan->logical);
        found->bytes[i] = xmalloc(bytes);
        if (sink->read_back(sink->context, write->lba * plan->logical, found->bytes[i],
                            bytes))
            return false;
    }
    return true;
}

static void found_finish(struct found *found)
{
    for (size_t i = 0; i < found->plan->count; i++)
        free(found->bytes[i]);
    free(found->bytes);
}

/* True if a write in [FROM, TO) leaves SECTOR at LBA. */
static bool is_left_by(const struct write_plan *plan, size_t from, size_t to,
                       uint64_t lba, const uint8_t *sector)
{
    for (size_t i = from; i < to; i++) {
        const struct write *write = &plan->writes[i];
        if (lba >= write->lba && lba - write->lba < write->count &&
            !memcmp(sector, write->after + (lba - write->lba) * plan->logical,
                    (size_t)plan->logical))
            return true;
    }
    return false;
}

/* True if SECTOR is at LBA after exactly the first COUNT writes. */
static bool equals_after(const struct write_plan *plan, size_t count, uint64_t lba,
                         const uint8_t *sector)
{
    const uint8_t *was = planned_sector(plan, lba, false);

    for (size_t i = 0; i < count; i++) {
        const struct write *write = &plan->writes[i];
        if (lba >= write->lba && lba - write->lba < write->count)
            was = write->after + (lba - write->lba) * plan->logical;
    }
    return !memcmp(sector, was, (size_t)plan->logical);
}

/* True if each sector is as after the first FROM writes, or as one of the writes in
 * [FROM, TO) leaves it. */
static bool is_state(const struct found *found, size_t from, size_t to)
{
    const struct write_plan *plan = found->plan;

    for (size_t i = 0; i < plan->count; i++)
        for (uint64_t k = 0; k < plan->writes[i].count; k++) {
            uint64_t lba = plan->writes[i].lba + k;
            const uint8_t *sector = found->bytes[i] + k * plan->logical;
            if (!equals_after(plan, from, lba, sector) &&
                !is_left_by(plan, from, to, lba, sector))
                return false;
        }
    return true;
}

/* Returns the end of the group of writes that starts at FROM and ends with the next
 * flush. */
static size_t group_end(const struct write_plan *plan, size_t from)
{
    while (from < plan->count && !plan->writes[from].is_flushed)
        from++;
    return from < plan->count ? from + 1 : from;
}

static bool is_between_flushes(const struct found *found)
{
    for (size_t from = 0; from < found->plan->count;) {
        size_t to = group_end(found->plan, from);
        if (is_state(found, from, to))
            return true;
        from = to;
    }
    return false;
}

/* True if each sector has its original content or the result of some write. */
static bool is_any_state(const struct found *found)
{
    return is_state(found, 0, found->plan->count);
}

enum sink_state sink_state_of(const struct sink *sink, const struct write_plan *plan)
{
    struct found found = { plan, xcalloc(plan->count + 1, sizeof(*found.bytes)) };
    enum sink_state state = SINK_UNKNOWN;

    if (!read_found(sink, &found))
        state = SINK_UNKNOWN;
    else if (is_state(&found, plan->count, plan->count))
        state = SINK_COMPLETE;
    else if (is_state(&found, 0, 0))
        state = SINK_UNTOUCHED;
    else if (is_between_flushes(&found))
        state = SINK_BETWEEN;
    else if (is_any_state(&found))
        state = SINK_UNORDERED;
    found_finish(&found);
    return state;
}
