/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fix_content.h - the checkers of the file systems that fix moves, before and after */
#ifndef ALIDADE_UI_CLI_FIX_CONTENT_H
#define ALIDADE_UI_CLI_FIX_CONTENT_H

#include "device/io/sys.h"
#include "model/base/lines.h"
#include "model/content/checker.h"
#include "model/disk/layout.h"
#include "model/move/moves.h"
#include "ui/cli/options.h"

struct fix_content {
    const struct cli_options *options; /* borrowed, as all below that is const */
    const struct sys *sys;
    const char *path;
    const struct layout *before, *after; /* the move */
    struct checker_list found;           /* what can be checked, and what was found */
    bool is_checked;
    struct lines done, warnings; /* after the move */
};

/* Finds what can be checked of the disk of OPTIONS, whose table is BEFORE. */
void fix_content_find(const struct cli_options *options, const struct sys *sys,
                      const struct layout *before, const struct moves *moves,
                      struct fix_content *ret);
void fix_content_finish(struct fix_content *content);
/* True if a checker can be run that was not run yet. */
bool fix_content_is_offered(const struct fix_content *content);
/* Runs the checkers before the move, and prints what they find.  False (ERR_STOPPED) if a
 * signal has stopped it. */
bool fix_content_check(struct fix_content *content, struct err *err) MUST_USE;
/* After a move that is complete: runs them again, if they were run, and adds what they
 * find to done and warnings; else adds the commands that check it. */
void fix_content_check_again(struct fix_content *content);

#endif
