/* SPDX-License-Identifier: GPL-3.0-or-later */
/* json_measure.h - what was measured, or is going to be, as JSON */
#ifndef ALIDADE_MODEL_REPORT_JSON_MEASURE_H
#define ALIDADE_MODEL_REPORT_JSON_MEASURE_H

#include "model/base/lines.h"
#include "model/measure/measure.h"
#include "model/measure/saved_result.h"

/* How a run of workloads ended; what they took is in the measurement. */
struct report_workloads {
    enum measure_reason reason;
    uint64_t bytes_written;
    bool is_unchanged; /* compared afterwards, and the same */
};

/* One run of bench or probe; all borrowed, NULL where there is none. */
struct report_measure {
    const char *path;
    uint64_t base, against;           /* bench: LBA */
    const struct saved_result *saved; /* what was measured; NULL: nothing was */
    enum measure_reason reason;       /* ... and then why not */
    const char *sentence;             /* the same, or who uses the disk */
    const struct lines *lines;        /* the result, or what is intended, in words */
    const struct report_workloads *workloads; /* what was run of them, and how it ended */
    enum preset preset;                       /* whose published figures go beside ours */
    const struct saved_result *other;         /* another drive's, for comparison */
    bool is_dry_run;
    const char *kept_path; /* where the result is kept */
    const char *area_path; /* where the bytes of a window lie that has changed */
};

/* {"bench": {..}} and {"probe": {..}}, ended by '\n'; times in microseconds, rates in
 * bytes per second; free(). */
char *report_json_bench(const struct report_measure *report);
char *report_json_probe(const struct report_measure *report);

#endif
