/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bench_platter.c - proves that a platter took the writes, each at its own place
 *
 * Writes that follow one another end whole turns apart, all of them; one that goes
 * elsewhere ends anywhere in a turn. A cache that is as slow has no such places: where it
 * is on the platter too, one write after the other in a log, those that go elsewhere take
 * whole turns as well; where it is not, nothing makes the times of the former so equal.
 * Only the block itself can have answered then, and what it needs for it was seen. */
#include <math.h>
#include <string.h>

#include "device/measure/bench_private.h"

/* From 15,500 to 3,500 turns a minute. */
#define TURN_MIN_US 3870.0
#define TURN_MAX_US 17150.0
/* Fewer runs of a start prove nothing. */
#define MIN_RUNS 12
/* Of a turn: the same place comes by again within it, but for the gap between tracks. */
#define SAME_PLACE  0.02
#define EQUAL_SHARE 0.9 /* of the runs; another may be late, or meet that gap */
/* Three quarters of random places are farther than that from a whole turn; half of them
 * where the area is half a track. */
#define OTHER_PLACE 0.125
#define OTHER_SHARE 0.5
/* Nearly all jumps lie within this many turns; a seek adds to all of them. */
#define JUMPS_MIN 0.6
#define JUMPS_MAX 1.4

/* Returns how far US is from a whole number of turns, as a share of one. */
static double off_turn(double us, double turn_us)
{
    double turns = us / turn_us;

    return fabs(turns - round(turns));
}

/* True if nearly all writes of a start, not only those in the middle of their runs, ended
 * whole turns after the one before. */
static bool takes_turns(const struct bench *bench, enum bench_arm arm, double turn_us)
{
    const struct arm_times *times = &bench->result.arms[arm];
    double max = SAME_PLACE * turn_us;
    size_t equal = 0;

    for (size_t i = 0; i < bench->pairs; i++)
        equal += bench->sides[arm].spread_us[i] < max;
    return off_turn(times->median_us, turn_us) < SAME_PLACE &&
           times->high_us - times->median_us < max &&
           times->median_us - times->low_us < max &&
           (double)equal >= EQUAL_SHARE * (double)bench->pairs;
}

/* True if the jumps of a start end anywhere in a turn. */
static bool jumps_anywhere(const struct bench *bench, enum bench_arm arm, double turn_us)
{
    double *sorted = bench->shifted;
    size_t count = bench->pairs, other = 0;

    memcpy(sorted, bench->sides[arm].jump_us, count * sizeof(*sorted));
    stats_sort(sorted, count);
    for (size_t i = 0; i < count; i++)
        other += off_turn(sorted[i], turn_us) > OTHER_PLACE;
    double turns =
        (stats_quantile(sorted, count, 0.95) - stats_quantile(sorted, count, 0.05)) /
        turn_us;
    return (double)other >= OTHER_SHARE * (double)count && turns > JUMPS_MIN &&
           turns < JUMPS_MAX;
}

bool bench_is_on_platter(const struct bench *bench)
{
    const struct arm_times *arms = bench->result.arms;
    double turn_us = fmin(arms[ARM_BASE].median_us, arms[ARM_AGAINST].median_us);

    if (bench->result.is_read || bench->result.sampling != SAMPLING_RUNS ||
        bench->pairs < MIN_RUNS || turn_us < TURN_MIN_US || turn_us > TURN_MAX_US)
        return false;
    return takes_turns(bench, ARM_BASE, turn_us) &&
           takes_turns(bench, ARM_AGAINST, turn_us) &&
           jumps_anywhere(bench, ARM_BASE, turn_us) &&
           jumps_anywhere(bench, ARM_AGAINST, turn_us);
}
