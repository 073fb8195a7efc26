/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bench_burst.c - how many writes a buffer takes before a start shows its own speed
 *
 * A buffer that is written in its order lets a write wait for one that came long before,
 * perhaps as from the other start. The first writes of a burst are fast, as long as there
 * is space; a run must be longer than that. A cache that fills once, and other programs
 * at work, look the same: only what is there again after a while without writes counts.
 */
#include <string.h>

#include "device/measure/bench_private.h"

/* A slow drive is written fewer times, in this time or a little more. */
#define BURST_US  1e5
#define BURST_FEW 32U
/* A slow drive takes a second for so many: a stop waits no longer than that. */
#define STEP_WRITES 8U
/* Once this part of the time is over, there is no further burst. */
#define TIME_PART 8U
/* Of the last writes, which wait for the medium. */
#define LAST_SHARE 0.3
/* Most writes that the buffer took are faster than this share of the last ones, and most
 * of the others are slower; where other programs are at work, both are mixed. */
#define FAST      0.9
#define FAST_PART 0.75
/* More reads need no waiting. */
#define WAIT_READS 4096U

static double quantile_of(const double *values, size_t count, double share)
{
    double sorted[BENCH_BURST];

    memcpy(sorted, values, count * sizeof(*sorted));
    stats_sort(sorted, count);
    return stats_quantile(sorted, count, share);
}

/* Returns how many of the first writes are faster than the last ones. */
static unsigned depth_of(const struct bench_burst *burst)
{
    unsigned last = (unsigned)(burst->count * LAST_SHARE), depth = 0;
    double fast = FAST * quantile_of(burst->us + burst->count - last, last, 0.5);

    for (unsigned i = 2; i < burst->count - last; i++)
        if (quantile_of(burst->us, i, FAST_PART) < fast)
            depth = i;
    return quantile_of(burst->us + depth, burst->count - depth, 1 - FAST_PART) < fast
               ? 0
               : depth;
}

static bool is_full(const struct bench_burst *burst)
{
    return burst->count == BENCH_BURST ||
           (burst->count >= BURST_FEW && burst->sum_us > BURST_US);
}

/* Reads at random places until US have passed, while the buffer drains. */
static void wait_without_writes(struct bench *bench, double us)
{
    const struct drive *drive = bench->drive;
    uint64_t sectors = drive->size_bytes / drive->logical;
    double waited = 0;

    for (unsigned i = 0; i < WAIT_READS && waited < us; i++) {
        uint64_t ns, place = drive->logical * dice_below(&bench->dice, sectors);
        if (area_copy_time_read(bench->copy, place, drive->logical, &ns))
            bench->errors++;
        waited += drive_us(ns);
    }
}

/* Returns true if another burst as from the same start must confirm the depth. */
static bool is_unconfirmed(struct bench *bench)
{
    struct bench_burst *burst = &bench->burst;
    unsigned depth = depth_of(burst), before = burst->depth;

    if (depth && !before) {
        wait_without_writes(bench, burst->sum_us);
        *burst = (struct bench_burst){ .arm = burst->arm, .depth = depth };
        return true;
    }
    depth = depth && depth < before ? before : depth;
    bench->depth = bench->depth > depth ? bench->depth : depth;
    return false;
}

static bool next_arm(struct bench *bench)
{
    struct bench_burst *burst = &bench->burst;

    if (is_unconfirmed(bench))
        return false;
    *burst = (struct bench_burst){ .arm = burst->arm + 1 };
    return burst->arm == bench->arm_count;
}

bool bench_burst(struct bench *bench)
{
    struct bench_burst *burst = &bench->burst;

    if (bench->result.sampling == SAMPLING_RUNS ||
        bench_spent_ns(bench) - bench->begun_ns > bench->max_ns / TIME_PART)
        return true;
    for (unsigned i = 0; i < STEP_WRITES && !is_full(burst); i++) {
        double *us = &burst->us[burst->count++];
        if (!bench_random_time(bench, burst->arm, us))
            return false;
        burst->sum_us += *us;
    }
    return is_full(burst) && next_arm(bench);
}
