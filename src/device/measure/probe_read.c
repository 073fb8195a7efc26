/* SPDX-License-Identifier: GPL-3.0-or-later */
/* probe_read.c - times reads across powers of two against reads beside, for disks in use
 *
 * The method of flashbench -a, whose README has figures of cards. It finds pages and
 * erase blocks of flash but not the sectors of a disk, which are read as a whole
 * anyway. */
#include "device/measure/probe_private.h"

#include <math.h>

#define LARGEST    (UINT64_C(16) << 20)
#define LOOK_FIRST 24U
#define SURE       0.001
/* Log-likelihoods of a candidate against no step, and against the next candidate; below
 * NOTHING nothing was seen. */
#define STEP_LIKELIHOOD 10.0
#define STEP_GAP        4.0
#define NOTHING         4.0
#define MIN_ROUNDS      8U
/* Minimum share of a read; a smaller step does not matter in practice. */
#define MIN_SHARE  0.02
#define MAX_ERRORS 8U

static uint64_t power_at(const struct probe *probe, unsigned index)
{
    return (uint64_t)probe->drive->logical << (index + 1);
}

void probe_reads_begin(struct probe *probe)
{
    struct probe_reads *reads = &probe->reads;

    *reads = (struct probe_reads){ .powers = 0 };
    probe->phase = MEASURE_SEARCHING;
    while (reads->powers < PROBE_POWERS_MAX &&
           power_at(probe, reads->powers) <= LARGEST &&
           power_at(probe, reads->powers) <= probe->drive->size_bytes / 8)
        reads->powers++;
    turns_init(&reads->turns, reads->powers, 0);
}

/* A random odd multiple of POWER, which is not a multiple of larger powers. */
static uint64_t multiple_of(struct probe *probe, uint64_t power)
{
    uint64_t odd = probe->drive->size_bytes / power / 2;

    return power * (2 * dice_below(&probe->dice, odd) + 1);
}

/* Failed reads are ignored: on a disk in use nothing can be done about them here. */
static bool timed_read(struct probe *probe, uint64_t offset, double *ret_us)
{
    uint64_t ns;

    probe->result.reads++;
    if (area_copy_time_read(probe->copy, offset, 2 * (size_t)probe->drive->logical,
                            &ns)) {
        probe->errors++;
        return false;
    }
    *ret_us = drive_us(ns);
    return true;
}

/* One read across POWER and one that begins there, at independent places and in random
 * order. Neither crosses a larger power, and the second crosses no smaller one either. */
static bool read_pair(struct probe *probe, uint64_t power, double *ret_across,
                      double *ret_beside)
{
    uint64_t across = multiple_of(probe, power) - probe->drive->logical;
    uint64_t beside = multiple_of(probe, power);

    if (dice_below(&probe->dice, 2))
        return timed_read(probe, across, ret_across) &&
               timed_read(probe, beside, ret_beside);
    return timed_read(probe, beside, ret_beside) && timed_read(probe, across, ret_across);
}

/* Log-likelihood of a biased coin against a fair one. */
static double coin_likelihood(double longer, double count)
{
    double share = longer / count;

    if (share <= 0.5)
        return 0;
    double rest = count - longer;
    return longer * log(2 * share) + (rest > 0 ? rest * log(2 - 2 * share) : 0);
}

/* How well a step at each power explains which reads took longer: the best, and by how
 * much it is better than the second. */
static double best_step(const struct probe_reads *reads, unsigned *ret, double *ret_gap)
{
    double best = 0, second = 0, longer = 0, count = 0;

    for (unsigned i = reads->powers; i-- > 0;) {
        longer += reads->longer[i];
        count += reads->turns.round;
        double likelihood = coin_likelihood(longer, count);
        if (likelihood > best) {
            second = best;
            best = likelihood;
            *ret = i;
        } else if (likelihood > second) {
            second = likelihood;
        }
    }
    *ret_gap = best - second;
    return best;
}

