/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bench_view.h - the rates of compared starts as bars, their times as histograms */
#ifndef ALIDADE_UI_SCREEN_MEASURE_BENCH_VIEW_H
#define ALIDADE_UI_SCREEN_MEASURE_BENCH_VIEW_H

#include "ui/app/state.h"

/* Returns the number of arms that are drawn, best one first. */
int bench_view_arms(const struct app *app, enum bench_arm ret[ARM_COUNT]);

/* Draws one row per arm: writes per second, all to one scale. */
void bench_draw_rates(const struct app *app, struct canvas *canvas, int row,
                      bool has_axis);

/* Draws HEIGHT rows per arm: a histogram of its times from the 5th to the 95th
 * percentile, with the median; and an axis below. */
void bench_draw_times(const struct app *app, struct canvas *canvas, int row, int height);
/* "one mark per 2 ms; ▒ 5 to 95 %, █ median"; free() */
char *bench_times_title(const struct app *app);

#endif
