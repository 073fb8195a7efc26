/* SPDX-License-Identifier: GPL-3.0-or-later */
/* measure_result.h - the result of a bench or a probe: save it, use it */
#ifndef ALIDADE_UI_APP_MEASURE_RESULT_H
#define ALIDADE_UI_APP_MEASURE_RESULT_H

#include "ui/app/state.h"

/* True if the job only reads; and the bytes it has written so far. */
bool measure_result_is_read(const struct app *app);
uint64_t measure_result_written(const struct app *app);

/* True if there is a result, by now, that can be used, or saved for the drive. */
bool measure_result_is_usable(const struct app *app);
bool measure_result_is_keepable(const struct app *app);

/* Saves it, or reports why not. */
struct effect measure_result_keep(struct app *app);
/* Uses the result: a probe's grid at once, a bench's cost where that start is shown. Sets
 * *RET to the effect to return; false, with a message, if there is no result. */
bool measure_result_use(struct app *app, struct effect *ret) MUST_USE;

#endif
