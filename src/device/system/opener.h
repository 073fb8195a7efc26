/* SPDX-License-Identifier: GPL-3.0-or-later */
/* opener.h - which processes have a block device open */
#ifndef ALIDADE_DEVICE_SYSTEM_OPENER_H
#define ALIDADE_DEVICE_SYSTEM_OPENER_H

#include <stdbool.h>
#include <stddef.h>

#include "device/io/sys.h"

/* The processes that have the block device NAME (the kernel's) open: "udisksd (812), dd
 * (4711)", as many as fit; empty: none that may be seen, for only root sees all.  This
 * program is not among them. */
void opener_names(const struct sys *sys, const char *name, char *ret, size_t size);
/* The same of those that may write to the file at PATH or, for IS_DISK, to the disk and
 * its partitions.  PATH is as /proc writes it: absolute, links resolved.  A virtual
 * machine claims nothing of what it has open. */
void opener_writers(const struct sys *sys, const char *path, bool is_disk, char *ret,
                    size_t size);

/* True if another program holds a record lock (POSIX or OFD) on the file that is open as
 * FD: QEMU does on its images.  RET gets the names as above; empty where they cannot be
 * told. */
bool opener_has_lock(const struct sys *sys, int fd, char *ret, size_t size);
/* The same for the file at PATH; false where it cannot be opened for reading. */
bool opener_has_lock_at(const struct sys *sys, const char *path, char *ret, size_t size);

#endif
