/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ntfs_hiberfil.c - finds hiberfil.sys in an NTFS volume, and what it begins with
 *
 * Linux-NTFS documentation: $I30, FILE_NAME; ntfs-3g, ntfs_volume_check_hiberfile(). */
#include "model/content/ntfs_hiberfil.h"

#include <string.h>

#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/content/kinds.h"
#include "model/content/ntfs_record.h"

enum {
    RECORD_ROOT = 5,
    BOOT_BYTES = 512,
    BLOCK_MIN = 512, /* of an index */
    BLOCK_MAX = 65536,
    BLOCKS_MAX = 4096,
    FOLDER_MAX = 16 * 1024 * 1024, /* bytes of blocks */
    CLUSTER_MAX = 2 * 1024 * 1024,
    RUNS_MAX = 4096,
    ENTRY_HEAD = 16,
    NAME_AT = ENTRY_HEAD + 66, /* of an entry, behind the fields of FILE_NAME */
    INDEX_AT = 24,             /* header of the entries in a block */
    ROOT_INDEX_AT = 16,        /* the same in the value of INDEX_ROOT */
    LAST_ENTRY = 2,
    MAGIC_BYTES = 4,
    DATA_INITIALIZED_AT = 56,
    RECORD_FLAGS_AT = 22,
};

struct hiberfil {
    struct ntfs_volume volume;
    uint8_t mft[NTFS_RECORD_MAX]; /* its own record */
    struct ntfs_attribute mft_data;
    uint8_t record[NTFS_RECORD_MAX];
    uint64_t file; /* record of hiberfil.sys; 0: not found */
};

static bool has_list(const uint8_t *record, size_t size)
{
    struct ntfs_attribute list;

    return ntfs_attribute_find(record, size, NTFS_ATTRIBUTE_LIST, &list);
}

/* Finds the byte of the volume with byte OFFSET of what RUNS describe. */
static bool find_byte(const struct ntfs_volume *volume, struct ntfs_runs runs,
                      uint64_t offset, uint64_t *ret)
{
    uint64_t lcn, count, bytes, at;

    for (unsigned i = 0; i < RUNS_MAX && ntfs_runs_next(&runs, &lcn, &count); i++) {
        if (!num_mul(count, volume->cluster, &bytes) ||
            !num_mul(lcn, volume->cluster, &at))
            return false;
        if (offset < bytes)
            return num_add(at, offset, ret);
        offset -= bytes;
    }
    return false;
}

/* Reads FILE record NUMBER to .record. */
static bool hiberfil_read_record(struct hiberfil *hiberfil, uint64_t number)
{
    const struct ntfs_volume *volume = &hiberfil->volume;
    struct ntfs_runs runs;
    uint64_t offset, at;

    return ntfs_runs_begin(&hiberfil->mft_data, &runs) &&
           num_mul(number, volume->record, &offset) &&
           find_byte(volume, runs, offset, &at) &&
           ntfs_record_read(volume, at, "FILE", hiberfil->record, (size_t)volume->record);
}

static bool hiberfil_open(struct hiberfil *hiberfil, const struct reader *part,
                          uint64_t cluster)
{
    uint8_t boot[BOOT_BYTES];

    if (!reader_read(part, 0, boot, sizeof(boot)) ||
        !inside_is_block(cluster, BLOCK_MIN / 2, CLUSTER_MAX) ||
        !ntfs_volume_open(part, boot, cluster, &hiberfil->volume))
        return false;
    size_t size = (size_t)hiberfil->volume.record;
    return ntfs_record_read(&hiberfil->volume, hiberfil->volume.mft, "FILE",
                            hiberfil->mft, size) &&
           ntfs_attribute_find(hiberfil->mft, size, NTFS_DATA, &hiberfil->mft_data);
}

/* --- the root folder --- */

static bool is_hiberfil(const uint8_t *entry, size_t key)
{
    static const char name[] = "hiberfil.sys";
    size_t units = sizeof(name) - 1;

    if (key < NAME_AT - ENTRY_HEAD + 2 * units || entry[NAME_AT - 2] != units)
        return false;
    for (size_t i = 0; i < units; i++) {
        unsigned unit = le16_at(entry, NAME_AT + 2 * i);
        if (unit >= 'A' && unit <= 'Z')
            unit += 'a' - 'A';
        if (unit != (unsigned char)name[i])
            return false;
    }
    return true;
}

