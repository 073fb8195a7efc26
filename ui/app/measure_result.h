/* SPDX-License-Identifier: GPL-3.0-or-later */
/* measure_result.h - results of a bench or a probe: use, save, find saved ones */
#ifndef ALIDADE_UI_APP_MEASURE_RESULT_H
#define ALIDADE_UI_APP_MEASURE_RESULT_H

#include "ui/app/state.h"

/* True if the job only reads; and the bytes it has written so far. */
bool measure_result_is_read(const struct app *app);
uint64_t measure_result_written(const struct app *app);

/* False for an image file, a loop device or device mapper. */
bool measure_result_is_drive(const struct app *app);
/* True if there is a result, by now, that can be used, or saved for the drive. */
bool measure_result_is_usable(const struct app *app);
bool measure_result_is_keepable(const struct app *app);

/* Saves it, or reports why not. */
struct effect measure_result_keep(struct app *app);
/* Uses the result: a probe's grid at once, a bench's cost where that start is shown. Sets
 * *RET to the effect to return; false, with a message, if there is no result. */
bool measure_result_use(struct app *app, struct effect *ret) MUST_USE;

/* Returns the saved results of the open disk; NULL if there are none.  Borrowed. */
const struct saved_result *measure_result_saved(const struct app *app);
/* Returns the saved bench of EXTENT's start on the disk, see cost_of_partition(); NULL if
 * there is none, or the start has a pending change.  Borrowed. */
const struct bench_result *measure_result_bench(const struct app *app,
                                                const struct extent *extent);

/* Returns a sentence with the measured cost of EXTENT's start; NULL if it was not
 * measured. free() */
char *measure_result_cost(const struct app *app, const struct extent *extent);

/* Writes the date of a saved result: "2026-11-20". */
#define MEASURE_RESULT_DAY 16
void measure_result_day(const struct saved_result *saved, char ret[MEASURE_RESULT_DAY]);

#endif
