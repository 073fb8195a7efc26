/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fix_session_end.c - how a fix has ended, and what is left to do */
#include <string.h>

#include "device/commit/backup.h"
#include "device/move/session/fix_session.h"
#include "device/move/session/fixing_boot.h"
#include "device/system/backup_folder.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/report/resume_words.h"

bool fix_session_has_written(const struct fix_session *session)
{
    return !session->is_safe || fixing_report(session->fixing)->is_begun;
}

static void set_stopped(const struct fix_session *session, struct err *err)
{
    CLEANUP(freep)
    char *operands = resume_operands(session->path, session->journal);

    if (fix_session_has_written(session))
        (void)err_set(err, ERR_STOPPED,
                      _("Stopped, and nothing is lost. 'alidade resume %s' goes on from "
                        "here, or takes the move back with --rollback."),
                      operands);
    else
        (void)err_set(err, ERR_STOPPED, "%s", _("Stopped. Nothing was written."));
}

/* An error in the middle is one that resume may get over. */
static void set_failed(const struct fix_session *session, struct err *err)
{
    const struct err *why = fixing_err(session->fixing);
    bool is_begun = fix_session_has_written(session);
    bool is_named = is_begun
                        ? strstr(why->text, "alidade resume") != NULL
                        : strstr(why->text, _("Nothing was written.")) ||
                              strstr(why->text, _("No table and no data was changed."));
    CLEANUP(freep)
    char *operands = resume_operands(session->path, session->journal);

    if (is_named || (is_begun && session->is_safe))
        *err = *why;
    else if (!is_begun)
        (void)err_pass(err, why, _("%s Nothing was written."), why->text);
    else
        (void)err_pass(
            err, why,
            _("%1$s 'alidade resume %2$s' goes on from here, or takes the move "
              "back with --rollback."),
            why->text, operands);
}

/* Names the file of what was to follow. */
static void outcome_add_script(const char *path, struct err *err)
{
    struct err named = { 0 };

    (void)err_pass(&named, err, _("%1$s The planned table is kept in %2$s."), err->text,
                   path);
    *err = named;
}

/* The sentence about the path is true for the file that is elsewhere. */
static void outcome_add_file(const char *sentence, struct err *err)
{
    struct err named = { 0 };

    if (err->code)
        (void)err_pass(&named, err, "%s %s", sentence, err->text);
    else
        (void)err_set(&named, ERR_IO, "%s", sentence);
    *err = named;
}

bool fix_session_conclude(const struct fix_session *session, struct err *err)
{
    const struct commit_report *report = fixing_report(session->fixing);

    if (session->state == FIXING_STOPPED)
        set_stopped(session, err);
    else if (session->state == FIXING_FAILED)
        set_failed(session, err);
    if (err->code && report->script_path)
        outcome_add_script(report->script_path, err);
    if (report->elsewhere)
        outcome_add_file(report->elsewhere, err);
    return !err->code;
}

/* Returns the path of the log; NULL: it cannot be written; free(). */
static char *session_log(const struct fix_session *session, const struct err *err)
{
    CLEANUP(freep) char *folder = NULL;
    const char *words = err->code                           ? err->text
                        : session->state == FIXING_COMPLETE ? _("fix: all steps are done")
                                                            : _("fix: taken back");

    /* The person is told the same. */
    return backup_folder(&folder, ERR_IGNORED) &&
                   backup_log(folder, session->path, words,
                              &fixing_report(session->fixing)->after, ERR_IGNORED)
               ? xasprintf("%s/alidade.log", folder)
               : NULL;
}

void fix_session_report(const struct fix_session *session, const struct err *err,
                        struct commit_report *ret)
{
    CLEANUP(freep) char *log = session_log(session, err);

    commit_report_copy(fixing_report(session->fixing), ret);
    if (log)
        lines_add(fix_session_has_written(session) ? &ret->done : &ret->warnings,
                  _("How it has ended is in the log: %s"), log);
}

void fix_session_report_boot(const struct fix_session *session, struct commit_report *ret)
{
    if (session->state != FIXING_COMPLETE)
        return;
    if (session->base)
        boot_notes_after_lines(&session->boot, &ret->warnings, &ret->done);
    else
        fixing_boot_lines(session->path, session->plan, &ret->warnings, &ret->done);
}
