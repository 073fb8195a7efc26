/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tell.h - how often work in the background is reported to the app */
#ifndef ALIDADE_UI_LOOP_TELL_H
#define ALIDADE_UI_LOOP_TELL_H

#include <stdbool.h>
#include <stdint.h>

/* Returns the time in ms from NOW_MS to the next report, the last one being of TOLD_MS.
 * Bars that change faster cannot be read, and a slow line needs most of a second for one
 * update. */
static inline int loop_tell_left(uint64_t told_ms, uint64_t now_ms, bool is_slow)
{
    uint64_t wait = is_slow ? 2000 : 500, gone = now_ms - told_ms;

    return gone >= wait ? 0 : (int)(wait - gone);
}

#endif
