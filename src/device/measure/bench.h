/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bench.h - compares starts on one drive in place, as a stepper
 *
 * Every write repeats the bytes that are there: killed at any moment, it has changed
 * nothing. Uses no threads, and no memory beyond what bench_new() allocates. */
#ifndef ALIDADE_DEVICE_MEASURE_BENCH_H
#define ALIDADE_DEVICE_MEASURE_BENCH_H

#include "device/measure/drive.h"
#include "device/measure/measure_step.h"
#include "model/base/mem.h"
#include "model/measure/measure.h"

struct bench;
struct area_copy;

struct bench *bench_new(const struct drive *drive, const struct test_request *request);
void bench_free(struct bench *bench); /* accepts NULL */
CLEANUP_WITH(bench_free, bench)

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
