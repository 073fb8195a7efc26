/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ext.c - decodes an ext2, ext3 or ext4 superblock: block size, RAID stride and stripe
 * width
 *
 * Linux, Documentation/filesystems/ext4/super.rst. */
#include "model/base/num.h"
#include "model/content/kinds.h"

enum {
    SUPERBLOCK = 1024,
    BLOCKS = 0x04,
    BLOCKS_HIGH = 0x150,
    FREE = 0x0C,
    FREE_HIGH = 0x158,
    LOG_BLOCK = 0x18, /* block size is 1024 << this value */
    MAGIC = 0x38,
    FEATURE_INCOMPAT = 0x60,
    INCOMPAT_64BIT = 0x80,
    STRIDE = 0x164,       /* blocks, 16 bits */
    STRIPE_WIDTH = 0x170, /* blocks, 32 bits */
    LOG_BLOCK_MAX = 6,    /* 64 KiB */
};

static uint64_t count_at(const uint8_t *super, size_t low, size_t high)
{
    uint64_t is_64bit = le32_at(super, FEATURE_INCOMPAT) & INCOMPAT_64BIT;

    return le32_at(super, low) | (is_64bit ? (uint64_t)le32_at(super, high) << 32 : 0);
}

bool inside_ext(const struct reader *part, struct inside *ret)
{
    uint8_t super[1024];

    if (!reader_read(part, SUPERBLOCK, super, sizeof(super)) ||
        le16_at(super, MAGIC) != 0xEF53 || le32_at(super, LOG_BLOCK) > LOG_BLOCK_MAX)
        return false;
    uint64_t blocks = count_at(super, BLOCKS, BLOCKS_HIGH);
    if (blocks == 0)
        return false;
    ret->block = UINT64_C(1024) << le32_at(super, LOG_BLOCK);
    ret->unit = ret->block;
    ret->sector = ret->block;
    ret->stripe_unit = le16_at(super, STRIDE) * ret->block;
    ret->stripe_width = le32_at(super, STRIPE_WIDTH) * ret->block;
    ret->used = inside_used(blocks, count_at(super, FREE, FREE_HIGH), ret->block);
    ret->volume = inside_used(blocks, 0, ret->block);
    inside_prove(ret, SUPERBLOCK + MAGIC, super + MAGIC, 2);
    return true;
}
