/* SPDX-License-Identifier: GPL-3.0-or-later */
/* words.h - what a measurement means, in sentences */
#ifndef ALIDADE_MODEL_MEASURE_WORDS_H
#define ALIDADE_MODEL_MEASURE_WORDS_H

#include "model/base/decimal.h"
#include "model/base/lines.h"
#include "model/disk/limits.h"
#include "model/measure/measure.h"
#include "model/measure/test_area.h"

/* The translated sentence of a reason; NULL for REASON_NONE. */
const char *measure_reason_text(enum measure_reason reason);
/* What is being done, in a few words without a stop: "Comparing the window". */
const char *measure_phase_text(const struct measure_live *live);

/* What is going to be done, before anything is: what is written where, and that each
 * write is of the bytes that were read. */
void bench_intent_lines(const struct bench_result *plan, struct lines *ret);
void probe_intent_lines(const struct probe_result *plan, struct lines *ret);
/* Of workloads, BYTES at most; 0: they only read. */
void workload_intent_lines(struct test_area area, uint64_t bytes, bool is_drive,
                           struct lines *ret);
/* The sentences of a result, or of what is known so far: the ratio and how sure it is,
 * who is slow, what the drive is, worth fixing or not with what a write saves, and what
 * was written.  The first says the most. */
void bench_lines(const struct bench_result *result, const struct limits *limits,
                 struct lines *ret);
void probe_lines(const struct probe_result *result, const struct limits *limits,
                 struct lines *ret);
/* The same beside a table that shows what was found and what the drive says. */
void probe_lines_beside_table(const struct probe_result *result,
                              const struct limits *limits, struct lines *ret);
/* The last of them: so many bytes in WINDOW, and whether it was compared and the same. */
void measure_written_lines(struct test_area area, uint64_t bytes_written,
                           bool is_unchanged, const struct limits *limits,
                           struct lines *ret);

/* "8.33 ms", "120 us"; "118.4" writes a second: as wide as they need be; free(). */
char *measure_time_text(double us);
char *measure_rate_text(double per_second);
/* "3.07"; two decimals below 10, one below 100; free(). */
char *measure_ratio_text(double ratio);
/* A ratio and its bounds, written so. */
struct measure_ratio {
    char ratio[DECIMAL_TEXT], low[DECIMAL_TEXT], high[DECIMAL_TEXT];
};
struct measure_ratio measure_ratio_of(double ratio, struct stats_interval interval);

#endif
