/* SPDX-License-Identifier: GPL-3.0-or-later */
/* drive_disk.h - a disk or image file opened to be measured */
#ifndef ALIDADE_DEVICE_MEASURE_DRIVE_DISK_H
#define ALIDADE_DEVICE_MEASURE_DRIVE_DISK_H

#include "device/io/sys.h"
#include "device/measure/drive.h"
#include "model/base/err.h"
#include "model/disk/layout.h"
#include "model/measure/measure.h"
#include "model/measure/test_area.h"

struct drive_disk;

struct drive_request {
    const char *path;
    const struct sys *sys;
    const struct layout *layout;
    bool is_read_only; /* asked for: opens for reading alone */
    bool is_as_drive;  /* the laboratory: what is no drive counts as one */
};

/* Opens the whole disk exclusively for as long as it is measured; image files are locked
 * instead.  Sends no ATA command.  Where it is in use it is opened for reading, and
 * *RET_REASON says REASON_IN_USE, with who in ERR though it is no failure.  NULL
 * (ERR_REFUSED, ERR_UNREADABLE) with one sentence and the reason for devices that may not
 * be written to: read-only, zoned, failing (the kernel has taken it offline); without one
 * for a device with other sectors than LAYOUT counts in. */
struct drive_disk *drive_disk_open(const struct drive_request *request,
                                   enum measure_reason *ret_reason,
                                   struct err *err) MUST_USE;
void drive_disk_close(struct drive_disk *disk);   /* accepts NULL */
void drive_disk_closep(struct drive_disk **disk); /* for CLEANUP */

/* Between the reading of the table and the lock somebody may have written another one,
 * and put data where there was none: false with a sentence as disk_is_same() says it.
 * Nobody asks it of a disk that is only read. */
bool drive_disk_is_same(const struct drive_disk *disk, struct err *err) MUST_USE;
/* Where DISK may be written to, best first, at most MOST, and how many: none where it is
 * only read.  MARKED is by guard_mark() from before it was opened: afterwards everything
 * looks used.  What is compared to move one partition is best measured in its own sectors
 * where there is no free space, else in those of any that nobody uses; STARTS NULL: of
 * any. */
size_t drive_disk_areas(const struct drive_disk *disk, const struct layout *marked,
                        const struct bench_starts *starts, struct test_area *ret,
                        size_t max);
/* Where WINDOW has holes of a sparse file below, which writing fills: a sentence in ERR,
 * whose code stays ERR_NONE. */
void drive_disk_warn_of_holes(const struct drive_disk *disk, const struct test_area *area,
                              struct err *err);
/* Valid as long as DISK is open. */
const struct drive *drive_disk_drive(const struct drive_disk *disk);
/* How it is asked, for those who compare results: "same bytes back, O_DIRECT, RWF_DSYNC".
 * Never translated. */
const char *drive_disk_method(const struct drive_disk *disk);
/* Between two requests: the drive's clock leaves out NS nanoseconds that have just
 * passed, of a pause. */
void drive_disk_exclude(struct drive_disk *disk, uint64_t ns);
/* For another thread: how old the request under way is, in nanoseconds; 0: none. */
uint64_t drive_disk_request_ns(const struct drive_disk *disk);

#endif
