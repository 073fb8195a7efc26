/* SPDX-License-Identifier: GPL-3.0-or-later */
/* drive_test.h - one bench or probe of one disk, from its opening to its result
 *
 * What the command line steps through by itself and the editor gives to a job. */
#ifndef ALIDADE_DEVICE_MEASURE_DRIVE_TEST_H
#define ALIDADE_DEVICE_MEASURE_DRIVE_TEST_H

#include "device/io/sys.h"
#include "device/measure/measure_step.h"
#include "model/base/err.h"
#include "model/disk/layout.h"
#include "model/measure/measure.h"
#include "model/measure/saved_result.h"
#include "model/measure/test_area.h"

struct drive_test;

/* All borrowed for drive_test_open(). */
struct drive_test_request {
    const char *path;
    const struct sys *sys;
    const struct layout *layout;
    bool is_probe;
    bool is_read_only; /* asked for; a disk in use is measured so anyway */
    bool is_as_drive;
    struct bench_starts starts; /* bench */
    uint64_t seed;
    double max_seconds; /* 0: the engine's own bound */
};

/* Opens the drive, chooses the window, and makes ready; writes nothing.  Where the disk
 * is in use it becomes a measurement of reads, and *RET_REASON is REASON_IN_USE with who
 * in *ERR, which may also say what writing does to a sparse file.  NULL with a sentence,
 * and the reason, where there is nothing to measure. */
struct drive_test *drive_test_open(const struct drive_test_request *request,
                                   enum measure_reason *ret_reason,
                                   struct err *err) MUST_USE;
/* The disk is free again when this returns. */
void drive_test_close(struct drive_test *test);   /* accepts NULL */
void drive_test_closep(struct drive_test **test); /* for CLEANUP */

enum measure_step drive_test_step(struct drive_test *test);
void drive_test_stop(struct drive_test *test);
/* Between two steps: there was a pause of so many nanoseconds.  It counts for no bound
 * and no time. */
void drive_test_rested(struct drive_test *test, uint64_t ns);
void drive_test_live(const struct drive_test *test, struct measure_live *ret);
/* For another thread: how old the request under way is, in nanoseconds; 0: none. */
uint64_t drive_test_request_ns(const struct drive_test *test);
/* After STEP_DONE: who the drive is, when, how, and the result. */
void drive_test_result(const struct drive_test *test, struct saved_result *ret);
/* After STEP_DONE: the window as it was read first, for a file, where what was written to
 * has changed since or cannot be read again; NULL where it is what it was.  *RET_START is
 * its byte of the disk. */
const void *drive_test_changed(const struct drive_test *test, uint64_t *ret_start,
                               size_t *ret_count);

#endif
