/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ntfs_volume.c - a small NTFS volume with a file in its root folder, byte by byte */
#include "support/ntfs_volume.h"

#include <string.h>

#include "model/base/num.h"

enum {
    CLUSTER = 512,
    RECORD = 1024,
    BLOCK = 2048,
    MFT_LCN = 8,
    MFT_CLUSTERS = 60,
    BLOCK_LCN = 80,
    FILE_LCN = 90,
    FILE_RECORD = 20,
    FIRST_ATTRIBUTE = 56,
    RESIDENT = 24, /* header */
    NON_RESIDENT = 64,
    ENTRY = 16,
    NAME = 66, /* in FILE_NAME */
    LOG_CLUSTERS = 16,
    PAGE = 4096, /* of the log */
    AREA = 64,   /* in a restart page */
};

static uint8_t *record_at(uint8_t *volume, unsigned number)
{
    return volume + MFT_LCN * CLUSTER + (size_t)number * RECORD;
}

/* Puts the update sequence number at the end of each 512 bytes, and what was there into
 * the array at AT. */
static void add_fixup(uint8_t *bytes, size_t size, size_t at)
{
    put_le16(bytes, 4, (uint16_t)at);
    put_le16(bytes, 6, (uint16_t)(size / 512 + 1));
    put_le16(bytes, at, 1);
    for (size_t i = 0; i < size / 512; i++) {
        uint8_t *end = bytes + (i + 1) * 512 - 2;
        memcpy(bytes + at + 2 * (i + 1), end, 2);
        put_le16(end, 0, 1);
    }
}

static void begin_record(uint8_t *record, unsigned number, bool is_used)
{
    memcpy(record, "FILE", 4);
    put_le16(record, 20, FIRST_ATTRIBUTE);
    put_le16(record, 22, is_used ? 1 : 0);
    put_le32(record, 44, number);
}

/* Returns the offset behind a non-resident attribute of one run. */
static size_t add_runs(uint8_t *record, size_t at, unsigned type, unsigned lcn,
                       unsigned count, uint64_t initialized)
{
    uint8_t *head = record + at;
    const size_t length = NON_RESIDENT + 8;

    put_le32(head, 0, type);
    put_le32(head, 4, (uint32_t)length);
    head[8] = 1;
    put_le16(head, 32, NON_RESIDENT);
    put_le64(head, 48, (uint64_t)count * CLUSTER);
    put_le64(head, 56, initialized);
    head[NON_RESIDENT] = 0x11; /* a byte each */
    head[NON_RESIDENT + 1] = (uint8_t)count;
    head[NON_RESIDENT + 2] = (uint8_t)lcn;
    return at + length;
}

static size_t add_resident(uint8_t *record, size_t at, unsigned type, size_t bytes)
{
    uint8_t *head = record + at;

    put_le32(head, 0, type);
    put_le32(head, 4, (uint32_t)(RESIDENT + bytes));
    put_le32(head, 16, (uint32_t)bytes);
    put_le16(head, 20, RESIDENT);
    return at + RESIDENT + bytes;
}

/* Puts a header and the entries of an index to INDEX. Returns their size. */
static size_t put_index(uint8_t *index, const char *name)
{
    size_t at = 16;

    put_le32(index, 0, 16);
    if (name) {
        size_t units = strlen(name), key = NAME + 2 * units;
        put_le64(index, at, UINT64_C(3) << 48 | FILE_RECORD);
        put_le16(index, at + 8, (uint16_t)(ENTRY + key));
        put_le16(index, at + 10, (uint16_t)key);
        index[at + ENTRY + NAME - 2] = (uint8_t)units;
        for (size_t i = 0; i < units; i++)
            index[at + ENTRY + NAME + 2 * i] = (uint8_t)name[i];
        at += ENTRY + key;
    }
    put_le16(index, at + 8, ENTRY);
    put_le16(index, at + 12, 2);
    put_le32(index, 4, (uint32_t)(at + ENTRY));
    return at + ENTRY;
}