/* Looks at all entries of the index whose header is at AT of SIZE bytes. */
static void scan_entries(struct hiberfil *hiberfil, const uint8_t *bytes, size_t at,
                         size_t size)
{
    if (at + ENTRY_HEAD > size || le32_at(bytes, at) > size - at)
        return;
    at += le32_at(bytes, at);
    while (at + ENTRY_HEAD <= size && !(le16_at(bytes, at + 12) & LAST_ENTRY)) {
        size_t length = le16_at(bytes, at + 8), key = le16_at(bytes, at + 10);
        if (length < ENTRY_HEAD || length > size - at || key > length - ENTRY_HEAD)
            return;
        /* The upper 16 bits count how often the record was used. */
        if (is_hiberfil(bytes + at, key))
            hiberfil->file = le64_at(bytes, at) & 0xffffffffffff;
        at += length;
    }
}

/* The tree is not followed: all its blocks are looked at, in their order on the disk. */
static bool scan_blocks(struct hiberfil *hiberfil, struct ntfs_runs runs, size_t size)
{
    const struct ntfs_volume *volume = &hiberfil->volume;
    CLEANUP(freep) uint8_t *block = xmalloc(size);
    uint64_t at;

    for (uint64_t i = 0; i < BLOCKS_MAX && i * size < FOLDER_MAX; i++) {
        if (!find_byte(volume, runs, i * size, &at))
            return true;
        if (ntfs_record_read(volume, at, "INDX", block, size))
            scan_entries(hiberfil, block, INDEX_AT, size);
        if (hiberfil->file)
            return true;
    }
    return false;
}

/* False if the folder is larger than what is looked at, or is described elsewhere. */
static bool scan_root(struct hiberfil *hiberfil)
{
    size_t size = (size_t)hiberfil->volume.record;
    struct ntfs_attribute root, blocks;
    struct ntfs_runs runs;

    if (!ntfs_attribute_find(hiberfil->record, size, NTFS_INDEX_ROOT, &root))
        return !has_list(hiberfil->record, size);
    size_t at = le16_at(root.head, 20);
    if (at + ROOT_INDEX_AT + ENTRY_HEAD > root.length)
        return false;
    scan_entries(hiberfil, root.head, at + ROOT_INDEX_AT, root.length);
    if (hiberfil->file ||
        !ntfs_attribute_find(hiberfil->record, size, NTFS_INDEX_ALLOCATION, &blocks))
        return hiberfil->file || !has_list(hiberfil->record, size);
    uint64_t block = le32_at(root.head, at + 8);
    return inside_is_block(block, BLOCK_MIN, BLOCK_MAX) &&
           ntfs_runs_begin(&blocks, &runs) && scan_blocks(hiberfil, runs, (size_t)block);
}

/* --- the file --- */

/* What is not initialized reads as zeros, whatever is there. */
static enum ntfs_hiberfil read_magic(const struct hiberfil *hiberfil,
                                     const struct ntfs_attribute *data)
{
    uint8_t magic[MAGIC_BYTES];
    struct ntfs_runs runs;
    uint64_t at;

    if (!ntfs_runs_begin(data, &runs))
        return data->head[8] ? HIBERFIL_UNKNOWN : HIBERFIL_NONE;
    if (le64_at(data->head, DATA_INITIALIZED_AT) < MAGIC_BYTES)
        return HIBERFIL_NONE;
    if (!find_byte(&hiberfil->volume, runs, 0, &at) ||
        !reader_read(hiberfil->volume.part, at, magic, sizeof(magic)))
        return HIBERFIL_UNKNOWN;
    return !memcmp(magic, "hibr", MAGIC_BYTES) || !memcmp(magic, "HIBR", MAGIC_BYTES)
               ? HIBERFIL_SUSPENDED
               : HIBERFIL_NONE;
}

static enum ntfs_hiberfil look_at_file(struct hiberfil *hiberfil)
{
    size_t size = (size_t)hiberfil->volume.record;
    struct ntfs_attribute data;

    if (!hiberfil_read_record(hiberfil, hiberfil->file))
        return HIBERFIL_UNKNOWN;
    if (!(le16_at(hiberfil->record, RECORD_FLAGS_AT) & 1))
        return HIBERFIL_NONE; /* deleted */
    if (ntfs_attribute_find(hiberfil->record, size, NTFS_DATA, &data))
        return read_magic(hiberfil, &data);
    return HIBERFIL_UNKNOWN;
}

enum ntfs_hiberfil ntfs_hiberfil_find(const struct reader *part, uint64_t cluster)
{
    CLEANUP(freep) struct hiberfil *hiberfil = xcalloc(1, sizeof(*hiberfil));

    if (!hiberfil_open(hiberfil, part, cluster) ||
        !hiberfil_read_record(hiberfil, RECORD_ROOT))
        return HIBERFIL_NONE;
    if (!scan_root(hiberfil))
        return HIBERFIL_UNKNOWN;
    return hiberfil->file ? look_at_file(hiberfil) : HIBERFIL_NONE;
}
