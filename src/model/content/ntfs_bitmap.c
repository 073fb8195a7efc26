/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ntfs_bitmap.c - counts the clusters that the $Bitmap of an NTFS volume marks as used
 *
 * Linux-NTFS documentation: FILE record, fixup, attributes, data runs, $Bitmap. */
#include <string.h>

#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/content/kinds.h"

enum {
    RECORD_BITMAP = 6,
    RECORD_MIN = 512,
    RECORD_MAX = 4096,
    STRIDE = 512,       /* of the fixup, whatever the sector size */
    ATTRIBUTE_MIN = 64, /* header of a non-resident attribute */
    TYPE_DATA = 0x80,
    PIECE = 256 * 1024,
    BITMAP_MAX = 32 * 1024 * 1024, /* 1 TiB with clusters of 4 KiB */
};

struct bitmap {
    const struct reader *part;
    uint64_t cluster;  /* bytes */
    uint64_t clusters; /* clusters of the volume, which is the number of valid bits */
    uint64_t seen;     /* bits read so far */
    uint64_t used;
    uint8_t *piece; /* PIECE bytes */
};

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

static bool read_record(const struct bitmap *bitmap, const uint8_t *boot, uint8_t *ret,
                        size_t *ret_size)
{
    uint64_t offset, at;
    /* The size in clusters; a value of 128 or more is a negative exponent of bytes. */
    uint64_t size = boot[64] < 128          ? boot[64] * bitmap->cluster
                    : 256U - boot[64] <= 12 ? UINT64_C(1) << (256U - boot[64])
                                            : 0;

    if (!inside_is_block(size, RECORD_MIN, RECORD_MAX) ||
        !num_mul(le64_at(boot, 48), bitmap->cluster, &offset) ||
        !num_add(offset, RECORD_BITMAP * size, &at) ||
        !reader_read(bitmap->part, at, ret, (size_t)size))
        return false;
    *ret_size = (size_t)size;
    return !memcmp(ret, "FILE", 4) && undo_fixup(ret, (size_t)size) &&
           le32_at(ret, 44) == RECORD_BITMAP;
}

/* Returns the header of the unnamed data attribute, which must be non-resident and start
 * with cluster 0; NULL if there is none. */
static const uint8_t *find_data(const uint8_t *record, size_t size, size_t *ret_length)
{
    size_t at = le16_at(record, 20);

    while (at + ATTRIBUTE_MIN <= size) {
        const uint8_t *head = record + at;
        size_t length = le32_at(head, 4);
        if (length < 8 || length > size - at)
            break;
        if (le32_at(head, 0) == TYPE_DATA && !head[9]) {
            *ret_length = length;
            /* No flags: not compressed, sparse or encrypted. */
            bool is_plain = head[8] == 1 && !le16_at(head, 12) && !le64_at(head, 16);
            return length >= ATTRIBUTE_MIN && is_plain ? head : NULL;
        }
        at += length;
    }
    return NULL;
}

static void count_bits(struct bitmap *bitmap, size_t bytes)
{
    size_t i = 0;

    for (; i + 8 <= bytes && bitmap->clusters - bitmap->seen >= 64; i += 8) {
        bitmap->used += (unsigned)__builtin_popcountll(le64_at(bitmap->piece, i));
        bitmap->seen += 64;
    }
    for (; i < bytes && bitmap->seen < bitmap->clusters; i++) {
        uint64_t left = bitmap->clusters - bitmap->seen;
        unsigned bits =
            left < 8 ? bitmap->piece[i] & ((1U << left) - 1) : bitmap->piece[i];
        bitmap->used += (unsigned)__builtin_popcount(bits);
        bitmap->seen += left < 8 ? left : 8;
    }
}

/* Reads COUNT clusters of the bitmap at LCN, or as many as are still needed. */
static bool read_run(struct bitmap *bitmap, uint64_t lcn, uint64_t count)
{
    uint64_t needed = (bitmap->clusters - bitmap->seen + 7) / 8, bytes, offset;

    if (!num_mul(count, bitmap->cluster, &bytes) ||
        !num_mul(lcn, bitmap->cluster, &offset))
        return false;
    bytes = bytes < needed ? bytes : needed;
    for (uint64_t done = 0; done < bytes; done += PIECE) {
        size_t now = bytes - done < PIECE ? (size_t)(bytes - done) : PIECE;
        uint64_t at;
        if (!num_add(offset, done, &at) ||
            !reader_read(bitmap->part, at, bitmap->piece, now))
            return false;
        count_bits(bitmap, now);
    }
    return true;
}

/* Decodes a little endian number of COUNT (at most 8) bytes. */
static uint64_t ntfs_number_at(const uint8_t *at, size_t count, bool is_signed)
{
    uint64_t value = is_signed && count && at[count - 1] & 0x80 ? UINT64_MAX : 0;

    while (count--)
        value = value << 8 | at[count];
    return value;
}

/* Reads all data runs.  A run consists of the sizes of its two numbers, its length in
 * clusters and its start relative to the previous run. */
static bool read_runs(struct bitmap *bitmap, const uint8_t *at, const uint8_t *end)
{
    uint64_t lcn = 0;

    while (at < end && *at && bitmap->seen < bitmap->clusters) {
        size_t length = *at & 15U, offset = *at >> 4;
        if (!length || length > 8 || !offset || offset > 8 ||
            (size_t)(end - at) < 1 + length + offset)
            return false;
        /* Two's complement: a negative offset wraps around, and an invalid one lies past
         * the end, where reading fails. */
        lcn += ntfs_number_at(at + 1 + length, offset, true);
        if (!read_run(bitmap, lcn, ntfs_number_at(at + 1, length, false)))
            return false;
        at += 1 + length + offset;
    }
    return bitmap->seen == bitmap->clusters;
}

uint64_t inside_ntfs_used(const struct reader *part, const uint8_t *boot,
                          uint64_t cluster, uint64_t clusters)
{
    CLEANUP(freep) uint8_t *piece = NULL;
    struct bitmap bitmap = { .part = part, .cluster = cluster, .clusters = clusters };
    uint8_t record[RECORD_MAX];
    size_t size, length;

    if (!clusters || clusters / 8 >= BITMAP_MAX ||
        !read_record(&bitmap, boot, record, &size))
        return 0;
    const uint8_t *data = find_data(record, size, &length);
    if (!data || le16_at(data, 32) < ATTRIBUTE_MIN || le16_at(data, 32) >= length)
        return 0;
    piece = xmalloc(PIECE);
    bitmap.piece = piece;
    if (!read_runs(&bitmap, data + le16_at(data, 32), data + length))
        return 0;
    return inside_used(bitmap.used, 0, cluster);
}
