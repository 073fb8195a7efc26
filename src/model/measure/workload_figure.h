/* SPDX-License-Identifier: GPL-3.0-or-later */
/* workload_figure.h - figures of one workload, ours or published */
#ifndef ALIDADE_MODEL_MEASURE_WORKLOAD_FIGURE_H
#define ALIDADE_MODEL_MEASURE_WORKLOAD_FIGURE_H

#include "model/base/lines.h"
#include "model/measure/workload.h"

/* 0: not known. */
struct workload_figure {
    enum workload_kind kind;
    double bytes_per_second;
    double per_second;
    double mean_us;
    double ratio; /* times as slow as the aligned start; 0: none */
};

/* True where requests a second are shown and not only bytes. */
bool workload_counts_requests(enum workload_kind kind);

struct workload_figure workload_figure_of(const struct workload_result *results,
                                          size_t count, size_t index);
/* Index of the row of RESULTS that is comparable with another drive's RESULT: the same
 * start, else one of equal alignment; COUNT: none. */
size_t workload_figure_find(const struct workload_result *results, size_t count,
                            const struct workload_result *result);
/* The published figure of DRIVE for RESULT's workload; false if there is none. */
bool workload_figure_published(enum preset preset, const char *drive,
                               const struct workload_result *result,
                               struct workload_figure *ret);
/* Fills in at most MAX drives of PRESET and returns their number. */
size_t workload_figure_drives(enum preset preset, const char **ret, size_t max);

/* Adds the notes for reading the figures of a preset. */
void workload_note_lines(enum preset preset, const struct workload_result *results,
                         size_t count, struct lines *ret);

#endif
