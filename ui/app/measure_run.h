/* SPDX-License-Identifier: GPL-3.0-or-later */
/* measure_run.h - a bench or a probe of the open disk: begun, paused, stopped, kept */
#ifndef ALIDADE_UI_APP_MEASURE_RUN_H
#define ALIDADE_UI_APP_MEASURE_RUN_H

#include "ui/app/state.h"

enum run_state {
    RUN_READY, /* Enter starts it */
    RUN_WORKING,
    RUN_PAUSED,
    RUN_STOPPING, /* after the request under way */
    RUN_ENDED,
};
enum run_state measure_run_state(const struct app *app);

/* Handlers of actions.  The first two show the screen of a bench or of a probe: what is
 * kept, else what will be done, and begin at once where nobody's sectors are written. */
struct effect measure_run_open_bench(struct app *app);
struct effect measure_run_open_probe(struct app *app);
struct effect measure_run_pause(struct app *app);
struct effect measure_run_keep(struct app *app);
struct effect measure_run_again(struct app *app);
/* Starts what is ready, else uses the result. */
struct effect measure_run_use(struct app *app);

/* The person leaves the screen: a job at work is stopped first, *RET.  False: nothing
 * holds them, as when they ask a second time. */
bool measure_run_keeps_screen(struct app *app, struct effect *ret);

/* EVENT_MEASURE and EVENT_MEASURED. */
void measure_run_update(struct app *app, const struct event *event);
struct effect measure_run_ended(struct app *app, const struct event *event);

/* Who uses the open disk, as far as is known; NULL: nobody.  Borrowed. */
const struct extent *measure_run_user(const struct app *app);

/* True, with a sentence on the message line, while the worker has the disk. */
bool measure_run_is_busy(struct app *app);

#endif
