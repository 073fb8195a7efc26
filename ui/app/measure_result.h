/* SPDX-License-Identifier: GPL-3.0-or-later */
/* measure_result.h - what a job has found: is it one, and what is done with it */
#ifndef ALIDADE_UI_APP_MEASURE_RESULT_H
#define ALIDADE_UI_APP_MEASURE_RESULT_H

#include "ui/app/state.h"

/* Of the job at work too: only reads, and what was written by now, in bytes. */
bool measure_result_is_read(const struct app *app);
uint64_t measure_result_written(const struct app *app);

/* There is something that could be used, or kept for the drive; by now, of a job at
 * work. */
bool measure_result_is_usable(const struct app *app);
bool measure_result_is_keepable(const struct app *app);

/* Keeps it, or says why not. */
struct effect measure_result_keep(struct app *app);
/* True where it is used from now on: what was found of the sectors at once, the cost of a
 * start when it is looked at; *RET is asked of the shell.  Else says why not. */
bool measure_result_use(struct app *app, struct effect *ret) MUST_USE;

#endif
