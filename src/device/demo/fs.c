/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fs.c - writes superblocks of ext4, XFS, FFS and swap to demo images */
#include <string.h>

#include "device/demo/image.h"
#include "model/base/num.h"

enum { BLOCK = 4096 };

/* Linux, Documentation/filesystems/ext4/super.rst.  There are no metadata checksums, as
 * in file systems created before 2016. */
static void fill_ext4(uint8_t *super, const struct demo_content *content)
{
    uint64_t blocks = content->size / BLOCK;
    uint32_t groups = (uint32_t)((blocks + 32767) / 32768);

    put_le32(super, 0x00, groups * 8192); /* inodes */
    put_le32(super, 0x04, (uint32_t)blocks);
    put_le32(super, 0x150, (uint32_t)(blocks >> 32));
    put_le32(super, 0x0C, (uint32_t)(blocks / 4 * 3)); /* free */
    put_le32(super, 0x158, (uint32_t)((blocks / 4 * 3) >> 32));
    put_le32(super, 0x10, groups * 8192 - 11); /* free inodes */
    put_le32(super, 0x18, 2);                  /* blocks of 4 KiB */
    put_le32(super, 0x1C, 2);
    put_le32(super, 0x20, 32768);
    put_le32(super, 0x24, 32768);
    put_le32(super, 0x28, 8192);
    put_le16(super, 0x36, 0xFFFF);
    put_le16(super, 0x38, 0xEF53);
    put_le16(super, 0x3A, 1); /* clean */
    put_le16(super, 0x3C, 1);
    put_le32(super, 0x4C, 1); /* revision that supports the features below */
    put_le32(super, 0x54, 11);
    put_le16(super, 0x58, 256);
    put_le32(super, 0x5C, 0x3C);  /* journal, ext_attr, resize_inode, dir_index */
    put_le32(super, 0x60, 0x2C2); /* filetype, extents, 64bit, flex_bg */
    put_le32(super, 0x64, 0x6B);  /* sparse_super, large_file, huge_file ... */
    memcpy(super + 0x68, content->uuid, 16);
    demo_put_text(super + 0x78, 16, content->label, 0);
    put_le32(super, 0xE0, 8);  /* the journal's inode */
    put_le16(super, 0xFE, 64); /* bytes of a group descriptor */
}

void demo_put_ext4(struct demo_image *image, const struct demo_content *content)
{
    uint8_t super[1024] = { 0 };

    fill_ext4(super, content);
    demo_put(image, content->offset + 1024, super, sizeof(super));
}

/* "XFS Algorithms & Data Structures", 3rd edition, xfs_sb; version 4, which has no
 * checksums.  There are four allocation groups, mkfs's default on a single disk. */
static void fill_xfs(uint8_t *super, const struct demo_content *content)
{
    enum { GROUPS = 4, INODE = 256 };
    uint64_t group = content->size / BLOCK / GROUPS;
    uint8_t group_log = 0;

    while (UINT64_C(1) << group_log < group)
        group_log++;
    memcpy(super, "XFSB", 4);
    put_be32(super, 4, BLOCK);
    put_be64(super, 8, group * GROUPS);
    memcpy(super + 32, content->uuid, 16);
    put_be64(super, 48, (uint64_t)2 << group_log); /* log, in the third group */
    put_be64(super, 56, 128);                      /* root directory */
    put_be64(super, 64, 129);
    put_be64(super, 72, 130);
    put_be32(super, 80, 1); /* realtime extent */
    put_be32(super, 84, (uint32_t)group);
    put_be32(super, 88, GROUPS);
    put_be32(super, 96, 2560);    /* blocks of the log */
    put_be16(super, 100, 0xB4A4); /* version 4 and the former defaults of mkfs */
    put_be16(super, 102, (uint16_t)content->logical);
    put_be16(super, 104, INODE);
    put_be16(super, 106, BLOCK / INODE);
    demo_put_text(super + 108, 12, content->label, 0);
    super[120] = 12; /* logarithms of block, sector, inode, inodes per block, group */
    super[121] = content->logical == 4096 ? 12 : 9;
    super[122] = 8;
    super[123] = 4;
    super[124] = group_log;
    super[127] = 25; /* percent for inodes */
    put_be64(super, 128, 64);
    put_be64(super, 136, 61);
    put_be64(super, 144, group * GROUPS / 4 * 3); /* free blocks */
    put_be32(super, 180, 2);                      /* inode alignment */
}

void demo_put_xfs(struct demo_image *image, const struct demo_content *content)
{
    uint8_t super[512] = { 0 };

    fill_xfs(super, content);
    demo_put(image, content->offset, super, sizeof(super));
}

/* OpenBSD, sys/ufs/ffs/fs.h: FFS1's superblock is at 8 KiB; blocks of 16 KiB in fragments
 * of 2 KiB were the installer's default. */
void demo_put_ffs(struct demo_image *image, const struct demo_content *content)
{
    uint8_t super[1536] = { 0 };
    uint32_t fragments = (uint32_t)(content->size / 2048);

    /* offsets of superblock, groups, inodes and data in fragments */
    put_le32(super, 8, 8);
    put_le32(super, 12, 16);
    put_le32(super, 16, 24);
    put_le32(super, 20, 1496);
    put_le32(super, 36, fragments);
    put_le32(super, 40, fragments / 32 * 31);
    put_le32(super, 44, fragments / 94064 + 1); /* groups */
    put_le32(super, 48, 16384);
    put_le32(super, 52, 2048);
    put_le32(super, 56, 8);
    put_le32(super, 60, 5); /* percent kept free */
    put_le32(super, 80, 14);
    put_le32(super, 84, 11);
    put_le32(super, 96, 3);
    put_le32(super, 104, 1536);
    memcpy(super + 144, content->uuid, 8);
    demo_put_text(super + 212, 468, content->label, 0); /* last mount point */
    put_le32(super, 1372, 0x00011954);
    demo_put(image, content->offset + 8192, super, sizeof(super));
}

/* Linux, include/linux/swap.h, union swap_header. */
void demo_put_swap(struct demo_image *image, const struct demo_content *content)
{
    uint8_t page[BLOCK] = { 0 };

    put_le32(page, 1024, 1);
    put_le32(page, 1028, (uint32_t)(content->size / BLOCK - 1));
    memcpy(page + 1036, content->uuid, 16);
    demo_put_text(page + 1052, 16, content->label, 0);
    memcpy(page + BLOCK - 10, "SWAPSPACE2", 10);
    demo_put(image, content->offset, page, sizeof(page));
}
