/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fixing_log.c - makes the redo log of a fix */
#include <assert.h>
#include <stdlib.h>

#include "device/io/store.h"
#include "device/move/fixing/fixing_private.h"
#include "device/move/unfinished/log_plan.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/move/data/fix_move.h"
#include "model/move/log/log_build.h"
#include "model/move/plan/journal_apply.h"
#include "model/table/tables.h"

/* --- the steps --- */

/* Each step of the plan is a group: the fix can end before it, and behind it. */
static struct log_step log_step_of(const struct fixing *fixing,
                                   const struct fixing_change *change)
{
    const struct journal_step *step = &fixing->plan.steps[change->index];

    return (struct log_step){ .kind = LOG_TABLE,
                              .number = step->number,
                              .group = (uint16_t)change->index,
                              .words = log_plan_words(step),
                              .from = step->from,
                              .to = step->to,
                              .length = step->length };
}

/* What is written so that the table is AFTER: nothing, if the commit has no such step. */
static struct write_plan step_plan(const struct commit *commit,
                                   const struct layout *after)
{
    for (size_t i = 0; i < commit->step_count; i++)
        if (commit->steps[i].after == after)
            return commit_step_plan(commit, i);
    return (struct write_plan){ 0 };
}

/* One change of the table: from NOW, with all changes before it, to that of STEPS. */
struct logged {
    const struct fixing_change *change;
    const struct layout *now;
    const struct disk_step *steps;
};

/* The start of the partition that the journal is in belongs to the step that opens it,
 * or moves it.  *RET: what is written then; write_plan_finish() it. */
static bool spot_plan(struct fixing *fixing, const struct log_build *build,
                      const struct logged *logged, struct write_plan *ret,
                      struct err *err)
{
    struct reader table = table_image_reader(&build->now);
    struct write_plan plan = step_plan(fixing->commit, logged->steps->after);

    if (logged->change->kind == CHANGE_JOURNAL)
        return fixing_spot_begin(fixing, &table, logged->now, ret, err);
    return fixing_spot_step(fixing, &table, logged->now, logged->steps->after, &plan, ret,
                            err);
}

static bool concerns_spot(const struct fixing *fixing, const struct fixing_change *change)
{
    return fixing->place_number &&
           (change->kind == CHANGE_JOURNAL ||
            (change->kind == CHANGE_TABLE &&
             fixing->plan.steps[change->index].number == fixing->place_number));
}

/* The tables of a move are one behind the other.  The journal's entry belongs to the
 * first step: before that the fix ends without one. */
static bool add_log_step(struct fixing *fixing, struct log_build *build,
                         const struct logged *logged, struct err *err)
{
    const struct fixing_change *change = logged->change;
    struct log_step like = log_step_of(fixing, change);
    struct write_plan plan = step_plan(fixing->commit, logged->steps->after);
    CLEANUP(write_plan_finish) struct write_plan spot = { 0 };

    if (change->kind == CHANGE_END || change->kind == CHANGE_AFTER_DATA)
        return true;
    if (concerns_spot(fixing, change) && (!spot_plan(fixing, build, logged, &spot, err) ||
                                          !log_build_plan(build, &like, &spot, err)))
        return false;
    if (concerns_spot(fixing, change) && change->kind == CHANGE_TABLE)
        return true;
    if (change->kind != CHANGE_ENVELOPE)
        return log_build_plan(build, &like, &plan, err);
    const struct fixing_move *move = &fixing->moves[change->index];
    struct write_plan after = step_plan(fixing->commit, logged->steps[1].after);
    return fix_move_add(build, &like, &move->shift, &move->fields, &plan, &after, err);
}

struct layout *fixing_table_at_end(const struct layout *now,
                                   const struct journal_plan *plan)
{
    CLEANUP(layout_unrefp) struct layout *after = journal_entry_end(now, plan);
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(after);

    journal_drop_notes(builder);
    return layout_builder_refinish(builder);
}

/* IMAGE is the table at a rest point, with DONE steps, which has the journal's entry; at
 * the end there is none.  The partition that the journal was in has its header last. */
