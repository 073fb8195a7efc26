/* SPDX-License-Identifier: GPL-3.0-or-later */
/* measure_view.h - what the screens of a bench and of a probe share */
#ifndef ALIDADE_UI_SCREEN_MEASURE_MEASURE_VIEW_H
#define ALIDADE_UI_SCREEN_MEASURE_MEASURE_VIEW_H

#include "ui/app/state.h"
#include "ui/draw/pager.h"

/* The age of a request is shown from here on. */
#define REQUEST_OLD_SECONDS 2.0

/* Draws row 0: the first title that fits, and what the job does. */
void measure_draw_header(const struct app *app, struct canvas *canvas, const char *full,
                         const char *brief, const char *shortest);
/* Returns the last row of the box; the foot has the rows below it. */
int measure_bottom(const struct app *app);

/* Returns the smallest of 1, 1.5, 2, 3, 4, 5, 6, 8 times a power of ten that is at least
 * VALUE, so that scales seldom change. */
double measure_scale(double value);

/* Draws RATE as a bar on a SCALE of WIDTH cells, with at least one cell if it is above 0.
 * */
void measure_draw_rate(struct canvas *canvas, int row, int col, int width, double rate,
                       double scale, bool is_off);

/* Take at most WANTED rows of *LEFT and return how many; or all WANTED rows or none. */
int measure_take(int *left, int wanted);
bool measure_take_all(int *left, int wanted);

/* --- sentences (measure_pager.c) --- */

#define MEASURE_INTENT_ROWS 4 /* maximum rows of the intent beside the pictures */

/* Two texts: the intent above the pictures, and the findings below them. */
struct measure_pager {
    struct pager intent, told;
    int intent_rows, told_rows; /* visible rows */
    /* Rows of the first whole sentences that fit in INDEX rows. */
    int intent_whole[MEASURE_INTENT_ROWS + 1];
};

/* Fills both texts as the job's state requires: before it starts the intent is the only
 * text.  TOLD may be NULL.  No rows are assigned yet. */
void measure_pager_fill(const struct app *app, const struct lines *intent,
                        const struct lines *told, struct measure_pager *ret);
/* Assigns rows of *LEFT to as many whole sentences of the intent as fit. */
void measure_pager_take_intent(struct measure_pager *pager, int *left);
void measure_pager_finish(struct measure_pager *pager);

/* Returns the row of the progress, below the intent. */
int measure_pager_progress_row(const struct measure_pager *pager);
/* Draws the intent at the top of the box, and the findings from ROW on; DIVIDER is their
 * title's row. */
void measure_pager_draw(const struct measure_pager *pager, const struct app *app,
                        struct canvas *canvas, int divider, int row);
/* Scrolls the findings if ACTION does, and frees *PAGER. */
struct effect measure_pager_scroll(struct measure_pager *pager, struct app *app,
                                   enum action action);

/* Draws from ROW on, where there is space, the place that is written or read, and what
 * the result will tell.  Returns the first row below (measure_ready.c). */
int measure_draw_ready(const struct app *app, struct canvas *canvas, int row);
/* Draws in a tall window, from ROW on, the sectors at both ends of the partition whose
 * start is compared, or of the selected one, the other partitions, and the place that is
 * written or read, if the former has not drawn it. */
void measure_draw_around(const struct app *app, struct canvas *canvas, int row);

/* Draws all but the header and the pictures: box, progress, sentences (see
 * measure_pager_draw()) and foot.  COUNT is translated: "26 pairs". */
void measure_draw(const struct app *app, struct canvas *canvas,
                  const struct measure_pager *pager, int divider, int told_row,
                  const char *count);

#endif
