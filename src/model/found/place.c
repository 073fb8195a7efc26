/* SPDX-License-Identifier: GPL-3.0-or-later */
/* place.c - detects whether a content begins at one place of a disk */
#include "model/found/place.h"

#include <stddef.h>
#include <string.h>

#include "model/base/mem.h"
#include "model/content/inside.h"
#include "model/found/backup.h"

enum { MAGIC_MAX = 10 };

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
        if (is_near
                ? peek_matches(peek, (size_t)magic->offset, magic->bytes, magic->count)
                : has_far(peek, magic))
            return magic;
    }
    return NULL;
}

bool found_sniff(const uint8_t sector[512], uint64_t *ret_back)
{
    for (size_t i = 0; i < ARRAY_SIZE(magics); i++) {
        uint64_t in_sector = magics[i].offset % 512;
        if (memcmp(sector + in_sector, magics[i].bytes, magics[i].count) != 0)
            continue;
        *ret_back = magics[i].offset - in_sector;
        return true;
    }
    return false;
}

/* True if a decoder recognizes a content that begins at byte START. */
static bool place_decode(const struct reader *disk, uint64_t start, struct inside *ret)
{
    struct reader_part part;
    struct reader reader = reader_of_part(&part, disk, start, UINT64_MAX);

    return inside_decode(&reader, NULL, ret);
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
                                 .is_proven = true,
                                 .type = backup->type };
    if (place_decode(peek->disk, ret->start, &inside)) {
        ret->volume = inside.volume;
        ret->type = NULL;
        ret->how = FOUND_SUPERBLOCK;
    }
    return true;
}

static bool is_beginning(const struct peek *peek, const struct magic *magic,
                         struct found_place *ret)
{
    struct inside inside;

    *ret = (struct found_place){ .start = peek->offset };
    ret->is_proven = place_decode(peek->disk, peek->offset, &inside);
    if (ret->is_proven)
        ret->volume = inside.volume;
    return ret->is_proven || magic->count > 2;
}

bool found_detect(const struct reader *disk, uint64_t logical, uint64_t offset,
                  struct found_place *ret)
{
    struct backup backup;
    struct peek peek;

    if (!read_peek(disk, logical, offset, &peek))
        return false;
    const struct magic *magic = find_magic(&peek);
    bool is_backup = backup_find(&peek, (size_t)logical, &backup);
    /* Backups of ext and XFS have the same magic as the primary superblock.  The other
     * backups have another position, or belong to a volume that ends here. */
    bool is_copy = is_backup && backup.back && backup.is_here;

    if (magic && !is_copy && is_beginning(&peek, magic, ret))
        return true;
    return is_backup && place_follow_backup(&peek, &backup, ret);
}
