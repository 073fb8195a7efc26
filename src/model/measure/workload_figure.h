/* SPDX-License-Identifier: GPL-3.0-or-later */
/* workload_figure.h - what one drive did of one workload, ours or published */
#ifndef ALIDADE_MODEL_MEASURE_WORKLOAD_FIGURE_H
#define ALIDADE_MODEL_MEASURE_WORKLOAD_FIGURE_H

#include "model/measure/workload.h"

/* 0: not known. */
struct workload_figure {
    enum workload_kind kind;
    double bytes_per_second;
    double per_second;
    double mean_us;
    double ratio; /* so many times as slow as the aligned start; 0: there is none */
};

/* Single requests are what counts: each is shown, not the bytes. */
bool workload_counts_requests(enum workload_kind kind);

struct workload_figure workload_figure_of(const struct workload_result *results,
                                          size_t count, size_t index);
/* The row of RESULTS that another drive's RESULT is comparable with: the same start, or
 * else one that is aligned as it is; COUNT where there is none. */
size_t workload_figure_find(const struct workload_result *results, size_t count,
                            const struct workload_result *result);
/* What DRIVE did of RESULT's workload; false where nothing was published. */
bool workload_figure_published(enum preset preset, const char *drive,
                               const struct workload_result *result,
                               struct workload_figure *ret);
/* The drives of PRESET, at most MOST, and how many. */
size_t workload_figure_drives(enum preset preset, const char **ret, size_t max);

#endif
