/* SPDX-License-Identifier: GPL-3.0-or-later */
/* workload_ratio.c - the ratio of two starts of one workload, and its interval */
#include "device/measure/workload_run.h"

#include <math.h>

#include "model/base/stats.h"

/* NULL: none was timed. */
static const struct workload_run *aligned_run(const struct workload_run *runs,
                                              size_t count,
                                              const struct workload_order *like)
{
    for (size_t i = 0; i < count; i++) {
        const struct workload_order *order = &runs[i].order;
        if (runs[i].rounds && order->is_aligned && order->kind == like->kind &&
            order->is_synced == like->is_synced)
            return &runs[i];
    }
    return NULL;
}

/* The ratio of the rounds in which both were timed, one right after the other. */
static void compare_rounds(const struct workload_run *run,
                           const struct workload_run *aligned,
                           struct workload_result *ret)
{
    double one[WORKLOAD_ROUNDS_MAX], other[WORKLOAD_ROUNDS_MAX];
    double work[WORKLOAD_ROUNDS_MAX];
    size_t count = 0;

    for (size_t i = 0; i < WORKLOAD_ROUNDS_MAX; i++) {
        if (run->round_us[i] <= 0 || aligned->round_us[i] <= 0)
            continue;
        one[count] = run->round_us[i];
        other[count] = aligned->round_us[i];
        count++;
    }
    if (!count)
        return;
    const struct stats_rounds rounds = { one, other, one, other, count };
    struct stats_ratio typical,
        ratio = stats_ratio_of_rounds(&rounds, WORKLOAD_CONFIDENCE, work, &typical);
    ret->ratio = ratio.ratio;
    if (isfinite(ratio.interval.high))
        ret->interval = ratio.interval;
}

void workload_ratio_result(const struct workload_run *runs, size_t count, size_t index,
                           struct workload_result *ret)
{
    const struct workload_run *run = &runs[index];
    const struct workload_run *aligned = aligned_run(runs, count, &run->order);

    workload_run_result(run, ret);
    if (!aligned || !workload_has_start(run->order.kind))
        return;
    if (aligned == run)
        ret->ratio = ret->interval.low = ret->interval.high = 1;
    else
        compare_rounds(run, aligned, ret);
}
