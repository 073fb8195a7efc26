/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stats.c - medians, intervals and nonparametric tests */
#include "model/base/stats.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* The maximum number of differences for the exact Wilcoxon test, and the sum of their
 * ranks, doubled since the mean rank of ties may be a half. */
#define EXACT_MAX 20
#define EXACT_SUM (EXACT_MAX * (EXACT_MAX + 1))

/* Standard errors of a mean of about twelve values at 99 per cent. */
#define ROUND_SIGMAS 3.0

/* The maximum number of values for the exact Mann-Whitney test. */
#define MIXED_MAX 24

_Static_assert(sizeof(struct stats_rank) % sizeof(uint64_t) == 0, "rows are whole words");

static double key_at(const char *rows, size_t width, size_t index)
{
    double key;

    memcpy(&key, rows + index * width, sizeof(key));
    return key;
}

/* Swaps words, which is faster than memcpy() of few bytes. */
static void swap(char *rows, size_t width, size_t a, size_t b)
{
    for (size_t i = 0; i < width; i += sizeof(uint64_t)) {
        uint64_t one, two;
        memcpy(&one, rows + a * width + i, sizeof(one));
        memcpy(&two, rows + b * width + i, sizeof(two));
        memcpy(rows + a * width + i, &two, sizeof(two));
        memcpy(rows + b * width + i, &one, sizeof(one));
    }
}

static void sift_down(char *rows, size_t width, size_t at, size_t count)
{
    for (size_t child = 2 * at + 1; child < count; child = 2 * at + 1) {
        if (child + 1 < count &&
            key_at(rows, width, child) < key_at(rows, width, child + 1))
            child++;
        if (key_at(rows, width, at) >= key_at(rows, width, child))
            return;
        swap(rows, width, at, child);
        at = child;
    }
}

/* Heapsort by the double at the start of each row, since qsort() may allocate memory. */
static void sort_rows(void *rows, size_t count, size_t width)
{
    for (size_t i = count / 2; i-- > 0;)
        sift_down(rows, width, i, count);
    for (size_t end = count; end-- > 1;) {
        swap(rows, width, 0, end);
        sift_down(rows, width, 0, end);
    }
}

void stats_sort(double *values, size_t count)
{
    sort_rows(values, count, sizeof(*values));
}

double stats_median(const double *sorted, size_t count)
{
    return stats_quantile(sorted, count, 0.5);
}

double stats_quantile(const double *sorted, size_t count, double share)
{
    assert(count && share >= 0 && share <= 1);
    double at = share * (double)(count - 1);
    size_t below = (size_t)at;
    double part = at - (double)below;

    if (part <= 0 || below + 1 >= count)
        return sorted[below];
    return sorted[below] + part * (sorted[below + 1] - sorted[below]);
}

double stats_mean(const double *values, size_t count)
{
    double sum = 0;

    for (size_t i = 0; i < count; i++)
        sum += values[i];
    return sum / (double)count;
}

/* Returns the probability of at most MAX heads in COUNT coin tosses.  Uses logarithms,
 * since 2^-COUNT underflows from 1075 tosses on. */
static double coin_p(size_t count, size_t max)
{
    double log_term = -(double)count * M_LN2, sum = 0;

    for (size_t i = 0; i <= max && i <= count; i++) {
        sum += exp(log_term);
        log_term += log((double)(count - i) / (double)(i + 1));
    }
    return sum < 1 ? sum : 1;
}

struct stats_interval stats_median_interval(const double *sorted, size_t count,
                                            double confidence)
{
    double log_term = -(double)count * M_LN2, sum = 0;
    size_t outside = 0; /* values on each side outside the interval */

    for (; outside < count / 2; outside++) {
        sum += exp(log_term);
        if (2 * sum > 1 - confidence)
            break;
        log_term += log((double)(count - outside) / (double)(outside + 1));
    }
    if (!outside)
        return (struct stats_interval){ -INFINITY, INFINITY };
    return (struct stats_interval){ sorted[outside - 1], sorted[count - outside] };
}

