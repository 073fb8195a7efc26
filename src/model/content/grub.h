/* SPDX-License-Identifier: GPL-3.0-or-later */
/* grub.h - where a GRUB core image is, and its size in the gap after the MBR */
#ifndef ALIDADE_MODEL_CONTENT_GRUB_H
#define ALIDADE_MODEL_CONTENT_GRUB_H

#include <stddef.h>
#include <stdint.h>

#include "model/base/reader.h"

struct grub_run {
    uint64_t start, length;
};

/* More than a block list has. */
#define GRUB_RUNS_MAX 34

/* Sets RET to the sectors of the image that the boot record BOOT (512 bytes, of the disk
 * or a partition) loads, its first sector first; returns their number, 0 if it is none of
 * GRUB's or the image is not there.  LBAs of DISK are units of 512 bytes. */
size_t grub_runs(const struct reader *disk, const uint8_t *boot,
                 struct grub_run ret[GRUB_RUNS_MAX]);

/* Returns how many sectors of the gap [GAP_START, GAP_END) a GRUB boot record in LBA 0 of
 * DISK needs, counted from GAP_START to the end of its image; 0 if there is no such
 * record or part of its image lies outside the gap.  LBAs are units of 512 bytes. */
uint64_t inside_grub_sectors(const struct reader *disk, uint64_t gap_start,
                             uint64_t gap_end);

#endif
