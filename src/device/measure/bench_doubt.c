/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bench_doubt.c - what can hide or make a difference: drift, stalls, slow writes, buffers
 */
#include <math.h>
#include <string.h>

#include "device/measure/bench_private.h"

/* Last third divided by the first: a drive that changes, and one whose cache is full by
 * now and no longer hides its work. */
#define MAX_DRIFT   1.5
#define DRIFT_HIDES 2.0
#define DRIFT_P     1e-3
/* A write is slow beyond SLOW times the median; more than MAX_SLOW of them are bursts; a
 * stall takes STALL_US or more. */
#define SLOW     5.0
#define MAX_SLOW 0.1
#define STALL_US 10e3
/* Medians and means differ where slow writes belong to one start, and where only some
 * writes cross a block (4 KiB writes on 16 KiB pages). */
#define NEAR_MEANS 0.1
#define SIGMAS     2.5
/* No medium is written faster than it is read; a buffer is. */
#define BUFFER_SHARE 0.75

static double *sorted_third(const struct bench *bench, size_t from, double *ret)
{
    size_t third = bench->pairs / 3;

    memcpy(ret, bench->sides[ARM_BASE].us + from, third * sizeof(*ret));
    stats_sort(ret, third);
    return ret;
}

/* Compares means: the median of times that are either short or long jumps between
 * them. */
static void find_drift(struct bench *bench)
{
    size_t third = bench->pairs / 3;

    if (!third)
        return;
    double *first = sorted_third(bench, 0, bench->shifted);
    double *last = sorted_third(bench, bench->pairs - third, bench->shifted + third);
    bench->result.drift = stats_mean(last, third) / stats_mean(first, third);
    bench->drift_p = stats_mann_whitney_p(first, last, third);
}

static double slow_share_of(const struct bench_result *result)
{
    uint64_t slow = 0, all = 0;

    for (unsigned i = 0; i < ARM_COUNT; i++) {
        const struct arm_times *times = &result->arms[i];
        slow += histogram_between(&times->histogram, SLOW * times->median_us, INFINITY);
        all += histogram_between(&times->histogram, 0, INFINITY);
    }
    return all ? (double)slow / (double)all : 0;
}

/* Time in writes that took far longer than the rest, and longer than scheduling
 * explains. */
static double stalled_us(const struct arm_times *times)
{
    double sum = 0;

    for (size_t i = 0; i < HISTOGRAM_BINS; i++) {
        double us = histogram_from_us(i);
        if (us >= STALL_US && us >= SLOW * times->median_us)
            sum += us * times->histogram.bins[i];
    }
    return sum;
}

/* True if stalls took more time than all other writes. */
static bool is_stalling(const struct bench_result *result)
{
    double stalled = 0, usual = 0;

    for (unsigned i = 0; i < ARM_COUNT; i++) {
        const struct arm_times *times = &result->arms[i];
        stalled += stalled_us(times);
        usual +=
            times->median_us * (double)histogram_between(&times->histogram, 0, INFINITY);
    }
    return stalled > usual;
}

/* True if the writes of this level are acknowledged faster than sectors are read. */
static bool is_buffered(const struct bench *bench)
{
    double *sorted = bench->shifted;

    if (!bench->result.is_drive || bench->read_us <= 0)
        return false;
    memcpy(sorted, bench->sides[ARM_AGAINST].taken_us, bench->pairs * sizeof(*sorted));
    stats_sort(sorted, bench->pairs);
    return stats_median(sorted, bench->pairs) < BUFFER_SHARE * bench->read_us;
}

void bench_doubt_refresh(struct bench *bench)
{
    find_drift(bench);
    bench->result.slow_share = slow_share_of(&bench->result);
    bench->result.is_buffered = is_buffered(bench);
}

/* More drift than noise causes in few times. */
static bool is_drifting(const struct bench *bench)
{
    double drift = bench->result.drift;

    return bench->drift_p < DRIFT_P && (drift > MAX_DRIFT || drift < 1 / MAX_DRIFT);
}

static bool is_hiding(const struct bench *bench)
{
    return bench->drift_p < DRIFT_P && bench->result.drift > DRIFT_HIDES;
}

bool bench_is_doubtful(const struct bench *bench)
{
    const struct bench_result *result = &bench->result;

    return result->is_buffered || result->slow_share > MAX_SLOW || is_hiding(bench) ||
           is_stalling(result);
}

enum measure_reason bench_doubt_reason(const struct bench *bench,
                                       enum measure_reason bound)
{
    const struct bench_result *result = &bench->result;

    if (result->is_buffered)
        return REASON_BUFFER;
    if (is_drifting(bench))
        return REASON_DRIFTING;
    if (result->slow_share > MAX_SLOW || is_stalling(result))
        return REASON_BURSTS;
    return bound;
}

/* The ratio of the means, and its interval at SIGMAS. */
static struct stats_ratio means_ratio(const struct bench *bench)
{
    return stats_ratio_of_means(bench->sides[ARM_BASE].mean_us,
                                bench->sides[ARM_AGAINST].mean_us, bench->pairs, SIGMAS);
}

bool bench_means_agree(const struct bench *bench)
{
    struct stats_interval means = means_ratio(bench).interval;

    return bench->typical.ratio > 1 ? means.high > 1 : means.low < 1;
}

bool bench_means_are_near(const struct bench *bench)
{
    struct stats_ratio means = means_ratio(bench);

    return fabs(log(means.ratio)) < log(1 + NEAR_MEANS) ||
           (means.interval.low < 1 && means.interval.high > 1);
}
