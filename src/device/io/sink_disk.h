/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sink_disk.h - a disk or image file opened for writing: here, and nowhere else */
#ifndef ALIDADE_DEVICE_IO_SINK_DISK_H
#define ALIDADE_DEVICE_IO_SINK_DISK_H

#include "device/io/sink.h"

struct sink_disk;

/* Opens the block device or regular file at PATH for reading and writing.  Block devices:
 * exclusively, so that nobody mounts them meanwhile, unless IS_SHARED.  NULL
 * (ERR_REFUSED) with one sentence; *RET_IS_BUSY: somebody has claimed the device or a
 * part of it. */
struct sink_disk *sink_disk_open(const char *path, bool is_shared, bool *ret_is_busy,
                                 struct err *err) MUST_USE;
void sink_disk_close(struct sink_disk *disk);   /* accepts NULL */
void sink_disk_closep(struct sink_disk **disk); /* for CLEANUP */

/* Takes the lock that keeps udev away from block devices
 * (systemd.io/BLOCK_DEVICE_LOCKING) and another alidade away from files; waits a few
 * seconds for who looks at it just now. False: ERR_REFUSED. */
bool sink_disk_lock(struct sink_disk *disk, struct err *err) MUST_USE;
/* The same question for a file or disk that is open as FD, also only for reading; what is
 * taken is given up at once. */
bool sink_disk_can_lock(const char *path, int fd, struct err *err) MUST_USE;

/* Valid as long as DISK is open.  Block devices are written and read past the page cache,
 * a sector at a time if need be: a page of the whole disk can hold, next to the table's
 * last sector, an old copy of what a mounted file system has written since through its
 * own node. */
struct sink sink_disk_sink(struct sink_disk *disk);
int sink_disk_fd(const struct sink_disk *disk);
/* Another descriptor of the same device or file, to write past the page cache, under the
 * same claim: what is timed must not switch O_DIRECT to and fro.  The caller closes it
 * before DISK.  -1 and errno where there is none, as on file systems without O_DIRECT. */
int sink_disk_open_direct(const struct sink_disk *disk) MUST_USE;

#endif
