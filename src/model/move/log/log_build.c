/* SPDX-License-Identifier: GPL-3.0-or-later */
/* log_build.c - makes the redo log of a fix from the write plans of its tables
 *
 * Each epoch of a plan becomes patches, and is replayed at once: what the log makes of
 * the table has to be what the plan makes of it. */
#include "model/move/log/log_build.h"

#include <stdlib.h>
#include <string.h>

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/refusal.h"
#include "model/table/gpt_layout.h"

/* Ranges with fewer equal bytes between them are one patch: its row has 16 bytes. */
#define GAP_MIN 8

/* --- the table before --- */

static bool refuse_mismatch(struct err *err)
{
    return err_refuse(err, REFUSAL_LOG_MISMATCH,
                      _("The recorded steps do not lead to the table that was planned: "
                        "nothing is written."));
}

/* True if the sectors of IMAGE alone are a table that uses the COUNT sectors USED. */
static bool has_all_used(const struct table_image *image, const struct table_used *used,
                         size_t count)
{
    struct table_image alone = *image;
    struct reader disk = table_image_reader(&alone);
    CLEANUP(freep) struct table_used *own = NULL;

    alone.below = NULL;
    bool is_equal = table_used_find(&disk, image->logical, &own) == count;
    for (size_t i = 0; i < count && is_equal; i++)
        is_equal = own[i].lba == used[i].lba && own[i].part == used[i].part;
    return is_equal;
}

/* Adds the sectors that the table in NOW uses and the log does not have yet: they are on
 * the disk, and no step has written them. */
static bool add_used(struct log_build *build, struct err *err)
{
    struct reader disk = table_image_reader(&build->now);
    CLEANUP(freep) uint8_t *sector = xmalloc(build->log.logical);
    CLEANUP(freep) struct table_used *used = NULL;
    size_t count = table_used_find(&disk, build->log.logical, &used);

    for (size_t i = 0; i < count; i++) {
        if (table_image_find(&build->now, used[i].lba))
            continue;
        if (!reader_read(build->disk, used[i].lba * build->log.logical, sector,
                         build->log.logical))
            return err_set(err, ERR_IO, _("Sector %llu cannot be read."),
                           (ull)used[i].lba);
        table_image_put(&build->now, used[i].lba, sector);
        table_image_put(&build->log.before, used[i].lba, sector);
    }
    table_seals_add(&build->now, &build->log.seals, &build->log.seal_count);
    return has_all_used(&build->now, used, count) || refuse_mismatch(err);
}

bool log_build_init(struct log_build *build, const struct reader *disk,
                    const struct redo_log *like, struct err *err)
{
    *build = (struct log_build){ .log = *like, .disk = disk };
    build->log.before = (struct table_image){ .logical = like->logical,
                                              .sectors = disk->size / like->logical };
    build->log.kept = build->log.before;
    build->now = build->log.before;
    build->now.below = disk;
    return add_used(build, err);
}

void log_build_finish(struct log_build *build)
{
    redo_log_finish(&build->log);
    table_image_finish(&build->now);
}

void log_build_take(struct log_build *build, struct redo_log *ret)
{
    *ret = build->log;
    build->log = (struct redo_log){ 0 };
    log_build_finish(build);
}

/* --- the patches of a sector --- */

/* True if byte AT of HEADER is a checksum that a seal of the log computes. */
static bool is_sealed(const struct log_build *build, uint64_t lba, const uint8_t *header,
                      size_t at)
{
    bool is_crc = (at >= GPT_AT_HEADER_CRC && at < GPT_AT_HEADER_CRC + 4) ||
                  (at >= GPT_AT_ARRAY_CRC && at < GPT_AT_ARRAY_CRC + 4);

    for (size_t i = 0; is_crc && i < build->log.seal_count; i++)
        if (build->log.seals[i].header_lba == lba)
            return !memcmp(header, GPT_SIGNATURE, GPT_SIGNATURE_BYTES);
    return false;
}

/* Returns the next range in which BEFORE and AFTER differ, from *AT on; *AT is then
 * behind it.  Of length 0: none. */
static struct log_patch next_range(const struct log_build *build, uint64_t lba,
                                   const uint8_t *before, const uint8_t *after,
                                   size_t *at)
{
    size_t logical = build->log.logical, first = logical, end = 0;

    for (; *at < logical && (end == 0 || *at < end + GAP_MIN); ++*at) {
        if (before[*at] == after[*at] || is_sealed(build, lba, after, *at))
            continue;
        if (end == 0)
            first = *at;
        end = *at + 1;
    }
    return (struct log_patch){ .lba = lba,
                               .byte = (uint16_t)(end ? first : 0),
                               .length = (uint16_t)(end ? end - first : 0) };
}

