/* SPDX-License-Identifier: GPL-3.0-or-later */
/* measure_view.h - what the screens of a bench and of a probe draw alike */
#ifndef ALIDADE_UI_SCREEN_MEASURE_VIEW_H
#define ALIDADE_UI_SCREEN_MEASURE_VIEW_H

#include "ui/app/state.h"

/* A request is said to be old from here on. */
#define REQUEST_OLD_SECONDS 2.0

/* Row 0: the first title that there is room for, and what the job does. */
void measure_draw_header(const struct app *app, struct canvas *canvas, const char *full,
                         const char *brief, const char *shortest);
/* What is written, and that it changes nothing; NULL where nothing was begun. */
const char *measure_title(const struct app *app);
/* The last row of the box, so that the foot has the rows below it. */
int measure_bottom(const struct app *app);
/* One row: how far it is, COUNT ("26 pairs") of fixed width at its right. */
void measure_draw_progress(const struct app *app, struct canvas *canvas, int row,
                           const char *count);
/* The keys in ROW and a note below them where there is room, or the message.  IS_LONG:
 * the sentences are more than is shown. */
void measure_draw_foot(const struct app *app, struct canvas *canvas, int row,
                       bool is_long);

/* The lowest of 1, 1.5, 2, 3, 4, 5, 6, 8 times a power of ten that is not below VALUE:
 * scales that seldom change. */
double measure_scale(double value);

/* Shares out rows: takes at most WANTED of *LEFT; or all of them or none. */
int measure_take(int *left, int wanted);
bool measure_take_all(int *left, int wanted);

#endif
