/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kernel_private.h - lists of partitions in the kernel or in a table */
#ifndef ALIDADE_DEVICE_SYSTEM_KERNEL_PRIVATE_H
#define ALIDADE_DEVICE_SYSTEM_KERNEL_PRIVATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "device/io/sys.h"
#include "model/disk/layout.h"

/* A start or a length that the kernel does not tell. */
#define KERNEL_UNKNOWN UINT64_MAX

/* A partition of the kernel, or its expected range; in bytes. */
struct kernel_part {
    unsigned number;
    uint64_t start;
    uint64_t length;
};

struct kernel_parts {
    struct kernel_part *list; /* owned */
    size_t count;
};

void kernel_parts_add(struct kernel_parts *parts, struct kernel_part part);
/* Returns NULL if there is none. */
const struct kernel_part *kernel_parts_find(const struct kernel_parts *parts,
                                            unsigned number);
/* True if both are NULL, or start and length are equal. */
bool kernel_part_is_same(const struct kernel_part *a, const struct kernel_part *b);
/* Returns the range of EXTENT in the kernel, for sectors of LOGICAL bytes. */
struct kernel_part kernel_part_of(const struct extent *extent, uint64_t logical);
/* True if the kernel has a partition with the number of EXTENT: not for slices, nor for
 * the content of a disk without a table. */
bool kernel_part_is_seen(const struct layout *layout, const struct extent *extent);
/* The caller frees the list. */
struct kernel_parts kernel_parts_of_layout(const struct layout *layout);
struct kernel_parts kernel_parts_of_disk(const struct sys *sys, const char *name);
/* Adds the kernel's partitions of the disk at PATH, open at FD, without /sys; their
 * ranges are searched in these layouts (the second may be NULL), all others are
 * KERNEL_UNKNOWN. Returns 0, an errno if the kernel does not answer, or ENOTBLK if FD is
 * no disk. */
int kernel_parts_ask(const struct sys *sys, const char *path, int fd,
                     const struct layout *const layouts[2], struct kernel_parts *ret);
/* Gives the kernel's partition with this number and start this length (BLKPG).  Returns 0
 * or an errno: ENXIO without such a partition, EINVAL with another start. */
int kernel_resize(int fd, const struct kernel_part *part);
/* True for a device-mapper disk, whose partitions are mappings of their own. */
bool kernel_is_mapped(const struct sys *sys, const char *path);

#endif
