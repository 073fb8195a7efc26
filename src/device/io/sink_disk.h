/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sink_disk.h - the only place where a disk or image file is opened for writing */
#ifndef ALIDADE_DEVICE_IO_SINK_DISK_H
#define ALIDADE_DEVICE_IO_SINK_DISK_H

#include "device/io/sink.h"
#include "device/io/zeros.h"
#include "model/base/mem.h"

struct sink_disk;

/* Opens the block device or regular file at PATH for reading and writing.  A block
 * device is opened exclusively, which prevents mounting, unless IS_SHARED.  Returns
 * NULL (ERR_REFUSED) on failure; *RET_IS_BUSY is true if the device or a part of it is
 * in use. */
struct sink_disk *sink_disk_open(const char *path, bool is_shared, bool *ret_is_busy,
                                 struct err *err) MUST_USE;
void sink_disk_close(struct sink_disk *disk); /* accepts NULL */
CLEANUP_WITH(sink_disk_close, sink_disk)

/* Takes the lock that keeps udev away from block devices
 * (systemd.io/BLOCK_DEVICE_LOCKING) and other instances of alidade away from files.
 * Waits up to about 5 s for another holder.  Returns false (ERR_REFUSED) on failure. */
bool sink_disk_lock(struct sink_disk *disk, struct err *err) MUST_USE;
enum sink_lock {
    SINK_LOCK_TAKEN,
    SINK_LOCK_HELD, /* by another program: it is worth another try */
    SINK_LOCK_REFUSED,
};
/* One try of this, after TRIES others: one in vain takes about 0.1 s. */
enum sink_lock sink_disk_try_lock(struct sink_disk *disk, unsigned tries,
                                  struct err *err) MUST_USE;
/* Who is told that another program holds the lock. */
struct sink_lock_watch {
    bool (*held)(void *context); /* after each try in vain; false: no other one is made */
    void *context;
};
/* Tests whether the lock can be taken on FD, which may be read-only, and releases it at
 * once.  WATCH may be NULL. */
bool sink_disk_can_lock(const char *path, int fd, const struct sink_lock_watch *watch,
                        struct err *err) MUST_USE;

/* Returns a write seam, valid while DISK is open.  Block devices are written and read
 * without the page cache, by sector if necessary: a cached page of the whole disk may
 * contain, next to the table's last sector, an outdated copy of data that a mounted file
 * system has written through its own device node. */
struct sink sink_disk_sink(struct sink_disk *disk);
/* Returns a write seam for large transfers, valid while DISK is open: it copies nothing.
 * On a block device the buffers are at multiples of a page, offsets and counts whole
 * logical sectors; what the device does not accept without the page cache gets EINVAL,
 * and is not tried with it.  An image file is written and read through its page cache,
 * which all its users share; its holes stay holes where zeros are written. */
struct sink sink_disk_pages(struct sink_disk *disk);
/* The same for data that is moved: in an image file that is sparse when it is opened,
 * zeros over data make a hole of its whole parts of 64 KiB, if its file system can do
 * that. What was allocated in full stays so. */
struct sink sink_disk_moved(struct sink_disk *disk);
/* Returns what of DISK is known to be zeros: the holes of an image file. */
struct zeros sink_disk_zeros(struct sink_disk *disk);
int sink_disk_fd(const struct sink_disk *disk);

/* Sets ERR_REFUSED: the user may not write to PATH.  Returns false. */
bool sink_disk_refuse_permission(const char *path, struct err *err);

#endif
