/* SPDX-License-Identifier: GPL-3.0-or-later */
/* steps.h - a measurement step by step, until it ends or somebody ends it */
#ifndef ALIDADE_UI_CLI_STEPS_H
#define ALIDADE_UI_CLI_STEPS_H

#include <signal.h>
#include <stdbool.h>

#include "device/measure/measure_step.h"

/* How far it is, for the line of progress. */
struct steps_look {
    const char *words; /* what is being done */
    double share;      /* 0..1 of the bound that ends it at the latest */
};

struct steps {
    enum measure_step (*step)(void *context);
    void (*stop)(void *context); /* no further request; the steps go on to the end */
    struct steps_look (*look)(void *context);
    void *context;
};

/* From here on SIGINT, SIGTERM and SIGHUP end what is measured after the request under
 * way; the second one of them ends the program at once, which is as safe. */
void steps_catch_signals(void);
/* The same, but the second one waits too: files are to be removed. */
void steps_catch_signals_always(void);
/* As before that. */
void steps_release_signals(void);
/* One of them has come. */
bool steps_are_stopped(void);
/* The same for those who only look: 1 when one has come. */
const volatile sig_atomic_t *steps_stop_flag(void);

/* Steps to the end.  Where standard error is a terminal one line there says how far it
 * is, twice a second at most, and is gone afterwards. */
void steps_run(const struct steps *steps);

#endif
