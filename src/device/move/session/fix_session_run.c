/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fix_session_run.c - begins a fix that was prepared, and carries it out on a thread */
#include "device/commit/backup.h"
#include "device/move/session/fix_session.h"
#include "device/move/session/flush_look.h"
#include "device/system/backup_folder.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/refusal.h"

bool fix_session_looks_at_flush(const struct fix_session *session)
{
    char name[SYS_NAME];

    return !(session->answers & FIX_ANSWER(FIX_FLUSH_LIES)) &&
           sys_name_of(session->sys, session->path, name);
}

bool fix_session_begin(struct fix_session *session, struct err *err)
{
    struct fix_check check = session->check;

    check.lost = session->refusal;
    check.is_flush_lying =
        session->base && fix_session_looks_at_flush(session) &&
        flush_look_finds_lie(session->sys, session->path, session->base);
    /* Of a resume only the rehearsal can speak against it. */
    session->is_begun =
        session->base ? fix_check_find(&check, session->answers, NULL, err) == FIX_ALLOWED
                      : fix_check_passes(&check, FIX_FREE_DATA, err);
    return session->is_begun;
}

/* How it ends may never be written: the power can fail. */
static void session_log_begin(const struct fix_session *session)
{
    CLEANUP(lines_finish) struct lines lines = { 0 };
    CLEANUP(freep) char *folder = NULL;

    if (!backup_folder(&folder, ERR_IGNORED))
        return;
    if (session->backup)
        lines_add(&lines, _("backup: %s"), session->backup);
    fixing_list_left(session->fixing, &lines);
    /* The end tells where the log is, if it can be written. */
    (void)!backup_log(folder, session->path,
                      session->base          ? _("fix: begins")
                      : session->is_rollback ? _("resume: takes back")
                                             : _("resume: goes on"),
                      &lines, ERR_IGNORED);
}

/* --- the thread --- */

static bool session_job_step(void *context)
{
    struct fix_session *session = context;

    session->state = fixing_step(session->fixing);
    return session->state == FIXING_RUNNING;
}

static void session_job_stop(void *context)
{
    const struct fix_session *session = context;

    fixing_stop(session->fixing);
}

static void session_job_look(const void *context, void *ret)
{
    const struct fix_session *session = context;

    fixing_look(session->fixing, ret);
}

bool fix_session_start(struct fix_session *session, struct err *err)
{
    const struct job_work work = {
        .step = session_job_step,
        .stop = session_job_stop,
        .look = session_job_look,
        .context = session,
        .news_size = sizeof(struct fixing_live),
    };

    if (!session->is_begun)
        return err_refuse(err, REFUSAL_FIX_NOT_BEGUN, "%s", _("Nothing was written."));
    session_log_begin(session);
    session->state = FIXING_RUNNING;
    session->job = job_start(&work, err);
    return session->job;
}

bool fix_session_peek(struct fix_session *session, struct fixing_live *ret)
{
    return job_peek(session->job, ret);
}

void fix_session_stop(struct fix_session *session)
{
    job_stop(session->job);
}

bool fix_session_join(struct fix_session *session)
{
    struct fixing_live live;

    if (!job_join(session->job, -1))
        return false;
    session->job = NULL;
    fixing_look(session->fixing, &live);
    session->is_safe = live.is_safe;
    return true;
}
