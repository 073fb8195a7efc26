/* SPDX-License-Identifier: GPL-3.0-or-later */
/* grub.h - size of a GRUB core image in the gap after the MBR */
#ifndef ALIDADE_MODEL_CONTENT_GRUB_H
#define ALIDADE_MODEL_CONTENT_GRUB_H

#include <stdint.h>

#include "model/base/reader.h"

/* Returns how many sectors of the gap [GAP_START, GAP_END) a GRUB boot record in LBA 0 of
 * DISK needs, counted from GAP_START to the end of its image; 0 if there is no such
 * record or part of its image lies outside the gap.  LBAs are units of 512 bytes. */
uint64_t inside_grub_sectors(const struct reader *disk, uint64_t gap_start,
                             uint64_t gap_end);

#endif
