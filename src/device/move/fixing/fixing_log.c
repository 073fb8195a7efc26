/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fixing_log.c - makes the redo log of a fix */
#include <stdlib.h>

#include "device/io/store.h"
#include "device/move/fixing/fixing_private.h"
#include "device/move/unfinished/log_plan.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/base/size.h"
#include "model/move/data/fix_move.h"
#include "model/move/log/log_build.h"
#include "model/move/log/log_wire.h"
#include "model/move/log/record_fit.h"
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
        if (i < steps->count && !log_apply_step(&build->log, &steps->at[i], &image))
            return err_set(err, ERR_REFUSED, "%s", _("The journal cannot be made."));
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
    bool is_built = add_log_steps(fixing, &build, steps, changes, count, err);
    if (is_built)
        log_build_take(&build, &fixing->redo->log);
    else
        log_build_finish(&build);
    return is_built;
}

/* --- the journal --- */

/* Of a log that is not known yet: each step changes some sectors of the table twice. */
enum { LOG_BYTES_OF_STEP = 8192 };

static struct record_needs needs_of_moves(const struct fixing *fixing,
                                          const struct layout *base)
{
    const struct journal_plan *plan = &fixing->plan;
    struct record_needs needs = { .log_bytes =
                                      LOG_BYTES_OF_STEP * (plan->step_count + 1ULL) };

    LAYOUT_EACH (extent, base)
        if (extent->kind == EXTENT_METADATA)
            needs.log_bytes += extent->length * plan->logical;
    needs.log_bytes += fixing_spot_bytes(fixing);
    for (size_t i = 0; i < plan->step_count; i++) {
        const struct zones *zones = &fixing->moves[i].shift.zones;
        uint64_t sectors = 0;
        if (!fixing_moves_data(fixing, i))
            continue;
        for (size_t zone = 0; zone < zones->count; zone++)
            sectors += zones->at[zone].length;
        needs.zone_bytes = num_max(needs.zone_bytes, sectors * plan->logical);
        needs.moved_bytes =
            num_max(needs.moved_bytes, plan->steps[i].length * plan->logical);
    }
    return needs;
}

static struct record_head head_of_plan(const struct journal_plan *plan)
{
    struct record_head head = {
        .owner = { plan->head.transaction, plan->head.disk_bytes },
        .place = { .kind = (uint8_t)plan->spot.kind,
                   .logical = plan->logical,
                   .block = (uint32_t)(plan->grid.grain * plan->logical) },
    };

    copy_text(head.place.uuid, sizeof(head.place.uuid), plan->spot.uuid);
    copy_text(head.place.path, sizeof(head.place.path), plan->spot.path);
    return head;
}

static bool refuse_small(const struct fixing *fixing, const struct journal_place *place,
                         uint64_t takes, struct err *err)
{
    char has_size[SIZE_TEXT], takes_size[SIZE_TEXT];

    if (!fixing->journal_path || !takes)
        return err_set(err, ERR_REFUSED, "%s",
                       _("The journal does not fit there: name another place with "
                         "--journal."));
    return err_set(err, ERR_REFUSED,
                   _("%1$s has space for %2$s, and the journal of this plan takes %3$s."),
                   fixing->journal_path, size_format(place->bytes, SIZE_IEC, 0, has_size),
                   size_format(takes, SIZE_IEC, 0, takes_size));
}

static bool fit_journal(struct fixing *fixing, const struct journal_place *place,
                        const struct record_needs *needs)
{
    struct record_head *head = &fixing->redo->head;
    struct journal_plan *plan = &fixing->plan;
    uint64_t end =
        place->offer ? place->bytes / plan->logical : place->start + place->length;

    *head = head_of_plan(plan);
    if (!record_fit(head, plan->grid, place->start, end, needs))
        return false;
    const struct record_bytes *ring = &head->areas[AREA_RING];
    plan->spot.start = head->place.start;
    plan->spot.bytes = head->place.bytes;
    plan->spot.block = head->place.block;
    plan->ring = (struct journal_area){ ring->offset, ring->bytes };
    plan->slots = ring->bytes ? RECORD_SLOTS : 0;
    return true;
}

uint64_t fixing_redo_bytes(const struct fixing *fixing, const struct layout *base)
{
    struct record_needs needs = needs_of_moves(fixing, base);
    const struct journal_plan *plan = &fixing->plan;

    return record_fit_with_ring((uint32_t)(plan->grid.grain * plan->logical), &needs);
}

bool fixing_redo_fit(struct fixing *fixing, const struct layout *base, struct err *err)
{
    struct record_needs needs = needs_of_moves(fixing, base);

    return fit_journal(fixing, fixing->place, &needs) ||
           refuse_small(fixing, fixing->place, fixing_redo_bytes(fixing, base), err);
}

/* That of a fix that moves no data is not larger than its log needs. */
static bool fit_log(struct fixing *fixing, const struct journal_place *place,
                    struct err *err)
{
    struct record_needs needs = { 0 };
    size_t bytes;

    free(log_encode(&fixing->redo->log, &bytes));
    needs.log_bytes = bytes;
    bool fits = fixing_has_data(fixing)
                    ? bytes <= fixing->redo->head.areas[AREA_LOG_A].bytes
                    : fit_journal(fixing, place, &needs);
    return fits || refuse_small(fixing, place, 0, err);
}

bool fixing_make_log(struct fixing *fixing, const struct journal_place *place,
                     const struct disk_step *steps, const struct fixing_change *changes,
                     size_t count, struct err *err)
{
    return build_log(fixing, steps, changes, count, err) && fit_log(fixing, place, err);
}
