/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lvm.c - decodes an LVM2 physical volume: start of its extents and their size
 *
 * LVM2, lib/format_text/layout.h and lib/label/label.h.  The label is in one of the first
 * four 512-byte sectors.  The PV header behind it lists data areas, then metadata areas;
 * the volume group's text in a metadata area contains the extent size. */
#include <string.h>

#include "model/base/num.h"
#include "model/content/kinds.h"

enum {
    SECTOR = 512,
    LABEL_SECTORS = 4,
    PV_UUID = 32,
    PV_UUID_AND_SIZE = 40,
    AREA = 16, /* 64-bit offset and size; a zero offset ends a list */
    MDA_HEADER = 512,
    TEXT_MAX = 4096, /* extent_size is among the first lines */
};

/* Returns the offset of the area described at AT of the label sector; false at the end of
 * the list or of the sector. */
static bool area_at(const uint8_t *label, size_t at, uint64_t *ret_offset)
{
    if (at + AREA > SECTOR || le64_at(label, at) == 0)
        return false;
    *ret_offset = le64_at(label, at);
    return true;
}

/* Parses "extent_size = N", N in 512-byte sectors.  Returns bytes; 0 if it is missing. */
static uint64_t find_extent_bytes(const char *text, size_t count)
{
    static const char key[] = "extent_size = ";
    const char *at = memmem(text, count, key, strlen(key)), *end = text + count;
    uint64_t sectors = 0, bytes;

    if (!at)
        return 0;
    for (at += strlen(key); at < end && *at >= '0' && *at <= '9'; at++)
        if (!num_mul(sectors, 10, &sectors) ||
            !num_add(sectors, (uint64_t)(*at - '0'), &sectors))
            return 0;
    /* A number that reaches the end of the text may be truncated. */
    return at < end && num_mul(sectors, SECTOR, &bytes) ? bytes : 0;
}

/* Reads the extent size from the text, which lies in a ring buffer behind the header of
 * the metadata area and may wrap around. */
static uint64_t read_extent_bytes(const struct reader *part, uint64_t mda)
{
    uint8_t header[64];
    char text[TEXT_MAX];

    if (!reader_read(part, mda, header, sizeof(header)) ||
        memcmp(header + 4, " LVM2 x[5A%r0N*>", 16) != 0)
        return 0;
    uint64_t size = le64_at(header, 32), at = le64_at(header, 40);
    uint64_t length = le64_at(header, 48);
    if (at < MDA_HEADER || at >= size || length > size - MDA_HEADER || mda + size < mda)
        return 0;
    size_t wanted = length < sizeof(text) ? (size_t)length : sizeof(text);
    size_t first = size - at < wanted ? (size_t)(size - at) : wanted;
    if (!reader_read(part, mda + at, text, first) ||
        !reader_read(part, mda + MDA_HEADER, text + first, wanted - first))
        return 0;
    return find_extent_bytes(text, wanted);
}

static bool decode_label(const struct reader *part, uint64_t at, const uint8_t *label,
                         struct inside *ret)
{
    size_t area = le32_at(label, 20);
    uint64_t offset;

    if (area > SECTOR || !area_at(label, area + PV_UUID_AND_SIZE, &offset))
        return false;
    ret->data_offset = offset;
    ret->volume = le64_at(label, area + PV_UUID);
    for (area += PV_UUID_AND_SIZE; area_at(label, area, &offset); area += AREA)
        continue;
    for (area += AREA; area_at(label, area, &offset); area += AREA)
        if (ret->unit == 0)
            ret->unit = read_extent_bytes(part, offset);
    inside_prove(ret, at, label, 8);
    return true;
}

bool inside_lvm(const struct reader *part, struct inside *ret)
{
    uint8_t label[SECTOR];

    for (uint64_t i = 0; i < LABEL_SECTORS; i++) {
        if (!reader_read(part, i * SECTOR, label, sizeof(label)))
            return false;
        if (!memcmp(label, "LABELONE", 8) && !memcmp(label + 24, "LVM2 001", 8) &&
            le64_at(label, 8) == i)
            return decode_label(part, i * SECTOR, label, ret);
    }
    return false;
}