static bool add_log_exit(const struct fixing *fixing, struct log_build *build,
                         size_t done, const struct table_image *image, struct err *err)
{
    CLEANUP(layout_unrefp) struct layout *now = NULL;
    CLEANUP(write_plan_finish) struct write_plan plan = { 0 };
    struct reader table = table_image_reader(image);

    if (!tables_read(&table, &fixing->limits, &now, err))
        return false;
    CLEANUP(layout_unrefp)
    struct layout *after = fixing_table_at_end(now, &fixing->plan);
    return write_plan_make(&table, now, after, &plan, err) &&
           fixing_spot_end(fixing, &table, now, &plan, err) &&
           (!plan.count || log_build_exit(build, done, &plan, err));
}

static bool add_log_exits(const struct fixing *fixing, struct log_build *build,
                          struct err *err)
{
    const struct log_steps *steps = &build->log.steps;
    CLEANUP(table_image_finish)
    struct table_image image = table_image_copy(&build->log.before);

    image.below = build->disk;
    for (size_t i = 0; i <= steps->count; i++) {
        if (log_is_rest(&build->log, i) && !add_log_exit(fixing, build, i, &image, err))
            return false;
        /* BUILD has each sector that its steps change. */
        bool is_made =
            i == steps->count || log_apply_step(&build->log, &steps->at[i], &image);
        assert(is_made);
        (void)is_made;
    }
    return true;
}

static bool add_log_steps(struct fixing *fixing, struct log_build *build,
                          const struct disk_step *steps,
                          const struct fixing_change *changes, size_t count,
                          struct err *err)
{
    struct logged logged = { .now = fixing->base };

    for (size_t i = 0; i < count; i++) {
        logged.change = &changes[i];
        logged.steps = &steps[i];
        if (!add_log_step(fixing, build, &logged, err))
            return false;
        logged.now = steps[i].after;
    }
    if (!add_log_exits(fixing, build, err))
        return false;
    for (size_t i = 0; i < build->log.exits.count; i++)
        build->log.exits.at[i].number = fixing->plan.number;
    return true;
}

static struct redo_log log_of_disk(const struct fixing *fixing)
{
    const struct journal_plan *plan = &fixing->plan;
    struct redo_log log = { .transaction = plan->head.transaction,
                            .disk_bytes = plan->head.disk_bytes,
                            .logical = plan->logical,
                            .label = plan->label,
                            .disk_id = plan->disk_id,
                            .time = plan->time,
                            .grid = plan->grid };

    copy_text(log.serial, sizeof(log.serial), plan->serial);
    copy_text(log.model, sizeof(log.model), plan->model);
    return log;
}

/* A drive that cannot read the first block writes no part of it: what no partition has is
 * kept for that. */
static void keep_first_block(const struct fixing *fixing, const struct reader *disk,
                             struct redo_log *log)
{
    uint64_t end = num_min(align_next(log->grid, 1), log->before.sectors);
    CLEANUP(freep) uint8_t *sector = xmalloc(log->logical);

    for (uint64_t lba = 1; lba < end; lba++)
        if (!table_image_find(&log->before, lba) &&
            !extent_is_partition(layout_find_lba(fixing->base, lba)) &&
            reader_read(disk, lba * log->logical, sector, log->logical))
            table_image_put(&log->kept, lba, sector);
}

static bool build_log(struct fixing *fixing, const struct disk_step *steps,
                      const struct fixing_change *changes, size_t count, struct err *err)
{
    struct redo_log like = log_of_disk(fixing);
    CLEANUP(store_closep) struct store *store = store_open(fixing->path, err);
    struct log_build build;

    if (!store)
        return false;
    struct reader disk = store_reader(store);
    if (!log_build_init(&build, &disk, &like, err))
        return false;
    keep_first_block(fixing, &disk, &build.log);
    bool is_built = add_log_steps(fixing, &build, steps, changes, count, err);
    if (is_built)
        log_build_take(&build, &fixing->redo->log);
    else
        log_build_finish(&build);
    return is_built;
}

bool fixing_make_log(struct fixing *fixing, const struct journal_place *place,
                     const struct disk_step *steps, const struct fixing_change *changes,
                     size_t count, struct err *err)
{
    return build_log(fixing, steps, changes, count, err) &&
           fixing_fit_log(fixing, place, err);
}
