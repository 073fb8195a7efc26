/* SPDX-License-Identifier: GPL-3.0-or-later */
/* new_table_losses.h - what a new table takes the place of */
#ifndef ALIDADE_UI_SCREEN_NEW_TABLE_LOSSES_H
#define ALIDADE_UI_SCREEN_NEW_TABLE_LOSSES_H

#include <stdbool.h>

#include "ui/app/state.h"
#include "ui/draw/canvas.h"

/* True if the disk of APP holds contents that a new table would not name any more. */
bool new_table_has_losses(const struct app *app);
/* "in place of 4 partitions", empty where there is none; translated; free(). */
char *new_table_losses_title(const struct app *app);
/* Names the contents in at most ROWS rows from ROW on; in a single row, their number and
 * the first one. */
void new_table_draw_losses(const struct app *app, struct canvas *canvas, int row,
                           int rows);
/* "and 3 more" for what has no row of its own. */
void new_table_draw_more(const struct app *app, struct canvas *canvas, int row,
                         unsigned long rest);

#endif
