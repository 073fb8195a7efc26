/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bench.h - compares starts on one drive in place, as a stepper
 *
 * Every write repeats the bytes that are there: killed at any moment, it has changed
 * nothing. Uses no threads, and no memory beyond what bench_new() allocates. */
#ifndef ALIDADE_DEVICE_MEASURE_BENCH_H
#define ALIDADE_DEVICE_MEASURE_BENCH_H

#include "device/measure/drive.h"
#include "device/measure/measure_step.h"
#include "model/measure/measure.h"
#include "model/measure/test_area.h"

struct bench_request {
    struct bench_starts starts;
    const struct test_area *areas; /* best first; borrowed for bench_new() */
    size_t area_count;
    uint64_t seed;      /* of order and places */
    bool is_read_only;  /* times reads: in use, or asked for */
    bool is_as_drive;   /* judges any device like a drive */
    bool skips_kernel;  /* skips the writes through the page cache */
    double max_seconds; /* 0: 10 */
    uint32_t max_pairs; /* 0: as many as 16 MiB of writes allow */
};

struct bench;
struct area_copy;

struct bench *bench_new(const struct drive *drive, const struct bench_request *request);
void bench_free(struct bench *bench);   /* accepts NULL */
void bench_freep(struct bench **bench); /* for CLEANUP */

/* One bounded step: 1 MiB of the area, or one pair (or triple) of writes or runs. */
enum measure_step bench_step(struct bench *bench);
/* No further write; the next steps compare the area and end with what is known. */
void bench_stop(struct bench *bench);
/* The state so far; after STEP_DONE the result. */
void bench_live(const struct bench *bench, struct measure_live *ret);
const struct bench_result *bench_result(const struct bench *bench);
/* The area as first read; valid as long as BENCH. */
const struct area_copy *bench_copy(const struct bench *bench);

#endif
