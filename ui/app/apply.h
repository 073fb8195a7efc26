/* SPDX-License-Identifier: GPL-3.0-or-later */
/* apply.h - what stands before an edit, and the words after it, for every screen */
#ifndef ALIDADE_UI_APP_APPLY_H
#define ALIDADE_UI_APP_APPLY_H

#include "ui/app/state.h"

/* True where the open disk may be edited; else why not is on the message line.
 * IS_REPAIRING: what makes its table read-only is no hindrance. */
bool apply_is_allowed(struct app *app, bool is_repairing);
/* The selected extent where it is a partition or a container; else NULL, and why WHAT (a
 * translated sentence) is not possible is on the message line. */
const struct extent *apply_partition(struct app *app, const char *what);

/* Adds the edits, all or none, and says on the message line what was done and that it can
 * be undone; false, with the reason there, where they are not possible. */
bool apply_edits(struct app *app, const struct edit *edits, size_t count);

/* True if ROW's action can begin; else why not is on the message line. */
bool apply_needs_are_met(struct app *app, const struct action_row *row);
/* The sentence of what ROW needs and is not there, a partition or a change; NULL: it is.
 * Translated. */
const char *apply_missing_need(const struct app *app, const struct action_row *row);

#endif
