/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bench_level.c - cuts the times where the level of the drive changes
 *
 * A cache that is full, or a penalty that begins with the load, changes the times or
 * their ratio from one pair to the next. What came before is put aside as the first
 * phase, and only what came after is judged. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "device/measure/bench_private.h"
#include "model/base/mem.h"

/* Pairs on each side of a cut. */
#define MIN_SIDE 8
/* Standard deviations of the sum of ranks; a cut at random costs some pairs, no more. */
#define SIGMAS 5.0
/* Smaller changes of the times, or of their ratio, are no other level. */
#define LEVEL_CHANGE 1.25
#define RATIO_CHANGE 1.08

static int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/* Returns where the ranks of VALUES change most, or 0: nowhere; SORTED is work memory. */
static size_t change_of(const double *values, size_t count, double *sorted)
{
    double sum = 0, best = SIGMAS;
    size_t at = 0;

    memcpy(sorted, values, count * sizeof(*sorted));
    stats_sort(sorted, count);
    for (size_t i = 0; i + MIN_SIDE < count; i++) {
        const double *place =
            bsearch(&values[i], sorted, count, sizeof(*sorted), compare_doubles);
        double k = (double)(i + 1), n = (double)count;
        sum += (double)(place - sorted) + 1;
        double off = fabs(sum - k * (n + 1) / 2) / sqrt(k * (n - k) * (n + 1) / 12);
        if (i + 1 >= MIN_SIDE && off > best) {
            best = off;
            at = i + 1;
        }
    }
    return at;
}

/* Returns by how much the median of the logarithms VALUES changes at AT. */
static double change_at(struct bench *bench, const double *values, size_t at)
{
    size_t rest = bench->pairs - at;
    double *sorted = bench->shifted;

    memcpy(sorted, values, at * sizeof(*sorted));
    stats_sort(sorted, at);
    double before = stats_median(sorted, at);
    memcpy(sorted, values + at, rest * sizeof(*sorted));
    stats_sort(sorted, rest);
    return stats_median(sorted, rest) - before;
}

/* Returns the first pair of a new level, or 0; that in which it changes is none. */
static size_t find_cut(struct bench *bench)
{
    const double *base = bench->sides[ARM_BASE].us;
    const double *against = bench->sides[ARM_AGAINST].us;
    double *values = bench->one;

    for (int kind = 0; kind < 2; kind++) {
        double min = log(kind ? RATIO_CHANGE : LEVEL_CHANGE);
        for (size_t i = 0; i < bench->pairs; i++)
            values[i] = kind ? log(base[i] / against[i]) : log(against[i]);
        size_t at = change_of(values, bench->pairs, bench->two);
        if (at && fabs(change_at(bench, values, at)) > min)
            return at + 1;
    }
    return 0;
}

static void drop_before(struct bench_side *side, size_t at, size_t count)
{
    double *const rows[] = { side->us, side->mean_us, side->taken_us };

    for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
        memmove(rows[i], rows[i] + at, (count - at) * sizeof(**rows));
}

/* Records the first phase as it was until AT. */
static void note_first(struct bench *bench, size_t at)
{
    struct bench_phase *first = &bench->result.first;
    size_t pairs = bench->pairs;

    bench->pairs = at;
    bench_refresh(bench);
    bench->pairs = pairs;
    uint64_t after = (pairs - at) * bench_round_requests(bench);
    first->bytes = (bench->requests - after) * bench->result.block_bytes;
    first->ratio = bench->result.ratio;
    first->interval = bench->result.interval;
}

void bench_cut_level(struct bench *bench)
{
    size_t at = bench->pairs > 2 * MIN_SIDE ? find_cut(bench) : 0;

    if (!at)
        return;
    note_first(bench, at);
    for (unsigned i = 0; i < bench->arm_count; i++) {
        drop_before(&bench->sides[i], at, bench->pairs);
        bench->result.arms[i].histogram = (struct histogram){ 0 };
    }
    bench->pairs -= at;
    bench->base_first = bench->pairs / 2;
    bench->slower = 0;
    bench->platter = (struct bench_platter){ 0 };
    bench->result.is_on_platter = false;
    bench->next_look = 0;
}
