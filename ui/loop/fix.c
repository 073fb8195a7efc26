/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fix.c - a move that has not ended, and the one that runs in the background */
#include "ui/loop/fix.h"

#include <stdlib.h>

#include "device/io/clock.h"
#include "device/move/fix_memory.h"
#include "device/move/fixing_boot.h"
#include "device/move/fixing_outcome.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/report/resume_words.h"
#include "ui/loop/finish_time.h"
#include "ui/loop/tell.h"

/* --- a move that has not ended --- */

static void forget_look(struct loop_fix *fix)
{
    unfinished_finish(&fix->list);
    free(fix->look);
    fix->look = NULL;
    fix->move = NULL;
}

static bool look_at_move(struct loop_fix *fix, const struct loop_disk *disk,
                         struct err *err)
{
    const char *path = disk->info.path;

    forget_look(fix);
    copy_text(fix->path, sizeof(fix->path), path);
    const struct limits *limits = disk->layout ? layout_limits(disk->layout) : NULL;
    bool is_given = limits && limits->logical_source == SOURCE_GIVEN;
    uint64_t logical = is_given ? limits->logical : 0;
    if (!unfinished_search(&disk->sys, path, NULL, logical, NULL, &fix->list, err))
        return false;
    fix->move = unfinished_choose(&fix->list, err);
    if (!fix->move)
        return err->code ? false
                         : err_set(err, ERR_REFUSED,
                                   _("%s: no move can be completed: there is neither a "
                                     "guard nor a journal."),
                                   path);
    fix->look = xcalloc(1, sizeof(*fix->look));
    if (!unfinished_look(fix->move, NULL, fix->look, err))
        return false;
    *err = fix->look->damage;
    return !err->code;
}

static void do_look(struct loop_fix *fix, const struct loop_disk *disk, struct event *ret)
{
    *ret = (struct event){ .kind = EVENT_UNFINISHED };
    if (look_at_move(fix, disk, &fix->err) && fix->look->is_at_work)
        (void)err_set(&fix->err, ERR_REFUSED,
                      _("Another program completes the move on %s now."), fix->path);
    if (fix->err.code) {
        fix->move = NULL;
        ret->text = fix->err.text;
        return;
    }
    fix->status = unfinished_status(fix->path, fix->look);
    ret->status = &fix->status;
}

void loop_fix_forget(struct loop_fix *fix)
{
    if (fix->job)
        return;
    fixing_free(fix->fixing);
    fix->fixing = NULL;
    fix->is_begun_here = false;
    lines_finish(&fix->boot_to_do);
    lines_finish(&fix->boot_done);
}

static const char *journal_of(const struct loop_fix *fix)
{
    if (fix->is_begun_here)
        return fix->is_elsewhere ? fixing_plan(fix->fixing)->spot.path : NULL;
    return fix->look && fix->look->is_elsewhere ? fix->look->journal : NULL;
}

void loop_fix_add_stop(const struct loop_fix *fix, struct event *ret)
{
    const char *journal = journal_of(fix);

    lines_take(&ret->stop, report_fix_stop_words(fix->path, journal));
    lines_take(&ret->stop, report_fix_spot_words(fixing_plan(fix->fixing), journal));
}

/* What the screen tells beside what is written. */
static void fix_add_words(const struct loop_fix *fix, const struct loop_disk *disk,
                          struct event *ret)
{
    char *serial =
        resume_serial_words(fixing_plan(fix->fixing)->serial, disk->info.serial);

    if (serial)
        lines_take(&ret->rehearsal.warnings, serial);
    loop_fix_add_stop(fix, ret);
}

