/* SPDX-License-Identifier: GPL-3.0-or-later */
/* edit_say.h - what stands before an edit, and the words after it, for every screen */
#ifndef ALIDADE_UI_APP_EDIT_SAY_H
#define ALIDADE_UI_APP_EDIT_SAY_H

#include "ui/app/state.h"

/* True where the open disk may be edited; else why not is on the message line.
 * IS_REPAIRING: what makes its table read-only is no hindrance. */
bool edit_say_may(struct app *app, bool is_repairing);
/* The selected extent where it is a partition or a container; else NULL, and why WHAT (a
 * translated sentence) is not possible is on the message line. */
const struct extent *edit_say_partition(struct app *app, const char *what);

/* Adds the edits, all or none, and says on the message line what was done and that it can
 * be undone; false, with the reason there, where they are not possible. */
bool edit_say_do(struct app *app, const struct edit *edits, size_t count);

#endif
