/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fixing.c - the stages of a fix, one after the other */
#include "device/move/fixing/fixing.h"

#include <stdlib.h>

#include "device/move/fixing/fixing_private.h"
#include "model/base/duration.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/refusal.h"
#include "model/move/plan/journal_time.h"

struct fixing *fixing_new(const struct sys *sys, const char *path,
                          const struct layout *base)
{
    struct fixing *fixing = xcalloc(1, sizeof(*fixing));

    fixing->path = xstrdup(path);
    fixing->sys = sys;
    fixing->base = layout_ref(base);
    fixing->limits = *layout_limits(base);
    fixing->moves = xcalloc(JOURNAL_STEPS_MAX, sizeof(*fixing->moves));
    fixing->redo = xcalloc(1, sizeof(*fixing->redo));
    return fixing;
}

void fixing_free(struct fixing *fixing)
{
    if (!fixing)
        return;
    fixing_close(fixing);
    for (size_t i = 0; i < JOURNAL_STEPS_MAX; i++)
        free(fixing->moves[i].units.at);
    free(fixing->moves);
    commit_free(fixing->commit);
    commit_report_finish(&fixing->report);
    owner_runs_finish(&fixing->owned);
    layout_unref(fixing->base);
    layout_unref(fixing->target);
    fixing_redo_free(fixing->redo);
    free(fixing->journal_path);
    free(fixing->path);
    free(fixing);
}

/* --- the stages --- */

static uint64_t bytes_to_scan(const struct fixing *fixing)
{
    uint64_t sectors = 0;

    for (size_t i = fixing->step; i < fixing->plan.step_count; i++)
        if (fixing_moves_data(fixing, i) && !fixing->moves[i].is_scanned)
            sectors += fixing->plan.steps[i].length;
    return sectors * fixing->limits.logical;
}

static bool fix_stage_open(struct fixing *fixing, struct err *err)
{
    bool is_more;

    if (!fixing_open(fixing, &is_more, err))
        return false;
    if (is_more)
        return true;
    /* A step that is resumed reads for itself. */
    fixing->stage = fixing->is_resumed ? STAGE_BACKUP : STAGE_SCAN;
    fixing->scan.to_scan = bytes_to_scan(fixing);
    return true;
}

/* What was measured just now tells the speed better than what was measured some day. */
static void plan_time(struct fixing *fixing)
{
    if (fixing->scan.scanned)
        fixing->scan.planned =
            journal_time(&fixing->plan, fixing->step, &fixing->speed,
                         fixing->skips_check ? 0 : 1, &fixing->scan.planned_seconds);
}

static bool check_max_time(const struct fixing *fixing, struct err *err)
{
    char duration[DURATION_TEXT];

    return fixing->scan.max_seconds <= 0 ||
           fixing->scan.planned_seconds <= fixing->scan.max_seconds ||
           err_refuse(
               err, REFUSAL_FIX_SLOW_MEASURED,
               _("By the speed at which all was read, this takes at least %s. Nothing "
                 "was written. Choose another place for the journal with --journal, "
                 "or agree with --slow."),
               duration_format(fixing->scan.planned_seconds, duration));
}

static bool fix_stage_scan(struct fixing *fixing, struct err *err)
{
    bool is_more;

    if (!fixing_do_scan(fixing, &is_more, err))
        return false;
    if (is_more)
        return true;
    fixing_take_scan_speed(fixing);
    plan_time(fixing);
    fixing->stage = STAGE_BACKUP;
    return check_max_time(fixing, err);
}

static bool fix_stage_backup(struct fixing *fixing, struct err *err)
{
    if (!fixing->report.backup_path && !fixing_save_backup(fixing, err))
        return false;
    fixing->stage = STAGE_JOURNAL;
    return true;
}

static bool fix_stage_journal(struct fixing *fixing, struct err *err)
{
    bool is_new = fixing_has_data(fixing) && !fixing->is_resumed;

    fixing->stage = STAGE_STEPS;
    if (is_new && !fixing_measure_journal(fixing, err))
        return false;
    if (!fixing_redo_begin(fixing, err))
        return false;
    plan_time(fixing);
    return true;
}

/* Of a step that moves data: if it has begun, or of a table. */
static void add_redone_back(struct fixing *fixing)
{
    const struct journal_step *step = &fixing->plan.steps[fixing->first];

    if (!fixing_moves_data(fixing, fixing->first))
        lines_add(&fixing->report.done, "%s",
                  _("The table is as it was before the step that was not complete. The "
                    "steps that were left are dropped."));
    else if (!fixing->redo->has_begun_move)
        lines_add(&fixing->report.done, "%s", _("The steps that were left are dropped."));
    else
        lines_add(&fixing->report.done,
                  _("Partition %1$u is at its old start %2$llu again. Free space that "
                    "the move had used can differ from before."),
                  (unsigned)step->number, (ull)step->from);
    if (fixing->first)
        lines_add(&fixing->report.done,
                  ngettext("The %zu step before that stays done.",
                           "The %zu steps before that stay done.",
                           (unsigned long)fixing->first),
                  fixing->first);
}