/* The move is looked at again: it may have gone on since. */
static void do_resume(struct loop_fix *fix, const struct loop_disk *disk,
                      const char *backup_path, bool is_rollback, struct event *ret)
{
    struct event again;

    loop_fix_forget(fix);
    *ret = (struct event){ .kind = EVENT_REHEARSED, .text = fix->err.text };
    do_look(fix, disk, &again);
    if (!fix->move)
        return;
    const struct resume_request request = {
        .sys = &disk->sys,
        .move = fix->move,
        .backup_path = backup_path,
        .memory = fix_memory(&disk->sys, true, &fix->err),
        .is_rollback = is_rollback,
        .lock = fix->lock,
    };
    fix->is_rollback = is_rollback || fix->look->is_back;
    fix->fixing = fixing_resume(&request, &ret->rehearsal, &fix->err);
    if (!fix->fixing)
        return;
    ret->text = NULL;
    ret->is_fix = true;
    fix_add_words(fix, disk, ret);
}

/* --- the worker --- */

static bool fix_job_step(void *context)
{
    struct loop_fix *fix = context;

    fix->state = fixing_step(fix->fixing);
    return fix->state == FIXING_RUNNING;
}

static void fix_job_stop(void *context)
{
    const struct loop_fix *fix = context;

    fixing_stop(fix->fixing);
}

static void fix_job_look(const void *context, void *ret)
{
    const struct loop_fix *fix = context;

    fixing_look(fix->fixing, ret);
}

/* --- progress --- */

static void fix_give_progress(struct loop_fix *fix, uint64_t now_ms, struct event *ret)
{
    struct fix_live *live = &fix->live;

    *live = (struct fix_live){ .phase = fix->pace.live.phase,
                               .report = fix_pace_live(&fix->pace, now_ms),
                               .plan = fix->pace.plan,
                               .journal = journal_of(fix),
                               .waited_ms = now_ms - fix->news_ms };
    finish_time_text(live->report.move.seconds_left, live->finish, sizeof(live->finish));
    *ret = (struct event){ .kind = EVENT_FIX, .fix = live };
}

static enum fix_end fix_end_of(enum fixing_state state)
{
    static const enum fix_end ends[] = {
        [FIXING_RUNNING] = FIX_END_FAILED,         [FIXING_COMPLETE] = FIX_END_COMPLETE,
        [FIXING_ROLLED_BACK] = FIX_END_TAKEN_BACK, [FIXING_STOPPED] = FIX_END_STOPPED,
        [FIXING_FAILED] = FIX_END_FAILED,
    };

    return ends[state];
}

/* Sets fix->err: no error if all is done. Returns the path of the log; NULL: there is
 * none; free(). */
static char *fix_conclude(struct loop_fix *fix)
{
    const struct fixing_outcome outcome = { .fixing = fix->fixing,
                                            .state = fix->state,
                                            .is_safe = fix->pace.live.is_safe,
                                            .path = fix->path,
                                            .journal = journal_of(fix) };

    fix->err = (struct err){ 0 };
    (void)fixing_conclude(&outcome, &fix->err); /* the error tells it */
    return fixing_log(&outcome, &fix->err);
}

/* Not all can be found again after the move. */
static void fix_add_boot(const struct loop_fix *fix, struct commit_report *ret)
{
    if (fix->state != FIXING_COMPLETE)
        return;
    if (!fix->is_begun_here) {
        fixing_boot_lines(fix->path, fixing_plan(fix->fixing), &ret->warnings,
                          &ret->done);
        return;
    }
    lines_append(&ret->warnings, &fix->boot_to_do);
    lines_append(&ret->done, &fix->boot_done);
}

static void fix_give_end(struct loop_fix *fix, const struct loop_disk *disk,
                         struct event *ret)
{
    *ret = (struct event){ .kind = EVENT_FIXED, .fix_end = fix_end_of(fix->state) };
    CLEANUP(freep) char *log = fix_conclude(fix);
    commit_report_copy(fixing_report(fix->fixing), &ret->commit);
    if (log)
        lines_add(&ret->commit.done, _("How it has ended is in the log: %s"), log);
    fix_add_boot(fix, &ret->commit);
    if (fix->state == FIXING_COMPLETE)
        loop_fix_look_after(fix, disk, ret);
    if (fix->err.code)
        ret->text = fix->err.text;
    loop_fix_keep_end(fix);
    loop_fix_forget(fix);
}

