/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fix.c - a move that has not ended, and the one that runs in the background */
#include "ui/loop/fix.h"

#include <stdlib.h>

#include "device/io/clock.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/refusal.h"
#include "ui/loop/finish_time.h"
#include "ui/loop/tell.h"

/* --- a move that has not ended --- */

static void forget_look(struct loop_fix *fix)
{
    fix_found_list_finish(&fix->list);
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
    fix->move = fix_found_choose(&fix->list, err);
    if (!fix->move)
        return err->code
                   ? false
                   : err_refuse(err, REFUSAL_NO_UNFINISHED_MOVE,
                                _("%1$s: no move can be completed: there is neither a "
                                  "guard nor a journal. If the journal is in a file: "
                                  "alidade resume --journal=FILE %1$s"),
                                path);
    fix->look = xcalloc(1, sizeof(*fix->look));
    return unfinished_look(fix->move, fix->look, err);
}

/* Adds to RET what another program has changed in the table: without consent to write
 * that again, it is refused. */
static void find_differences(struct loop_fix *fix, const struct loop_disk *disk,
                             struct lines *ret)
{
    const struct resume_request request = { .move = fix->move };
    CLEANUP(rehearsal_report_finish) struct rehearsal_report report = { 0 };

    loop_fix_renew(fix, disk);
    (void)!fix_session_resume(&fix->session, &request, fix->look, disk->info.serial,
                              &report, ERR_IGNORED);
    loop_fix_forget(fix);
    lines_append(ret, &report.differences);
}

