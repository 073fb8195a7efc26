/* SPDX-License-Identifier: GPL-3.0-or-later */
/* content_rows.h - what the checkers of file systems have found, as sentences */
#ifndef ALIDADE_UI_SCREEN_WIZARD_CONTENT_ROWS_H
#define ALIDADE_UI_SCREEN_WIZARD_CONTENT_ROWS_H

#include "ui/app/state.h"

struct content_rows {
    struct lines found; /* errors, and what could not be checked */
    struct lines clean;
    struct lines notes; /* what can be run, or runs now; where the output is */
};

/* Sets RET to what the wizard's last step or, with IS_AFTER, the end of a move tells.
 * Nothing if there is nothing to be checked.  content_rows_finish(). */
void content_rows_make(const struct app *app, bool is_after, struct content_rows *ret);
void content_rows_finish(struct content_rows *rows);

#endif
