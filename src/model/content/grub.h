/* SPDX-License-Identifier: GPL-3.0-or-later */
/* grub.h - the GRUB core image behind the master boot record, and its length */
#ifndef ALIDADE_MODEL_CONTENT_GRUB_H
#define ALIDADE_MODEL_CONTENT_GRUB_H

#include <stdint.h>

#include "model/base/reader.h"

/* How many sectors of the gap [GAP_START, GAP_END) (LBAs of 512 bytes on DISK) a GRUB
 * boot record in LBA 0 needs, counted from GAP_START to its image's last sector; 0 where
 * there is none or its image lies elsewhere. */
uint64_t inside_grub_sectors(const struct reader *disk, uint64_t gap_start,
                             uint64_t gap_end);

#endif
