/* SPDX-License-Identifier: GPL-3.0-or-later */
/* trial.h - preview of edits that are still being typed */
#ifndef ALIDADE_UI_APP_TRIAL_H
#define ALIDADE_UI_APP_TRIAL_H

#include "model/edit/edit.h"
#include "ui/app/state.h"
#include "ui/draw/canvas.h"

/* Applies the edits to the shown layout, one after the other (layout_unref()); NULL, with
 * the reason in ERR, if one is not possible.  The extent that edit I creates has the id
 * trial_id(I). */
struct layout *trial_layout(const struct app *app, const struct edit *edits, size_t count,
                            struct err *err) MUST_USE;
uint32_t trial_id(size_t index);

/* Draws AFTER as a map in ROWS rows below a divider at ROW, with SELECTED reversed; WHY
 * where AFTER is NULL. */
void trial_draw(const struct app *app, struct canvas *canvas, int row, int rows,
                const struct layout *after, uint32_t selected, const char *why);
/* Draws the differences between the shown layout and AFTER, and the data that is lost, in
 * ROWS rows; WHY where AFTER is NULL.  Returns how many rows are left. */
int trial_draw_words(const struct app *app, struct canvas *canvas, int row, int rows,
                     const struct layout *after, const char *why);
/* Draws, while it is typed, a line why it is not possible; nothing is told yet for "". */
void trial_draw_typed(const struct app *app, struct canvas *canvas, int row, int rows,
                      const char *told);
/* Draws HINT in place of a result, where nothing has been typed yet. */
void trial_draw_hint(const struct app *app, struct canvas *canvas, int row, int rows,
                     const char *hint);

#endif
