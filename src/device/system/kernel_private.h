/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kernel_private.h - the partitions of a disk as the kernel or a table has them */
#ifndef ALIDADE_DEVICE_SYSTEM_KERNEL_PRIVATE_H
#define ALIDADE_DEVICE_SYSTEM_KERNEL_PRIVATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "device/io/sys.h"
#include "model/disk/layout.h"

/* As the kernel has it, or as it should; bytes. */
struct kernel_part {
    unsigned number;
    uint64_t start;
    uint64_t length;
};

struct kernel_parts {
    struct kernel_part *list; /* owned: free() */
    size_t count;
};

/* NULL where there is none. */
const struct kernel_part *kernel_parts_find(const struct kernel_parts *parts,
                                            unsigned number);
/* True where both are NULL, or start and length are the same. */
bool kernel_part_is_same(const struct kernel_part *a, const struct kernel_part *b);
/* What the kernel makes of EXTENT, in sectors of LOGICAL bytes. */
struct kernel_part kernel_part_of(const struct extent *extent, uint64_t logical);
/* The kernel knows EXTENT of LAYOUT by its number: no slice, and nothing that lies
 * straight on a disk without a table. */
bool kernel_part_is_seen(const struct layout *layout, const struct extent *extent);
/* The caller frees the list. */
struct kernel_parts kernel_parts_of_layout(const struct layout *layout);
struct kernel_parts kernel_parts_of_disk(const struct sys *sys, const char *name);
/* Partitions of disks of the device mapper are mappings of their own. */
bool kernel_is_mapped(const struct sys *sys, const char *path);

#endif
