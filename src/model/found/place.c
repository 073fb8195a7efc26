/* SPDX-License-Identifier: GPL-3.0-or-later */
/* place.c - detects whether a content begins at one place of a disk */
#include "model/found/place.h"

#include <stddef.h>
#include <string.h>

#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/content/inside.h"
#include "model/table/mbr.h"
#include "model/table/mbr_layout.h"

enum {
    PEEK_BYTES = 8192, /* read from the place on */
    SECTOR_MAX = 4096, /* read before the place, to see the backup of a preceding NTFS */
    MAGIC_MAX = 10,
    EXT_SUPERBLOCK = 1024,
    XFS_SECTOR_SIZE = 102,
};

/* The bytes around a place, read at once. */
struct peek {
    uint8_t bytes[SECTOR_MAX + PEEK_BYTES];
    size_t front; /* bytes before the place */
    size_t count; /* bytes read, including front */
    uint64_t offset;
    const struct reader *disk;
};

/* libblkid supports these formats too and later determines the type.  A magic of two
 * bytes is too weak: the decoder must confirm it. */
static const struct magic {
    uint64_t offset;
    const char *bytes;
    size_t count;
} magics[] = {
    { 1080, "\x53\xef", 2 },    { 0, "XFSB", 4 },
    { 3, "NTFS    ", 8 },       { 3, "EXFAT   ", 8 },
    { 54, "FAT", 3 },           { 82, "FAT32", 5 },
    { 0, "LUKS\xba\xbe", 6 },   { 512, "LABELONE", 8 },
    { 4086, "SWAPSPACE2", 10 }, { 4096, "\xfc\x4e\x2b\xa9", 4 },
    { 65600, "_BHRfS_M", 8 },   { 32769, "CD001", 5 },
};

static const uint8_t *at(const struct peek *peek, size_t offset, size_t count)
{
    size_t from = peek->front + offset;

    return from + count <= peek->count ? peek->bytes + from : NULL;
}

static bool matches(const struct peek *peek, size_t offset, const char *bytes,
                    size_t count)
{
    const uint8_t *here = at(peek, offset, count);

    return here && !memcmp(here, bytes, count);
}

/* Returns false if the bytes cannot be read. */
static bool read_peek(const struct reader *disk, uint64_t logical, uint64_t offset,
                      struct peek *ret)
{
    if (offset > disk->size)
        return false;
    uint64_t rest = disk->size - offset;
    ret->disk = disk;
    ret->offset = offset;
    ret->front = logical <= SECTOR_MAX && offset >= logical ? (size_t)logical : 0;
    ret->count = ret->front + (rest < PEEK_BYTES ? (size_t)rest : PEEK_BYTES);
    return reader_read(disk, offset - ret->front, ret->bytes, ret->count);
}

static bool has_far(const struct peek *peek, const struct magic *magic)
{
    uint8_t bytes[MAGIC_MAX];
    uint64_t from = peek->offset + magic->offset;

    return reader_read(peek->disk, from, bytes, magic->count) &&
           !memcmp(bytes, magic->bytes, magic->count);
}

static const struct magic *find_magic(const struct peek *peek)
{
    for (size_t i = 0; i < ARRAY_SIZE(magics); i++) {
        const struct magic *magic = &magics[i];
        bool is_near = magic->offset + magic->count <= PEEK_BYTES;
        if (is_near ? matches(peek, (size_t)magic->offset, magic->bytes, magic->count)
                    : has_far(peek, magic))
            return magic;
    }
    return NULL;
}

/* True if a decoder recognizes a content that begins at byte START. */
static bool place_decode(const struct reader *disk, uint64_t start, struct inside *ret)
{
    struct reader_part part;
    struct reader reader = reader_of_part(&part, disk, start, UINT64_MAX);

    return inside_decode(&reader, NULL, ret);
}

/* Backups: a copy of the superblock tells where its file system begins. */

struct backup {
    uint64_t back; /* distance in bytes from the place back to the start of the content */
    uint64_t volume; /* size of the content in bytes */
    const char *type;
};

/* The superblock of a block group is in its first block; with blocks of 1 KiB, the first
 * block is 1.  Linux, Documentation/filesystems/ext4/super.rst. */
static bool is_ext_backup(const struct peek *peek, size_t offset, struct backup *ret)
{
    const uint8_t *super = at(peek, offset, EXT_SUPERBLOCK);

    if (!super || le16_at(super, 0x38) != 0xEF53 || le32_at(super, 0x18) > 6)
        return false;
    uint64_t block = UINT64_C(1024) << le32_at(super, 0x18);
    uint64_t group = le16_at(super, 0x5A), per_group = le32_at(super, 0x20);
    if (!group || !per_group || per_group > 8 * block || le32_at(super, 0x14) > 1)
        return false;
    uint64_t from_start = (group * per_group + le32_at(super, 0x14)) * block;
    if (from_start < offset)
        return false;
    *ret = (struct backup){ from_start - offset, le32_at(super, 4) * block, "ext4" };
    return true;
}

/* "XFS Algorithms & Data Structures", 3rd edition: each allocation group begins with a
 * superblock, and the sector behind it (XAGF) contains the number of the group. */
