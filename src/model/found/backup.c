/* SPDX-License-Identifier: GPL-3.0-or-later */
/* backup.c - copies of superblocks, which tell where their file system begins */
#include "model/found/backup.h"

#include <string.h>

#include "model/base/num.h"

enum {
    EXT_SUPERBLOCK = 1024,
    XFS_SECTOR_SIZE = 102,
};

/* The superblock of a block group is in its first block; with blocks of 1 KiB, the first
 * block is 1.  Linux, Documentation/filesystems/ext4/super.rst. */
static bool is_ext_backup(const struct peek *peek, size_t offset, struct backup *ret)
{
    const uint8_t *super = peek_at(peek, offset, EXT_SUPERBLOCK);

    if (!super || le16_at(super, 0x38) != 0xEF53 || le32_at(super, 0x18) > 6)
        return false;
    uint64_t block = UINT64_C(1024) << le32_at(super, 0x18);
    uint64_t group = le16_at(super, 0x5A), per_group = le32_at(super, 0x20);
    if (!group || !per_group || per_group > 8 * block || le32_at(super, 0x14) > 1)
        return false;
    uint64_t from_start = (group * per_group + le32_at(super, 0x14)) * block;
    if (from_start < offset)
        return false;
    *ret =
        (struct backup){ from_start - offset, le32_at(super, 4) * block, "ext4", true };
    return true;
}

/* "XFS Algorithms & Data Structures", 3rd edition: each allocation group begins with a
 * superblock, and the sector behind it (XAGF) contains the number of the group. */
static bool is_xfs_backup(const struct peek *peek, struct backup *ret)
{
    const uint8_t *super = peek_at(peek, 0, 512);

    if (!super || memcmp(super, "XFSB", 4) != 0)
        return false;
    const uint8_t *group = peek_at(peek, be16_at(super, XFS_SECTOR_SIZE), 12);
    if (!group || memcmp(group, "XAGF", 4) != 0 || !be32_at(group, 8))
        return false;
    uint64_t block = be32_at(super, 4), sum;
    if (block > 65536 || !num_mul(be32_at(group, 8), be32_at(super, 84) * block, &sum))
        return false;
    *ret = (struct backup){ sum, be64_at(super, 8) * block, "xfs", true };
    return true;
}

/* The backup boot sector is the last sector of the volume. */
static bool is_ntfs_backup(const struct peek *peek, struct backup *ret)
{
    const uint8_t *boot = peek->bytes; /* the sector before the place */
    uint64_t bytes, sector;

    if (!peek->front || memcmp(boot + 3, "NTFS    ", 8) != 0)
        return false;
    sector = le16_at(boot, 11);
    if (sector != peek->front || !num_mul(le64_at(boot, 40), sector, &bytes) || !bytes ||
        !num_add(bytes, sector, &bytes))
        return false;
    *ret = (struct backup){ bytes, bytes, "ntfs", false };
    return true;
}

/* Bytes that a content has at byte OFFSET, behind its boot sector. */
struct proof {
    uint64_t offset;
    const char *bytes;
    size_t count;
};

static bool has_proof(const struct reader *disk, uint64_t start,
                      const struct proof *proof)
{
    uint8_t bytes[4];

    return reader_read(disk, start + proof->offset, bytes, proof->count) &&
           !memcmp(bytes, proof->bytes, proof->count);
}

/* True if a content begins BACK bytes behind the place, and none at the place. */
static bool begins_behind(const struct peek *peek, uint64_t back,
                          const struct proof *proof)
{
    return has_proof(peek->disk, peek->offset + back, proof) &&
           !has_proof(peek->disk, peek->offset, proof);
}

