/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ntfs_record.c - records, attributes and data runs of an NTFS volume */
#include "model/content/ntfs_record.h"

#include <string.h>

#include "model/base/num.h"
#include "model/content/kinds.h"

enum {
    RECORD_MIN = 512,
    STRIDE = 512,      /* of the fixup, whatever the sector size */
    RESIDENT_MIN = 24, /* header of a resident attribute */
    RUNS_MIN = 64,     /* header of a non-resident one */
};

bool ntfs_volume_open(const struct reader *part, const uint8_t *boot, uint64_t cluster,
                      struct ntfs_volume *ret)
{
    /* The size in clusters; a value of 128 or more is a negative exponent of bytes. */
    uint64_t size = boot[64] < 128          ? boot[64] * cluster
                    : 256U - boot[64] <= 12 ? UINT64_C(1) << (256U - boot[64])
                                            : 0;

    *ret = (struct ntfs_volume){ .part = part, .cluster = cluster, .record = size };
    return inside_is_block(size, RECORD_MIN, NTFS_RECORD_MAX) &&
           num_mul(le64_at(boot, 48), cluster, &ret->mft);
}

/* Restores the last two bytes of each stride, which hold the update sequence number. */
static bool undo_fixup(uint8_t *record, size_t size)
{
    size_t at = le16_at(record, 4), strides = size / STRIDE;

    /* The array must end before the last two bytes of the first stride. */
    if (le16_at(record, 6) != strides + 1 || at % 2 ||
        at + 2 * (strides + 1) > STRIDE - 2)
        return false;
    for (size_t i = 0; i < strides; i++) {
        uint8_t *end = record + (i + 1) * STRIDE - 2;
        if (memcmp(end, record + at, 2) != 0)
            return false;
        memcpy(end, record + at + 2 * (i + 1), 2);
    }
    return true;
}

bool ntfs_record_read(const struct ntfs_volume *volume, uint64_t offset,
                      const char *magic, uint8_t *ret, size_t size)
{
    return reader_read(volume->part, offset, ret, size) && !memcmp(ret, magic, 4) &&
           undo_fixup(ret, size);
}

bool ntfs_attribute_find(const uint8_t *record, size_t size, enum ntfs_type type,
                         struct ntfs_attribute *ret)
{
    size_t at = le16_at(record, 20);

    while (at + RESIDENT_MIN <= size) {
        const uint8_t *head = record + at;
        size_t length = le32_at(head, 4);
        if (length < RESIDENT_MIN || length > size - at)
            return false;
        if (le32_at(head, 0) == type && !(type == NTFS_DATA && head[9])) {
            *ret = (struct ntfs_attribute){ head, length };
            return true;
        }
        at += length;
    }
    return false;
}

bool ntfs_runs_begin(const struct ntfs_attribute *attribute, struct ntfs_runs *ret)
{
    const uint8_t *head = attribute->head;

    /* No flags: not compressed, sparse or encrypted. */
    if (attribute->length < RUNS_MIN || head[8] != 1 || le16_at(head, 12) ||
        le64_at(head, 16))
        return false;
    size_t at = le16_at(head, 32);
    *ret = (struct ntfs_runs){ head + at, head + attribute->length, 0 };
    return at >= RUNS_MIN && at < attribute->length;
}

/* Decodes a little endian number of COUNT (at most 8) bytes. */
static uint64_t ntfs_number_at(const uint8_t *at, size_t count, bool is_signed)
{
    uint64_t value = is_signed && count && at[count - 1] & 0x80 ? UINT64_MAX : 0;

    while (count--)
        value = value << 8 | at[count];
    return value;
}

/* A run consists of the sizes of its two numbers, its length in clusters and its start
 * relative to the previous run. */
bool ntfs_runs_next(struct ntfs_runs *runs, uint64_t *ret_lcn, uint64_t *ret_count)
{
    const uint8_t *at = runs->at;

    if (at >= runs->end || !*at)
        return false;
    size_t length = *at & 15U, offset = *at >> 4;
    if (!length || length > 8 || !offset || offset > 8 ||
        (size_t)(runs->end - at) < 1 + length + offset)
        return false;
    /* Two's complement: a negative offset wraps around. */
    runs->lcn += ntfs_number_at(at + 1 + length, offset, true);
    runs->at = at + 1 + length + offset;
    *ret_lcn = runs->lcn;
    *ret_count = ntfs_number_at(at + 1, length, false);
    return true;
}