static bool is_xfs_backup(const struct peek *peek, struct backup *ret)
{
    const uint8_t *super = at(peek, 0, 512);

    if (!super || memcmp(super, "XFSB", 4) != 0)
        return false;
    const uint8_t *group = at(peek, be16_at(super, XFS_SECTOR_SIZE), 12);
    if (!group || memcmp(group, "XAGF", 4) != 0 || !be32_at(group, 8))
        return false;
    uint64_t block = be32_at(super, 4), sum;
    if (block > 65536 || !num_mul(be32_at(group, 8), be32_at(super, 84) * block, &sum))
        return false;
    *ret = (struct backup){ sum, be64_at(super, 8) * block, "xfs" };
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
    *ret = (struct backup){ bytes, bytes, "ntfs" };
    return true;
}

/* FAT32 has its backup in sector 6 (the usual value), exFAT in sector 12. */
static bool is_fat_backup(const struct peek *peek, size_t sector, struct backup *ret)
{
    const uint8_t *fat = at(peek, 6 * sector, 512), *exfat = at(peek, 12 * sector, 512);

    if (fat && !memcmp(fat + 82, "FAT32", 5) && le16_at(fat, 11) == sector &&
        le16_at(fat, 50) == 6) {
        *ret = (struct backup){ 0, (uint64_t)le32_at(fat, 32) * sector, "vfat" };
        return true;
    }
    if (!exfat || memcmp(exfat + 3, "EXFAT   ", 8) != 0 || exfat[108] > 12 ||
        sector != (size_t)1 << exfat[108] || le64_at(exfat, 72) > UINT64_MAX >> 12)
        return false;
    *ret = (struct backup){ 0, le64_at(exfat, 72) * sector, "exfat" };
    return true;
}

static bool place_find_backup(const struct peek *peek, size_t logical, struct backup *ret)
{
    return is_ext_backup(peek, 0, ret) || is_ext_backup(peek, EXT_SUPERBLOCK, ret) ||
           is_xfs_backup(peek, ret) || is_ntfs_backup(peek, ret) ||
           is_fat_backup(peek, 512, ret) ||
           (logical != 512 && is_fat_backup(peek, logical, ret));
}

static bool place_follow_backup(const struct peek *peek, const struct backup *backup,
                                struct found_place *ret)
{
    struct inside inside;

    if (backup->back > peek->offset)
        return false;
    *ret = (struct found_place){ .start = peek->offset - backup->back,
                                 .volume = backup->volume,
                                 .how = FOUND_BACKUP,
                                 .type = backup->type };
    if (place_decode(peek->disk, ret->start, &inside)) {
        ret->volume = inside.volume;
        ret->type = NULL;
    }
    return true;
}

static bool is_beginning(const struct peek *peek, const struct magic *magic,
                         struct found_place *ret)
{
    struct inside inside;

    *ret = (struct found_place){ .start = peek->offset };
    if (place_decode(peek->disk, peek->offset, &inside))
        ret->volume = inside.volume;
    else if (magic->count == 2)
        return false;
    return true;
}

static bool is_zero(const uint8_t *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (bytes[i])
            return false;
    return true;
}

/* Takes an entry of an EBR; false if no tool writes such a one, or several of a kind. */
static bool take_ebr_entry(const uint8_t *entry, struct found_ebr *ret)
{
    uint64_t start = le32_at(entry, MBR_ENTRY_AT_START);
    uint64_t length = le32_at(entry, MBR_ENTRY_AT_LENGTH);
    uint8_t type = entry[MBR_ENTRY_AT_TYPE], flag = entry[MBR_ENTRY_AT_FLAG];

    if (is_zero(entry, MBR_ENTRY_BYTES))
        return true;
    if (!type || !start || !length || (flag && flag != MBR_FLAG_ACTIVE))
        return false;
    if (mbr_type_is_extended(type)) {
        bool is_first = !ret->next;
        ret->next = start;
        return is_first;
    }
    if (ret->length)
        return false;
    ret->start = start;
    ret->length = length;
    ret->type = type;
    return true;
}

bool found_read_ebr(const struct reader *disk, uint64_t logical, uint64_t offset,
                    struct found_ebr *ret)
{
    uint8_t sector[MBR_BYTES];
    struct found_ebr ebr = { 0 };

    if (offset % logical || !reader_read(disk, offset, sector, sizeof(sector)) ||
        le16_at(sector, MBR_AT_MAGIC) != MBR_MAGIC)
        return false;
    for (unsigned i = 0; i < MBR_SLOTS; i++)
        if (!take_ebr_entry(sector + MBR_AT_ENTRIES + i * (size_t)MBR_ENTRY_BYTES, &ebr))
            return false;
    if (!ebr.length)
        return false;
    *ret = ebr;
    return true;
}

bool found_detect(const struct reader *disk, uint64_t logical, uint64_t offset,
                  struct found_place *ret)
{
    struct backup backup;
    struct peek peek;

    if (!read_peek(disk, logical, offset, &peek))
        return false;
    const struct magic *magic = find_magic(&peek);
    bool is_backup = place_find_backup(&peek, (size_t)logical, &backup);
    /* Backups of ext and XFS have the same magic as the primary superblock.  The other
     * backups have another position, or belong to a volume that ends here. */
    bool is_copy = is_backup && backup.back && strcmp(backup.type, "ntfs") != 0;

    if (magic && !is_copy && is_beginning(&peek, magic, ret))
        return true;
    return is_backup && place_follow_backup(&peek, &backup, ret);
}
