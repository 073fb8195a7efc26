/* SPDX-License-Identifier: GPL-3.0-or-later */
/* drive_sysfs.h - what sysfs reports about a disk under test */
#ifndef ALIDADE_DEVICE_MEASURE_DRIVE_SYSFS_H
#define ALIDADE_DEVICE_MEASURE_DRIVE_SYSFS_H

#include "device/io/sys.h"
#include "model/base/err.h"
#include "model/measure/measure.h"

/* NAME is the kernel's name of a block device. False (ERR_REFUSED, ERR_UNREADABLE), with
 * the reason if there is one, for a partition, a missing medium or an offline device, and
 * unless IS_READ_ONLY also if write-protected or only writable in order. True with a
 * reason and a sentence in ERR for a disk of which only reads are timed. */
bool drive_sysfs_allows(const struct sys *sys, const char *name, bool is_read_only,
                        enum measure_reason *ret_reason, struct err *err) MUST_USE;

/* False for devices over other devices or files: loop, dm, md, zram, nbd ... */
bool drive_sysfs_is_drive(const struct sys *sys, const char *name);

/* Read requests to NAME so far; false if they are not counted. */
bool drive_sysfs_count_reads(const struct sys *sys, const char *name, uint64_t *ret);
/* What the kernel has counted of NAME's requests that are completed. */
struct drive_counts {
    uint64_t read;      /* units of 512 bytes */
    uint64_t written;   /* the same, discarded ones included */
    uint64_t in_flight; /* requests under way */
};
bool drive_sysfs_count(const struct sys *sys, const char *name, struct drive_counts *ret);
/* Pages that storage read for this process, from any file: the closest count that exists
 * for an image file. */
bool drive_sysfs_count_pages(const struct sys *sys, uint64_t *ret);

#endif
