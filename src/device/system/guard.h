/* SPDX-License-Identifier: GPL-3.0-or-later */
/* guard.h - finds the user of each extent of a disk */
#ifndef ALIDADE_DEVICE_SYSTEM_GUARD_H
#define ALIDADE_DEVICE_SYSTEM_GUARD_H

#include "device/io/sys.h"
#include "model/disk/layout.h"

/* Returns a copy of LAYOUT in which each partition has its current use: mounts, swap,
 * holders, loop devices over it or over the image file at PATH, unused physical volumes
 * of LVM (if their content is known), exclusive opens.  This is stricter than the kernel;
 * overlapping ranges of the kernel's partitions count.  If PATH is a partition and not a
 * disk, the note NOTE_DISK_IS_PARTITION makes it read-only.  Block devices are opened
 * only for reading.  Never NULL. */
struct layout *guard_mark(const struct sys *sys, const char *path,
                          const struct layout *layout);

/* Returns false (ERR_REFUSED) if PATH is the node of a partition; the message names its
 * disk. */
bool guard_is_whole(const struct sys *sys, const char *path, struct err *err) MUST_USE;

#endif
