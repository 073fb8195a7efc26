/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kernel.h - what the kernel believes about a disk's partitions, and telling it */
#ifndef ALIDADE_DEVICE_SYSTEM_KERNEL_H
#define ALIDADE_DEVICE_SYSTEM_KERNEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "device/io/sys.h"
#include "model/base/lines.h"
#include "model/disk/layout.h"

enum kernel_act {
    KERNEL_DELETE,
    KERNEL_RESIZE,
    KERNEL_ADD,
};

struct kernel_step {
    enum kernel_act act;
    unsigned number;
    uint64_t start;  /* bytes, as all of BLKPG */
    uint64_t length; /* bytes */
};

/* What the kernel has to be told, in the order that it takes: by what differs between
 * BEFORE and AFTER and what it believes now.  Partitions that did not change are only
 * added where it does not know them, else left alone; one that it knows and neither
 * layout has stays too.  Of an extended partition it keeps the first two sectors of 512
 * bytes (one of more), as block/partitions/msdos.c in Linux does.  free() *RET; none for
 * an image file. */
size_t kernel_steps(const struct sys *sys, const char *path, const struct layout *before,
                    const struct layout *after, struct kernel_step **ret);
/* Tells it that (BLKPG) through FD, open on the disk at PATH.  False where one could not
 * be told: RET_WARNINGS says which and why; kernel_way_out() says what to do. */
bool kernel_tell(const struct sys *sys, const char *path, int fd,
                 const struct layout *before, const struct layout *after,
                 struct lines *ret_warnings);
/* The kernel's partition of this number lies where EXTENT of LAYOUT says; false also
 * where the kernel has none, as of an image file. */
bool kernel_has(const struct sys *sys, const char *path, const struct layout *layout,
                const struct extent *extent);
/* What /sys says now, one line for each partition of AFTER ("1: sectors 63 to
 * 204796619"), those that differ first and named so.  True where the kernel sees AFTER,
 * and, without a line, for an image file. */
bool kernel_compare(const struct sys *sys, const char *path, const struct layout *after,
                    struct lines *ret);
/* What to do where the kernel uses another table than the one on the disk at PATH: a
 * translated sentence with the command; free(). */
char *kernel_way_out(const struct sys *sys, const char *path);
/* LAYOUT as it was read from the disk at PATH, with the note "kernel-differs" where the
 * kernel's partitions are others.  Without that note for image files, partitions, disks
 * of the device mapper, labels that not every kernel reads, and tables of which another
 * note says that no kernel finds them.  Never NULL. */
struct layout *kernel_note(const struct sys *sys, const char *path,
                           const struct layout *layout);

#endif
