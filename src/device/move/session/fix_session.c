/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fix_session.c - prepares a fix: what is found, what is asked, the rehearsal */
#include "device/move/session/fix_session.h"

#include <stdlib.h>

#include "device/io/store.h"
#include "device/move/findings/fix_writes.h"
#include "device/move/fixing/fix_memory.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/refusal.h"
#include "model/base/shell.h"
#include "model/report/empty_notes.h"
#include "model/report/resume_words.h"

void fix_session_note(struct fix_session *session, const struct layout *layout,
                      const struct moves *moves)
{
    CLEANUP(store_closep) struct store *store = store_open(session->path, ERR_IGNORED);

    if (!store)
        return;
    const struct reader disk = store_reader(store);
    boot_notes_find(layout, moves, &disk, &session->boot);
    volume_notes_find(layout, moves, &disk, &session->volumes);
}

static void find_check(struct fix_session *session, const struct fix_want *want)
{
    const struct fix_request *request = &want->request;
    struct fix_check *check = &session->check;

    session->base = layout_ref(request->base);
    *check = (struct fix_check){ .sys = session->sys,
                                 .path = session->path,
                                 .base = session->base,
                                 .saved = want->saved,
                                 .moves = request->moves,
                                 .boot = &session->boot,
                                 .volumes = &session->volumes,
                                 .probe_key = want->probe_key,
                                 .given_key = want->given_key };
    if (!request->place)
        return;
    check->write_count =
        fix_writes_find(request->base, request->moves, request->place, &session->writes);
    check->writes = session->writes;
    (void)moves_time_at(want->time, request->place, &check->seconds); /* 0: unknown */
}

void fix_session_rows(struct fix_session *session, const struct fix_want *want,
                      struct lines *const rows[FIX_ROW_COUNT])
{
    find_check(session, want);
    fix_session_note(session, want->request.base, want->request.moves);
    fix_check_rows(&session->check, rows);
}

/* Keeps what the rest of the session needs of what was rehearsed. */
static bool take_fixing(struct fix_session *session, struct fixing *fixing,
                        const struct rehearsal_report *report)
{
    session->fixing = fixing;
    if (!fixing)
        return false;
    session->plan = fixing_plan(fixing);
    session->backup = report->backup_path ? xstrdup(report->backup_path) : NULL;
    session->refusal = report->refusal ? xstrdup(report->refusal) : NULL;
    return true;
}

/* What was borrowed from it may go. */
static void forget_want(struct fix_check *check)
{
    check->saved = NULL;
    check->moves = NULL;
    check->probe_key = check->given_key = NULL;
}

bool fix_session_prepare(struct fix_session *session, const struct fix_want *want,
                         struct rehearsal_report *ret, struct err *err)
{
    struct fix_request request = want->request;
    bool is_slow = want->is_asked || (session->answers & FIX_ANSWER(FIX_SLOW));

    if (!request.place)
        return err_refuse(err, REFUSAL_FIX_NO_JOURNAL_PLACE, "%s",
                          _("There is no place for the journal of the moves: name a file "
                            "on another disk with --journal=FILE."));
    find_check(session, want);
    if (fix_check_find(&session->check, session->answers,
                       want->is_asked ? &session->warnings : NULL, err) != FIX_ALLOWED)
        return false;
    forget_want(&session->check);
    request.sys = session->sys;
    request.path = session->path;
    request.speed = &want->time->speed;
    request.max_seconds = is_slow ? 0 : FIX_SECONDS_MAX;
    request.memory = fix_memory(session->sys, false, err);
    if (!request.memory || !take_fixing(session, fixing_begin(&request, ret, err), ret))
        return false;
    empty_notes_lines(request.base, request.moves, &session->warnings);
    if (request.place->offer)
        session->journal = xstrdup(session->plan->spot.path);
    return true;
}

bool fix_session_resume(struct fix_session *session, const struct resume_request *request,
                        const struct unfinished_look *look, const char *serial,
                        struct rehearsal_report *ret, struct err *err)
{
    struct resume_request whole = *request;
    char *words = resume_serial_words(look->plan.serial, serial);
    CLEANUP(freep) char *path = shell_path(session->path);

    if (words)
        lines_take(&session->warnings, words);
    if (look->is_at_work)
        return err_refuse(err, REFUSAL_FIX_AT_WORK,
                          _("Another program completes the move on %1$s now. Nothing was "
                            "written. How far it is: alidade resume --status %2$s"),
                          session->path, path);
    whole.sys = session->sys;
    whole.memory = fix_memory(session->sys, true, err);
    session->is_rollback = request->is_rollback || look->is_back;
    if (!take_fixing(session, fixing_reopen(&whole, ret, err), ret))
        return false;
    size_t first = fixing_first_step(session->fixing);
    if (session->is_rollback && first && first < session->plan->step_count)
        lines_add(
            &session->warnings,
            ngettext("The %zu step that is complete stays done: one that has begun "
                     "is taken back, and the others are dropped.",
                     "The %zu steps that are complete stay done: one that has begun "
                     "is taken back, and the others are dropped.",
                     (unsigned long)first),
            first);
    session->journal = look->is_elsewhere ? xstrdup(look->journal) : NULL;
    return true;
}

void fix_session_finish(struct fix_session *session)
{
    if (session->job)
        return;
    fixing_free(session->fixing);
    layout_unref(session->base);
    free(session->writes);
    free(session->refusal);
    free(session->backup);
    free(session->journal);
    lines_finish(&session->warnings);
    boot_notes_finish(&session->boot);
    volume_notes_finish(&session->volumes);
    *session = (struct fix_session){ 0 };
}