static void do_look(struct loop_fix *fix, const struct loop_disk *disk, struct event *ret)
{
    *ret = (struct event){ .kind = EVENT_UNFINISHED };
    if (look_at_move(fix, disk, &fix->err) && fix->look->is_at_work)
        (void)err_refuse(&fix->err, REFUSAL_MOVE_COMPLETED_ELSEWHERE,
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
    fix_session_finish(&fix->session);
}

void loop_fix_renew(struct loop_fix *fix, const struct loop_disk *disk)
{
    loop_fix_forget(fix);
    copy_text(fix->path, sizeof(fix->path), disk->info.path);
    fix->session = (struct fix_session){ .sys = &disk->sys, .path = fix->path };
}

void loop_fix_give_rehearsed(const struct loop_fix *fix, struct event *ret)
{
    const struct fix_session *session = &fix->session;

    ret->text = NULL;
    ret->is_fix = true;
    lines_append(&ret->rehearsal.warnings, &session->warnings);
    lines_take(&ret->stop,
               report_fix_stop_words(session->plan, fixing_first_step(session->fixing),
                                     fix->path, session->journal));
    lines_take(&ret->stop, report_fix_spot_words(session->plan, session->journal));
}

/* The move is looked at again: it may have gone on since. */
static void do_resume(struct loop_fix *fix, const struct loop_disk *disk,
                      const char *backup_path, const struct effect *effect,
                      struct event *ret)
{
    struct event again;

    loop_fix_renew(fix, disk);
    *ret = (struct event){ .kind = EVENT_REHEARSED, .text = fix->err.text };
    do_look(fix, disk, &again);
    if (!fix->move)
        return;
    const struct resume_request request = {
        .move = fix->move,
        .backup_path = backup_path,
        .is_rollback = effect->is_rollback,
        .writes_table = effect->writes_table,
        .watch = fix->watch,
    };
    if (!fix_session_resume(&fix->session, &request, fix->look, disk->info.serial,
                            &ret->rehearsal, &fix->err))
        return;
    loop_fix_give_rehearsed(fix, ret);
}

/* --- progress --- */

static void fix_give_progress(struct loop_fix *fix, uint64_t now_ms, struct event *ret)
{
    struct fix_live *live = &fix->live;

    *live = (struct fix_live){ .phase = fix->pace.live.phase,
                               .report = fix_pace_live(&fix->pace, now_ms),
                               .plan = fix->pace.plan,
                               .journal = fix->session.journal,
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

static void fix_give_end(struct loop_fix *fix, const struct loop_disk *disk,
                         struct event *ret)
{
    const struct fix_session *session = &fix->session;

    fix->err = (struct err){ 0 };
    *ret = (struct event){ .kind = EVENT_FIXED, .fix_end = fix_end_of(session->state) };
    (void)fix_session_conclude(session, &fix->err); /* the error tells it */
    fix_session_report(session, &fix->err, &ret->commit);
    fix_session_report_boot(session, &ret->commit);
    if (session->state == FIXING_COMPLETE)
        loop_fix_look_after(fix, disk, ret);
    if (fix->err.code)
        ret->text = fix->err.text;
    loop_fix_keep_end(fix);
    loop_fix_forget(fix);
}

/* --- effects --- */

/* The person has agreed to what the screen has told. */
static bool begin_run(struct loop_fix *fix)
{
    struct fix_session *session = &fix->session;

    session->answers |= fix_answers_of_yes();
    if (!fix_session_begin(session, &fix->err))
        return false;
    fix->news_ms = fix->told_ms = clock_ms();
    fix_pace_begin(&fix->pace, session->plan, fix->news_ms);
    fix->pace.is_rollback = session->is_rollback;
    fixing_look(session->fixing, &fix->pace.live);
    return fix_session_start(session, &fix->err);
}

static void do_run(struct loop_fix *fix, struct event *ret)
{
    if (begin_run(fix)) {
        fix_give_progress(fix, fix->news_ms, ret);
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
    if (effect->kind == EFFECT_UNFINISHED) {
        do_look(fix, disk, ret);
        if (ret->status)
            find_differences(fix, disk, &ret->rehearsal.differences);
    } else if (effect->kind == EFFECT_RESUME)
        do_resume(fix, disk, backup_path, effect, ret);
    else if (effect->kind == EFFECT_FIX && fix->session.fixing && !fix->session.job)
        do_run(fix, ret);
    else if (effect->kind == EFFECT_FIX_STOP && fix->session.job)
        fix_session_stop(&fix->session);
    else /* it has just ended: its event is due */
        return effect->kind == EFFECT_FIX || effect->kind == EFFECT_FIX_STOP;
    return true;
}

int loop_fix_wait(const struct loop_fix *fix, uint64_t now_ms, bool is_slow)
{
    return fix->session.job ? loop_tell_left(fix->told_ms, now_ms, is_slow) : -1;
}

/* Returns false when the job has ended. */
static bool take_news(struct loop_fix *fix, uint64_t now_ms)
{
    struct fixing_live live;
    bool is_at_work = fix_session_peek(&fix->session, &live);

    fix->news_ms = now_ms;
    fix_pace_take(&fix->pace, &live, now_ms);
    return is_at_work;
}

bool loop_fix_take(struct loop_fix *fix, const struct loop_disk *disk, bool is_news,
                   uint64_t now_ms, bool is_slow, struct event *ret)
{
    if (!fix->session.job)
        return false;
    if (is_news && !take_news(fix, now_ms) && fix_session_join(&fix->session)) {
        fix_give_end(fix, disk, ret);
        return true;
    }
    /* "Safe to unplug" is taken back at once. */
    bool is_over = fix->live.report.is_safe && !fix_pace_live(&fix->pace, now_ms).is_safe;
    /* Also without progress: the time that a request hangs is shown. */
    if (!is_over && loop_fix_wait(fix, now_ms, is_slow) > 0)
        return false;
    fix->told_ms = now_ms;
    fix_give_progress(fix, now_ms, ret);
    return true;
}

void loop_fix_end(struct loop_fix *fix, struct err *err)
{
    CLEANUP(commit_report_finish) struct commit_report report = { 0 };

    if (!fix->session.job || !fix_session_join(&fix->session))
        return;
    *err = (struct err){ 0 };
    (void)fix_session_conclude(&fix->session, err);  /* the error tells it */
    fix_session_report(&fix->session, err, &report); /* only for the log */
}

void loop_fix_finish(struct loop_fix *fix)
{
    if (fix->session.job)
        return; /* it hangs: the program may end, nothing is freed */
    loop_fix_forget(fix);
    forget_look(fix);
    free(fix->text);
    fix->text = NULL;
}
