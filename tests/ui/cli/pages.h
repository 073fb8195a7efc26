/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pages.h - the parts of the man page and of the completions that are made from tables */
#ifndef ALIDADE_TESTS_UI_CLI_PAGES_H
#define ALIDADE_TESTS_UI_CLI_PAGES_H

#include <stdbool.h>

#include "model/base/str.h"

/* A part of FILE, between the lines "begin NAME" and "end NAME". */
struct page_part {
    const char *file; /* in the folder ui */
    const char *name;
    void (*add)(struct str *ret);
};

extern const struct page_part man_parts[], shell_parts[]; /* end with file NULL */

/* Adds the part of the man page that is the command NAME; false: there is none. */
bool man_add_command(const char *name, struct str *ret);

#endif
