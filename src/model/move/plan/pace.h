/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pace.h - how fast a move is, and how long the rest of it takes */
#ifndef ALIDADE_MODEL_MOVE_PLAN_PACE_H
#define ALIDADE_MODEL_MOVE_PLAN_PACE_H

#include <stddef.h>
#include <stdint.h>

#define PACE_WINDOW_MS 30000 /* the rate is that of so much time */
#define PACE_FIRST_MS  5000  /* before that no rate is known */
#define PACE_STEP_MS   1000  /* between two samples that are kept */
/* Those of the window, and one that is older. */
#define PACE_SAMPLES (PACE_WINDOW_MS / PACE_STEP_MS + 2)

struct pace_sample {
    uint64_t ms, bytes;
};

/* Zero-initialised: nothing is known. */
struct pace {
    struct pace_sample at[PACE_SAMPLES]; /* oldest first */
    size_t count;
    uint64_t begun_ms;
    struct pace_sample now;
};

/* BYTES are done at time MS of a clock that never goes back. Fewer bytes than before:
 * something new has begun. */
void pace_add(struct pace *pace, uint64_t ms, uint64_t bytes);
/* Returns bytes per second; 0: not known, or nothing was done. */
double pace_rate(const struct pace *pace);
/* Returns the seconds that BYTES take; 0: not known, or there are none. */
double pace_left(const struct pace *pace, uint64_t bytes);

#endif
