/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fat.c - writes a FAT32 to a demo image
 *
 * Microsoft, "FAT: General Overview of On-Disk Format" 1.03.  Cluster 2 is at a multiple
 * of 4096 bytes, so that the alignment depends only on the start of the partition. */
#include <string.h>

#include "device/demo/image.h"
#include "model/base/num.h"

enum {
    CLUSTER = 4096,
    RESERVED_BYTES = 32 * 512,
    BACKUP_BOOT = 6, /* sectors */
};

struct shape {
    uint64_t sector;
    uint64_t reserved;    /* sectors */
    uint64_t fat_sectors; /* of each of the two FATs */
    uint64_t clusters;
};

/* A FAT entry has 4 bytes.  The FAT has entries for all clusters and is rounded up to
 * 4096 bytes. */
static struct shape find_shape(const struct demo_content *content)
{
    struct shape shape = { .sector = content->logical };
    uint64_t fat = num_round_up((content->size / CLUSTER + 2) * 4, 4096);

    shape.reserved =
        RESERVED_BYTES / shape.sector < 8 ? 8 : RESERVED_BYTES / shape.sector;
    shape.fat_sectors = fat / shape.sector;
    shape.clusters = (content->size - shape.reserved * shape.sector - 2 * fat) / CLUSTER;
    return shape;
}

static void fat_fill_boot(uint8_t *boot, const struct demo_content *content,
                          const struct shape *shape)
{
    memcpy(boot, "\xEB\x58\x90MSDOS5.0", 11);
    put_le16(boot, 11, (uint16_t)shape->sector);
    boot[13] = (uint8_t)(CLUSTER / shape->sector);
    put_le16(boot, 14, (uint16_t)shape->reserved);
    boot[16] = 2;
    boot[21] = 0xF8;
    put_le16(boot, 24, 63);
    put_le16(boot, 26, 255);
    put_le32(boot, 28, (uint32_t)content->start); /* hidden sectors */
    put_le32(boot, 32, (uint32_t)(content->size / shape->sector));
    put_le32(boot, 36, (uint32_t)shape->fat_sectors);
    put_le32(boot, 44, 2); /* the root directory's first cluster */
    put_le16(boot, 48, 1); /* FSInfo */
    put_le16(boot, 50, BACKUP_BOOT);
    boot[64] = 0x80;
    boot[66] = 0x29;
    memcpy(boot + 67, content->uuid, 4); /* volume serial number */
    demo_put_text(boot + 71, 11, content->label, ' ');
    memcpy(boot + 82, "FAT32   ", 8);
    demo_fill(boot + 90, 330, 32);
    put_le16(boot, 510, 0xAA55);
}

static void fill_info(uint8_t *info, const struct shape *shape)
{
    put_le32(info, 0, 0x41615252);
    put_le32(info, 484, 0x61417272);
    /* free clusters: all except the root directory */
    put_le32(info, 488, (uint32_t)shape->clusters - 1);
    put_le32(info, 492, 3); /* where to search for a free cluster */
    put_le32(info, 508, 0xAA550000);
}

static void put_fats(struct demo_image *image, const struct demo_content *content,
                     const struct shape *shape)
{
    uint8_t fat[12];

    put_le32(fat, 0, 0x0FFFFFF8);
    put_le32(fat, 4, 0x0FFFFFFF);
    put_le32(fat, 8, 0x0FFFFFFF); /* the root directory is one cluster */
    for (uint64_t i = 0; i < 2; i++) {
        uint64_t lba = shape->reserved + i * shape->fat_sectors;
        demo_put(image, content->offset + lba * shape->sector, fat, sizeof(fat));
    }
}

static void put_label(struct demo_image *image, const struct demo_content *content,
                      const struct shape *shape)
{
    uint8_t entry[32] = { 0 };
    uint64_t root = shape->reserved + 2 * shape->fat_sectors;

    if (!content->label[0])
        return;
    demo_put_text(entry, 11, content->label, ' ');
    entry[11] = 0x08; /* volume label */
    demo_put(image, content->offset + root * shape->sector, entry, sizeof(entry));
}

void demo_put_fat32(struct demo_image *image, const struct demo_content *content)
{
    struct shape shape = find_shape(content);
    uint8_t boot[512] = { 0 }, info[512] = { 0 };

    fat_fill_boot(boot, content, &shape);
    fill_info(info, &shape);
    for (uint64_t lba = 0; lba <= BACKUP_BOOT; lba += BACKUP_BOOT) {
        demo_put(image, content->offset + lba * shape.sector, boot, sizeof(boot));
        demo_put(image, content->offset + (lba + 1) * shape.sector, info, sizeof(info));
    }
    put_fats(image, content, &shape);
    put_label(image, content, &shape);
}
