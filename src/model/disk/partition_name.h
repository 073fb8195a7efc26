/* SPDX-License-Identifier: GPL-3.0-or-later */
/* partition_name.h - device nodes and names of partitions */
#ifndef ALIDADE_MODEL_DISK_PARTITION_NAME_H
#define ALIDADE_MODEL_DISK_PARTITION_NAME_H

#include "model/base/str.h"
#include "model/disk/layout.h"

/* Returns the device node of partition NUMBER as the kernel and sfdisk name it:
 * "/dev/sda1", "/dev/nvme0n1p1", "disk.img1"; free(). */
char *partition_node(const char *path, unsigned number);
/* Returns the argument of `explain`: the number "1", or the letter "a" of a slice; "-" if
 * it has neither. */
const char *partition_name(const struct extent *extent, char buf[16]);
/* Adds the name of a partition in sentences to OUT: "1", "5", "4a"; nothing for other
 * extents. */
void partition_full_name(const struct layout *layout, const struct extent *extent,
                         struct str *out);

#endif
