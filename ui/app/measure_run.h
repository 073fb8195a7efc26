/* SPDX-License-Identifier: GPL-3.0-or-later */
/* measure_run.h - starts, pauses and stops a bench or a probe of the open disk */
#ifndef ALIDADE_UI_APP_MEASURE_RUN_H
#define ALIDADE_UI_APP_MEASURE_RUN_H

#include "ui/app/state.h"

enum run_state {
    RUN_READY, /* Enter starts it */
    RUN_WORKING,
    RUN_PAUSED,
    RUN_STOPPING, /* ends after the current request */
    RUN_ENDED,
};
enum run_state measure_run_state(const struct app *app);

/* Handlers of actions.  The first two open the screen of a bench or of a probe with the
 * saved result; else, as measure_run_again(), with what it will do, and wait for Enter.
 */
struct effect measure_run_open_bench(struct app *app);
struct effect measure_run_open_probe(struct app *app);
struct effect measure_run_pause(struct app *app);
struct effect measure_run_keep(struct app *app);
struct effect measure_run_again(struct app *app);
/* Starts a job that is ready; else uses the result. */
struct effect measure_run_use(struct app *app);

/* True if the screen must stay open: a running job is stopped first, by *RET.  False if
 * there is none, or the user leaves for the second time. */
bool measure_run_keeps_screen(struct app *app, struct effect *ret);

/* Handlers of EVENT_MEASURE and EVENT_MEASURED. */
void measure_run_update(struct app *app, const struct event *event);
struct effect measure_run_ended(struct app *app, const struct event *event);

/* Returns an extent of the open disk that is in use, as far as known; else NULL.
 * Borrowed. */
const struct extent *measure_run_user(const struct app *app);

/* True, with a message, while the worker uses the disk. */
bool measure_run_is_busy(struct app *app);

#endif
