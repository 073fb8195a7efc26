/* SPDX-License-Identifier: GPL-3.0-or-later */
/* marks.h - partitions that are marked, so that one key edits them all */
#ifndef ALIDADE_UI_APP_MARKS_H
#define ALIDADE_UI_APP_MARKS_H

#include "model/base/lines.h"
#include "ui/app/state.h"

/* Marks the selected partition, or takes its mark away. */
struct effect marks_toggle(struct app *app);
bool marks_has(const struct app *app, uint32_t id);
/* True if a partition that is still there is marked. */
bool marks_are_set(const struct app *app);
/* Adds EDIT for each marked partition, or for the selected one if none is marked, so that
 * undo takes all back at once; the marks go.  Returns false, with a message and nothing
 * edited, if one of them refuses. */
bool marks_apply(struct app *app, const struct edit *edit);

/* Adds a line for each marked partition: whether it is aligned, and why not. */
void marks_verify(const struct app *app, struct lines *ret);

#endif