static void put_folder(uint8_t *volume, const struct ntfs_file *file)
{
    uint8_t *record = record_at(volume, 5), *block = volume + BLOCK_LCN * CLUSTER;
    size_t at = FIRST_ATTRIBUTE, value = at + RESIDENT;

    begin_record(record, 5, true);
    if (file->has_folder_list)
        at = add_resident(record, at, 0x20, 8);
    else {
        size_t size =
            put_index(record + value + 16, file->is_in_root ? file->name : NULL);
        put_le32(record, value + 8, BLOCK);
        at = add_resident(record, at, 0x90, 16 + size);
        at = add_runs(record, at, 0xa0, BLOCK_LCN, BLOCK / CLUSTER, BLOCK);
    }
    put_le32(record, at, 0xffffffff);
    add_fixup(record, RECORD, 48);
    memcpy(block, "INDX", 4);
    (void)put_index(block + 24, file->is_in_root ? NULL : file->name);
    /* Behind the header, the entries begin where the fixup's array ends. */
    memmove(block + 64, block + 40, 512);
    memset(block + 40, 0, 24);
    put_le32(block, 24, 40);
    add_fixup(block, BLOCK, 40);
}

static void put_file(uint8_t *volume, const struct ntfs_file *file)
{
    uint8_t *record = record_at(volume, FILE_RECORD);
    size_t at = FIRST_ATTRIBUTE;

    begin_record(record, FILE_RECORD, !file->is_deleted);
    if (file->has_list)
        at = add_resident(record, at, 0x20, 8);
    else if (file->is_resident)
        at = add_resident(record, at, 0x80, 8);
    else
        at = add_runs(record, at, 0x80, FILE_LCN, 2, file->is_not_initialized ? 0 : 1024);
    put_le32(record, at, 0xffffffff);
    add_fixup(record, RECORD, 48);
    if (file->head)
        memcpy(volume + FILE_LCN * CLUSTER, file->head, 4);
}

void ntfs_volume_make(const struct ntfs_file *file, uint8_t ret[NTFS_VOLUME_BYTES])
{
    uint8_t *mft = record_at(ret, 0);

    memset(ret, 0, NTFS_VOLUME_BYTES);
    memcpy(ret, "\xEB\x52\x90NTFS    ", 11);
    put_le16(ret, 11, CLUSTER);
    ret[13] = 1;
    put_le64(ret, 40, NTFS_VOLUME_BYTES / CLUSTER - 1);
    put_le64(ret, 48, MFT_LCN);
    ret[64] = 0xF6; /* 2^10 bytes */
    put_le16(ret, 510, 0xaa55);
    begin_record(mft, 0, true);
    size_t at = add_runs(mft, FIRST_ATTRIBUTE, 0x80, MFT_LCN, MFT_CLUSTERS,
                         MFT_CLUSTERS * CLUSTER);
    put_le32(mft, at, 0xffffffff);
    add_fixup(mft, RECORD, 48);
    put_folder(ret, file);
    put_file(ret, file);
}

void ntfs_volume_mark(unsigned flags, uint8_t volume[NTFS_VOLUME_BYTES])
{
    uint8_t *log = record_at(volume, 2), *record = record_at(volume, 3);
    size_t at;

    begin_record(log, 2, true);
    at = add_runs(log, FIRST_ATTRIBUTE, 0x80, NTFS_VOLUME_LOG / CLUSTER, LOG_CLUSTERS,
                  LOG_CLUSTERS * CLUSTER);
    put_le32(log, at, 0xffffffff);
    add_fixup(log, RECORD, 48);
    begin_record(record, 3, true);
    at = add_resident(record, FIRST_ATTRIBUTE, 0x70, 16);
    put_le16(record, FIRST_ATTRIBUTE + RESIDENT + 10, (uint16_t)flags);
    put_le32(record, at, 0xffffffff);
    add_fixup(record, RECORD, 48);
    memset(volume + NTFS_VOLUME_LOG, 0xff, LOG_CLUSTERS * CLUSTER);
}

void ntfs_volume_restart(unsigned index, uint64_t lsn, unsigned clients, unsigned flags,
                         uint8_t volume[NTFS_VOLUME_BYTES])
{
    uint8_t *page = volume + NTFS_VOLUME_LOG + (size_t)index * PAGE;

    memset(page, 0, PAGE);
    memcpy(page, "RSTR", 4);
    put_le32(page, 16, PAGE);
    put_le16(page, 24, AREA);
    put_le64(page, AREA, lsn);
    put_le16(page, AREA + 12, (uint16_t)clients);
    put_le16(page, AREA + 14, (uint16_t)flags);
    add_fixup(page, PAGE, 30);
}