static void add_ranges(struct log_build *build, uint64_t lba, unsigned epoch,
                       const uint8_t *before, const uint8_t *after)
{
    size_t at = 0, first = build->log.patch_count;

    while (at < build->log.logical) {
        struct log_patch patch = next_range(build, lba, before, after, &at);
        patch.epoch = (uint16_t)epoch;
        if (patch.length)
            log_patch_add(&build->log, &patch, before + patch.byte, after + patch.byte);
    }
    struct log_patch none = { .lba = lba, .epoch = (uint16_t)epoch };
    if (build->log.patch_count == first) /* a header of which only checksums change */
        log_patch_add(&build->log, &none, before, after);
}

/* --- an epoch --- */

/* The writes of a plan that become one epoch of a step. */
struct epoch {
    const struct write *first;
    size_t count;
    enum log_kind kind;
};

static enum log_kind write_kind(const struct write *write)
{
    return write->what == WRITE_SWAP ? LOG_BYTES : LOG_TABLE;
}

static struct epoch next_epoch(const struct write_plan *plan, size_t from)
{
    struct epoch epoch = { &plan->writes[from], 0, write_kind(&plan->writes[from]) };
    bool is_flushed = false;

    for (size_t i = from; i < plan->count && !is_flushed; i++) {
        if (write_kind(&plan->writes[i]) != epoch.kind)
            break;
        is_flushed = plan->writes[i].is_flushed;
        epoch.count++;
    }
    return epoch;
}

static bool is_table_sector(const struct table_used *used, size_t count, uint64_t lba)
{
    for (size_t i = 0; i < count; i++)
        if (used[i].lba == lba)
            return true;
    return false;
}

/* Adds the patches of one write.  TRUTH has all earlier writes. */
static bool log_add_write(struct log_build *build, const struct write *write,
                          const struct epoch *of, unsigned epoch,
                          struct table_image *truth)
{
    size_t logical = build->log.logical;
    CLEANUP(freep) struct table_used *used = NULL;
    struct reader now = table_image_reader(&build->now);
    size_t count = table_used_find(&now, logical, &used);

    for (uint64_t i = 0; i < write->count; i++) {
        const uint8_t *before = write->before + i * logical;
        const uint8_t *after = write->after + i * logical;
        uint64_t lba = write->lba + i;
        const uint8_t *known = table_image_find(truth, lba);
        bool is_fresh = of->kind == LOG_BYTES || !is_table_sector(used, count, lba);
        if (!is_fresh && (!known || memcmp(known, before, logical)))
            return false;
        table_image_put(truth, lba, after);
        if (!is_fresh) {
            add_ranges(build, lba, epoch, before, after);
            continue;
        }
        struct log_patch whole = {
            lba, 0, (uint16_t)logical, (uint16_t)epoch, true, NULL
        };
        log_patch_add(&build->log, &whole, before, after);
    }
    return true;
}

static bool image_equal(const struct table_image *a, const struct table_image *b)
{
    bool is_equal = a->count == b->count;

    for (size_t i = 0; i < a->count && is_equal; i++)
        is_equal = a->at[i].lba == b->at[i].lba &&
                   !memcmp(a->at[i].bytes, b->at[i].bytes, a->logical);
    return is_equal;
}

/* Adds EPOCH to STEP, replays it, and compares. */
static bool log_add_epoch(struct log_build *build, struct log_step *step,
                          const struct epoch *epoch, struct err *err)
{
    struct table_image truth = table_image_copy(&build->now);
    bool fits = step->epochs < LOG_EPOCHS_MAX;

    step->epochs++;
    for (size_t i = 0; i < epoch->count && fits; i++)
        fits = log_add_write(build, &epoch->first[i], epoch, step->epochs, &truth);
    table_seals_add(&truth, &build->log.seals, &build->log.seal_count);
    step->patch_count = (uint32_t)(build->log.patch_count - step->first_patch);
    fits = fits && log_apply(&build->log, step, step->epochs, &build->now) &&
           image_equal(&build->now, &truth);
    table_image_finish(&truth);
    return fits ? add_used(build, err) : refuse_mismatch(err);
}

/* --- steps --- */

/* Returns what the next one of STEPS begins with. */
static struct log_step next_step(const struct log_build *build,
                                 const struct log_steps *steps,
                                 const struct log_step *like, enum log_kind kind)
{
    struct log_step step = *like;

    step.kind = kind;
    if (steps == &build->log.steps &&
        (!steps->count || steps->at[steps->count - 1].group != like->group))
        step.flags |= LOG_REST;
    step.first_patch = (uint32_t)build->log.patch_count;
    step.param_at = (uint32_t)build->log.param_bytes;
    step.patch_count = step.param_bytes = step.epochs = 0;
    return step;
}

