/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bench_decide.c - decides from the times so far whether the starts differ
 *
 * The pairs are checked at 12, 16, 24, 32, 48 and so on, about eighteen times, and each
 * check is a further chance of error. A level of 1 in 1000 a check would find a
 * difference on one of a hundred drives that have none. So the level is 1 in a million
 * while pairs are few and expensive, and 1 in a hundred million when they are many: a
 * fast drive loses a tenth of a second by that.
 *
 * Signs of twelve pairs cannot reach 1 in a million. There a test of the two samples may,
 * if they do not overlap: three turns of a disk against one never do, which saves 2 s. It
 * is no test of pairs, and a drive of which every second write is slow would deceive it;
 * so the pairs must also agree at 1 in 1000, and both orders must have occurred often
 * enough that no such rhythm explains them. */
#include "device/measure/bench_private.h"

#include <math.h>
#include <string.h>

#include "model/base/mem.h"

#define CONFIDENCE 0.99
/* A smaller difference does not matter in practice. */
#define TOLERANCE 0.03
/* One as large as that is hardly ever taken for a larger one. */
#define BEYOND_P 0.4
/* Fewer pairs never result in "same". */
#define SAME_PAIRS 16
#define PAIRED_P   1e-3
#define SURE_P     1e-6
#define SURER_P    1e-8
/* Up to FEW_PAIRS pairs count as few; up to FEWER_PAIRS signs cannot reach SURE_P. */
#define FEW_PAIRS   48
#define FEWER_PAIRS 21
/* Whatever hides a penalty at first shows it within this time, or within all writes. */
#define HIDING_NS UINT64_C(4000000000)
/* Once a difference is certain, pairs are added until the ends of the interval are within
 * this factor, since the advice depends on it; it grows with each second. It grows slower
 * for disks: their turns are all equal, so a wide interval there means disturbance by
 * other programs, and more pairs are worth the time. */
#define SHARP                 1.1
#define SHARP_PER_SECOND      0.5
#define SHARP_PER_SECOND_DISK 0.1
#define REFRESH_NS            UINT64_C(400000000)

static void fill_arm(struct bench *bench, enum bench_arm arm, double *sorted)
{
    struct arm_times *times = &bench->result.arms[arm];
    const struct bench_side *side = &bench->sides[arm];
    size_t count = bench->pairs;

    memcpy(sorted, side->us, count * sizeof(*sorted));
    stats_sort(sorted, count);
    times->count = (uint32_t)count;
    times->median_us = stats_median(sorted, count);
    times->low_us = stats_quantile(sorted, count, 0.05);
    times->high_us = stats_quantile(sorted, count, 0.95);
    times->mean_us = stats_mean(side->mean_us, count);
    struct stats_interval median = stats_median_interval(sorted, count, CONFIDENCE);
    bool is_known = isfinite(median.low) && isfinite(median.high);
    times->median_low_us = is_known ? median.low : 0;
    times->median_high_us = is_known ? median.high : 0;
}

/* Leaves the sorted times of base in ONE, of the other start in TWO. */
void bench_refresh(struct bench *bench)
{
    struct bench_result *result = &bench->result;
    size_t count = bench->pairs;

    bench->refreshed_ns = bench_spent_ns(bench);
    if (!count)
        return;
    const struct bench_side *base = &bench->sides[ARM_BASE];
    const struct bench_side *against = &bench->sides[ARM_AGAINST];
    const struct stats_rounds rounds = { base->us, against->us, base->mean_us,
                                         against->mean_us, count };
    for (size_t i = 0; i < count; i++)
        bench->differences[i] = log(base->us[i] / against->us[i]);
    struct stats_ratio ratio =
        stats_ratio_of_rounds(&rounds, CONFIDENCE, bench->one, &bench->typical);
    /* The turns of a disk are all equal: one that came late was not the drive's. */
    if (result->sampling == SAMPLING_RUNS)
        ratio = bench->typical;
    result->ratio = ratio.ratio;
    result->interval = ratio.interval;
    result->confidence = CONFIDENCE;
    result->pairs = (uint32_t)count;
    if (bench->arm_count > ARM_ALIGNED)
        fill_arm(bench, ARM_ALIGNED, bench->one);
    fill_arm(bench, ARM_BASE, bench->one);
    fill_arm(bench, ARM_AGAINST, bench->two);
    bench_doubt_refresh(bench);
}

