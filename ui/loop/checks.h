/* SPDX-License-Identifier: GPL-3.0-or-later */
/* checks.h - the checkers of file systems that run in the background */
#ifndef ALIDADE_UI_LOOP_CHECKS_H
#define ALIDADE_UI_LOOP_CHECKS_H

#include "device/check/checks.h"
#include "ui/app/state.h"
#include "ui/loop/disk.h"

/* Zero-initialised: nothing runs. */
struct loop_checks {
    struct checks *checks;
    struct job *job; /* NULL: nothing runs */
    bool is_stopping;
    uint64_t began_ms, told_ms; /* times of the start and of the last event */
    struct err err;             /* sentence of the last event */
    char *log;                  /* the same */
};

/* Starts the checkers of LIST on the open disk; RET is an EVENT_CHECKED. */
void loop_checks_start(struct loop_checks *checks, const struct loop_disk *disk,
                       const struct checker_list *list, struct event *ret);
/* True with an EVENT_CHECKED if one is due. */
bool loop_checks_take(struct loop_checks *checks, uint64_t now_ms, bool is_slow,
                      struct event *ret);
/* Kills the checker that runs; does not wait: an event tells the end. */
void loop_checks_stop(struct loop_checks *checks);
/* Stops, and waits at most MAX_MS for the end; no event comes any more. */
void loop_checks_finish(struct loop_checks *checks, int max_ms);

#endif
