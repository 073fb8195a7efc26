/* SPDX-License-Identifier: GPL-3.0-or-later */
/* probe_bars.c - times the same write at eight adjacent places: the fast one shows the
 * grid */
#include "device/measure/probe_private.h"

#include <string.h>

/* Rounds cost turns of a disk: it gets at least MIN_ROUNDS, a fast drive gets all. */
#define MIN_ROUNDS  3U
#define PATIENCE_NS UINT64_C(400000000)
/* Ignored first writes: the drive may have slept. */
#define WARM_UPS 4U

void probe_bars_begin(struct probe *probe, uint32_t bytes, uint32_t first)
{
    uint32_t logical = probe->drive->logical, step = bytes / PROBE_BARS;

    if (step < logical)
        step = logical;
    probe->bars = (struct probe_bars){
        .bytes = bytes,
        .step = step,
        .first = first,
        .warm_ups = probe->bars.bytes ? 0 : WARM_UPS,
        .from_ns = probe->timed_ns,
    };
    turns_init(&probe->bars.turns, PROBE_BARS, 0);
    probe->result.bar_bytes = bytes;
    probe->result.bar_step = step;
    probe->result.bar_first = first;
    memset(probe->result.bars, 0, sizeof(probe->result.bars));
}

/* A random place in the area for BAR's write. */
static uint64_t bar_place(struct probe *probe, unsigned bar)
{
    const struct probe_bars *bars = &probe->bars;
    struct test_area area = area_copy_area(probe->copy);
    uint64_t period = (uint64_t)bars->step * PROBE_BARS;
    uint64_t shift = (bars->first + (uint64_t)bar * bars->step) % period;
    /* The first place that is not before the area. */
    uint64_t from = area.start + (shift + period - area.start % period) % period;
    uint64_t space = area.start + area.bytes - from - bars->bytes;

    return from + period * dice_below(&probe->dice, space / period + 1);
}

static void bar_summarise(struct probe_bar *bar, const double *us, unsigned count)
{
    double sorted[PROBE_ROUNDS_MAX];

    memcpy(sorted, us, count * sizeof(*us));
    stats_sort(sorted, count);
    *bar = (struct probe_bar){
        .count = count,
        .median_us = stats_median(sorted, count),
        .low_us = stats_quantile(sorted, count, 0.25),
        .high_us = stats_quantile(sorted, count, 0.75),
    };
}

static bool warm_up(struct probe *probe)
{
    double us;

    probe->bars.warm_ups--;
    return probe_write(probe, bar_place(probe, 0), probe->bars.bytes, &us);
}

enum probe_turn probe_bars_step(struct probe *probe)
{
    struct probe_bars *bars = &probe->bars;

    if (bars->warm_ups)
        return warm_up(probe) ? TURN_MORE : TURN_FAILED;
    unsigned bar = (unsigned)turns_arm(&bars->turns, &probe->dice);
    unsigned round = bars->turns.round;
    uint64_t place = bar_place(probe, bar);
    double *us = &bars->us[bar][round];
    if (!probe_write(probe, place, bars->bytes, us))
        return TURN_FAILED;
    probe_samples_add(&probe->samples, place, bars->bytes, *us);
    bar_summarise(&probe->result.bars[bar], bars->us[bar], round + 1);
    if (!turns_end(&bars->turns))
        return TURN_MORE;
    bool is_late = probe->timed_ns - bars->from_ns >= PATIENCE_NS;
    return bars->turns.round >= (is_late ? MIN_ROUNDS : PROBE_ROUNDS_MAX) ? TURN_NOTHING
                                                                          : TURN_MORE;
}
