/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bench_view.h - the starts that are compared, as bars and as spreads of time */
#ifndef ALIDADE_UI_SCREEN_BENCH_VIEW_H
#define ALIDADE_UI_SCREEN_BENCH_VIEW_H

#include "ui/app/state.h"

/* The arms that are drawn, the best one first, and how many. */
int bench_view_arms(const struct app *app, enum bench_arm ret[ARM_COUNT]);

/* One row for each arm from ROW on: writes per second, to one scale. */
void bench_draw_rates(const struct app *app, struct canvas *canvas, int row,
                      bool has_axis);

/* HEIGHT rows for each arm: how long its writes take, 5 to 95 per cent and the median,
 * and an axis below. */
void bench_draw_times(const struct app *app, struct canvas *canvas, int row, int height);
/* "one mark per 2 ms; ▒ 5 to 95 %, █ median"; free() */
char *bench_times_title(const struct app *app);

#endif
