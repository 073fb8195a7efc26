/* SPDX-License-Identifier: GPL-3.0-or-later */
/* drive_disk.h - opens a disk or image file for a bench or probe */
#ifndef ALIDADE_DEVICE_MEASURE_DRIVE_DISK_H
#define ALIDADE_DEVICE_MEASURE_DRIVE_DISK_H

#include "device/io/sys.h"
#include "device/measure/drive.h"
#include "model/base/err.h"
#include "model/base/mem.h"
#include "model/disk/layout.h"
#include "model/measure/measure.h"
#include "model/measure/test_area.h"

struct drive_disk;

struct drive_request {
    const char *path;
    const struct sys *sys;
    const struct layout *layout;
    bool is_read_only; /* asked for: only opens for reading */
    bool is_as_drive;  /* laboratory: treats any device as a drive */
};

/* Claims the whole disk until it is closed; image files are locked, and leased where that
 * is possible. Sends no ATA command.
 * A disk in use is opened for reading, with *RET_REASON REASON_IN_USE and its users in
 * ERR, though that is no failure. NULL (ERR_REFUSED, ERR_UNREADABLE) with the reason for
 * devices that must not be written to: read-only, zoned, or taken offline by the kernel;
 * and for a disk on which a move is not complete;
 * and with REASON_NO_MEMORY if a quarter of the available memory is too little;
 * without a reason if the sector size differs from LAYOUT's. */
struct drive_disk *drive_disk_open(const struct drive_request *request,
                                   enum measure_reason *ret_reason,
                                   struct err *err) MUST_USE;
void drive_disk_close(struct drive_disk *disk); /* accepts NULL */
CLEANUP_WITH(drive_disk_close, drive_disk)

/* Checks like disk_is_same() that the table was not replaced between its reading and the
 * claim. True for a disk that is only read. */
bool drive_disk_is_same(struct drive_disk *disk, struct err *err) MUST_USE;
/* Finds at most MAX test areas of DISK, best first, and returns their number; 0 if it is
 * only read. At most as large as a quarter of the available memory allows. MARKED is from
 * guard_mark() before the disk was opened, since afterwards everything appears used. For
 * a move of one partition its own sectors are preferred if there is no free space, then
 * those of any unused one; STARTS NULL: of any. */
size_t drive_disk_areas(const struct drive_disk *disk, const struct layout *marked,
                        const struct bench_starts *starts, struct test_area *ret,
                        size_t max);
/* Puts sentences into ERR, with code ERR_NONE, if AREA has holes of a sparse file, which
 * writing fills, and if other programs cannot be kept from writing to the disk. */
void drive_disk_warn(const struct drive_disk *disk, const struct test_area *area,
                     struct err *err);
/* Valid as long as DISK is open. */
const struct drive *drive_disk_drive(const struct drive_disk *disk);
/* How requests are made, to compare results: "same bytes back, O_DIRECT, RWF_DSYNC".
 * Never translated. */
const char *drive_disk_method(const struct drive_disk *disk);
/* Releases the lease on an image for a pause between two requests. */
void drive_disk_rest(struct drive_disk *disk);
/* Excludes a pause of NS nanoseconds, just over, from the drive's clock, and takes the
 * lease again: if another program has the image open now, or wrote to it, no further
 * write is made. */
void drive_disk_exclude(struct drive_disk *disk, uint64_t ns);
/* For another thread: age of the current request in nanoseconds; 0: none. */
uint64_t drive_disk_request_ns(const struct drive_disk *disk);

#endif
