/* SPDX-License-Identifier: GPL-3.0-or-later */
/* table_about.h - below the list of a tall window: all about the shown extent, and why */
#ifndef ALIDADE_UI_SCREEN_TABLE_ABOUT_H
#define ALIDADE_UI_SCREEN_TABLE_ABOUT_H

#include "ui/app/state.h"
#include "ui/draw/canvas.h"

/* Fewer rows, with the divider, are left to the list. */
#define TABLE_ABOUT_MIN_ROWS 6

/* Draws a divider in ROW and ROWS - 1 rows of text below it. */
void table_about_draw(const struct app *app, struct canvas *canvas, int row, int rows);

#endif
