/* SPDX-License-Identifier: GPL-3.0-or-later */
/* partition_name.h - what a partition is called outside of its table */
#ifndef ALIDADE_MODEL_DISK_PARTITION_NAME_H
#define ALIDADE_MODEL_DISK_PARTITION_NAME_H

#include "model/base/str.h"
#include "model/disk/layout.h"

/* The device node that the kernel and sfdisk give partition NUMBER of the disk at PATH:
 * "/dev/sda1", "/dev/nvme0n1p1", "disk.img1"; free(). */
char *partition_node(const char *path, unsigned number);
/* The name of EXTENT for people, which `explain` takes: its number "1", or the letter "a"
 * of a slice; "-" without one. */
const char *partition_name(const struct extent *extent, char buf[16]);
/* "1", "5", "4a": how sentences call a partition of LAYOUT; nothing for an extent without
 * a number. */
void partition_full_name(const struct layout *layout, const struct extent *extent,
                         struct str *out);

#endif
