/* SPDX-License-Identifier: GPL-3.0-or-later */
/* new_table_losses.h - the contents that a new table would make inaccessible */
#ifndef ALIDADE_UI_SCREEN_FORMS_NEW_TABLE_LOSSES_H
#define ALIDADE_UI_SCREEN_FORMS_NEW_TABLE_LOSSES_H

#include <stdbool.h>

#include "ui/app/state.h"
#include "ui/draw/canvas.h"

/* True if the disk of APP holds contents that would be lost. */
bool new_table_has_losses(const struct app *app);
/* Returns "in place of 4 partitions", translated, or "" if there is none; free(). */
char *new_table_losses_title(const struct app *app);
/* Draws the lost contents in at most ROWS rows from ROW on; a single row gives their
 * number and the first one. */
void new_table_draw_losses(const struct app *app, struct canvas *canvas, int row,
                           int rows);
/* Draws "and 3 more" for REST lines that do not fit. */
void new_table_draw_more(const struct app *app, struct canvas *canvas, int row,
                         unsigned long rest);

#endif
