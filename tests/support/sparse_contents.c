/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sparse_contents.c - superblocks and EBRs on a disk in memory */
#include "support/sparse_contents.h"

#include <string.h>

#include "model/base/num.h"

/* A superblock of ext2 of BLOCKS blocks of 1 KiB << LOG in block group GROUP. */
void sparse_put_ext(struct sparse *disk, uint64_t at, uint32_t blocks, uint32_t log,
                    uint16_t group)
{
    uint8_t super[1024] = { 0 };

    put_le32(super, 0x04, blocks);
    put_le32(super, 0x14, log ? 0 : 1);
    put_le32(super, 0x18, log);
    put_le32(super, 0x20, 8192U << log);
    put_le16(super, 0x38, 0xEF53);
    put_le16(super, 0x5A, group);
    sparse_put(disk, at, super, sizeof(super));
}

void sparse_put_first(struct sparse *disk, uint64_t start, uint64_t bytes)
{
    sparse_put_ext(disk, start + 1024, (uint32_t)(bytes / 4096), 2, 0);
}

/* An allocation group of an XFS with BLOCKS blocks of 4 KiB in 4 groups. */
void sparse_put_xfs(struct sparse *disk, uint64_t start, uint32_t blocks, uint32_t group)
{
    uint8_t bytes[1024] = "XFSB";

    put_be32(bytes, 4, 4096);
    put_be64(bytes, 8, blocks);
    put_be32(bytes, 84, blocks / 4);
    put_be16(bytes, 102, 512);
    memcpy(bytes + 512, "XAGF", 4);
    put_be32(bytes, 512 + 8, group);
    sparse_put(disk, start + (uint64_t)group * (blocks / 4) * 4096, bytes, sizeof(bytes));
}

void sparse_put_ntfs(struct sparse *disk, uint64_t at, uint64_t sectors)
{
    uint8_t boot[512] = { 0xEB, 0x52, 0x90 };

    memcpy(boot + 3, "NTFS    ", 8);
    put_le16(boot, 11, 512);
    boot[13] = 8;
    put_le64(boot, 40, sectors);
    put_le64(boot, 48, 128);
    sparse_put(disk, at, boot, sizeof(boot));
}

void sparse_put_fat32(struct sparse *disk, uint64_t at, uint32_t sectors)
{
    uint8_t boot[512] = { 0xEB, 0x58, 0x90 };

    put_le16(boot, 11, 512);
    boot[13] = 8;
    put_le16(boot, 14, 32);
    boot[16] = 2;
    boot[21] = 0xF8;
    put_le32(boot, 32, sectors);
    put_le32(boot, 36, sectors / 1024 + 1);
    put_le16(boot, 50, 6);
    memcpy(boot + 82, "FAT32   ", 8);
    put_le16(boot, 510, 0xAA55);
    sparse_put(disk, at, boot, sizeof(boot));
}

void sparse_put_ebr(struct sparse *disk, uint64_t lba, const struct sparse_ebr *ebr)
{
    uint8_t sector[512] = { 0 };
    uint8_t *data = sector + 446, *link = data + 16;

    data[4] = ebr->type;
    put_le32(data, 8, ebr->start);
    put_le32(data, 12, ebr->length);
    if (ebr->next) {
        link[4] = 5;
        put_le32(link, 8, ebr->next);
        put_le32(link, 12, ebr->length + ebr->start);
    }
    put_le16(sector, 510, 0xAA55);
    sparse_put(disk, lba * 512, sector, sizeof(sector));
}
