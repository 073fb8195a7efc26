/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bench_decide.c - what the times say by now, and whether that is enough
 *
 * A look is taken at 12, 16, 24, 32, 48 pairs and so on, some eighteen in all, and each
 * is one more chance to be wrong.  A level of 1 in 1000 a look is therefore not enough:
 * that alone finds a difference on one of a hundred drives that have none.  What differs
 * must do so at 1 in a million while pairs are few and dear, and at 1 in a hundred
 * millions when they are many: a drive so fast pays with a tenth of a second.
 *
 * Twelve pairs cannot say 1 in a million by their signs.  There the two samples may say
 * it, by not overlapping: on a disk three turns against one never do, and 2 s are saved.
 * That is no test of pairs, and every other write of a drive being slow would deceive it;
 * so the pairs must agree at 1 in 1000, and both orders have occurred often enough that
 * no such rhythm explains them. */
#include "device/measure/bench_private.h"

#include <math.h>
#include <string.h>

#include "model/base/mem.h"

#define CONFIDENCE 0.99
/* What differs by less makes no difference to anybody. */
#define TOLERANCE 0.03
/* Fewer pairs never say "same". */
#define SAME_PAIRS 16
#define PAIRED_P   1e-3
#define SURE_P     1e-6
#define SURER_P    1e-8
/* Up to here pairs are few; and up to here signs cannot say SURE_P. */
#define FEW_PAIRS   48
#define FEWER_PAIRS 21
/* "Same" is said of medians; where some writes alone cross a block (4 KiB writes on 16
 * KiB pages) those are the same and the means are not. */
#define SAME_MEANS 0.1
/* Last third over first: from here on, a drive that changes; and one that hides what it
 * does in a cache which is full by now. */
#define MAX_DRIFT   1.5
#define DRIFT_HIDES 2.0
#define DRIFT_P     1e-3
/* A drive that is known to differ is asked on until the ends of the interval are so near
 * to each other: what is worth fixing hangs on it.  Less will do with each second that
 * passes; but the turns of a disk are all alike, and where the ends lie apart others were
 * at work, who drew the ratio from the truth: there more pairs are worth more time. */
#define SHARP                 1.1
#define SHARP_PER_SECOND      0.5
#define SHARP_PER_SECOND_DISK 0.1
/* Times the median; more of them than this share are bursts; and what is a stall. */
#define SLOW       5.0
#define MAX_SLOW   0.1
#define STALL_US   10e3
#define REFRESH_NS UINT64_C(400000000)

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
    times->mean_us = side->sum_us / (double)count;
    struct stats_interval median = stats_median_interval(sorted, count, CONFIDENCE);
    bool is_known = isfinite(median.low) && isfinite(median.high);
    times->median_low_us = is_known ? median.low : 0;
    times->median_high_us = is_known ? median.high : 0;
}

/* Of SORTED times, without those that took longer than MOST. */
static double usual_mean(const double *sorted, size_t count, double max)
{
    double sum = 0;
    size_t used = 0;

    while (used < count && (!used || sorted[used] <= max))
        sum += sorted[used++];
    return sum / (double)used;
}

static double *sorted_third(const struct bench *bench, size_t from, double *ret)
{
    size_t third = bench->pairs / 3;

    memcpy(ret, bench->sides[ARM_BASE].us + from, third * sizeof(*ret));
    stats_sort(ret, third);
    return ret;
}

