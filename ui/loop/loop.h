/* SPDX-License-Identifier: GPL-3.0-or-later */
/* loop.h - the event loop of the editor, which connects terminal, disks and signals */
#ifndef ALIDADE_UI_LOOP_LOOP_H
#define ALIDADE_UI_LOOP_LOOP_H

#include <stdbool.h>

#include "model/base/err.h"
#include "model/disk/limits.h"
#include "model/write/commit_report.h"
#include "ui/term/term.h"

struct loop_options {
    const char *path; /* device or image file; NULL: the list of disks */
    struct limits_given given;
    bool is_read_only;
    struct term_options term;
    const char *backup_path; /* for the old table of the first write; NULL: automatic */
    /* is called when the disk at PATH is read, or is not, before there is a screen */
    void (*opened)(void *context);
    /* is called at the end, on the normal screen, with what was written last, if
     * anything was */
    void (*told)(void *context, const struct commit_report *report);
    void *context;
};

/* Runs the editor until the person leaves, and restores the terminal.  Returns 0, or an
 * exit code with the sentence in ERR: a disk that cannot be read (3), or a terminal that
 * cannot show screens (4).  A move that has stopped (5) or failed (6), and is left like
 * that, has its code and sentence, too.  The locale must be set.  SIGHUP and SIGTERM
 * restore the terminal and end the program by that signal. */
int loop_run(const struct loop_options *options, struct err *err);

#endif