/* Returns where COUNT bytes of PARAMS are among those of the log: equal ones, added last,
 * are used again. */
static uint32_t add_params(struct redo_log *log, const void *params, size_t count)
{
    size_t at = log->param_bytes;

    if (count && count <= at && !memcmp(log->params + at - count, params, count))
        return (uint32_t)(at - count);
    log->params = xrealloc(log->params, at + count + 1, 1);
    if (count)
        memcpy(log->params + at, params, count);
    log->param_bytes += count;
    return (uint32_t)at;
}

void log_build_step(struct log_build *build, const struct log_step *like,
                    const void *params, size_t count)
{
    struct redo_log *log = &build->log;
    struct log_step step = next_step(build, &log->steps, like, like->kind);

    step.param_at = add_params(log, params, count);
    step.param_bytes = (uint32_t)count;
    (void)log_steps_add(&log->steps, &step);
}

/* Appends PLAN to STEPS, one step for each run of epochs of one kind. */
static bool log_add_plan(struct log_build *build, struct log_steps *steps,
                         const struct log_step *like, const struct write_plan *plan,
                         struct err *err)
{
    struct log_step *step = NULL;
    size_t done = 0;

    while (done < plan->count) {
        struct epoch epoch = next_epoch(plan, done);
        if (!step || step->kind != epoch.kind) {
            struct log_step next = next_step(build, steps, like, epoch.kind);
            if (step)
                next.flags = 0;
            step = log_steps_add(steps, &next);
        }
        if (steps->count > LOG_STEPS_MAX)
            return refuse_mismatch(err);
        if (!log_add_epoch(build, step, &epoch, err))
            return false;
        done += epoch.count;
    }
    return true;
}

bool log_build_plan(struct log_build *build, const struct log_step *like,
                    const struct write_plan *plan, struct err *err)
{
    return log_add_plan(build, &build->log.steps, like, plan, err);
}

/* --- exits --- */

static bool patch_equal(const struct log_patch *a, const struct log_patch *b)
{
    return a->lba == b->lba && a->byte == b->byte && a->length == b->length &&
           a->epoch == b->epoch && a->is_fresh == b->is_fresh &&
           !memcmp(a->bytes, b->bytes, 2 * (size_t)a->length);
}

static bool step_equal(const struct redo_log *log, const struct log_step *a,
                       const struct log_step *b)
{
    bool is_equal = a->kind == b->kind && a->patch_count == b->patch_count;

    for (uint32_t i = 0; i < a->patch_count && is_equal; i++)
        is_equal = patch_equal(&log->patches[a->first_patch + i],
                               &log->patches[b->first_patch + i]);
    return is_equal;
}

static void drop_exits(struct redo_log *log, size_t count, size_t patch_count)
{
    while (log->patch_count > patch_count)
        free(log->patches[--log->patch_count].bytes);
    log->exits.count = count;
}

/* Drops the exits from COUNT on, which are from rest point DONE, if those before them,
 * from the rest point before, are the same. */
static void join_exits(struct redo_log *log, size_t count, size_t patch_count,
                       size_t done)
{
    size_t added = log->exits.count - count, last = done;

    while (last > 0 && !log_is_rest(log, --last))
        continue;
    if (!added || added > count ||
        (added < count && log->exits.at[count - added - 1].last_rest == last))
        return;
    struct log_step *old = log->exits.at + count - added;
    for (size_t i = 0; i < added; i++)
        if (old[i].last_rest != last || !step_equal(log, &old[i], &old[added + i]))
            return;
    for (size_t i = 0; i < added; i++)
        old[i].last_rest = (uint16_t)done;
    drop_exits(log, count, patch_count);
}

bool log_build_exit(struct log_build *build, size_t done, const struct write_plan *plan,
                    struct err *err)
{
    struct redo_log *log = &build->log;
    struct log_step like = { .first_rest = (uint16_t)done, .last_rest = (uint16_t)done };
    size_t count = log->exits.count, patch_count = log->patch_count;
    struct table_image end = build->now;
    bool is_added = log_is_rest(log, done) && log_replay(log, done, &build->now);

    if (!is_added) {
        build->now = end;
        return refuse_mismatch(err);
    }
    build->now.below = build->disk;
    is_added = log_add_plan(build, &log->exits, &like, plan, err);
    table_image_finish(&build->now);
    build->now = end;
    if (is_added)
        join_exits(log, count, patch_count, done);
    return is_added;
}
