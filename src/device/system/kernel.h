/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kernel.h - compares the kernel's partitions with a table, and updates them */
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
    uint64_t start;  /* bytes, the unit of BLKPG */
    uint64_t length; /* bytes */
};

/* Finds the steps that update the kernel, in a possible order, from the differences
 * between BEFORE and AFTER and its current partitions.  Unchanged partitions are only
 * added if missing; a partition that is in neither layout is kept.  An extended partition
 * has only two sectors of 512 bytes in the kernel (one larger sector), as in Linux,
 * block/partitions/msdos.c.  The caller frees *RET.  None for an image file. */
size_t kernel_steps(const struct sys *sys, const char *path, const struct layout *before,
                    const struct layout *after, struct kernel_step **ret);
/* Performs these steps (BLKPG) through FD, open on the disk at PATH; without /sys the
 * kernel is asked for its partitions through FD too.  Returns false if one failed:
 * RET_WARNINGS gets the reasons; kernel_way_out() tells what to do. */
bool kernel_tell(const struct sys *sys, const char *path, int fd,
                 const struct layout *before, const struct layout *after,
                 struct lines *ret_warnings);
/* True if the kernel's partition with this number has the range of EXTENT in LAYOUT;
 * false also if the kernel has none, as for an image file. */
bool kernel_has(const struct sys *sys, const char *path, const struct layout *layout,
                const struct extent *extent);
/* Compares /sys with AFTER: adds a line for each partition ("1: sectors 63 to
 * 204796619"), those that differ first and marked.  Returns true if they agree, and,
 * without a line, for an image file. */
bool kernel_compare(const struct sys *sys, const char *path, const struct layout *after,
                    struct lines *ret);
/* The same through FD, open on the disk at PATH: without /sys the kernel itself is asked,
 * and what it does not tell is a difference. */
bool kernel_verify(const struct sys *sys, const char *path, int fd,
                   const struct layout *after, struct lines *ret);
/* Returns a translated sentence with the command that makes the kernel use the table on
 * the disk at PATH; the caller frees it. */
char *kernel_way_out(const struct sys *sys, const char *path);
/* Returns LAYOUT, as read from the disk at PATH, with the note NOTE_KERNEL_DIFFERS if the
 * kernel has other partitions.  Image files, partitions, device-mapper disks, labels that
 * some kernels do not support, and tables with a note that no kernel finds them never get
 * the note.  Never NULL. */
struct layout *kernel_note(const struct sys *sys, const char *path,
                           const struct layout *layout);

#endif
