/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_stats.c - medians, intervals and tests compared with known values */
#include "model/base/stats.h"

#include <math.h>

#include "model/base/mem.h"
#include "support/rng.h"
#include "support/test.h"

#define COVERED_ROUNDS 20000
#define BRUTE_MAX      10

static const struct {
    double values[6];
    size_t count;
    double share, want;
} quantiles[] = {
    { { 7 }, 1, 0.5, 7 },
    { { 1, 2 }, 2, 0.5, 1.5 },
    { { 3, 1, 2 }, 3, 0.5, 2 },
    { { 5, 3, 9, 1 }, 4, 0, 1 },
    { { 5, 3, 9, 1 }, 4, 1, 9 },
    { { 4, 4, 1, 4, 4 }, 5, 0.5, 4 },
    { { 10, 50, 20, 40, 30 }, 5, 0.95, 48 },
    { { -1, 6, 2, -8, 0, 3 }, 6, 0.2, -1 },
};

TEST_EACH(a_quantile_lies_between_its_neighbours, quantiles)
{
    double values[6];

    for (size_t i = 0; i < quantiles[_i].count; i++)
        values[i] = quantiles[_i].values[i];
    stats_sort(values, quantiles[_i].count);
    ck_assert_double_eq_tol(
        stats_quantile(values, quantiles[_i].count, quantiles[_i].share),
        quantiles[_i].want, 1e-12);
}

TEST(any_row_is_sorted)
{
    struct rng rng = rng_start(0);
    double values[200];

    for (unsigned round = 0; round < 500; round++) {
        size_t count = (size_t)rng_below(&rng, 200);
        double sum = 0;
        /* Few different values, so that many are equal. */
        for (size_t i = 0; i < count; i++)
            sum += values[i] = (double)rng_below(&rng, 1 + round);
        stats_sort(values, count);
        for (size_t i = 0; i < count; i++) {
            sum -= values[i];
            LAW(&rng, i == 0 || values[i - 1] <= values[i]);
        }
        LAW(&rng, fabs(sum) < 0.5);
    }
}

/* Computed with arbitrary-precision integers. */
static const struct {
    size_t above, below;
    double want;
} signs[] = {
    { 0, 0, 1 },
    { 5, 5, 1 },
    { 1, 0, 1 },
    { 9, 1, 0.021484375 },
    { 1, 9, 0.021484375 },
    { 12, 0, 0.00048828125 },
    { 600, 500, 0.0028195450 },
    { 2100, 1996, 0.1075230 },
};

TEST_EACH(the_sign_test_is_exact, signs)
{
    double p = stats_sign_p(signs[_i].above, signs[_i].below);

    ck_assert_double_eq_tol(p, signs[_i].want, 1e-7);
}

/* Darwin's maize: crossed less self-fertilised, in eighths of an inch (The Effects of
 * Cross and Self Fertilisation, 1876): the textbooks' p of 0.0413. */
static const double maize[] = {
    49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48
};

TEST(the_signed_ranks_of_the_textbook)
{
    struct stats_rank work[ARRAY_SIZE(maize)];

    ck_assert_double_eq_tol(stats_wilcoxon_p(maize, ARRAY_SIZE(maize), work), 0.04126,
                            5e-6);
}

TEST(zeros_are_no_evidence)
{
    static const double five[] = { 0, 1, 2, 0, 3, 4, 5, 0 }, none[] = { 0, 0 };
    struct stats_rank work[ARRAY_SIZE(five)];

    ck_assert_double_eq_tol(stats_wilcoxon_p(five, ARRAY_SIZE(five), work), 2.0 / 32,
                            1e-12);
    ck_assert_double_eq_tol(stats_wilcoxon_p(none, ARRAY_SIZE(none), work), 1, 1e-12);
    ck_assert_double_eq_tol(stats_wilcoxon_p(none, 0, work), 1, 1e-12);
}

