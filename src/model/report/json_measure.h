/* SPDX-License-Identifier: GPL-3.0-or-later */
/* json_measure.h - runs of bench and probe as JSON */
#ifndef ALIDADE_MODEL_REPORT_JSON_MEASURE_H
#define ALIDADE_MODEL_REPORT_JSON_MEASURE_H

#include "model/base/lines.h"
#include "model/measure/measure.h"
#include "model/measure/request_errors.h"
#include "model/measure/saved_result.h"

/* How a run of workloads ended; their times are in the saved result. */
struct report_workloads {
    enum measure_reason reason;
    uint64_t bytes_written;
    struct measure_overlap overlap;
    bool is_unchanged; /* the test area was compared afterwards */
    bool is_flush_lying;
};

/* One run of bench or probe; all borrowed, NULL if not available. */
struct report_measure {
    const char *path;
    uint64_t base, against;           /* bench: LBA */
    const struct saved_result *saved; /* NULL if nothing was measured */
    enum measure_reason reason;       /* why nothing was measured */
    const char *reason_id;            /* of the refusal; NULL: nothing was refused */
    const char *sentence;             /* the reason, or the program that uses the disk */
    const struct lines *lines; /* the result, or what a dry run would do, as sentences */
    const struct report_workloads *workloads;
    const struct request_errors *errors; /* of all parts of the command */
    enum preset preset;                  /* its published figures are added */
    const struct saved_result *other;    /* of another drive, for comparison */
    bool is_dry_run;
    const char *kept_path; /* where the result was saved */
    const char *area_path; /* where the changed bytes of a test area were saved */
};

/* Return {"bench": {..}} and {"probe": {..}}, which end with '\n'; times are in
 * microseconds, rates in bytes per second; free(). */
char *report_json_bench(const struct report_measure *report);
char *report_json_probe(const struct report_measure *report);

#endif
