/* SPDX-License-Identifier: GPL-3.0-or-later */
/* details_more.h - beside and below the rows of the details: why, and what is around */
#ifndef ALIDADE_UI_SCREEN_LIST_DETAILS_MORE_H
#define ALIDADE_UI_SCREEN_LIST_DETAILS_MORE_H

#include "ui/app/state.h"
#include "ui/draw/canvas.h"

/* The columns of the details' rows with their margins: all, or half of a wide window. */
int details_more_left(const struct app *app);
/* Draws what fits into the rows [TOP, END), of which LIST rows hold the details: why
 * EXTENT is judged so, or what is known of the table (NULL), the sectors at both ends,
 * the other partitions and the map. */
void details_more_draw(const struct app *app, struct canvas *canvas, int top, int end,
                       int list, const struct extent *extent);

/* Draws what of this fits into LEFT rows before END: the sectors at both ends of EXTENT,
 * or of the disk (NULL), and the other partitions; then the map. */
void details_around_draw(const struct app *app, struct canvas *canvas, int end, int left,
                         const struct extent *extent);
/* The same without the map. */
void details_near_draw(const struct app *app, struct canvas *canvas, int end, int left,
                       const struct extent *extent);

/* Draws the partitions in all columns, if they fit into LEFT rows from ROW on.  Returns
 * how many rows they take; 0: they do not fit. */
int details_list_draw(const struct app *app, struct canvas *canvas, int row, int left);

#endif
