/* SPDX-License-Identifier: GPL-3.0-or-later */
/* xfs.c - decodes an XFS superblock: block size, stripe unit and width, space used
 *
 * "XFS Algorithms & Data Structures", 3rd edition, xfs_sb; big endian. */
#include <string.h>

#include "model/base/num.h"
#include "model/content/kinds.h"

enum {
    BLOCK_SIZE = 4,
    DATA_BLOCKS = 8,
    SECTOR_SIZE = 102,
    FREE_BLOCKS = 144,
    STRIPE_UNIT = 184,  /* blocks */
    STRIPE_WIDTH = 188, /* blocks */
};

bool inside_xfs(const struct reader *part, struct inside *ret)
{
    uint8_t super[512];

    if (!reader_read(part, 0, super, sizeof(super)) || memcmp(super, "XFSB", 4) != 0)
        return false;
    uint64_t block = be32_at(super, BLOCK_SIZE), blocks = be64_at(super, DATA_BLOCKS);
    if (!inside_is_block(block, 512, 65536) || blocks == 0 ||
        !inside_is_block(be16_at(super, SECTOR_SIZE), 512, 32768))
        return false;
    ret->block = block;
    ret->unit = block;
    ret->sector = be16_at(super, SECTOR_SIZE);
    ret->stripe_unit = be32_at(super, STRIPE_UNIT) * block;
    ret->stripe_width = be32_at(super, STRIPE_WIDTH) * block;
    ret->used = inside_used(blocks, be64_at(super, FREE_BLOCKS), block);
    ret->volume = inside_used(blocks, 0, block);
    inside_prove(ret, 0, super, 4);
    return true;
}