uint64_t bench_spent_ns(const struct bench *bench)
{
    uint64_t now = bench->drive->now_ns(bench->drive->context);

    return bench->spent_ns + (now - bench->step_ns);
}

/* A verdict of reads is weak: REASON_READS_ONLY replaces reasons of the timing. */
static enum measure_reason reason_of_reads(enum measure_reason reason)
{
    bool is_of_reads = reason == REASON_NONE || reason == REASON_TIME ||
                       reason == REASON_WRITES || reason == REASON_DRIFTING ||
                       reason == REASON_BURSTS;

    return is_of_reads ? REASON_READS_ONLY : reason;
}

void bench_conclude(struct bench *bench, enum measure_verdict verdict,
                    enum measure_reason reason)
{
    struct bench_result *result = &bench->result;
    bool is_at_work = !bench->is_stopped && !measure_ends_writing(reason) &&
                      bench->phase < MEASURE_KERNEL;

    if (!bench->has_verdict && bench->has_measured)
        result->seconds = (double)(bench_spent_ns(bench) - bench->begun_ns) * 1e-9;
    bench->has_verdict = true;
    result->verdict = verdict;
    result->reason = result->is_read ? reason_of_reads(reason) : reason;
    bench_refresh(bench);
    bench->phase =
        is_at_work && !bench->skips_kernel && !result->is_read && bench->may_write
            ? MEASURE_KERNEL
            : MEASURE_COMPARING;
}

static double paired_p(const struct bench *bench)
{
    size_t above = 0, below = 0;

    for (size_t i = 0; i < bench->pairs; i++) {
        above += bench->differences[i] > 0;
        below += bench->differences[i] < 0;
    }
    double sign = stats_sign_p(above, below);
    double ranks = stats_wilcoxon_p(bench->differences, bench->pairs, bench->work);
    return sign < ranks ? sign : ranks;
}

/* True if each of the two came first in at least a sixth of the rounds: a rhythm would
 * then have reversed two signs of twelve. */
static bool has_both_orders(const struct bench *bench)
{
    size_t min = bench->pairs / 6;

    return bench->base_first >= min && bench->pairs - bench->base_first >= min;
}

static bool is_beyond_chance(const struct bench *bench)
{
    if (bench->result.p < (bench->pairs <= FEW_PAIRS ? SURE_P : SURER_P))
        return true;
    return bench->pairs < FEWER_PAIRS && has_both_orders(bench) &&
           stats_mann_whitney_p(bench->one, bench->two, bench->pairs) < SURE_P;
}

/* Significance that the median difference lies beyond OFF, by signed ranks. */
static double beyond_p(const struct bench *bench, double off)
{
    for (size_t i = 0; i < bench->pairs; i++)
        bench->shifted[i] = bench->differences[i] - off;
    return stats_wilcoxon_p(bench->shifted, bench->pairs, bench->work);
}

/* A difference found by one check remains as long as the pairs agree; later ones only
 * sharpen the ratio. */
static bool is_different(struct bench *bench)
{
    const struct bench_result *result = &bench->result;
    double typical = bench->typical.ratio;
    double max = log(1 + TOLERANCE);
    int slower = typical > 1 ? 1 : -1;

    if (slower * log(typical) <= max || result->p >= PAIRED_P ||
        beyond_p(bench, slower * max) >= BEYOND_P)
        return false;
    if (!bench->slower && is_beyond_chance(bench))
        bench->slower = slower;
    return bench->slower == slower;
}

static bool is_sharp(const struct bench *bench)
{
    const struct stats_interval *interval = &bench->result.interval;
    double seconds = (double)(bench_spent_ns(bench) - bench->begun_ns) * 1e-9;
    double more =
        seconds * (bench->result.sampling == SAMPLING_RUNS ? SHARP_PER_SECOND_DISK
                                                           : SHARP_PER_SECOND);

    return interval->high < (SHARP + more) * interval->low;
}

/* Either the interval of the median lies inside, which holds for any distribution; or the
 * ranks show it at the same level, with two thirds of the pairs: without a difference
 * both orders of subtraction are equal, so the distribution is symmetric. */
