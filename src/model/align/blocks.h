/* SPDX-License-Identifier: GPL-3.0-or-later */
/* blocks.h - equal blocks across physical sectors, and what writing one of them costs */
#ifndef ALIDADE_MODEL_ALIGN_BLOCKS_H
#define ALIDADE_MODEL_ALIGN_BLOCKS_H

#include <stdbool.h>
#include <stdint.h>

#include "model/disk/limits.h"

/* Equal blocks in a row; bytes count from the disk's first. */
struct blocks {
    const char *name;    /* whose: "ntfs" */
    uint64_t first_byte; /* where the first of them starts */
    uint64_t first;      /* its number: 0, but 2 for the clusters of FAT */
    uint64_t size;       /* bytes of one; not 0 */
};

/* What the write of one block costs inside the drive.  COUNTED is the first block that
 * crosses a boundary more than it must, or the first of all. */
struct block_cost {
    uint64_t counted;        /* number of the block */
    uint64_t counted_byte;   /* where it starts */
    uint64_t reads;          /* sectors that it covers in part: read before written */
    uint64_t writes;         /* sectors that it touches */
    uint64_t writes_at_best; /* what an aligned block of this size touches */
    bool is_split;           /* some block touches more than it must */
};

/* False where the numbers are beyond any disk (2^62 bytes). */
bool blocks_cost(const struct limits *limits, const struct blocks *blocks,
                 struct block_cost *ret);

/* The byte where the physical sector that holds BYTE starts, below 0 for the one that a
 * shifted grid cuts at the disk's start.  BYTE is below 2^62. */
int64_t blocks_sector(const struct limits *limits, uint64_t byte);

#endif
