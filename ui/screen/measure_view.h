/* SPDX-License-Identifier: GPL-3.0-or-later */
/* measure_view.h - what the screens of a bench and of a probe share */
#ifndef ALIDADE_UI_SCREEN_MEASURE_VIEW_H
#define ALIDADE_UI_SCREEN_MEASURE_VIEW_H

#include "ui/app/state.h"
#include "ui/draw/pager.h"

/* A request is said to be old from here on. */
#define REQUEST_OLD_SECONDS 2.0

/* Draws row 0: the first title that fits, and what the job does. */
void measure_draw_header(const struct app *app, struct canvas *canvas, const char *full,
                         const char *brief, const char *shortest);
/* Returns the last row of the box; the foot has the rows below it. */
int measure_bottom(const struct app *app);

/* The lowest of 1, 1.5, 2, 3, 4, 5, 6, 8 times a power of ten that is not below VALUE:
 * scales that seldom change. */
double measure_scale(double value);

/* Draws RATE as a bar; SCALE is WIDTH cells long.  A rate above 0 has one cell at least.
 */
void measure_draw_rate(struct canvas *canvas, int row, int col, int width, double rate,
                       double scale, bool is_off);

/* Shares out rows: takes at most WANTED of *LEFT; or all of them or none. */
int measure_take(int *left, int wanted);
bool measure_take_all(int *left, int wanted);

/* --- sentences (measure_pager.c) --- */

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

/* Returns the row of the progress, below the intent. */
int measure_pager_progress_row(const struct measure_pager *pager);
/* Draws the intent in the first rows of the box, and what is told below DIVIDER, from ROW
 * on. */
void measure_pager_draw(const struct measure_pager *pager, const struct app *app,
                        struct canvas *canvas, int divider, int row);
/* Scrolls what is told, if ACTION does, and frees *PAGER. */
struct effect measure_pager_scroll(struct measure_pager *pager, struct app *app,
                                   enum action action);

/* Draws all but the header and the pictures: box, progress, sentences as
 * measure_pager_draw() does, and foot.  COUNT is translated: "26 pairs". */
void measure_draw(const struct app *app, struct canvas *canvas,
                  const struct measure_pager *pager, int divider, int told_row,
                  const char *count);

#endif