/* FAT32 has its backup in sector 6 (the usual value), exFAT in sector 12. */
static bool is_fat_backup(const struct peek *peek, size_t sector, struct backup *ret)
{
    const uint8_t *fat = peek_at(peek, 6 * sector, 512),
                  *exfat = peek_at(peek, 12 * sector, 512);

    if (fat && !memcmp(fat + 82, "FAT32", 5) && le16_at(fat, 11) == sector &&
        le16_at(fat, 50) == 6) {
        const char first[] = { (char)fat[21], '\xff', '\xff' };
        const struct proof proof = { le16_at(fat, 14) * sector, first, sizeof(first) };
        *ret = (struct backup){ 0, (uint64_t)le32_at(fat, 32) * sector, "vfat", false };
        return !begins_behind(peek, 6 * sector, &proof);
    }
    if (!exfat || memcmp(exfat + 3, "EXFAT   ", 8) != 0 || exfat[108] > 12 ||
        sector != (size_t)1 << exfat[108] || le64_at(exfat, 72) > UINT64_MAX >> 12)
        return false;
    const struct proof proof = { le32_at(exfat, 80) * sector, "\xf8\xff\xff\xff", 4 };
    *ret = (struct backup){ 0, le64_at(exfat, 72) * sector, "exfat", false };
    return !begins_behind(peek, 12 * sector, &proof);
}

/* True if the boot sector at the place is the copy of one BACK bytes before: they are the
 * same, or the content begins there, not here. */
static bool is_boot_copy(const struct peek *peek, uint64_t back,
                         const struct proof *proof)
{
    uint8_t first[512];

    if (!back || back > peek->offset)
        return false;
    if (reader_read(peek->disk, peek->offset - back, first, sizeof(first)) &&
        !memcmp(first, peek_at(peek, 0, sizeof(first)), sizeof(first)))
        return true;
    return has_proof(peek->disk, peek->offset - back, proof) &&
           !has_proof(peek->disk, peek->offset, proof);
}

/* The copies of boot sectors at the end of NTFS and in sectors 6 and 12 of FAT32 and
 * exFAT; the proof is the first record of the MFT, or the first entry of the FAT. */
static bool is_boot_backup(const struct peek *peek, struct backup *ret)
{
    const uint8_t *boot = peek_at(peek, 0, 512);
    uint64_t sector = boot ? le16_at(boot, 11) : 0, back, bytes;
    struct proof proof = { 0, "FILE", 4 };

    if (!boot)
        return false;
    if (!memcmp(boot + 3, "NTFS    ", 8) && num_mul(le64_at(boot, 40), sector, &back) &&
        num_mul(le64_at(boot, 48), boot[13] * sector, &proof.offset) &&
        num_add(back, sector, &bytes) && proof.offset < UINT64_MAX / 2 &&
        is_boot_copy(peek, back, &proof)) {
        *ret = (struct backup){ back, bytes, "ntfs", true };
        return true;
    }
    if (!memcmp(boot + 82, "FAT32", 5)) {
        const char first[] = { (char)boot[21], '\xff', '\xff' };
        proof = (struct proof){ le16_at(boot, 14) * sector, first, sizeof(first) };
        *ret = (struct backup){ le16_at(boot, 50) * sector, le32_at(boot, 32) * sector,
                                "vfat", true };
        return is_boot_copy(peek, ret->back, &proof);
    }
    if (memcmp(boot + 3, "EXFAT   ", 8) != 0 || boot[108] > 12 ||
        le64_at(boot, 72) > UINT64_MAX >> 12)
        return false;
    sector = UINT64_C(1) << boot[108];
    proof = (struct proof){ le32_at(boot, 80) * sector, "\xf8\xff\xff\xff", 4 };
    *ret = (struct backup){ 12 * sector, le64_at(boot, 72) * sector, "exfat", true };
    return is_boot_copy(peek, ret->back, &proof);
}

bool backup_find(const struct peek *peek, size_t logical, struct backup *ret)
{
    return is_boot_backup(peek, ret) || is_ext_backup(peek, 0, ret) ||
           is_ext_backup(peek, EXT_SUPERBLOCK, ret) || is_xfs_backup(peek, ret) ||
           is_ntfs_backup(peek, ret) || is_fat_backup(peek, 512, ret) ||
           (logical != 512 && is_fat_backup(peek, logical, ret));
}
