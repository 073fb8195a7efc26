/* SPDX-License-Identifier: GPL-3.0-or-later */
/* drive_sysfs.h - what the kernel says of a disk that is to be measured */
#ifndef ALIDADE_DEVICE_MEASURE_DRIVE_SYSFS_H
#define ALIDADE_DEVICE_MEASURE_DRIVE_SYSFS_H

#include "device/io/sys.h"
#include "model/base/err.h"
#include "model/measure/measure.h"

/* NAME is the kernel's name of a block device.  False (ERR_REFUSED, ERR_UNREADABLE) with
 * a sentence, and the reason where there is one for it, for what is not measured: a
 * partition, no medium, a device that is offline; unless IS_READ_ONLY, also what is
 * write-protected or can only be written in order.  True with a reason and a sentence in
 * ERR for a disk of which only reads are timed. */
bool drive_sysfs_allows(const struct sys *sys, const char *name, bool is_read_only,
                        enum measure_reason *ret_reason, struct err *err) MUST_USE;

/* False for what other devices or files lie behind: loop, dm, md, zram, nbd, .. */
bool drive_sysfs_is_drive(const struct sys *sys, const char *name);

/* Requests to read that NAME was given since it is there; false where it counts none. */
bool drive_sysfs_count_reads(const struct sys *sys, const char *name, uint64_t *ret);
/* Pages that this process made storage read, whatever file they are from: the nearest
 * to it that an image file has. */
bool drive_sysfs_count_pages(const struct sys *sys, uint64_t *ret);

#endif
