/* SPDX-License-Identifier: GPL-3.0-or-later */
/* words.h - results of bench and probe as sentences */
#ifndef ALIDADE_MODEL_MEASURE_WORDS_H
#define ALIDADE_MODEL_MEASURE_WORDS_H

#include "model/base/decimal.h"
#include "model/base/lines.h"
#include "model/disk/limits.h"
#include "model/measure/measure.h"
#include "model/measure/test_area.h"

/* The translated sentence of a reason; NULL for REASON_NONE. */
const char *measure_reason_text(enum measure_reason reason);
/* The current step in a few words without a full stop: "Comparing the window". */
const char *measure_phase_text(const struct measure_live *live);

/* Adds what a run is going to write and where, before it starts. */
void bench_intent_lines(const struct bench_result *plan, struct lines *ret);
void probe_intent_lines(const struct probe_result *plan, struct lines *ret);
/* Of COUNT workloads; MAX without bytes: they only read. */
void workload_intent_lines(struct test_area area, const struct measure_bounds *max,
                           size_t count, bool is_drive, struct lines *ret);
/* Of workloads in files in FOLDER. */
void workload_files_intent_lines(const char *folder, const struct measure_bounds *max,
                                 struct lines *ret);
/* Of a command that does several of these; without bytes it only reads. */
void measure_whole_intent_lines(const struct measure_bounds *max, struct lines *ret);
/* Adds the sentences of a result, also of an incomplete one: the ratio and its
 * confidence, what is slow, what the drive is, whether moving is worth it, and what was
 * written. The most important one comes first. */
void bench_lines(const struct bench_result *result, const struct limits *limits,
                 struct lines *ret);
void probe_lines(const struct probe_result *result, const struct limits *limits,
                 struct lines *ret);
/* The same beside a table that shows what was found and what the drive reports. */
void probe_lines_beside_table(const struct probe_result *result,
                              const struct limits *limits, struct lines *ret);
/* Adds how much was written to AREA, and whether it was compared and equal. */
void measure_written_lines(struct test_area area, uint64_t bytes_written,
                           bool is_unchanged, const struct limits *limits,
                           struct lines *ret);

/* --- sentences that bench and probe share --- */

/* The translated sentence that the device is not the drive itself, and the same added. */
const char *words_no_drive(void);
void words_add_no_drive(struct lines *ret);
/* Adds what was written where, or that nothing was if IS_ONLY_READ. */
void words_add_written(struct test_area area, uint64_t bytes_written, bool is_unchanged,
                       bool is_only_read, const struct limits *limits, struct lines *ret);
/* Adds where what another program wrote may be lost; nothing if OVERLAP is empty. */
void words_add_overlap(struct measure_overlap overlap, const struct limits *limits,
                       struct lines *ret);
/* Adds whether a move is worth it; nothing for what is not a drive. */
void words_add_worth(const struct bench_result *result, struct lines *ret);
/* For a run that was refused. */
void words_add_refused(struct lines *ret);

/* "8.33 ms", "120 us"; "118.4" writes a second; free(). */
char *measure_time_text(double us);
char *measure_rate_text(double per_second);
/* "3.07"; two decimals below 10, one below 100; free(). */
char *measure_ratio_text(double ratio);
/* A ratio and its bounds as text. */
struct measure_ratio {
    char ratio[DECIMAL_TEXT], low[DECIMAL_TEXT], high[DECIMAL_TEXT];
};
struct measure_ratio measure_ratio_of(double ratio, struct stats_interval interval);

#endif