TEST(many_signed_ranks_follow_the_bell)
{
    double differences[30];
    struct stats_rank work[30];

    /* 15 + 14 + .. + 1 = 120 of 465. */
    for (unsigned i = 0; i < 30; i++)
        differences[i] = i < 15 ? i + 1.0 : -1.0 - i;
    ck_assert_double_eq_tol(stats_wilcoxon_p(differences, 30, work), 0.0212421, 1e-6);
    for (unsigned i = 0; i < 24; i++)
        differences[i] = i < 18 ? 1 : -1;
    ck_assert_double_eq_tol(stats_wilcoxon_p(differences, 24, work), 0.0149677, 1e-6);
}

/* Returns the doubled mean rank of each difference by counting; no zeros. */
static unsigned doubled_rank(const double *differences, size_t count, size_t which)
{
    unsigned below = 0, equal = 0;

    for (size_t i = 0; i < count; i++) {
        below += fabs(differences[i]) < fabs(differences[which]);
        equal += fabs(fabs(differences[i]) - fabs(differences[which])) <= 0;
    }
    return 2 * below + equal + 1;
}

/* Enumerates all combinations of signs. */
static double brute_p(const double *differences, size_t count)
{
    unsigned ranks[BRUTE_MAX], seen = 0, low = 0, high = 0;

    for (size_t i = 0; i < count; i++) {
        ranks[i] = doubled_rank(differences, count, i);
        seen += differences[i] > 0 ? ranks[i] : 0;
    }
    for (unsigned signs_of = 0; signs_of < 1U << count; signs_of++) {
        unsigned sum = 0;
        for (size_t i = 0; i < count; i++)
            sum += signs_of >> i & 1 ? ranks[i] : 0;
        low += sum <= seen;
        high += sum >= seen;
    }
    double p = 2.0 * (low < high ? low : high) / (double)(1U << count);
    return p < 1 ? p : 1;
}

TEST(the_exact_signed_ranks_equal_brute_force)
{
    struct stats_rank work[BRUTE_MAX];
    double differences[BRUTE_MAX];

    for (unsigned round = 0; round < 2000; round++) {
        struct rng rng = rng_start(round);
        size_t count = 1 + (size_t)rng_below(&rng, BRUTE_MAX);
        uint64_t kinds = 1 + rng_below(&rng, 12); /* few: ties */
        for (size_t i = 0; i < count; i++)
            differences[i] = (rng_below(&rng, 3) ? 1.0 : -1.0) *
                             (1.0 + (double)rng_below(&rng, kinds));
        double p = stats_wilcoxon_p(differences, count, work);
        LAW(&rng, fabs(p - brute_p(differences, count)) < 1e-12);
    }
}

/* Of a[i] = i + SHIFT and b[i] = i: computed with arbitrary-precision integers. */
static const struct {
    size_t count;
    double shift, want;
} mixed[] = {
    { 1, 0.5, 1 },
    { 4, 0.5, 0.68571429 },
    { 5, 0, 1 },
    { 12, 20, 7.396023e-07 },
    { 12, 8.5, 2.2188069e-05 },
    { 12, 8, 4.9553354e-05 },
    { 16, 10.5, 2.2759019e-06 },
    { 24, 12.5, 8.5543826e-07 },
    { 100, 30.5, 2.702688e-10 },
};

TEST_EACH(two_samples_overlap_by_chance, mixed)
{
    double a[100], b[100];

    for (unsigned i = 0; i < 100; i++) {
        a[i] = i + mixed[_i].shift;
        b[i] = i;
    }
    double p = stats_mann_whitney_p(a, b, mixed[_i].count);
    ck_assert_double_le(fabs(p - mixed[_i].want), 1e-6 * mixed[_i].want);
    p = stats_mann_whitney_p(b, a, mixed[_i].count);
    ck_assert_double_le(fabs(p - mixed[_i].want), 1e-6 * mixed[_i].want);
}

static const struct {
    size_t count, low, high; /* which of the values, from 0 */
} intervals[] = {
    { 8, 0, 7 }, { 12, 1, 10 }, { 16, 2, 13 }, { 24, 5, 18 }, { 100, 36, 63 },
};

