/* SPDX-License-Identifier: GPL-3.0-or-later */
/* blocks.h - blocks across physical sectors, and what writing one of them costs */
#ifndef ALIDADE_MODEL_ALIGN_BLOCKS_H
#define ALIDADE_MODEL_ALIGN_BLOCKS_H

#include <stdbool.h>
#include <stdint.h>

#include "model/disk/limits.h"

/* Equal blocks in a row; bytes count from the start of the disk. */
struct blocks {
    const char *name;    /* of the content: "ntfs" */
    uint64_t first_byte; /* the start of the first block */
    uint64_t first;      /* its number: 2 for the clusters of FAT, else 0 */
    uint64_t size;       /* bytes of a block; not 0 */
};

/* The cost inside the drive of writing the first split block, or the first block if none
 * is split. */
struct block_cost {
    uint64_t byte;           /* the start of the block */
    uint64_t reads;          /* sectors covered in part: read before written */
    uint64_t writes;         /* sectors that it touches */
    uint64_t writes_at_best; /* the same for an aligned block of this size */
    bool is_split;           /* some block touches more than writes_at_best */
};

/* Returns false for numbers beyond any disk (2^62 bytes). */
bool blocks_cost(const struct limits *limits, const struct blocks *blocks,
                 struct block_cost *ret);

/* Returns the first byte of the physical sector that holds BYTE, which is below 2^62;
 * negative for the sector that an alignment offset cuts at the start of the disk. */
int64_t blocks_sector(const struct limits *limits, uint64_t byte);

#endif
