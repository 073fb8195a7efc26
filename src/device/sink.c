/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sink.c - carries a write plan out, and reads back what became of it */
#include "device/sink.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "model/intl.h"
#include "model/mem.h"

static bool fail_write(const struct write_plan *plan, size_t index, int error,
                       struct err *err)
{
    const struct write *write = &plan->writes[index];

    return err_set(err, ERR_IO,
                   _("Sector %1$llu cannot be written: %2$s (%3$zu of %4$zu writes were "
                     "done before it)."),
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

/* A sector can be written more than once: what it has before the first write that names
 * it, or after the last. */
static const uint8_t *sector_of(const struct write_plan *plan, uint64_t lba,
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

/* What WRITE's sectors should hold before or after all; free(). */
static uint8_t *expected_of(const struct write_plan *plan, const struct write *write,
                            bool is_after)
{
    uint8_t *bytes = xmalloc((size_t)(write->count * plan->logical));

    for (uint64_t i = 0; i < write->count; i++)
        memcpy(bytes + i * plan->logical, sector_of(plan, write->lba + i, is_after),
               (size_t)plan->logical);
    return bytes;
}

static bool compare_plan(const struct sink *sink, const struct write_plan *plan,
                         bool is_after, uint64_t *ret_lba, int *ret_error)
{
    for (size_t i = 0; i < plan->count; i++) {
        const struct write *write = &plan->writes[i];
        CLEANUP(freep) uint8_t *expected = expected_of(plan, write, is_after);
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

/* SECTOR is something that it holds between two writes of PLAN. */
static bool is_between(const struct write_plan *plan, uint64_t lba, const uint8_t *sector)
{
    for (size_t i = 0; i < plan->count; i++) {
        const struct write *write = &plan->writes[i];
        if (lba >= write->lba && lba - write->lba < write->count &&
            !memcmp(sector, write->after + (lba - write->lba) * plan->logical,
                    (size_t)plan->logical))
            return true;
    }
    return false;
}

/* What was seen so far. */
struct seen {
    bool has_old;
    bool has_new;
    bool has_other;
};

static void see_sector(struct seen *seen, const struct write_plan *plan, uint64_t lba,
                       const uint8_t *sector)
{
    const uint8_t *before = sector_of(plan, lba, false);
    const uint8_t *after = sector_of(plan, lba, true);
    bool is_old = !memcmp(sector, before, (size_t)plan->logical);
    bool is_new = !memcmp(sector, after, (size_t)plan->logical);

    /* One that is the same before and after says nothing. */
    seen->has_old |= is_old && !is_new;
    seen->has_new |= is_new && !is_old;
    if (is_old || is_new)
        return;
    if (is_between(plan, lba, sector))
        seen->has_old = seen->has_new = true;
    else
        seen->has_other = true;
}

enum sink_state sink_state_of(const struct sink *sink, const struct write_plan *plan)
{
    CLEANUP(freep) uint8_t *sector = xmalloc((size_t)plan->logical);
    struct seen seen = { 0 };

    for (size_t i = 0; i < plan->count; i++)
        for (uint64_t s = 0; s < plan->writes[i].count; s++) {
            uint64_t lba = plan->writes[i].lba + s;
            if (sink->read_back(sink->context, lba * plan->logical, sector,
                                (size_t)plan->logical))
                return SINK_UNKNOWN;
            see_sector(&seen, plan, lba, sector);
        }
    if (seen.has_other)
        return SINK_UNKNOWN;
    if (seen.has_old)
        return seen.has_new ? SINK_BETWEEN : SINK_UNTOUCHED;
    return SINK_COMPLETE;
}