TEST_EACH(the_interval_is_two_of_the_values, intervals)
{
    double values[100];

    for (unsigned i = 0; i < 100; i++)
        values[i] = i;
    struct stats_interval got = stats_median_interval(values, intervals[_i].count, 0.99);
    ck_assert_double_eq_tol(got.low, (double)intervals[_i].low, 1e-12);
    ck_assert_double_eq_tol(got.high, (double)intervals[_i].high, 1e-12);
}

TEST(rare_long_values_belong_to_the_ratio)
{
    double one[20], other[20], usual_one[20], usual_other[20], work[20];

    for (unsigned i = 0; i < 20; i++) {
        usual_one[i] = 2;
        usual_other[i] = 1;
        one[i] = i % 10 == 3 ? 12 : 2;
        other[i] = i % 10 == 6 ? 11 : 1;
    }
    const struct stats_rounds rounds = { usual_one, usual_other, one, other, 20 };
    struct stats_ratio typical;
    struct stats_ratio got = stats_ratio_of_rounds(&rounds, 0.99, work, &typical);
    ck_assert_double_eq_tol(typical.ratio, 2, 1e-12);
    ck_assert_double_eq_tol(got.ratio, 1.5, 1e-12);
    ck_assert(got.interval.low < 1.5 && got.interval.high >= 2);
}

/* Slow ones of one arm alone are no delay that meets both. */
TEST(long_values_of_one_arm_stay_its_own)
{
    double one[40], other[40], slow[40], work[40];

    for (unsigned i = 0; i < 40; i++) {
        one[i] = other[i] = 1 + 0.01 * (i % 3);
        slow[i] = one[i] + (i % 4 ? 0 : 4);
    }
    const struct stats_rounds rounds = { one, other, slow, other, 40 };
    struct stats_ratio typical;
    struct stats_ratio got = stats_ratio_of_rounds(&rounds, 0.99, work, &typical);
    ck_assert_double_eq_tol(typical.ratio, 1, 1e-12);
    ck_assert_double_eq_tol(got.ratio, 2, 0.02);
    ck_assert(got.interval.low <= 1 && got.interval.high > 2);
}

TEST(equal_pairs_have_an_exact_ratio_and_one_has_none)
{
    static const double one[3] = { 3, 6, 9 }, other[3] = { 2, 4, 6 };
    struct stats_ratio got = stats_ratio_of_means(one, other, 3, 3);

    ck_assert_double_eq_tol(got.ratio, 1.5, 1e-12);
    ck_assert_double_eq_tol(got.interval.low, 1.5, 1e-9);
    ck_assert_double_eq_tol(got.interval.high, 1.5, 1e-9);
    got = stats_ratio_of_means(one, other, 1, 3);
    ck_assert(got.interval.low <= 0 && isinf(got.interval.high));
}

TEST(seven_values_say_nothing_with_99_per_cent)
{
    static const double values[7] = { 1, 2, 3, 4, 5, 6, 7 };
    struct stats_interval got = stats_median_interval(values, 7, 0.99);

    ck_assert(isinf(got.low) && got.low < 0 && isinf(got.high) && got.high > 0);
    got = stats_median_interval(values, 0, 0.99);
    ck_assert(isinf(got.low) && isinf(got.high));
}

/* Skewed like times, with median 1. */
static double skewed(struct rng *rng)
{
    double share = (double)(rng_next(rng) >> 11) / 9007199254740992.0;

    return log(1 - share) / log(0.5);
}

static const size_t sample_sizes[] = { 8, 12, 16, 33, 64, 150 };

TEST_EACH(the_interval_covers_the_median_of_a_skewed_law, sample_sizes)
{
    struct rng rng = rng_start((unsigned)_i);
    size_t count = sample_sizes[_i];
    unsigned missed = 0;
    double values[150];

    for (unsigned round = 0; round < COVERED_ROUNDS; round++) {
        for (size_t i = 0; i < count; i++)
            values[i] = skewed(&rng);
        stats_sort(values, count);
        struct stats_interval got = stats_median_interval(values, count, 0.99);
        missed += got.low > 1 || got.high < 1;
    }
    /* At most 1 per cent within three standard deviations, and not much less. */
    LAW(&rng, missed <= COVERED_ROUNDS / 100 + 43);
    LAW(&rng, missed >= COVERED_ROUNDS / 400);
}
