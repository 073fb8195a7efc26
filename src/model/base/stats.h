/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stats.h - medians, spread, and tests of paired times that assume no distribution */
#ifndef ALIDADE_MODEL_BASE_STATS_H
#define ALIDADE_MODEL_BASE_STATS_H

#include <stddef.h>
#include <stdint.h>

struct stats_interval {
    double low, high;
};

/* Sorts in place, smallest first; no memory is taken. */
void stats_sort(double *values, size_t count);

/* Of SORTED values, COUNT > 0.  The quantile (0 <= share <= 1) lies between neighbours
 * where it falls between them. */
double stats_median(const double *sorted, size_t count);
double stats_quantile(const double *sorted, size_t count, double share);

/* The interval of the median that turns the sign test around: order statistics, so it
 * holds for any distribution.  Covers with at least CONFIDENCE; where COUNT is too small
 * for that, everything: -INFINITY to INFINITY. */
struct stats_interval stats_median_interval(const double *sorted, size_t count,
                                            double confidence);

/* Two-sided: how often a median of 0 gives at least so uneven a split.  Exact. */
double stats_sign_p(size_t above, size_t below);

/* One row of what stats_wilcoxon_p() needs to work in. */
struct stats_rank {
    double size;
    int sign;
};

/* Wilcoxon's signed-rank test of DIFFERENCES around 0, two-sided, ties at their middle
 * rank, zeros left out; exact up to 20 differences, else normal with a correction for
 * continuity.  WORK holds COUNT rows. */
double stats_wilcoxon_p(const double *differences, size_t count, struct stats_rank *work);

/* Mann and Whitney's test of two SORTED samples of COUNT values each, two-sided: how
 * rarely two samples of one law overlap so little.  Exact up to 24 values; a tie counts
 * as half an overlap. */
double stats_mann_whitney_p(const double *sorted_a, const double *sorted_b, size_t count);

#endif
