/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kinds.h - the decoders behind inside_decode, one per on-disk format
 *
 * A decoder reads a bounded number of bytes.  It returns false if the magic or a size is
 * invalid; *RET is then undefined.  inside_decode() sets RET->kind and RET->claimed, and
 * checks the bounds common to all formats. */
#ifndef ALIDADE_MODEL_CONTENT_KINDS_H
#define ALIDADE_MODEL_CONTENT_KINDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/base/reader.h"
#include "model/content/volume_state.h"
#include "model/disk/content.h"

bool inside_btrfs(const struct reader *part, struct inside *ret);
bool inside_exfat(const struct reader *part, struct inside *ret);
bool inside_ext(const struct reader *part, struct inside *ret);
bool inside_fat(const struct reader *part, struct inside *ret);
bool inside_luks(const struct reader *part, struct inside *ret);
bool inside_lvm(const struct reader *part, struct inside *ret);
bool inside_md(const struct reader *part, struct inside *ret);
bool inside_ntfs(const struct reader *part, struct inside *ret);
bool inside_swap(const struct reader *part, struct inside *ret);
bool inside_xfs(const struct reader *part, struct inside *ret);

/* Counts the allocated clusters among the first CLUSTERS of the FAT at byte OFFSET, whose
 * entries have BITS (12, 16 or 32) bits.  Returns false on read errors and if the FAT is
 * larger than 8 MiB. */
bool inside_fat_count(const struct reader *part, uint64_t offset, unsigned bits,
                      uint64_t clusters, uint64_t *ret);

/* Returns the bytes in clusters marked as used among the first CLUSTERS (of CLUSTER
 * bytes) in an NTFS volume's $Bitmap; 0 if the bitmap is damaged, cannot be read or is
 * too large (32 MiB or more). */
uint64_t inside_ntfs_used(const struct reader *part, const uint8_t *boot,
                          uint64_t cluster, uint64_t clusters);

/* Read the mark of a file system that was decoded as INSIDE, see volume_state_read(). */
enum volume_state volume_state_fat(const struct reader *part,
                                   const struct inside *inside);
enum volume_state volume_state_ntfs(const struct reader *part,
                                    const struct inside *inside);
enum volume_state volume_state_xfs(const struct reader *part,
                                   const struct inside *inside);

/* Records the COUNT bytes (1 to 15) of the magic found at byte OFFSET of the extent. */
void inside_prove(struct inside *inside, uint64_t offset, const uint8_t *magic,
                  size_t count);

/* Returns (TOTAL - FREE) * UNIT; 0 if FREE exceeds TOTAL or the product overflows. */
uint64_t inside_used(uint64_t total, uint64_t free, uint64_t unit);

/* True if VALUE is a power of two in [MIN, MAX]. */
bool inside_is_block(uint64_t value, uint64_t min, uint64_t max);

#endif