static enum probe_turn search_step(struct probe *probe)
{
    struct probe_reads *reads = &probe->reads;
    double across, beside, gap;
    unsigned step = 0;

    unsigned power = (unsigned)turns_arm(&reads->turns, &probe->dice);
    if (!read_pair(probe, power_at(probe, power), &across, &beside))
        return probe->errors > MAX_ERRORS ? TURN_FAILED : TURN_MORE;
    reads->longer[power] += across > beside ? 1 : across < beside ? 0 : 0.5;
    if (!turns_end(&reads->turns) || reads->turns.round < MIN_ROUNDS ||
        best_step(reads, &step, &gap) < STEP_LIKELIHOOD || gap < STEP_GAP)
        return TURN_MORE;
    probe->phase = MEASURE_PROVING;
    reads->candidate = step;
    reads->pairs = 0;
    reads->next_look = LOOK_FIRST;
    return TURN_MORE;
}

static double median_of(struct probe_reads *reads, const double *values)
{
    for (unsigned i = 0; i < reads->pairs; i++)
        reads->work[i] = values[i];
    stats_sort(reads->work, reads->pairs);
    return stats_median(reads->work, reads->pairs);
}

static enum probe_turn reject(struct probe *probe)
{
    probe->result.candidates_rejected++;
    probe_reads_begin(probe);
    return TURN_MORE;
}

static enum probe_turn reads_judge(struct probe *probe)
{
    struct probe_reads *reads = &probe->reads;
    double at = median_of(reads, reads->logarithms[0]);
    double below = reads->candidate ? median_of(reads, reads->logarithms[1]) : 0;
    double p = stats_wilcoxon_p(reads->logarithms[0], reads->pairs, reads->ranks);

    /* The next smaller power must not take longer, or less than half as much. */
    if (p < SURE && at > log(1 + MIN_SHARE) && below < at / 2) {
        probe->result.step_bytes = power_at(probe, reads->candidate);
        (void)median_of(reads, reads->logarithms[0]); /* sorts them for the ratio */
        struct stats_ratio ratio = stats_ratio_of_logs(reads->work, reads->pairs, 0.99);
        probe->result.ratio = ratio.ratio;
        probe->result.interval = ratio.interval;
        probe->result.step_us = median_of(reads, reads->longer_us);
        return TURN_FOUND;
    }
    if (at <= 0 || (reads->pairs >= 32 && p > 0.1) || reads->pairs >= PROBE_PAIRS_MAX)
        return reject(probe);
    reads->next_look = reads->pairs + reads->pairs / 2;
    if (reads->next_look > PROBE_PAIRS_MAX)
        reads->next_look = PROBE_PAIRS_MAX;
    return TURN_MORE;
}

static enum probe_turn prove_step(struct probe *probe)
{
    struct probe_reads *reads = &probe->reads;
    double across, beside;
    unsigned kind = reads->candidate && reads->is_half;
    uint64_t power = power_at(probe, reads->candidate - kind);

    if (!read_pair(probe, power, &across, &beside))
        return probe->errors > MAX_ERRORS ? TURN_FAILED : TURN_MORE;
    reads->logarithms[kind][reads->pairs] = log(across / beside);
    if (!kind)
        reads->longer_us[reads->pairs] = across - beside;
    reads->is_half = reads->candidate && !kind;
    if (reads->is_half)
        return TURN_MORE;
    return ++reads->pairs >= reads->next_look ? reads_judge(probe) : TURN_MORE;
}

enum probe_turn probe_reads_step(struct probe *probe)
{
    if (!probe->reads.powers || probe->result.reads >= PROBE_READS_MAX)
        return TURN_NOTHING;
    return probe->phase == MEASURE_PROVING ? prove_step(probe) : search_step(probe);
}

bool probe_reads_show_nothing(const struct probe *probe)
{
    unsigned step;
    double gap;

    return probe->reads.turns.round >= MIN_ROUNDS && probe->phase == MEASURE_SEARCHING &&
           best_step(&probe->reads, &step, &gap) < NOTHING;
}
