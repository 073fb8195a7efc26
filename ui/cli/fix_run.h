/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fix_run.h - shows what fix or resume has prepared, asks, carries it out, reports it */
#ifndef ALIDADE_UI_CLI_FIX_RUN_H
#define ALIDADE_UI_CLI_FIX_RUN_H

#include "device/move/session/fix_session.h"
#include "model/move/plan/typical_speed.h"
#include "model/report/fix.h"
#include "ui/cli/fix_content.h"
#include "ui/cli/options.h"

/* What is prepared; borrowed. */
struct fix_prepared {
    const struct cli_options *options;
    struct fix_session *session;
    bool looks_at_flush; /* writes back what it has read, after the consent */
    const struct typical_speed *typical; /* where no time is known; NULL: of no kind */
    struct report_fix report;
    struct fix_content *content; /* its file systems; NULL: not known */
    const struct lines *notes;   /* that are told again at the end; NULL: none */
};

/* Shows what will be written, and what a stop means; then asks, unless the options agree,
 * or only want to see it. True: go on. Else *RET_CODE is the exit code, and a sentence in
 * ERR is not printed yet. */
bool fix_ask(const struct fix_prepared *prepared, int *ret_code,
             struct err *err) MUST_USE;
/* Runs to the end, or until a signal stops it, and reports what was done. Returns the
 * exit code. */
int fix_run(const struct fix_prepared *prepared, struct err *err);
/* Reports with --json that nothing was done: STATE is a stable id. Returns the exit code,
 * that of ERR. */
int fix_end(const struct cli_options *options, const char *state, const struct err *err);

#endif
