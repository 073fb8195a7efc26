/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bsd.c - decodes and encodes BSD disklabels
 *
 * The fields are those of <sys/disklabel.h>, common to all BSDs up to the checksum;
 * OpenBSD's version 1 keeps the upper 16 bits of sizes in place of p_fsize. */
#include "model/table/bsd.h"

#include <string.h>

#include "model/base/mem.h"
#include "model/base/num.h"

#define MAGIC UINT32_C(0x82564557)

enum {
    TYPE_AT = 4,
    TYPE_NAME_AT = 8,
    PACK_NAME_AT = 24,
    SECTOR_BYTES_AT = 40,
    TRACK_SECTORS_AT = 44,
    TRACKS_AT = 48,
    CYLINDERS_AT = 52,
    CYLINDER_SECTORS_AT = 56,
    SIZE_AT = 60,
    SIZE_HIGH_AT = 112,
    VERSION_AT = 114,
    MAGIC2_AT = 132,
    COUNT_AT = 138,
    BOOT_BYTES_AT = 140,
    SUPER_BYTES_AT = 144,
    ENTRIES_AT = 148,
    ENTRY_BYTES = 16,
    RAW_INDEX = 2,   /* partition c */
    RAW_D_INDEX = 3, /* partition d */
};

_Static_assert(BSD_START_AT(0) == ENTRIES_AT + 4, "the start is the second number");

static const struct {
    uint8_t value;
    const char *word;
} type_words[] = {
    { 0, "unused" },   { 1, "swap" },   { 2, "Version 6" },      { 3, "Version 7" },
    { 4, "System V" }, { 5, "4.1BSD" }, { 6, "Eighth Edition" }, { 7, "4.2BSD" },
    { 8, "MSDOS" },    { 9, "4.4LFS" }, { 10, "unknown" },       { 11, "HPFS" },
    { 12, "ISO9660" }, { 13, "boot" },
};

/* Larger values differ between the systems. */
static const struct {
    enum bsd_flavour flavour;
    uint8_t value;
    const char *word;
} own_words[] = {
    { BSD_FREEBSD, 14, "vinum" },     { BSD_FREEBSD, 15, "raid" },
    { BSD_FREEBSD, 27, "ZFS" },       { BSD_OPENBSD, 14, "ADOS" },
    { BSD_OPENBSD, 15, "HFS" },       { BSD_OPENBSD, 16, "ADFS" },
    { BSD_OPENBSD, 17, "ext2fs" },    { BSD_OPENBSD, 18, "ccd" },
    { BSD_OPENBSD, 19, "RAID" },      { BSD_OPENBSD, 20, "NTFS" },
    { BSD_OPENBSD, 21, "UDF" },       { BSD_NETBSD, 14, "ADOS" },
    { BSD_NETBSD, 15, "HFS" },        { BSD_NETBSD, 16, "FILECORE" },
    { BSD_NETBSD, 17, "Linux Ext2" }, { BSD_NETBSD, 18, "NTFS" },
    { BSD_NETBSD, 19, "RAID" },       { BSD_NETBSD, 20, "ccd" },
    { BSD_NETBSD, 21, "jfs" },        { BSD_NETBSD, 22, "Apple UFS" },
};

static uint16_t bsd_checksum(const uint8_t *label, unsigned count)
{
    uint16_t sum = 0;

    for (size_t at = 0; at < ENTRIES_AT + count * ENTRY_BYTES; at += 2)
        sum ^= le16_at(label, at);
    return sum;
}

static bool bsd_is_label(const uint8_t *label)
{
    unsigned count = le16_at(label, COUNT_AT);

    return le32_at(label, 0) == MAGIC && le32_at(label, MAGIC2_AT) == MAGIC && count &&
           count <= BSD_ENTRIES_MAX &&
           num_is_power_of_two(le32_at(label, SECTOR_BYTES_AT)) &&
           bsd_checksum(label, count) == 0;
}

static uint64_t wide_at(const uint8_t *bytes, size_t low, size_t high, bool is_wide)
{
    return le32_at(bytes, low) | (is_wide ? (uint64_t)le16_at(bytes, high) << 32 : 0);
}