/* Only what was compared in this run is known to be right. */
static const char *done_words(const struct redo *redo)
{
    if (!redo->moved || redo->moved != redo->compared)
        return _("All steps are done.");
    return redo->compared == redo->move_count
               ? _("All steps are done; what was moved was read again and is right.")
               : _("All steps are done; what was moved in this run was read again and is "
                   "right.");
}

static void add_done(struct fixing *fixing)
{
    if (fixing->is_rollback)
        add_redone_back(fixing);
    else
        lines_add(&fixing->report.done, "%s", done_words(&fixing->redo->redo));
    fixing_remove_journal(fixing);
    fixing->report.is_written = true;
}

static bool fix_stage_steps(struct fixing *fixing, struct err *err)
{
    bool is_more;

    if (!fixing_redo_step(fixing, &is_more, err))
        return false;
    if (is_more)
        return true;
    add_done(fixing);
    fixing->stage = STAGE_OVER;
    fixing->state = fixing->is_rollback ? FIXING_ROLLED_BACK : FIXING_COMPLETE;
    return true;
}

static bool (*const stages[])(struct fixing *, struct err *) = {
    [STAGE_OPEN] = fix_stage_open,     [STAGE_SCAN] = fix_stage_scan,
    [STAGE_BACKUP] = fix_stage_backup, [STAGE_JOURNAL] = fix_stage_journal,
    [STAGE_STEPS] = fix_stage_steps,
};

/* What is refused, or cannot be read, is so before anything is written. */
static void fixing_fail(struct fixing *fixing)
{
    if (fixing->has_begun)
        fixing->err.code = ERR_IO;
    fixing->state = FIXING_FAILED;
}

enum fixing_state fixing_step(struct fixing *fixing)
{
    if (fixing->state != FIXING_RUNNING)
        return fixing->state;
    /* Between two calls everything that counts is durable. */
    if (fixing->is_stopping)
        fixing->state = FIXING_STOPPED;
    else if (!stages[fixing->stage](fixing, &fixing->err))
        fixing_fail(fixing);
    if (fixing->state != FIXING_RUNNING)
        fixing_close(fixing);
    if (fixing->state == FIXING_STOPPED || fixing->state == FIXING_FAILED)
        fixing_keep_script(fixing);
    return fixing->state;
}

void fixing_stop(struct fixing *fixing)
{
    fixing->is_stopping = true;
}

/* --- what is known --- */

const struct err *fixing_err(const struct fixing *fixing)
{
    return &fixing->err;
}

const struct journal_plan *fixing_plan(const struct fixing *fixing)
{
    return &fixing->plan;
}

size_t fixing_first_step(const struct fixing *fixing)
{
    return fixing->first;
}

const struct commit_report *fixing_report(const struct fixing *fixing)
{
    return &fixing->report;
}

static enum fixing_phase phase_of_step(const struct fixing *fixing)
{
    const struct redo *redo = &fixing->redo->redo;

    if (!fixing->redo->is_open || fixing->redo->store.head.run.direction == RUN_DONE)
        return FIXING_PHASE_END;
    if (!redo_move_at_work(redo))
        return FIXING_PHASE_TABLE;
    return redo_is_checking(redo) ? FIXING_PHASE_CHECK : FIXING_PHASE_MOVE;
}

static enum fixing_phase fixing_phase_of(const struct fixing *fixing)
{
    switch (fixing->stage) {
    case STAGE_OPEN:
        return fixing->disk.lock_tries ? FIXING_PHASE_LOCK : FIXING_PHASE_OPEN;
    case STAGE_SCAN:
        return FIXING_PHASE_SCAN;
    case STAGE_BACKUP:
    case STAGE_JOURNAL:
        return FIXING_PHASE_JOURNAL;
    case STAGE_STEPS:
        return phase_of_step(fixing);
    case STAGE_OVER:
        break;
    }
    return FIXING_PHASE_END;
}

void fixing_look(const struct fixing *fixing, struct fixing_live *ret)
{
    *ret = (struct fixing_live){ .phase = fixing_phase_of(fixing),
                                 .step = fixing->step,
                                 .step_count = fixing->plan.step_count,
                                 .planned = fixing->scan.planned,
                                 .planned_seconds = fixing->scan.planned_seconds,
                                 .is_safe = !fixing->is_resumed };
    if (fixing->step < fixing->plan.step_count)
        ret->number = fixing->plan.steps[fixing->step].number;
    if (fixing->redo->is_open && fixing->stage == STAGE_STEPS)
        redo_live(&fixing->redo->redo, &ret->move);
    ret->ahead = fixing->scan.ahead;
    if (ret->phase == FIXING_PHASE_SCAN || fixing->scan.prescan)
        ret->move = (struct move_progress){
            .bytes_done = fixing->scan.scanned +
                          (fixing->scan.prescan ? prescan_done(fixing->scan.prescan) : 0),
            .bytes_total = fixing->scan.to_scan,
        };
    ret->move.retries += fixing->retries;
}
