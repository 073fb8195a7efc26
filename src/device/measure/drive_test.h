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

struct measuring;

/* All borrowed for measuring_open(). */
struct measuring_request {
    const char *path;
    const struct sys *sys;
    const struct layout *layout;
    bool is_probe;
    bool is_read_only; /* asked for; a disk in use is measured so anyway */
    bool is_as_drive;
    struct measure_starts starts; /* bench */
    uint64_t seed;
    double max_seconds; /* 0: the engine's own bound */
};

/* Opens the drive, chooses the window, and makes ready; writes nothing.  Where the disk
 * is in use it becomes a measurement of reads, and *RET_REASON is REASON_IN_USE with who
 * in *ERR, which may also say what writing does to a sparse file.  NULL with a sentence,
 * and the reason, where there is nothing to measure. */
struct measuring *measuring_open(const struct measuring_request *request,
                                 enum measure_reason *ret_reason,
                                 struct err *err) MUST_USE;
/* The disk is free again when this returns. */
void measuring_close(struct measuring *measuring);   /* accepts NULL */
void measuring_closep(struct measuring **measuring); /* for CLEANUP */

enum measure_step measuring_step(struct measuring *measuring);
void measuring_stop(struct measuring *measuring);
/* Between two steps: there was a pause of so many nanoseconds.  It counts for no bound
 * and no time. */
void measuring_rested(struct measuring *measuring, uint64_t ns);
void measuring_live(const struct measuring *measuring, struct measure_live *ret);
/* For another thread: how old the request under way is, in nanoseconds; 0: none. */
uint64_t measuring_request_ns(const struct measuring *measuring);
/* After STEP_DONE: who the drive is, when, how, and the result. */
void measuring_result(const struct measuring *measuring, struct measurement *ret);
/* After STEP_DONE: the window as it was read first, for a file, where what was written to
 * has changed since or cannot be read again; NULL where it is what it was.  *RET_START is
 * its byte of the disk. */
const void *measuring_changed(const struct measuring *measuring, uint64_t *ret_start,
                              size_t *ret_count);

#endif