static void put_wide(uint8_t *bytes, size_t low, size_t high, bool is_wide,
                     uint64_t value)
{
    put_le32(bytes, low, (uint32_t)value);
    if (is_wide)
        put_le16(bytes, high, (uint16_t)(value >> 32));
}

static struct bsd_entry bsd_entry_at(const uint8_t *at, bool is_wide)
{
    return (struct bsd_entry){
        .start = wide_at(at, 4, 8, is_wide),
        .length = wide_at(at, 0, 10, is_wide),
        .type = at[12],
    };
}

static struct bsd_label bsd_decode_label(const uint8_t *bytes, enum bsd_flavour flavour)
{
    bool is_wide = flavour == BSD_OPENBSD && le16_at(bytes, VERSION_AT) >= 1;
    struct bsd_label label = {
        .flavour = flavour,
        .is_wide = is_wide,
        .sector_bytes = le32_at(bytes, SECTOR_BYTES_AT),
        .size = wide_at(bytes, SIZE_AT, SIZE_HIGH_AT, is_wide),
        .count = le16_at(bytes, COUNT_AT),
    };

    if (is_wide) {
        label.bound_start =
            wide_at(bytes, BSD_BOUND_START_AT, BSD_BOUND_START_HIGH_AT, true);
        label.bound_end = wide_at(bytes, BSD_BOUND_END_AT, BSD_BOUND_END_HIGH_AT, true);
    }
    memcpy(label.pack_name, bytes + PACK_NAME_AT, sizeof(label.pack_name) - 1);
    for (unsigned i = 0; i < label.count; i++)
        label.entries[i] = bsd_entry_at(bytes + ENTRIES_AT + i * ENTRY_BYTES, is_wide);
    return label;
}

/* Converts a number of the label's sectors to sectors of the disk. */
static bool bsd_scale(const struct bsd_label *label, uint64_t logical, uint64_t value,
                      uint64_t *ret)
{
    uint64_t bytes;

    if (!num_mul(value, label->sector_bytes, &bytes) || bytes % logical)
        return false;
    *ret = bytes / logical;
    return true;
}

bool bsd_flavour_of_type(uint8_t type, enum bsd_flavour *ret)
{
    static const struct {
        uint8_t type;
        enum bsd_flavour flavour;
    } types[] = { { 0xa5, BSD_FREEBSD }, { 0xa6, BSD_OPENBSD }, { 0xa9, BSD_NETBSD } };

    for (size_t i = 0; i < ARRAY_SIZE(types); i++) {
        if (types[i].type != type)
            continue;
        *ret = types[i].flavour;
        return true;
    }
    return false;
}

bool bsd_decode(const struct reader *slice, uint64_t logical, enum bsd_flavour flavour,
                struct bsd_label *ret)
{
    uint8_t bytes[BSD_LABEL_BYTES];
    const uint64_t places[] = { 512, logical };

    for (size_t i = 0; i < (logical == 512 ? 1 : ARRAY_SIZE(places)); i++) {
        if (!reader_read(slice, places[i], bytes, sizeof(bytes)) || !bsd_is_label(bytes))
            continue;
        *ret = bsd_decode_label(bytes, flavour);
        ret->offset = places[i];
        return true;
    }
    return false;
}

bool bsd_is_relative(const struct bsd_label *label)
{
    return label->flavour == BSD_FREEBSD &&
           (label->count <= RAW_INDEX || !label->entries[RAW_INDEX].start);
}

bool bsd_entry_range(const struct bsd_label *label, unsigned index, uint64_t slice_start,
                     uint64_t logical, uint64_t *ret_start, uint64_t *ret_length)
{
    const struct bsd_entry *entry = &label->entries[index];
    uint64_t start, length, end;

    if (index >= label->count || !entry->length ||
        !bsd_scale(label, logical, entry->start, &start) ||
        !bsd_scale(label, logical, entry->length, &length) ||
        !num_add(start, bsd_is_relative(label) ? slice_start : 0, &start) ||
        !num_add(start, length, &end))
        return false;
    *ret_start = start;
    *ret_length = length;
    return true;
}

