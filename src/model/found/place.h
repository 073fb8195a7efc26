/* SPDX-License-Identifier: GPL-3.0-or-later */
/* place.h - whether a content begins at one place of a disk */
#ifndef ALIDADE_MODEL_FOUND_PLACE_H
#define ALIDADE_MODEL_FOUND_PLACE_H

#include <stdbool.h>
#include <stdint.h>

#include "model/base/reader.h"

/* All in bytes of the disk. */
struct found_place {
    uint64_t start;
    uint64_t volume;  /* what the content says that it takes in all; 0: unknown */
    const char *type; /* libblkid's TYPE where only a backup of the superblock is left;
                       * else NULL: libblkid can say what it is */
};

/* True where a content begins at byte OFFSET of DISK, or where a backup of a superblock
 * there, or in the sector of LOGICAL bytes in front of it, says where one begins (or
 * began, when its first superblock is destroyed): *RET.  At most 3 reads of up to 12 KiB,
 * and those of one decoder. */
bool found_look(const struct reader *disk, uint64_t logical, uint64_t offset,
                struct found_place *ret);

#endif
