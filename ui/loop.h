/* SPDX-License-Identifier: GPL-3.0-or-later */
/* loop.h - the editor at work: terminal, disks and signals meet here */
#ifndef ALIDADE_UI_LOOP_H
#define ALIDADE_UI_LOOP_H

#include <stdbool.h>

#include "model/err.h"
#include "model/limits.h"

enum color_mode {
    COLOR_AUTO, /* what the terminal has, unless NO_COLOR or terminal-colors.d say no */
    COLOR_ALWAYS,
    COLOR_NEVER,
};

struct loop_options {
    const char *path; /* device or image file; NULL: the picker */
    struct limits_given given;
    bool is_read_only;
    bool is_ascii; /* --ascii or ALIDADE_ASCII; else what terminal and locale can */
    enum color_mode color;
    int rows, cols; /* --size; 0: what the terminal says */
    const char
        *backup_path; /* where the first write saves the old table; NULL: automatic */
};

/* Runs the editor until the person leaves; the terminal is as before then.  Returns 0,
 * or an exit code with the sentence in ERR: a disk that cannot be read (3), a terminal
 * that cannot show screens.  The locale must be set.  SIGHUP and SIGTERM restore the
 * terminal and end the program by that signal. */
int loop_run(const struct loop_options *options, struct err *err);

#endif
