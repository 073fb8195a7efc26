/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fat.c - decodes a FAT12, FAT16 or FAT32 boot sector: start of cluster 2, space used
 *
 * Microsoft, "FAT: General Overview of On-Disk Format" 1.03: the BPB, and "First data
 * sector = reserved + FATs * FAT size + root directory sectors". */
#include <string.h>

#include "model/base/num.h"
#include "model/content/kinds.h"

/* A volume with fewer clusters than this is FAT12. */
enum { FAT12_CLUSTERS = 4085 };

struct fat {
    uint64_t sector; /* sector size in bytes */
    uint64_t cluster;
    uint64_t data_lba; /* start of cluster 2, in sectors of the file system */
    uint64_t clusters;
    uint64_t total; /* volume size in sectors */
    uint64_t fat_lba;
    uint64_t fat_sectors;
    unsigned bits;     /* size of a FAT entry */
    uint32_t info_lba; /* sector of FAT32's FSInfo structure; 0: none */
};

static bool is_boot_sector(const uint8_t *boot)
{
    /* Checks the jump instruction, the signature at the end and the media byte. */
    return (boot[0] == 0xEB || boot[0] == 0xE9) && le16_at(boot, 510) == 0xAA55 &&
           (boot[21] == 0xF0 || boot[21] >= 0xF8);
}

static bool read_bpb(const uint8_t *boot, struct fat *ret)
{
    uint64_t sector = le16_at(boot, 11), root_entries = le16_at(boot, 17);
    uint64_t reserved = le16_at(boot, 14), fats = boot[16];
    uint64_t fat_sectors = le16_at(boot, 22), total = le16_at(boot, 19);
    bool is_fat32 = fat_sectors == 0;

    if (is_fat32)
        fat_sectors = le32_at(boot, 36);
    if (total == 0)
        total = le32_at(boot, 32);
    if (!inside_is_block(sector, 512, 4096) || !inside_is_block(boot[13], 1, 128))
        return false;
    if (reserved == 0 || fats == 0 || fats > 4 || fat_sectors == 0)
        return false;
    /* FAT32 keeps its root directory in clusters; FAT12 and FAT16 have a fixed one. */
    if (is_fat32 != (root_entries == 0))
        return false;
    uint64_t root = (root_entries * 32 + sector - 1) / sector;
    uint64_t data = reserved + fats * fat_sectors + root; /* < 2^35: cannot overflow */
    if (data >= total)
        return false;
    uint64_t clusters = (total - data) / boot[13];
    *ret = (struct fat){
        .sector = sector,
        .cluster = sector * boot[13],
        .data_lba = data,
        .clusters = clusters,
        .total = total,
        .fat_lba = reserved,
        .fat_sectors = fat_sectors,
        .bits = is_fat32                    ? 32
                : clusters < FAT12_CLUSTERS ? 12
                                            : 16,
        .info_lba = is_fat32 ? le16_at(boot, 48) : 0,
    };
    return true;
}

/* Returns the used clusters from FAT32's FSInfo sector, if it is present and valid. */
static bool read_info(const struct reader *part, const struct fat *fat, uint64_t *ret)
{
    uint8_t info[512];

    if (fat->info_lba == 0 ||
        !reader_read(part, fat->info_lba * fat->sector, info, sizeof(info)))
        return false;
    if (le32_at(info, 0) != 0x41615252 || le32_at(info, 484) != 0x61417272 ||
        le32_at(info, 488) > fat->clusters)
        return false;
    *ret = fat->clusters - le32_at(info, 488);
    return true;
}

static bool count_fat(const struct reader *part, const struct fat *fat, uint64_t *ret)
{
    /* The number of entries that the FAT holds: < 2^32 sectors, cannot overflow. */
    uint64_t entries = fat->fat_sectors * fat->sector * 8 / fat->bits;

    return fat->clusters + 2 <= entries &&
           inside_fat_count(part, fat->fat_lba * fat->sector, fat->bits, fat->clusters,
                            ret);
}

/* Returns the bytes used, including the sectors before the clusters; 0 if unknown. */
static uint64_t read_used(const struct reader *part, const struct fat *fat)
{
    uint64_t clusters = 0;

    if (!read_info(part, fat, &clusters) && !count_fat(part, fat, &clusters))
        return 0;
    return fat->data_lba * fat->sector + inside_used(clusters, 0, fat->cluster);
}

/* The proof is the type string in the boot sector, or else the boot signature. */
static void fat_prove(const uint8_t *boot, struct inside *inside)
{
    static const uint16_t places[] = { 54, 82 }; /* FAT12 and FAT16; FAT32 */

    for (size_t i = 0; i < 2; i++) {
        if (!memcmp(boot + places[i], "FAT", 3)) {
            inside_prove(inside, places[i], boot + places[i], 8);
            return;
        }
    }
    inside_prove(inside, 510, boot + 510, 2);
}

bool inside_fat(const struct reader *part, struct inside *ret)
{
    uint8_t boot[512];
    struct fat fat;

    if (!reader_read(part, 0, boot, sizeof(boot)) || !is_boot_sector(boot))
        return false;
    if (!read_bpb(boot, &fat))
        return false;
    ret->data_offset = fat.data_lba * fat.sector;
    ret->unit = fat.cluster;
    ret->block = fat.cluster;
    ret->sector = fat.sector;
    ret->used = read_used(part, &fat);
    ret->volume = inside_used(fat.total, 0, fat.sector);
    fat_prove(boot, ret);
    return true;
}
