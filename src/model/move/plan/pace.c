/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pace.c - how fast a move is, and how long the rest of it takes */
#include "model/move/plan/pace.h"

#include <string.h>

static void pace_begin(struct pace *pace, struct pace_sample now)
{
    *pace = (struct pace){ .at = { now }, .count = 1, .begun_ms = now.ms, .now = now };
}

/* One sample stays that is as old as the window or older. */
static void drop_old(struct pace *pace)
{
    size_t dropped = 0;

    while (dropped + 1 < pace->count &&
           pace->now.ms - pace->at[dropped + 1].ms >= PACE_WINDOW_MS)
        dropped++;
    pace->count -= dropped;
    memmove(pace->at, pace->at + dropped, pace->count * sizeof(*pace->at));
}

void pace_add(struct pace *pace, uint64_t ms, uint64_t bytes)
{
    struct pace_sample now = { ms, bytes };

    if (!pace->count || bytes < pace->now.bytes) {
        pace_begin(pace, now);
        return;
    }
    pace->now = now;
    drop_old(pace);
    if (ms - pace->at[pace->count - 1].ms >= PACE_STEP_MS)
        pace->at[pace->count++] = now;
}

double pace_rate(const struct pace *pace)
{
    struct pace_sample first = pace->at[0];

    if (!pace->count || pace->now.ms - pace->begun_ms < PACE_FIRST_MS)
        return 0;
    return (double)(pace->now.bytes - first.bytes) * 1000 /
           (double)(pace->now.ms - first.ms);
}

double pace_left(const struct pace *pace, uint64_t bytes)
{
    double rate = pace_rate(pace);

    return rate > 0 ? (double)bytes / rate : 0;
}
