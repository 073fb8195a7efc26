/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fixing_log.c - makes the redo log of a fix */
#include <stdlib.h>

#include "device/io/store.h"
#include "device/move/fixing/fixing_private.h"
#include "device/move/unfinished/log_plan.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/move/log/log_build.h"
#include "model/move/log/log_wire.h"
#include "model/move/log/record_fit.h"

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

/* Finds what step AT of the commit is for. */
static const struct fixing_change *log_change_of(const struct commit *commit, size_t at,
                                                 const struct disk_step *steps,
                                                 const struct fixing_change *changes,
                                                 size_t count)
{
    size_t i = 0;

    while (i + 1 < count && steps[i].after != commit->steps[at].after)
        i++;
    return &changes[i];
}

static bool add_log_steps(struct fixing *fixing, struct log_build *build,
                          const struct disk_step *steps,
                          const struct fixing_change *changes, size_t count,
                          struct err *err)
{
    const struct commit *commit = fixing->commit;

    for (size_t i = 0; i < commit->step_count; i++) {
        struct write_plan plan = commit_step_plan(commit, i);
        struct log_step like =
            log_step_of(fixing, log_change_of(commit, i, steps, changes, count));
        if (!log_build_plan(build, &like, &plan, err))
            return false;
    }
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

static bool fit_journal(struct fixing *fixing, const struct journal_place *place,
                        struct err *err)
{
    struct record_head *head = &fixing->redo->head;
    struct journal_plan *plan = &fixing->plan;
    uint64_t end = place->start + place->length;
    size_t bytes;

    free(log_encode(&fixing->redo->log, &bytes));
    *head = (struct record_head){
        .owner = { plan->head.transaction, plan->head.disk_bytes },
        .place = { .kind = (uint8_t)plan->spot.kind,
                   .logical = plan->logical,
                   .block = (uint32_t)(plan->grid.grain * plan->logical) },
    };
    copy_text(head->place.uuid, sizeof(head->place.uuid), plan->spot.uuid);
    copy_text(head->place.path, sizeof(head->place.path), plan->spot.path);
    if (place->offer)
        end = place->bytes / plan->logical;
    if (!record_fit(head, plan->grid, place->start, end, bytes))
        return err_set(err, ERR_REFUSED, "%s",
                       _("The journal does not fit there: name another place with "
                         "--journal."));
    plan->spot.start = head->place.start;
    plan->spot.bytes = head->place.bytes;
    plan->spot.block = head->place.block;
    return true;
}

bool fixing_make_log(struct fixing *fixing, const struct journal_place *place,
                     const struct disk_step *steps, const struct fixing_change *changes,
                     size_t count, struct err *err)
{
    return build_log(fixing, steps, changes, count, err) &&
           fit_journal(fixing, place, err);
}
