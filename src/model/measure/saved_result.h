/* SPDX-License-Identifier: GPL-3.0-or-later */
/* saved_result.h - what bench, probe and workloads found for one drive, as it is saved */
#ifndef ALIDADE_MODEL_MEASURE_SAVED_RESULT_H
#define ALIDADE_MODEL_MEASURE_SAVED_RESULT_H

#include "model/base/err.h"
#include "model/disk/limits.h"
#include "model/measure/measure.h"
#include "model/measure/workload.h"

#define SAVED_RESULT_TIME 32

/* Empty text: not known. */
struct saved_result {
    char model[64];
    char serial[64];
    char unit[64];                /* tells several drives behind one bridge apart */
    char path[256];               /* of the device at that time */
    uint64_t size_bytes;          /* of the device; 0: not known */
    char time[SAVED_RESULT_TIME]; /* ISO 8601, UTC: of the latest result */
    char kernel[64];              /* release */
    char link[64];                /* speed of the link: "3.0 Gbps" */
    char method[64];              /* "same-bytes-back, O_DIRECT, RWF_DSYNC" */
    bool has_bench;
    char bench_time[SAVED_RESULT_TIME]; /* empty: the time above, as for the probe */
    struct bench_result bench;
    bool has_probe;
    char probe_time[SAVED_RESULT_TIME];
    struct probe_result probe;
    size_t workload_count;
    struct workload_result workloads[WORKLOAD_MAX];
};

/* Merges LATER into BASE; parts that LATER lacks stay. A result without a verdict does
 * not replace one with a verdict, nor reads one of writes; the step found by reads stays
 * beside the sector found by writes. */
void saved_result_merge(struct saved_result *base, const struct saved_result *later);

/* What a probe found about the drive; all zero if nothing, or if it was not on the drive
 * itself. */
struct limits_measured saved_result_limits(const struct saved_result *saved);

/* True if a probe has ended without the physical sector. */
bool saved_result_lacks_physical(const struct saved_result *saved);

/* Converts to "key = value" lines with everything above except histograms, free(), and
 * back. ERR_UNREADABLE leaves *RET untouched. Texts are cleaned, numbers are finite and
 * in range; whether they make sense is checked where they are used. */
char *saved_result_text(const struct saved_result *saved);
bool saved_result_parse(const char *text, struct saved_result *ret,
                        struct err *err) MUST_USE;

#endif
