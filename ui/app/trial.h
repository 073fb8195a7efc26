/* SPDX-License-Identifier: GPL-3.0-or-later */
/* trial.h - what edits would lead to, while they are still being typed */
#ifndef ALIDADE_UI_APP_TRIAL_H
#define ALIDADE_UI_APP_TRIAL_H

#include "model/edit/edit.h"
#include "ui/app/state.h"
#include "ui/draw/canvas.h"

/* What is shown with the edits carried out one after the other (layout_unref); NULL with
 * the sentence of the one that is not possible.  Extent of a created partition:
 * trial_id() of its edit's place among them. */
struct layout *trial_layout(const struct app *app, const struct edit *edits, size_t count,
                            struct err *err) MUST_USE;
uint32_t trial_id(size_t index);

/* In ROWS rows below a divider at ROW: the disk as AFTER has it, SELECTED reversed; where
 * that is NULL the reason WHY. */
void trial_draw(const struct app *app, struct canvas *canvas, int row, int rows,
                const struct layout *after, uint32_t selected, const char *why);
/* The same in words: what differs from what is shown now. */
void trial_draw_words(const struct app *app, struct canvas *canvas, int row, int rows,
                      const struct layout *after, const char *why);

#endif
