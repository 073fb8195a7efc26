/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kinds.h - the decoders behind inside_decode, one on-disk structure each
 *
 * Each reads a bounded number of bytes, answers false where its magic or its sizes are
 * not there, and fills *ret only when all is well.  RET->kind and the common bounds are
 * set and checked by inside_decode. */
#ifndef ALIDADE_MODEL_CONTENT_KINDS_H
#define ALIDADE_MODEL_CONTENT_KINDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/base/reader.h"
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

/* How many of the CLUSTERS are given away in the FAT at byte OFFSET, with entries of BITS
 * (12, 16, 32) each; false where it cannot be read, or is too long to be by the way. */
bool inside_fat_count(const struct reader *part, uint64_t offset, unsigned bits,
                      uint64_t clusters, uint64_t *ret);

/* Bytes in the clusters that an NTFS' $Bitmap marks among its first CLUSTERS, of CLUSTER
 * bytes each; 0 where the bitmap cannot be had, or is too long to be read by the way. */
uint64_t inside_ntfs_used(const struct reader *part, const uint8_t *boot,
                          uint64_t cluster, uint64_t clusters);

/* Notes the COUNT bytes (1 to 15) of the magic found at OFFSET of the extent. */
void inside_prove(struct inside *inside, uint64_t offset, const uint8_t *magic,
                  size_t count);

/* (TOTAL - FREE) * UNIT, 0 where that makes no sense: how superblocks count. */
uint64_t inside_used(uint64_t total, uint64_t free, uint64_t unit);

/* VALUE is a power of two in [LEAST, MOST]. */
bool inside_is_block(uint64_t value, uint64_t least, uint64_t most);

#endif