struct stats_ratio stats_ratio_of_logs(const double *sorted, size_t count,
                                       double confidence)
{
    struct stats_interval logs = stats_median_interval(sorted, count, confidence);

    return (struct stats_ratio){ exp(stats_median(sorted, count)),
                                 { exp(logs.low), exp(logs.high) } };
}

struct stats_ratio stats_ratio_of_means(const double *one, const double *other,
                                        size_t count, double sigmas)
{
    double mean_one = stats_mean(one, count), mean_other = stats_mean(other, count);
    double ratio = mean_one / mean_other, sum = 0;

    if (count < 2)
        return (struct stats_ratio){ ratio, { 0, INFINITY } };
    for (size_t i = 0; i < count; i++) {
        double off = one[i] / mean_one - other[i] / mean_other;
        sum += off * off;
    }
    double error = sigmas * sqrt(sum / ((double)count * (double)(count - 1)));
    return (struct stats_ratio){ ratio, { ratio * exp(-error), ratio * exp(error) } };
}

static double median_copied(const double *values, size_t count, double *work)
{
    memcpy(work, values, count * sizeof(*work));
    stats_sort(work, count);
    return stats_median(work, count);
}

static struct stats_ratio typical_ratio(const struct stats_rounds *rounds,
                                        double confidence, double *work)
{
    for (size_t i = 0; i < rounds->count; i++)
        work[i] = log(rounds->one[i] / rounds->other[i]);
    stats_sort(work, rounds->count);
    return stats_ratio_of_logs(work, rounds->count, confidence);
}

/* Returns what slow requests add to a round of either arm, as a share of the typical time
 * of OTHER, and its standard error. */
static double delay_of(const struct stats_rounds *rounds, double *work, double *ret_error)
{
    size_t count = rounds->count;
    double one = median_copied(rounds->one, count, work), squares = 0;
    double other = median_copied(rounds->other, count, work);

    for (size_t i = 0; i < count; i++)
        work[i] =
            (rounds->mean_one[i] + rounds->mean_other[i] - one - other) / (2 * other);
    double mean = stats_mean(work, count);
    for (size_t i = 0; i < count; i++)
        squares += (work[i] - mean) * (work[i] - mean);
    *ret_error = sqrt(squares) / (double)count;
    return fmax(mean, 0);
}

static double delayed(double ratio, double delay)
{
    return isinf(ratio) ? ratio : (ratio + delay) / (1 + delay);
}

struct stats_ratio stats_ratio_of_rounds(const struct stats_rounds *rounds,
                                         double confidence, double *work,
                                         struct stats_ratio *ret_typical)
{
    struct stats_ratio typical = typical_ratio(rounds, confidence, work), ret = typical;
    struct stats_ratio means = stats_ratio_of_means(rounds->mean_one, rounds->mean_other,
                                                    rounds->count, ROUND_SIGMAS);
    double error, delay = delay_of(rounds, work, &error);
    double longest = delay + ROUND_SIGMAS * error;

    *ret_typical = typical;
    ret.ratio = delayed(typical.ratio, delay);
    ret.interval.low = fmin(ret.interval.low, delayed(ret.interval.low, longest));
    ret.interval.high = fmax(ret.interval.high, delayed(ret.interval.high, longest));
    if (ret.ratio >= means.interval.low && ret.ratio <= means.interval.high)
        return ret;
    means.interval.low = fmin(means.interval.low, ret.interval.low);
    means.interval.high = fmax(means.interval.high, ret.interval.high);
    return means;
}

double stats_sign_p(size_t above, size_t below)
{
    double p = 2 * coin_p(above + below, above < below ? above : below);

    return p < 1 ? p : 1;
}

/* Puts the nonzero DIFFERENCES into WORK, sorted by size; returns their number. */
static size_t rank_sizes(const double *differences, size_t count, struct stats_rank *work)
{
    size_t used = 0;

    for (size_t i = 0; i < count; i++) {
        double d = differences[i];
        if (d > 0 || d < 0)
            work[used++] = (struct stats_rank){ fabs(d), d > 0 ? 1 : -1 };
    }
    sort_rows(work, used, sizeof(*work));
    return used;
}

