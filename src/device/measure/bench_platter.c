/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bench_platter.c - proves that a platter takes the writes, each at its own place
 *
 * Each write either follows the one before or goes elsewhere, at random. On a platter the
 * former end whole turns after that one, the latter anywhere in a turn. A cache that is
 * as slow as the medium does not know the difference: neither one that writes a log on
 * the platter, where all take whole turns, nor one elsewhere, however its times vary. So
 * the block itself has answered, and whatever it needs for that was timed. Both starts
 * are shown, each by its own writes alone: only those of one may go to a log. */
#include <math.h>

#include "device/measure/bench_private.h"

/* From 15,500 to 3,500 turns a minute. */
#define TURN_MIN_US 3870.0
#define TURN_MAX_US 17150.0
/* Of a turn: the next place comes by again within it ... */
#define NEXT_PLACE 0.02
/* ... but for the gaps between tracks, and for other programs. */
#define NEXT_SHARE 0.9
/* Three quarters of random places are farther than that from a whole turn; half of them
 * where the area is half a track. */
#define OTHER_PLACE 0.125
#define OTHER_SHARE 0.5
/* Fewer writes of one kind prove nothing. */
#define MIN_WRITES 12U

bool bench_wants_platter(const struct bench *bench)
{
    const struct bench_result *result = &bench->result;

    return result->is_drive && !result->is_read && !bench->platter.is_over &&
           result->sampling == SAMPLING_RUNS;
}

/* Returns how far US is from a whole number of turns, as a share of one. */
static double off_turn(double us, double turn_us)
{
    double turns = us / turn_us;

    return fabs(turns - round(turns));
}

/* Returns the median time of the writes that followed another. */
static double next_us(const struct bench_platter *platter, enum bench_arm arm)
{
    double sorted[BENCH_PLATTER];
    size_t count = 0;

    for (unsigned i = 0; i < platter->count[arm]; i++)
        if (!platter->is_jump[arm][i])
            sorted[count++] = platter->us[arm][i];
    stats_sort(sorted, count);
    return count < MIN_WRITES ? 0 : stats_median(sorted, count);
}

static bool waits_for_places(const struct bench_platter *platter, enum bench_arm arm,
                             double turn_us)
{
    unsigned next = 0, next_whole = 0, other = 0, other_between = 0;

    for (unsigned i = 0; i < platter->count[arm]; i++) {
        double off = off_turn(platter->us[arm][i], turn_us);
        bool is_jump = platter->is_jump[arm][i];
        next += !is_jump;
        next_whole += !is_jump && off < NEXT_PLACE;
        other += is_jump;
        other_between += is_jump && off > OTHER_PLACE;
    }
    return next >= MIN_WRITES && other >= MIN_WRITES && next_whole >= NEXT_SHARE * next &&
           other_between >= OTHER_SHARE * other;
}

static bool is_on_platter(const struct bench_platter *platter)
{
    double turn_us = fmin(next_us(platter, ARM_BASE), next_us(platter, ARM_AGAINST));

    return turn_us > TURN_MIN_US && turn_us < TURN_MAX_US &&
           waits_for_places(platter, ARM_BASE, turn_us) &&
           waits_for_places(platter, ARM_AGAINST, turn_us);
}

/* The first write of a step follows something else: it is none of them. */
static bool platter_batch(struct bench *bench, enum bench_arm arm)
{
    const struct drive *drive = bench->drive;
    struct bench_platter *platter = &bench->platter;
    uint64_t end = 0;
    double us;

    for (unsigned i = 0; i <= BENCH_PLATTER_BATCH; i++) {
        unsigned *count = &platter->count[arm];
        bool is_jump = !i || dice_below(&bench->dice, 2);
        if (is_jump)
            arm_jump(&bench->sides[arm].arm, &bench->dice, BENCH_PLATTER_BATCH + 1);
        if (!bench_random_time(bench, arm, &us))
            return false;
        uint64_t now = drive->now_ns(drive->context);
        if (i) {
            platter->is_jump[arm][*count] = is_jump;
            platter->us[arm][(*count)++] = drive_us(now - end);
        }
        end = now;
    }
    return true;
}

bool bench_platter_look(struct bench *bench)
{
    struct bench_platter *platter = &bench->platter;
    enum bench_arm arm =
        platter->count[ARM_BASE] > platter->count[ARM_AGAINST] ? ARM_AGAINST : ARM_BASE;

    if (!platter_batch(bench, arm))
        return false;
    if (platter->count[ARM_AGAINST] < BENCH_PLATTER)
        return false;
    platter->is_due = false;
    platter->is_over = true;
    bench->result.is_on_platter = is_on_platter(platter);
    return true;
}
