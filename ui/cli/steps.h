/* SPDX-License-Identifier: GPL-3.0-or-later */
/* steps.h - runs a measurement step by step until it ends or a signal stops it */
#ifndef ALIDADE_UI_CLI_STEPS_H
#define ALIDADE_UI_CLI_STEPS_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

#include "device/measure/measure_step.h"

/* The progress, for one line. */
struct steps_look {
    const char *words; /* what is being done */
    double share;      /* 0..1 of the maximum duration */
};

struct steps {
    enum measure_step (*step)(void *context);
    void (*stop)(void *context); /* no further requests; step() still has to end */
    struct steps_look (*look)(void *context);
    void *context;
    uint64_t (*now_ms)(void); /* NULL: the monotonic clock */
};

/* From now on SIGINT, SIGTERM and SIGHUP stop the measurement after the current request.
 * With CAN_END the second one ends the program at once, for a drive that hangs; without,
 * because files are to be removed, it does not. */
void steps_catch_signals(bool can_end);
/* Restores the default actions. */
void steps_release_signals(void);
/* With IS_ON, SIGINT, SIGTERM and SIGHUP only set the flag below; without, those have
 * their default actions again.  Leaves those alone that are ignored. */
void steps_catch_stop(bool is_on);
/* For a move: SIGINT, SIGTERM, SIGQUIT and SIGPIPE stop it, and SIGHUP unless that is
 * ignored, as nohup does; each of them as often as it comes.  SIGTSTP is only noticed. */
void steps_catch_moving(void);
/* True once after each SIGTSTP. */
bool steps_take_suspend(void);
/* 1 after one of the signals that stop. */
const volatile sig_atomic_t *steps_stop_flag(void);

/* Runs all steps.  If standard error is a terminal, one line there shows the progress, at
 * most twice a second, and is erased at the end; else a line is added every 10 seconds.
 */
void steps_run(const struct steps *steps);

#endif
