/* SPDX-License-Identifier: GPL-3.0-or-later */
/* btrfs.c - decodes a btrfs superblock: sector size, bytes used, device size
 *
 * btrfs documentation, "On-disk format", superblock; the first copy is at 64 KiB. */
#include <string.h>

#include "model/base/num.h"
#include "model/content/kinds.h"

enum {
    SUPERBLOCK = 64 * 1024,
    MAGIC = 64,
    TOTAL_BYTES = 112,
    BYTES_USED = 120,
    SECTOR_SIZE = 144,
    DEVICE_BYTES = 209, /* size of this device only */
};

bool inside_btrfs(const struct reader *part, struct inside *ret)
{
    uint8_t super[512];

    if (!reader_read(part, SUPERBLOCK, super, sizeof(super)) ||
        memcmp(super + MAGIC, "_BHRfS_M", 8) != 0)
        return false;
    uint64_t sector = le32_at(super, SECTOR_SIZE);
    if (!inside_is_block(sector, 512, 65536) || le64_at(super, TOTAL_BYTES) == 0)
        return false;
    ret->block = sector;
    ret->unit = sector;
    /* Both fields are totals over all devices of the file system. */
    if (le64_at(super, BYTES_USED) <= le64_at(super, TOTAL_BYTES))
        ret->used = le64_at(super, BYTES_USED);
    ret->volume = le64_at(super, DEVICE_BYTES);
    inside_prove(ret, SUPERBLOCK + MAGIC, super + MAGIC, 8);
    return true;
}
