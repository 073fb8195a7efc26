/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fixing_outcome.c - how a fix has ended, and what goes on with it, as one sentence */
#include "device/move/fixing_outcome.h"

#include <string.h>

#include "device/commit/backup.h"
#include "device/system/backup_folder.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/report/resume_words.h"

static bool outcome_is_begun(const struct fixing_outcome *outcome)
{
    return !outcome->is_safe || fixing_report(outcome->fixing)->is_begun;
}

static void set_stopped(const struct fixing_outcome *outcome, struct err *err)
{
    CLEANUP(freep)
    char *operands = resume_operands(outcome->path, outcome->journal);

    if (outcome_is_begun(outcome))
        (void)err_set(err, ERR_STOPPED,
                      _("Stopped, and nothing is lost. 'alidade resume %s' goes on from "
                        "here, or takes the move back with --rollback."),
                      operands);
    else
        (void)err_set(err, ERR_STOPPED, "%s", _("Stopped. Nothing was written."));
}

/* An error in the middle is one that resume may get over. */
static void set_failed(const struct fixing_outcome *outcome, struct err *err)
{
    const struct err *why = fixing_err(outcome->fixing);
    bool is_begun = outcome_is_begun(outcome);
    bool is_named =
        strstr(why->text, is_begun ? "alidade resume" : _("Nothing was written."));
    CLEANUP(freep)
    char *operands = resume_operands(outcome->path, outcome->journal);

    if (is_named || (is_begun && outcome->is_safe))
        *err = *why;
    else if (!is_begun)
        (void)err_set(err, why->code, _("%s Nothing was written."), why->text);
    else
        (void)err_set(err, why->code,
                      _("%1$s 'alidade resume %2$s' goes on from here, or takes the move "
                        "back with --rollback."),
                      why->text, operands);
}

/* Names the file of what was to follow. */
static void outcome_add_script(const char *path, struct err *err)
{
    struct err named = { 0 };

    (void)err_set(&named, err->code, _("%1$s The planned table is kept in %2$s."),
                  err->text, path);
    *err = named;
}

bool fixing_conclude(const struct fixing_outcome *outcome, struct err *err)
{
    const struct commit_report *report = fixing_report(outcome->fixing);

    if (outcome->state == FIXING_STOPPED)
        set_stopped(outcome, err);
    else if (outcome->state == FIXING_FAILED)
        set_failed(outcome, err);
    if (err->code && report->script_path)
        outcome_add_script(report->script_path, err);
    return !err->code;
}

char *fixing_log(const struct fixing_outcome *outcome, const struct err *err)
{
    CLEANUP(freep) char *folder = NULL;
    const char *words = err->code                           ? err->text
                        : outcome->state == FIXING_COMPLETE ? _("fix: all steps are done")
                                                            : _("fix: taken back");

    /* The person is told the same. */
    return backup_folder(&folder, ERR_IGNORED) &&
                   backup_log(folder, outcome->path, words, NULL, ERR_IGNORED)
               ? xasprintf("%s/alidade.log", folder)
               : NULL;
}
