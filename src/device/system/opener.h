/* SPDX-License-Identifier: GPL-3.0-or-later */
/* opener.h - finds the processes that have a block device open */
#ifndef ALIDADE_DEVICE_SYSTEM_OPENER_H
#define ALIDADE_DEVICE_SYSTEM_OPENER_H

#include <stdbool.h>
#include <stddef.h>

#include "device/io/sys.h"

/* Lists the processes that have the block device NAME (the kernel's name) open: "udisksd
 * (812), dd (4711)", as many as fit; empty if none are visible (only root sees all
 * processes).  This process is excluded. */
void opener_names(const struct sys *sys, const char *name, char *ret, size_t size);
/* Does the same for the file at PATH, which is as in opener_writers(). */
void opener_names_at(const struct sys *sys, const char *path, char *ret, size_t size);
/* Lists the processes that may write to the file at PATH or, if IS_DISK, to the disk and
 * its partitions.  PATH is absolute with links resolved, as in /proc.  Needed because
 * virtual machines open devices without claiming them. */
void opener_writers(const struct sys *sys, const char *path, bool is_disk, char *ret,
                    size_t size);

/* True if another program holds a record lock (POSIX or OFD) on the file open at FD, as
 * QEMU does on images.  RET gets the names as above; empty if they are unknown. */
bool opener_has_lock(const struct sys *sys, int fd, char *ret, size_t size);
/* Does the same for the file at PATH; false if it cannot be opened for reading. */
bool opener_has_lock_at(const struct sys *sys, const char *path, char *ret, size_t size);

#endif
