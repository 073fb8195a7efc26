/* SPDX-License-Identifier: GPL-3.0-or-later */
/* superblocks.h - believable superblocks for tests of signatures */
#ifndef ALIDADE_TESTS_SUPERBLOCKS_H
#define ALIDADE_TESTS_SUPERBLOCKS_H

#include <stdint.h>

#include "support/image.h"

/* Each starts at byte OFFSET of the image.  LABEL may be any 16 bytes. */
void image_put_ext2(const struct image *image, uint64_t offset, const char *label);
/* BLOCKS blocks of 1 KiB, 5 of them in use, and a UUID that begins with ID; BLOCKS 0:
 * zeros in its place. */
void image_put_small_ext2(const struct image *image, uint64_t offset, uint32_t blocks,
                          uint8_t id);
void image_put_swap(const struct image *image, uint64_t offset, const char *label);
void image_put_jfs(const struct image *image, uint64_t offset);
/* A physical volume of LVM whose checksum is wrong. */
void image_put_bad_lvm(const struct image *image, uint64_t offset);
/* The superblock of md 1.0 at the end of [offset, offset + size). */
void image_put_md_end(const struct image *image, uint64_t offset, uint64_t size);

#endif
