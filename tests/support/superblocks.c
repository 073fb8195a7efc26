/* SPDX-License-Identifier: GPL-3.0-or-later */
/* superblocks.c - believable superblocks for tests of signatures */
#include "support/superblocks.h"

#include <stdlib.h>
#include <string.h>

#include "device/demo/image.h"
#include "model/base/num.h"

/* An identifier that is no zeros. */
static void put_uuid(uint8_t *at)
{
    for (uint8_t i = 0; i < 16; i++)
        at[i] = (uint8_t)(0x10 + i);
}

/* As the demo disks have it. */
static void put_demo(const struct image *image, uint64_t offset, uint64_t size,
                     enum demo_fs fs, const char *label)
{
    struct demo_image to = { .fd = image->fd };
    struct demo_content content = {
        .fs = fs, .label = label, .logical = 512, .offset = offset, .size = size
    };

    put_uuid(content.uuid);
    demo_content_put(&to, &content);
    if (to.error)
        abort();
}

/* ext4 with neither a journal nor other features of its own. */
void image_put_ext2(const struct image *image, uint64_t offset, const char *label)
{
    static const uint8_t no_features[12];

    put_demo(image, offset, 4 << 20, DEMO_FS_EXT4, label);
    image_put(image, offset + 1024 + 0x5C, no_features, sizeof(no_features));
}

void image_put_small_ext2(const struct image *image, uint64_t offset, uint32_t blocks,
                          uint8_t id)
{
    uint8_t super[1024] = { 0 };

    if (blocks) {
        put_le32(super, 0, 16);
        put_le32(super, 4, blocks);
        put_le32(super, 12, blocks - 5);
        put_le32(super, 20, 1);
        put_le32(super, 32, 8192);
        put_le32(super, 40, 16);
        put_le16(super, 56, 0xEF53);
        put_le16(super, 58, 1);
        put_le32(super, 76, 1);
        put_le16(super, 88, 128);
        super[104] = id;
    }
    image_put(image, offset + 1024, super, sizeof(super));
}

void image_put_swap(const struct image *image, uint64_t offset, const char *label)
{
    put_demo(image, offset, 1 << 20, DEMO_FS_SWAP, label);
}

void image_put_bad_lvm(const struct image *image, uint64_t offset)
{
    put_demo(image, offset, 1 << 20, DEMO_FS_LVM, "vg");
    image_put(image, offset + 512 + 16, "\xde\xc0\xad\x0b", 4); /* the checksum */
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
