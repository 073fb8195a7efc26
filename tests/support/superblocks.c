/* SPDX-License-Identifier: GPL-3.0-or-later */
/* superblocks.c - believable superblocks for tests of signatures */
#include "support/superblocks.h"

#include <string.h>

#include "model/base/num.h"

/* An identifier that is no zeros. */
static void put_uuid(uint8_t *at)
{
    for (uint8_t i = 0; i < 16; i++)
        at[i] = (uint8_t)(0x10 + i);
}

/* Offsets of the kernel's struct ext2_super_block. */
void image_put_ext2(const struct image *image, uint64_t offset, const char *label)
{
    uint8_t block[1024] = { 0 };

    put_le32(block, 0, 128);  /* inodes */
    put_le32(block, 4, 1024); /* blocks */
    put_le32(block, 12, 900); /* free blocks */
    put_le32(block, 20, 0);   /* first data block */
    put_le32(block, 24, 2);   /* blocks of 4096 bytes */
    put_le32(block, 32, 32768);
    put_le32(block, 40, 128);
    put_le16(block, 56, 0xEF53);
    put_le16(block, 58, 1);
    put_le32(block, 76, 1);
    put_le32(block, 84, 11);
    put_le16(block, 88, 256);
    put_uuid(block + 104);
    memcpy(block + 120, label, strnlen(label, 16));
    image_put(image, offset + 1024, block, sizeof(block));
}

/* As swapon(8) reads it: header at 1024, magic at the end of the first page. */
void image_put_swap(const struct image *image, uint64_t offset, const char *label)
{
    uint8_t page[4096] = { 0 };

    put_le32(page, 1024, 1);
    put_le32(page, 1028, 255);
    put_uuid(page + 1036);
    memcpy(page + 1052, label, strnlen(label, 16));
    memcpy(page + 4086, "SWAPSPACE2", 10);
    image_put(image, offset, page, sizeof(page));
}

void image_put_jfs(const struct image *image, uint64_t offset)
{
    uint8_t block[512] = { 0 };

    memcpy(block, "JFS1", 4);
    put_le32(block, 4, 2);
    put_le32(block, 16, 4096); /* block, its logarithm, and that of sectors in it */
    put_le16(block, 20, 12);
    put_le16(block, 22, 3);
    put_le32(block, 24, 512);
    put_le16(block, 28, 9);
    put_uuid(block + 136);
    image_put(image, offset + 0x8000, block, sizeof(block));
}

void image_put_bad_lvm(const struct image *image, uint64_t offset)
{
    uint8_t sector[512] = { 0 };

    memcpy(sector, "LABELONE", 8);
    put_le64(sector, 8, 1);
    put_le32(sector, 16, 0xBADC0DE);
    put_le32(sector, 20, 32);
    memcpy(sector + 24, "LVM2 001", 8);
    memcpy(sector + 32, "0123456789abcdefghijklmnopqrstuv", 32);
    image_put(image, offset + 512, sector, sizeof(sector));
}

void image_put_md_end(const struct image *image, uint64_t offset, uint64_t size)
{
    uint8_t block[512] = { 0 };
    uint64_t sector = (size / 512 - 16) & ~UINT64_C(7);

    put_le32(block, 0, 0xA92B4EFC);
    put_le32(block, 4, 1);
    put_uuid(block + 16);
    memcpy(block + 32, "home:0", 6);
    put_le32(block, 72, 1);
    put_le64(block, 80, sector);
    put_le32(block, 92, 2);
    put_le64(block, 136, sector); /* data size */
    put_le64(block, 144, sector);
    image_put(image, offset + sector * 512, block, sizeof(block));
}
