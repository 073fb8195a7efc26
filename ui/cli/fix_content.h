/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fix_content.h - the checkers of the file systems that fix or resume moves, before and
 * after */
#ifndef ALIDADE_UI_CLI_FIX_CONTENT_H
#define ALIDADE_UI_CLI_FIX_CONTENT_H

#include "device/io/sys.h"
#include "model/base/lines.h"
#include "model/content/checker.h"
#include "model/disk/layout.h"
#include "model/move/plan/fix_plan.h"
#include "ui/cli/options.h"

/* The caller sets all but what is checked. */
struct fix_content {
    const struct cli_options *options; /* borrowed, as all below that is const */
    const struct sys *sys;
    const char *path;
    const struct layout *before; /* the move */
    const struct journal_plan *plan;
    size_t first, end;         /* steps of PLAN that are carried out */
    struct checker_list found; /* what can be checked, and what was found */
    bool is_resumed;           /* a move has begun: its data cannot be checked */
    bool is_checked;
    struct lines done, warnings; /* after the move */
};

void fix_content_finish(struct fix_content *content);
/* True if a checker can be run that was not run yet. */
bool fix_content_is_offered(const struct fix_content *content);
/* Runs the checkers before the move, and prints what they find.  False (ERR_STOPPED) if a
 * signal has stopped it. */
bool fix_content_check(struct fix_content *content, struct err *err) MUST_USE;
/* After a move that is complete or taken back: adds what is still marked dirty to
 * warnings; runs the checkers again, if they were run, and adds what they find to done
 * and warnings; else adds the commands that check it. */
void fix_content_check_again(struct fix_content *content);

#endif
