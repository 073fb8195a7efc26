/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fixing.c - the stages of a fix, one after the other */
#include "device/move/fixing/fixing.h"

#include <stdlib.h>

#include "device/move/fixing/fixing_private.h"
#include "device/move/fixing/moving_table.h"
#include "model/base/duration.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/move/journal/journal_apply.h"
#include "model/move/journal/journal_time.h"

struct fixing *fixing_new(const struct sys *sys, const char *path,
                          const struct layout *base)
{
    struct fixing *fixing = xcalloc(1, sizeof(*fixing));

    fixing->path = xstrdup(path);
    fixing->sys = sys;
    fixing->base = layout_ref(base);
    fixing->limits = *layout_limits(base);
    fixing->moves = xcalloc(JOURNAL_STEPS_MAX, sizeof(*fixing->moves));
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
    mended_finish(&fixing->disk.mended);
    fixing_redo_free(fixing->redo);
    free(fixing->journal_path);
    free(fixing->path);
    free(fixing);
}

struct layout *fixing_read_table(struct fixing *fixing, struct err *err)
{
    return moving_table_read(&fixing->disk.table, &fixing->limits, err);
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

static bool fix_stage_entries(struct fixing *fixing, struct err *err)
{
    bool is_more;

    if (!fixing_enter_done(fixing, &is_more, err))
        return false;
    if (is_more)
        return true;
    fixing->stage = fixing->found.has_record ? STAGE_CURRENT
                    : fixing->is_rollback    ? STAGE_END
                                             : STAGE_SCAN;
    fixing->scan.to_scan = bytes_to_scan(fixing);
    return true;
}

static bool fix_stage_open(struct fixing *fixing, struct err *err)
{
    bool is_more;

    if (!fixing_open(fixing, &is_more, err))
        return false;
    if (is_more)
        return true;
    bool scans = !fixing->found.is_resumed; /* a step that is resumed reads for itself */
    fixing->stage = !fixing->redo ? STAGE_ENTRIES : scans ? STAGE_SCAN : STAGE_BACKUP;
    if (fixing->redo && scans)
        fixing->scan.to_scan = bytes_to_scan(fixing);
    return fixing->redo || fixing->found.has_old_entries ||
           fix_stage_entries(fixing, err);
}

static bool fix_stage_current(struct fixing *fixing, struct err *err)
{
    bool is_more;

    if (!fixing_do_step(fixing, &is_more, err))
        return false;
    if (is_more)
        return true;
    fixing->stage = fixing->is_rollback ? STAGE_END : STAGE_SCAN;
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
           err_set(
               err, ERR_REFUSED,
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
    return fixing->found.is_resumed || check_max_time(fixing, err);
}

static bool fix_stage_backup(struct fixing *fixing, struct err *err)
{
    if (!fixing->report.backup_path && !fixing_save_backup(fixing, err))
        return false;
    fixing->stage =
        fixing->redo || !fixing->found.is_resumed ? STAGE_JOURNAL : STAGE_STEPS;
    return true;
}

static bool fix_stage_journal(struct fixing *fixing, struct err *err)
{
    bool is_new = fixing_has_data(fixing) && !fixing->found.is_resumed;

    fixing->stage = STAGE_STEPS;
    if (is_new && !fixing_measure_journal(fixing, err))
        return false;
    if (!(fixing->redo ? fixing_redo_begin(fixing, err)
                       : fixing_begin_journal(fixing, err)))
        return false;
    plan_time(fixing);
    return true;
}

static bool was_compared(const struct fixing *fixing)
{
    return fixing_has_data(fixing) && !fixing->skips_check && !fixing->found.lacks_hashes;
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
}

static void add_redone(struct fixing *fixing)
{
    const struct redo *redo = &fixing->redo->redo;

    if (fixing->is_rollback)
        add_redone_back(fixing);
    else
        lines_add(
            &fixing->report.done, "%s",
            redo->moved && redo->moved == redo->compared
                ? _("All steps are done; what was moved was read again and is right.")
                : _("All steps are done."));
    fixing_remove_journal(fixing);
    fixing->report.is_written = true;
}

static bool fix_stage_redo(struct fixing *fixing, struct err *err)
{
    bool is_more;

    if (!fixing_redo_step(fixing, &is_more, err))
        return false;
    if (is_more)
        return true;
    add_redone(fixing);
    fixing->stage = STAGE_OVER;
    fixing->state = fixing->is_rollback ? FIXING_ROLLED_BACK : FIXING_COMPLETE;
    return true;
}

static bool fix_stage_steps(struct fixing *fixing, struct err *err)
{
    bool is_more;

    if (fixing->redo)
        return fix_stage_redo(fixing, err);
    if (fixing->step == fixing->plan.step_count) {
        fixing->stage = STAGE_END;
        return true;
    }
    if (!fixing_do_step(fixing, &is_more, err))
        return false;
    if (fixing->is_rollback && !is_more)
        fixing->stage = STAGE_END;
    return true;
}

static void add_taken_back(struct fixing *fixing)
{
    const struct journal_step *step = &fixing->plan.steps[fixing->first];
    const struct fixing_move *move = &fixing->moves[fixing->first];

    if (!move->is_scanned) { /* it had not begun */
        lines_add(&fixing->report.done, "%s", _("The steps that were left are dropped."));
        return;
    }
    lines_add(&fixing->report.done, _("Partition %1$u is at its old start %2$llu again."),
              (unsigned)step->number, (ull)step->from);
    if (!move->shift.keeps_free)
        lines_add(&fixing->report.done, "%s",
                  _("Free space that the move had used differs from before: its content "
                    "did not fit the journal."));
}

static void add_done(struct fixing *fixing)
{
    if (fixing->is_rollback)
        add_taken_back(fixing);
    else
        lines_add(&fixing->report.done, "%s",
                  !was_compared(fixing)
                      ? _("All steps are done.")
                      : _("All steps are done; what was moved was read again and is "
                          "right."));
    fixing_remove_journal(fixing);
    fixing->report.is_written = true;
}

/* The table of a step stays done: then so is the header of its swap area. */
static bool complete_last_swap(struct fixing *fixing, struct err *err)
{
    const struct journal_plan *plan = &fixing->plan;
    const struct journal_step *step = &plan->steps[fixing->first];

    if (!fixing->is_rollback || fixing->first >= plan->step_count ||
        step->action != MOVES_REMAKE || step->number == plan->number)
        return true;
    CLEANUP(layout_unrefp) struct layout *now = fixing_read_table(fixing, err);
    if (!now || !fixing_mend_swap(fixing, now, fixing->first, err))
        return false;
    return journal_step_state(now, plan, fixing->first) != JOURNAL_STEP_DONE ||
           fixing_complete_swap(fixing, fixing->first, err);
}

static bool fix_stage_end(struct fixing *fixing, struct err *err)
{
    bool is_more;

    if (!complete_last_swap(fixing, err) || !fixing_wipe_journal(fixing, &is_more, err))
        return false;
    if (is_more)
        return true;
    if (!fixing_end_journal(fixing, err))
        return false;
    add_done(fixing);
    fixing->stage = STAGE_OVER;
    fixing->state = fixing->is_rollback ? FIXING_ROLLED_BACK : FIXING_COMPLETE;
    return true;
}

static bool (*const stages[])(struct fixing *, struct err *) = {
    [STAGE_OPEN] = fix_stage_open,       [STAGE_ENTRIES] = fix_stage_entries,
    [STAGE_CURRENT] = fix_stage_current, [STAGE_SCAN] = fix_stage_scan,
    [STAGE_BACKUP] = fix_stage_backup,   [STAGE_JOURNAL] = fix_stage_journal,
    [STAGE_STEPS] = fix_stage_steps,     [STAGE_END] = fix_stage_end,
};

/* Between two stages or steps everything is durable. */
static bool can_stop(const struct fixing *fixing)
{
    return fixing->is_stopping && !fixing->mover && fixing->stage != STAGE_END;
}

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
    if (can_stop(fixing))
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

static enum fixing_phase fixing_redo_phase(const struct fixing *fixing)
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
    case STAGE_ENTRIES:
        return fixing->scan.prescan ? FIXING_PHASE_CHECK : FIXING_PHASE_TABLE;
    case STAGE_SCAN:
        return FIXING_PHASE_SCAN;
    case STAGE_BACKUP:
    case STAGE_JOURNAL:
        return FIXING_PHASE_JOURNAL;
    case STAGE_CURRENT:
    case STAGE_STEPS:
        if (fixing->redo)
            return fixing_redo_phase(fixing);
        if (!fixing_moves_data(fixing, fixing->step))
            return FIXING_PHASE_TABLE;
        return fixing->mover && mover_is_checking(fixing->mover) ? FIXING_PHASE_CHECK
                                                                 : FIXING_PHASE_MOVE;
    case STAGE_END:
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
                                 .is_safe = !fixing->found.is_resumed };
    if (fixing->step < fixing->plan.step_count)
        ret->number = fixing->plan.steps[fixing->step].number;
    if (fixing->mover)
        mover_live(fixing->mover, &ret->move);
    if (fixing->redo && fixing->redo->is_open && fixing->stage == STAGE_STEPS)
        redo_live(&fixing->redo->redo, &ret->move);
    ret->ahead = fixing->scan.ahead;
    if (ret->phase == FIXING_PHASE_SCAN || (fixing->scan.prescan && !fixing->mover))
        ret->move = (struct move_progress){
            .bytes_done = fixing->scan.scanned +
                          (fixing->scan.prescan ? prescan_done(fixing->scan.prescan) : 0),
            .bytes_total = fixing->scan.to_scan,
        };
    ret->move.retries += fixing->retries;
}