bool bsd_entry_is_raw(const struct bsd_label *label, unsigned index, uint64_t slice_start,
                      uint64_t slice_length, uint64_t disk_size, uint64_t logical)
{
    uint64_t start, length;

    if (index != RAW_INDEX && (index != RAW_D_INDEX || label->flavour == BSD_OPENBSD))
        return false;
    if (!bsd_entry_range(label, index, slice_start, logical, &start, &length))
        return false;
    bool is_unused = label->entries[index].type == BSD_TYPE_UNUSED;
    if (index == RAW_INDEX)
        return is_unused || label->flavour == BSD_OPENBSD ||
               (start <= slice_start && length >= slice_length);
    /* A used `d` that covers its slice can be a file system; one that covers the disk
     * cannot. */
    bool is_disk = !start && length >= disk_size;
    bool is_slice = start <= slice_start && length >= slice_length;
    return is_disk || (is_slice && is_unused);
}

const char *bsd_type_word(enum bsd_flavour flavour, uint8_t type)
{
    for (size_t i = 0; i < ARRAY_SIZE(type_words); i++)
        if (type_words[i].value == type)
            return type_words[i].word;
    for (size_t i = 0; i < ARRAY_SIZE(own_words); i++)
        if (own_words[i].flavour == flavour && own_words[i].value == type)
            return own_words[i].word;
    return NULL;
}

void bsd_encode(const struct bsd_label *label, uint8_t ret[BSD_LABEL_BYTES])
{
    const uint32_t tracks = 255, sectors = 63;
    bool is_wide = label->flavour == BSD_OPENBSD;

    memset(ret, 0, BSD_LABEL_BYTES);
    put_le32(ret, 0, MAGIC);
    put_le16(ret, TYPE_AT, 4); /* DTYPE_SCSI, which OpenBSD uses for all disks */
    memcpy(ret + TYPE_NAME_AT, "SCSI disk", 9);
    memcpy(ret + PACK_NAME_AT, label->pack_name, sizeof(label->pack_name) - 1);
    put_le32(ret, SECTOR_BYTES_AT, label->sector_bytes);
    put_le32(ret, TRACK_SECTORS_AT, sectors);
    put_le32(ret, TRACKS_AT, tracks);
    put_le32(ret, CYLINDERS_AT, (uint32_t)(label->size / (tracks * sectors)));
    put_le32(ret, CYLINDER_SECTORS_AT, tracks * sectors);
    put_wide(ret, SIZE_AT, SIZE_HIGH_AT, is_wide, label->size);
    if (is_wide) {
        put_wide(ret, BSD_BOUND_START_AT, BSD_BOUND_START_HIGH_AT, true,
                 label->bound_start);
        put_wide(ret, BSD_BOUND_END_AT, BSD_BOUND_END_HIGH_AT, true, label->bound_end);
        put_le16(ret, VERSION_AT, 1);
    }
    put_le32(ret, MAGIC2_AT, MAGIC);
    put_le16(ret, COUNT_AT, (uint16_t)label->count);
    put_le32(ret, BOOT_BYTES_AT, 8192);
    put_le32(ret, SUPER_BYTES_AT, is_wide ? 65536 : 8192);
    for (unsigned i = 0; i < label->count; i++) {
        uint8_t *at = ret + ENTRIES_AT + i * ENTRY_BYTES;
        put_wide(at, 0, 10, is_wide, label->entries[i].length);
        put_wide(at, 4, 8, is_wide, label->entries[i].start);
        at[12] = label->entries[i].type;
    }
    put_le16(ret, BSD_CHECKSUM_AT, bsd_checksum(ret, label->count));
}

size_t bsd_label_bytes(const uint8_t *sector)
{
    size_t count = le16_at(sector, COUNT_AT);

    if (le32_at(sector, 0) != MAGIC || le32_at(sector, MAGIC2_AT) != MAGIC ||
        count > BSD_ENTRIES_MAX)
        return 0;
    return ENTRIES_AT + count * ENTRY_BYTES;
}
