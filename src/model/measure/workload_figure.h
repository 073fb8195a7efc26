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
    double ratio;                   /* times as slow as the aligned start; 0: none */
    bool is_aligned;                /* that start itself */
    bool is_decided;                /* the interval excludes 1, or none was published */
    struct stats_interval interval; /* high 0: none */
};

/* True where requests a second are shown and not only bytes. */
bool workload_counts_requests(enum workload_kind kind);

struct workload_figure workload_figure_of(const struct workload_result *result);
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

/* The figure of another drive or an article: "118/s 8.42 ms (3.00)" or "82.3 (1.00)", its
 * ratio only if it is decided; free(). */
char *workload_figure_text(enum preset preset, const struct workload_figure *figure);
/* "3.0 (2.9 to 3.1)"; "not decided" if the interval holds 1; "1" for the aligned start;
 * empty if there is none; free(). */
char *workload_ratio_text(const struct workload_figure *figure);
/* True where bytes a second are shown exactly: dd prints them, and published tables
 * did. */
bool workload_is_exact(enum preset preset);
/* Exact bytes or MiB a second; free(). */
char *workload_rate_text(enum preset preset, double bytes_per_second);
/* Three digits, and two of a small rate; free(). */
char *workload_throughput_text(double per_second);

/* Adds the notes for reading the figures of a preset. */
void workload_note_lines(enum preset preset, const struct workload_result *results,
                         size_t count, struct lines *ret);

#endif
