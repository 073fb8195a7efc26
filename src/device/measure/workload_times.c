/* SPDX-License-Identifier: GPL-3.0-or-later */
/* workload_times.c - times of the requests of one workload */
#include "device/measure/workload_times.h"

#include <string.h>

#include "model/base/mem.h"
#include "model/base/stats.h"

static double seconds_of(struct timeval time)
{
    return (double)time.tv_sec + (double)time.tv_usec * 1e-6;
}

static struct rusage usage_now(void)
{
    struct rusage usage = { 0 };

    (void)getrusage(RUSAGE_THREAD, &usage); /* cannot fail for the own thread */
    return usage;
}

void workload_times_add(struct workload_times *times, uint64_t ns, uint64_t bytes,
                        struct dice *dice)
{
    double us = (double)ns * 1e-3;

    times->requests++;
    times->bytes += bytes;
    times->ns += ns;
    if (times->kept < WORKLOAD_SAMPLES) {
        times->samples_us[times->kept++] = us;
        return;
    }
    /* Each request is kept with equal probability (Vitter's algorithm R, 1985). */
    uint64_t slot = dice_below(dice, times->requests);
    if (slot < WORKLOAD_SAMPLES)
        times->samples_us[slot] = us;
}

void workload_times_flush(struct workload_times *times, uint64_t ns)
{
    times->ns += ns;
}

void workload_times_begin(struct workload_times *times)
{
    times->begun = usage_now();
}

void workload_times_end(struct workload_times *times)
{
    struct rusage now = usage_now();

    times->user_seconds += seconds_of(now.ru_utime) - seconds_of(times->begun.ru_utime);
    times->system_seconds += seconds_of(now.ru_stime) - seconds_of(times->begun.ru_stime);
}

void workload_times_result(const struct workload_times *times,
                           struct workload_result *ret)
{
    double seconds = (double)times->ns * 1e-9;

    ret->requests = times->requests;
    ret->bytes = times->bytes;
    ret->seconds = seconds;
    ret->user_seconds = times->user_seconds;
    ret->system_seconds = times->system_seconds;
    if (!times->requests)
        return;
    ret->mean_us = seconds * 1e6 / (double)times->requests;
    ret->bytes_per_second = seconds > 0 ? (double)times->bytes / seconds : 0;
    ret->per_second = seconds > 0 ? (double)times->requests / seconds : 0;
    CLEANUP(freep) double *sorted = xcalloc(times->kept, sizeof(*sorted));
    memcpy(sorted, times->samples_us, times->kept * sizeof(*sorted));
    stats_sort(sorted, times->kept);
    for (size_t i = 0; i < WORKLOAD_PERCENTILES; i++)
        ret->percentile_us[i] =
            stats_quantile(sorted, times->kept, workload_percentiles[i]);
}
