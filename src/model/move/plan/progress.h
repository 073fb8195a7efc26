/* SPDX-License-Identifier: GPL-3.0-or-later */
/* progress.h - how far the move of a partition has come, for display */
#ifndef ALIDADE_MODEL_MOVE_PLAN_PROGRESS_H
#define ALIDADE_MODEL_MOVE_PLAN_PROGRESS_H

#include <stdint.h>

#include "model/move/plan/move_cost.h"

/* A value that is published while a move is running.  Zero-initialised: not begun. */
struct move_progress {
    uint64_t bytes_done;     /* durable at their new place */
    uint64_t bytes_total;    /* >= bytes_done */
    double bytes_per_second; /* of the last 30 seconds; 0: unknown */
    double seconds_left;     /* 0: unknown, or nothing is left */
    uint64_t frontier;       /* LBA: the old place of what is moved next */
    enum move_mode mode;
    unsigned retries; /* what has failed or was read wrong, and was done again */
};

#endif
