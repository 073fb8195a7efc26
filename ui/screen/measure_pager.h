/* SPDX-License-Identifier: GPL-3.0-or-later */
/* measure_pager.h - the sentences on the screens of a bench and of a probe */
#ifndef ALIDADE_UI_SCREEN_MEASURE_PAGER_H
#define ALIDADE_UI_SCREEN_MEASURE_PAGER_H

#include "ui/app/state.h"
#include "ui/draw/pager.h"

#define MEASURE_INTENT_ROWS 4 /* rows of it beside the pictures */

/* What is going to be done, above the pictures, and what is known, below them. */
struct measure_pager {
    struct pager intent, told;
    int intent_rows, told_rows; /* as many as are shown */
    /* How many rows of the intent fit in INDEX rows when no sentence is cut. */
    int intent_whole[MEASURE_INTENT_ROWS + 1];
};

/* What stands where follows from the job's state; before it begins INTENT is all there is
 * to be read.  TOLD is NULL where nothing would be said yet.  Nothing has rows yet. */
void measure_pager_fill(const struct app *app, const struct lines *intent,
                        const struct lines *told, struct measure_pager *ret);
/* Gives the intent rows of *LEFT for as many whole sentences as there is room for. */
void measure_pager_take_intent(struct measure_pager *pager, int *left);
/* Frees what it was filled with. */
void measure_pager_finish(struct measure_pager *pager);

/* The intent in the first rows of the box; the divider above what is told, and that from
 * ROW on, which may lie further down. */
void measure_pager_draw(const struct measure_pager *pager, const struct app *app,
                        struct canvas *canvas, int divider, int row);

/* More is told than is shown at once. */
bool measure_pager_is_long(const struct measure_pager *pager);

/* Scrolls what is told, if ACTION does. */
void measure_pager_scroll(const struct measure_pager *pager, struct app *app,
                          enum action action);

#endif