/* Means: of times that are either short or long the median is now one, now the other. */
static void find_drift(struct bench *bench)
{
    size_t third = bench->pairs / 3;
    double max = SLOW * bench->result.arms[ARM_BASE].median_us;

    if (!third)
        return;
    double *first = sorted_third(bench, 0, bench->shifted);
    double *last = sorted_third(bench, bench->pairs - third, bench->shifted + third);
    bench->result.drift = usual_mean(last, third, max) / usual_mean(first, third, max);
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

/* Time that passed in writes that took far longer than the rest, and longer than anybody
 * waits for a processor. */
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

/* More time passes in stalls than in all the other writes. */
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

/* Leaves the sorted times of base in ONE, of the other in TWO. */
void bench_refresh(struct bench *bench)
{
    struct bench_result *result = &bench->result;
    size_t count = bench->pairs;

    bench->refreshed_ns = bench_spent_ns(bench);
    if (!count)
        return;
    for (size_t i = 0; i < count; i++)
        bench->differences[i] =
            log(bench->sides[ARM_BASE].us[i] / bench->sides[ARM_AGAINST].us[i]);
    memcpy(bench->one, bench->differences, count * sizeof(*bench->one));
    stats_sort(bench->one, count);
    struct stats_interval logs = stats_median_interval(bench->one, count, CONFIDENCE);
    result->ratio = exp(stats_median(bench->one, count));
    result->interval = (struct stats_interval){ exp(logs.low), exp(logs.high) };
    result->confidence = CONFIDENCE;
    result->pairs = (uint32_t)count;
    if (bench->sides[ARM_ALIGNED].is_used)
        fill_arm(bench, ARM_ALIGNED, bench->one);
    fill_arm(bench, ARM_BASE, bench->one);
    fill_arm(bench, ARM_AGAINST, bench->two);
    find_drift(bench);
    result->slow_share = slow_share_of(result);
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

/* Each of the two was the first one in a sixth of the rounds at least: a rhythm would
 * then have turned two signs of twelve. */
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

/* What one look was sure of holds, as long as the pairs still say the same: those that
 * come after it only make the ratio sharper. */
static bool is_different(struct bench *bench)
{
    const struct bench_result *result = &bench->result;
    int slower = result->ratio > 1 ? 1 : -1;

    if (fabs(log(result->ratio)) <= log(1 + TOLERANCE) || result->p >= PAIRED_P)
        return false;
    if (!bench->slower && is_beyond_chance(bench))
        bench->slower = slower;
    return bench->slower == slower;
}

/* More than noise makes of few times. */
static bool is_drifting(const struct bench *bench)
{
    double drift = bench->result.drift;

    return bench->drift_p < DRIFT_P && (drift > MAX_DRIFT || drift < 1 / MAX_DRIFT);
}

static bool is_hiding(const struct bench *bench)
{
    return bench->drift_p < DRIFT_P && bench->result.drift > DRIFT_HIDES;
}

static bool is_sharp(const struct bench *bench)
{
    const struct stats_interval *interval = &bench->result.interval;
    double seconds = (double)(bench_spent_ns(bench) - bench->begun_ns) * 1e-9;
    bool is_disk = bench->result.sampling == SAMPLING_RUNS;
    double more = seconds * (is_disk ? SHARP_PER_SECOND_DISK : SHARP_PER_SECOND);

    return interval->high < (SHARP + more) * interval->low;
}

/* How sure the pairs' middle lies on the other side of OFF, by their signed ranks. */
static double beyond_p(const struct bench *bench, double off)
{
    for (size_t i = 0; i < bench->pairs; i++)
        bench->shifted[i] = bench->differences[i] - off;
    return stats_wilcoxon_p(bench->shifted, bench->pairs, bench->work);
}

/* Either the interval of the median is inside, which holds for any law; or the ranks say
 * so with the same confidence, who need only two thirds of the pairs: without a
 * difference the two orders of subtraction are alike, and the law has two equal sides. */
static bool is_inside(const struct bench *bench)
{
    const struct bench_result *result = &bench->result;
    double max = log(1 + TOLERANCE);

    if (result->interval.low > exp(-max) && result->interval.high < exp(max))
        return true;
    return fabs(log(result->ratio)) < max && beyond_p(bench, max) < 1 - CONFIDENCE &&
           beyond_p(bench, -max) < 1 - CONFIDENCE;
}

/* A drive that takes writes into a cache, which fills or empties by and by, may hide its
 * penalty in there: never "same".  Becoming a little slower, or faster, and single slow
 * writes are what other work on the machine does, and no fault of the pairs. */
static bool is_same(const struct bench *bench)
{
    const struct bench_result *result = &bench->result;
    const struct arm_times *arms = result->arms;

    if (bench->pairs < SAME_PAIRS || is_hiding(bench) || is_stalling(result))
        return false;
    double base = usual_mean(bench->one, bench->pairs, SLOW * arms[ARM_BASE].median_us);
    double against =
        usual_mean(bench->two, bench->pairs, SLOW * arms[ARM_AGAINST].median_us);
    return fabs(log(base / against)) < log(1 + SAME_MEANS) && is_inside(bench);
}

bool bench_evaluate(struct bench *bench, bool is_last)
{
    if (!bench->pairs)
        return false;
    bench_refresh(bench);
    bench->result.p = paired_p(bench);
    if (is_different(bench) && (is_last || is_sharp(bench)))
        bench_conclude(bench, MEASURE_DIFFERENT, REASON_NONE);
    else if (is_same(bench))
        bench_conclude(bench, MEASURE_SAME, REASON_NONE);
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
        (void)bench_evaluate(bench, false); /* concluded or not, the next round asks */
    } else if (bench_spent_ns(bench) - bench->refreshed_ns >= REFRESH_NS) {
        bench_refresh(bench);
    }
}

static uint64_t round_requests(const struct bench *bench)
{
    uint64_t sides = 0;

    for (unsigned i = 0; i < ARM_COUNT; i++)
        sides += bench->sides[i].is_used;
    return bench->result.sampling == SAMPLING_RUNS ? sides * BENCH_RUN : sides;
}

static enum measure_reason bound_reached(const struct bench *bench)
{
    if (bench->pairs >= bench->max_pairs ||
        bench->requests + round_requests(bench) > bench->max_requests)
        return REASON_WRITES;
    if (bench_spent_ns(bench) - bench->begun_ns >= bench->max_ns)
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
    if (is_drifting(bench))
        reason = REASON_DRIFTING;
    else if (bench->result.slow_share > MAX_SLOW || is_stalling(&bench->result))
        reason = REASON_BURSTS;
    bench_conclude(bench, MEASURE_INCONCLUSIVE, reason);
    return true;
}
