/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stats.h - medians, intervals and nonparametric tests */
#ifndef ALIDADE_MODEL_BASE_STATS_H
#define ALIDADE_MODEL_BASE_STATS_H

#include <stddef.h>
#include <stdint.h>

struct stats_interval {
    double low, high;
};

/* Sorts in place in ascending order; does not allocate memory. */
void stats_sort(double *values, size_t count);

/* Return the median or quantile (0 <= SHARE <= 1) of COUNT > 0 SORTED values,
 * interpolated linearly. */
double stats_median(const double *sorted, size_t count);
double stats_quantile(const double *sorted, size_t count, double share);
/* Returns the mean of COUNT > 0 values. */
double stats_mean(const double *values, size_t count);

/* Returns the confidence interval of the median from order statistics (the inverse of the
 * sign test), valid for any distribution.  If COUNT is too small for CONFIDENCE, it is
 * -INFINITY to INFINITY. */
struct stats_interval stats_median_interval(const double *sorted, size_t count,
                                            double confidence);

/* A ratio and its confidence interval. */
struct stats_ratio {
    double ratio;
    struct stats_interval interval; /* 0 to INFINITY if there are too few */
};

/* Computes the median ratio from COUNT > 0 SORTED logarithms of ratios. */
struct stats_ratio stats_ratio_of_logs(const double *sorted, size_t count,
                                       double confidence);
/* Computes the ratio of the means of COUNT > 0 values above 0, which belong together in
 * pairs. The interval is SIGMAS standard errors wide on each side. */
struct stats_ratio stats_ratio_of_means(const double *one, const double *other,
                                        size_t count, double sigmas);
/* Times above 0 of two arms in COUNT > 0 rounds. */
struct stats_rounds {
    const double *one, *other;           /* typical time of each round */
    const double *mean_one, *mean_other; /* mean of all its requests, the slow ones too */
    size_t count;
};

/* Computes the median ratio *RET_TYPICAL and that of the means, with intervals at
 * CONFIDENCE. Few slow requests make the means of the arms differ: those of both arms are
 * taken together as a delay that meets both alike, unless the means clearly contradict.
 * The interval holds what that delay can make of the typical one. WORK has COUNT rows. */
struct stats_ratio stats_ratio_of_rounds(const struct stats_rounds *rounds,
                                         double confidence, double *work,
                                         struct stats_ratio *ret_typical);

/* Returns the exact two-sided p-value of the sign test. */
double stats_sign_p(size_t above, size_t below);

/* A row of the memory for stats_wilcoxon_p(). */
struct stats_rank {
    double size;
    int sign;
};

/* Returns the two-sided p-value of Wilcoxon's signed-rank test of DIFFERENCES, with ties
 * at their mean rank and without zeros; exact up to 20 differences, else the normal
 * approximation with continuity correction.  WORK has COUNT rows. */
double stats_wilcoxon_p(const double *differences, size_t count, struct stats_rank *work);

/* Returns the two-sided p-value of the Mann-Whitney test of two SORTED samples of COUNT
 * values each; exact up to 24 values; ties count half. */
double stats_mann_whitney_p(const double *sorted_a, const double *sorted_b, size_t count);

#endif