/* Replaces the sizes in WORK by doubled ranks; returns the sum of t^3 - t over the
 * lengths t of ties. */
static double double_ranks(struct stats_rank *work, size_t count)
{
    double ties = 0;

    for (size_t first = 0, end; first < count; first = end) {
        for (end = first + 1; end < count && work[end].size <= work[first].size;)
            end++;
        double length = (double)(end - first);
        ties += length * length * length - length;
        for (size_t i = first; i < end; i++)
            work[i].size = (double)(first + 1 + end);
    }
    return ties;
}

/* Counts all 2^COUNT combinations of signs. */
static double exact_p(const struct stats_rank *work, size_t count, double above)
{
    double ways[EXACT_SUM + 1] = { 1 }, low = 0, high = 0;
    size_t sum = 0;

    for (size_t i = 0; i < count; i++) {
        size_t rank = (size_t)work[i].size;
        sum += rank;
        for (size_t j = sum; j >= rank; j--)
            ways[j] += ways[j - rank];
    }
    for (size_t j = 0; j <= sum; j++) {
        low += (double)j <= above ? ways[j] : 0;
        high += (double)j >= above ? ways[j] : 0;
    }
    double p = 2 * ldexp(low < high ? low : high, -(int)count);
    return p < 1 ? p : 1;
}

/* The sum of doubled ranks is n(n+1), its variance without ties n(n+1)(2n+1) / 6. */
static double normal_p(size_t count, double above, double ties)
{
    double n = (double)count;
    double variance = n * (n + 1) * (2 * n + 1) / 6 - ties / 12;
    double off = fabs(above - n * (n + 1) / 2) - 1;

    return off > 0 ? erfc(off / sqrt(2 * variance)) : 1;
}

double stats_wilcoxon_p(const double *differences, size_t count, struct stats_rank *work)
{
    size_t used = rank_sizes(differences, count, work);
    double ties = double_ranks(work, used), above = 0;

    for (size_t i = 0; i < used; i++)
        above += work[i].sign > 0 ? work[i].size : 0;
    if (!used)
        return 1;
    return used <= EXACT_MAX ? exact_p(work, used, above) : normal_p(used, above, ties);
}

/* Returns twice the number of pairs in which the value of A is larger; ties count half.
 */
static uint64_t doubled_wins(const double *a, const double *b, size_t count)
{
    size_t below = 0, not_above = 0;
    uint64_t ret = 0;

    for (size_t i = 0; i < count; i++) {
        while (below < count && b[below] < a[i])
            below++;
        while (not_above < count && b[not_above] <= a[i])
            not_above++;
        ret += below + not_above;
    }
    return ret;
}

/* Returns the share of all orders of two samples of COUNT values with at most WINS.  The
 * number of orders with u wins is the coefficient of q^u in the product of
 * (1 - q^(count + i)) / (1 - q^i), i = 1..count (the Gaussian binomial). */
static double mixed_p(size_t count, size_t wins)
{
    double ways[MIXED_MAX * MIXED_MAX / 2 + 1] = { 1 }, sum = 0, all = 1;

    for (size_t i = 1; i <= count; i++) {
        for (size_t j = wins; j >= count + i; j--)
            ways[j] -= ways[j - count - i];
        for (size_t j = i; j <= wins; j++)
            ways[j] += ways[j - i];
        all = all * (double)(count + i) / (double)i;
    }
    for (size_t j = 0; j <= wins; j++)
        sum += ways[j];
    return sum / all;
}

double stats_mann_whitney_p(const double *sorted_a, const double *sorted_b, size_t count)
{
    uint64_t wins = doubled_wins(sorted_a, sorted_b, count);
    uint64_t all = 2 * (uint64_t)count * count;
    double n = (double)count, p;

    wins = wins < all - wins ? wins : all - wins;
    if (count <= MIXED_MAX) {
        p = 2 * mixed_p(count, (size_t)(wins + 1) / 2);
    } else {
        double off = n * n / 2 - (double)wins / 2 - 0.5;
        p = off > 0 ? erfc(off / sqrt(n * n * (2 * n + 1) / 6)) : 1;
    }
    return p < 1 ? p : 1;
}