static bool is_inside(const struct bench *bench)
{
    const struct stats_ratio *typical = &bench->typical;
    double max = log(1 + TOLERANCE);

    if (typical->interval.low > exp(-max) && typical->interval.high < exp(max))
        return true;
    return fabs(log(typical->ratio)) < max && beyond_p(bench, max) < 1 - CONFIDENCE &&
           beyond_p(bench, -max) < 1 - CONFIDENCE;
}

/* True if the ratio is so near 1 that no start would be worth a change. */
static bool is_small(const struct bench_result *result)
{
    return result->interval.high <= WORTH_RATIO &&
           result->interval.low >= 1 / WORTH_RATIO;
}

/* A cache that fills, a buffer and a penalty that begins with the load hide a difference
 * at first. Unless a platter takes the writes, no small one is the verdict before they
 * had time to show it; IS_LAST: there is none left. */
static bool may_be_hidden(struct bench *bench, bool is_last)
{
    const struct bench_result *result = &bench->result;
    bool is_early =
        result->is_drive && !result->is_read && !is_last && !result->is_on_platter &&
        (bench->is_sustained || bench_spent_ns(bench) - bench->begun_ns < HIDING_NS);

    bench->platter.is_due = is_small(result) && !is_last && bench_wants_platter(bench);
    return is_small(result) &&
           (bench->platter.is_due || is_early || bench_is_doubtful(bench));
}

/* Looks once more for a flush that lies: a busy machine may have hidden it at first. */
static void conclude_checked(struct bench *bench, enum measure_verdict verdict)
{
    const struct arm_times *arm = &bench->result.arms[ARM_AGAINST];
    bool is_lying = !bench->result.is_read && bench->result.sampling == SAMPLING_RANDOM &&
                    bench_flush_lies(bench, arm->median_us);

    if (is_lying)
        bench_conclude(bench, MEASURE_INCONCLUSIVE, REASON_FLUSH_LIES);
    else
        bench_conclude(bench, verdict, REASON_NONE);
}

bool bench_evaluate(struct bench *bench, bool is_last)
{
    if (!bench->pairs)
        return false;
    bench_cut_level(bench);
    bench_refresh(bench);
    bench->result.p = paired_p(bench);
    if (may_be_hidden(bench, is_last))
        return false;
    if (is_different(bench) && bench_means_agree(bench) && (is_last || is_sharp(bench)))
        conclude_checked(bench, MEASURE_DIFFERENT);
    else if (bench->pairs >= SAME_PAIRS && bench_means_are_near(bench) &&
             is_inside(bench))
        conclude_checked(bench, MEASURE_SAME);
    return bench->has_verdict;
}

static size_t next_check_after(size_t pairs)
{
    static const size_t first[] = { 12, 16, 24, 32, 48 };

    for (size_t i = 0; i < ARRAY_SIZE(first); i++)
        if (first[i] > pairs)
            return first[i];
    return pairs + pairs / 3;
}

void bench_decide(struct bench *bench)
{
    if (!bench->next_look)
        bench->next_look = next_check_after(0);
    if (bench->pairs >= bench->next_look) {
        bench->next_look = next_check_after(bench->pairs);
        (void)bench_evaluate(bench,
                             false); /* concluded or not, the next round checks that */
    } else if (bench_spent_ns(bench) - bench->refreshed_ns >= REFRESH_NS) {
        bench_refresh(bench);
    }
}

uint64_t bench_round_requests(const struct bench *bench)
{
    return (uint64_t)bench->arm_count * bench_run_length(bench);
}

static enum measure_reason bound_reached(const struct bench *bench)
{
    if (bench->pairs >= bench->max_pairs ||
        bench->requests + bench_round_requests(bench) > bench->max_requests)
        return REASON_WRITES;
    if (bench_spent_ns(bench) - bench->begun_ns + bench->round_ns >= bench->max_ns)
        return REASON_TIME;
    return REASON_NONE;
}

bool bench_is_over(struct bench *bench)
{
    enum measure_reason reason = bound_reached(bench);

    if (reason == REASON_NONE)
        return false;
    if (bench_evaluate(bench, true))
        return true;
    bench_conclude(bench, MEASURE_INCONCLUSIVE, bench_doubt_reason(bench, reason));
    return true;
}
