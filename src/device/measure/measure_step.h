/* SPDX-License-Identifier: GPL-3.0-or-later */
/* measure_step.h - what bench and probe have in common: the request, and what a step
 * returns */
#ifndef ALIDADE_DEVICE_MEASURE_MEASURE_STEP_H
#define ALIDADE_DEVICE_MEASURE_MEASURE_STEP_H

#include "model/disk/limits.h"
#include "model/measure/test_area.h"

enum measure_step {
    STEP_MORE,
    STEP_DONE, /* there is a result */
};

/* Borrowed for bench_new() or probe_new(). */
struct test_request {
    struct bench_starts starts;    /* bench */
    const struct limits *limits;   /* probe: what the drive reports */
    const struct test_area *areas; /* best first */
    size_t area_count;
    uint64_t seed;      /* of order and places */
    bool is_read_only;  /* times reads: in use, or asked for */
    bool is_as_drive;   /* judges any device like a drive */
    bool is_sustained;  /* bench: writes until a buffer is full, within higher bounds */
    bool skips_kernel;  /* bench: no writes through the page cache */
    bool is_flush_look; /* bench: ends without a verdict as soon as it is seen whether
                         * flushes lie: some 0.2 s */
    double max_seconds; /* 0: the default of measure.h */
    uint32_t max_pairs; /* bench; 0: as many as 16 MiB of writes allow */
};

#endif
