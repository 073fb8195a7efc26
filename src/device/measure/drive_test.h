/* SPDX-License-Identifier: GPL-3.0-or-later */
/* drive_test.h - one bench or probe of one disk, from opening it to the result
 *
 * The command line calls its steps directly; the editor runs it in a job. */
#ifndef ALIDADE_DEVICE_MEASURE_DRIVE_TEST_H
#define ALIDADE_DEVICE_MEASURE_DRIVE_TEST_H

#include "device/io/sys.h"
#include "device/measure/measure_step.h"
#include "model/base/err.h"
#include "model/base/mem.h"
#include "model/disk/layout.h"
#include "model/measure/measure.h"
#include "model/measure/request_errors.h"
#include "model/measure/saved_result.h"
#include "model/measure/test_area.h"

struct drive_test;

/* Everything is borrowed for drive_test_open(). */
struct drive_test_request {
    const char *path;
    const struct sys *sys;
    const struct layout *layout;
    bool is_probe;
    bool is_read_only; /* asked for; a disk in use is only read anyway */
    bool is_as_drive;
    bool is_sustained;          /* bench */
    bool is_flush_look;         /* bench: see test_request */
    struct bench_starts starts; /* bench */
    /* What the user consented to: only an area of this partition, or of free space (0),
     * is written, this one if it is still there; no bytes: any area. */
    struct test_area area;
    uint64_t seed;
    double max_seconds; /* 0: default of bench or probe */
};

/* Opens the drive and chooses the test area; writes nothing. A disk in use is only read:
 * *RET_REASON is REASON_IN_USE and *ERR lists the users; it may also warn that a sparse
 * file will grow. NULL with the reason if no test is possible. */
struct drive_test *drive_test_open(const struct drive_test_request *request,
                                   enum measure_reason *ret_reason,
                                   struct err *err) MUST_USE;
/* The disk is released when this returns. */
void drive_test_close(struct drive_test *test); /* accepts NULL */
CLEANUP_WITH(drive_test_close, drive_test)

enum measure_step drive_test_step(struct drive_test *test);
void drive_test_stop(struct drive_test *test);
/* Lets other programs open an image during a pause between two steps. */
void drive_test_rest(struct drive_test *test);
/* Excludes a pause of NS nanoseconds between two steps from all limits and times. */
void drive_test_rested(struct drive_test *test, uint64_t ns);
void drive_test_live(const struct drive_test *test, struct measure_live *ret);
/* For another thread: age of the current request in nanoseconds; 0: none. */
uint64_t drive_test_request_ns(const struct drive_test *test);
/* After STEP_DONE: identity of the drive, time, method and result. */
void drive_test_result(const struct drive_test *test, struct saved_result *ret);
/* All requests that failed. */
const struct request_errors *drive_test_errors(const struct drive_test *test);
/* After STEP_DONE: the area as first read, to be saved, if what was written to has
 * changed since or cannot be read; else NULL. *RET_START is its byte of the disk. */
const void *drive_test_changed(const struct drive_test *test, uint64_t *ret_start,
                               size_t *ret_count);

#endif