/* --- effects --- */

static void do_run(struct loop_fix *fix, struct event *ret)
{
    const struct job_work work = {
        .step = fix_job_step,
        .stop = fix_job_stop,
        .look = fix_job_look,
        .context = fix,
        .news_size = sizeof(struct fixing_live),
    };
    uint64_t now_ms = clock_ms();

    fix->state = FIXING_RUNNING;
    fix->news_ms = fix->told_ms = now_ms;
    fix_pace_begin(&fix->pace, fixing_plan(fix->fixing), now_ms);
    fix->pace.is_rollback = fix->is_rollback;
    fixing_look(fix->fixing, &fix->pace.live);
    fix->job = job_start(&work, &fix->err);
    if (fix->job) {
        fix_give_progress(fix, now_ms, ret);
        return;
    }
    *ret =
        (struct event){ EVENT_FIXED, .fix_end = FIX_END_FAILED, .text = fix->err.text };
    loop_fix_forget(fix);
}

bool loop_fix_do(struct loop_fix *fix, const struct loop_disk *disk,
                 const char *backup_path, const struct effect *effect, struct event *ret)
{
    fix->err = (struct err){ 0 };
    *ret = (struct event){ .kind = EVENT_IDLE };
    if (effect->kind == EFFECT_UNFINISHED)
        do_look(fix, disk, ret);
    else if (effect->kind == EFFECT_RESUME)
        do_resume(fix, disk, backup_path, effect->is_rollback, ret);
    else if (effect->kind == EFFECT_FIX && fix->fixing && !fix->job)
        do_run(fix, ret);
    else if (effect->kind == EFFECT_FIX_STOP && fix->job)
        job_stop(fix->job);
    else /* it has just ended: its event is due */
        return effect->kind == EFFECT_FIX || effect->kind == EFFECT_FIX_STOP;
    return true;
}

int loop_fix_wait(const struct loop_fix *fix, uint64_t now_ms, bool is_slow)
{
    return fix->job ? loop_tell_left(fix->told_ms, now_ms, is_slow) : -1;
}

/* Returns false when the job has ended. */
static bool take_news(struct loop_fix *fix, uint64_t now_ms)
{
    struct fixing_live live;
    bool is_at_work = job_peek(fix->job, &live);

    fix->news_ms = now_ms;
    fix_pace_take(&fix->pace, &live, now_ms);
    return is_at_work;
}

bool loop_fix_take(struct loop_fix *fix, const struct loop_disk *disk, bool is_news,
                   uint64_t now_ms, bool is_slow, struct event *ret)
{
    if (!fix->job)
        return false;
    if (is_news && !take_news(fix, now_ms) && job_join(fix->job, -1)) {
        fix->job = NULL;
        fix_give_end(fix, disk, ret);
        return true;
    }
    /* Also without progress: the time that a request hangs is shown. */
    if (loop_fix_wait(fix, now_ms, is_slow) > 0)
        return false;
    fix->told_ms = now_ms;
    fix_give_progress(fix, now_ms, ret);
    return true;
}

void loop_fix_end(struct loop_fix *fix, struct err *err)
{
    if (!fix->job || !job_join(fix->job, -1))
        return;
    fix->job = NULL;
    fixing_look(fix->fixing, &fix->pace.live);
    free(fix_conclude(fix)); /* no screen is left to tell where the log is */
    *err = fix->err;
}

void loop_fix_finish(struct loop_fix *fix)
{
    if (fix->job)
        return; /* it hangs: the program may end, nothing is freed */
    loop_fix_forget(fix);
    forget_look(fix);
    free(fix->text);
    fix->text = NULL;
}
