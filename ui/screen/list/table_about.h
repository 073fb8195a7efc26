/* SPDX-License-Identifier: GPL-3.0-or-later */
/* table_about.h - below the list of a tall window: all about the shown extent, and why */
#ifndef ALIDADE_UI_SCREEN_LIST_TABLE_ABOUT_H
#define ALIDADE_UI_SCREEN_LIST_TABLE_ABOUT_H

#include "model/align/explain.h"
#include "ui/app/state.h"
#include "ui/draw/canvas.h"
#include "ui/draw/pager.h"

/* Fewer rows, with the divider, are left to the list. */
#define TABLE_ABOUT_MIN_ROWS 6

/* From so many columns on, why stands beside the details. */
#define TABLE_BESIDE_COLUMNS 150

/* Draws a divider in ROW and ROWS - 1 rows of text below it. */
void table_about_draw(const struct app *app, struct canvas *canvas, int row, int rows);

/* Adds EXPLAIN, wrapped to WIDTH, with the empty lines up to GAPS. */
void table_about_add_lines(const struct app *app, const struct explain *explain,
                           enum explain_gap gaps, int width, struct pager *ret);
/* Adds why EXTENT has its verdict. */
void table_about_add_why(const struct app *app, const struct extent *extent, int width,
                         struct pager *ret);

#endif
