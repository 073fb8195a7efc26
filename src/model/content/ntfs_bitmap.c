/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ntfs_bitmap.c - counts the clusters that the $Bitmap of an NTFS volume marks as used
 *
 * Linux-NTFS documentation: $Bitmap. */
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/content/kinds.h"
#include "model/content/ntfs_record.h"

enum {
    RECORD_BITMAP = 6,
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

/* Reads all runs of DATA. */
static bool read_runs(struct bitmap *bitmap, const struct ntfs_attribute *data)
{
    struct ntfs_runs runs;
    uint64_t lcn, count;

    if (!ntfs_runs_begin(data, &runs))
        return false;
    while (bitmap->seen < bitmap->clusters && ntfs_runs_next(&runs, &lcn, &count))
        if (!read_run(bitmap, lcn, count))
            return false;
    return bitmap->seen == bitmap->clusters;
}

static bool read_record(const struct ntfs_volume *volume, uint8_t *ret)
{
    uint64_t at;

    return num_add(volume->mft, RECORD_BITMAP * volume->record, &at) &&
           ntfs_record_read(volume, at, "FILE", ret, (size_t)volume->record) &&
           le32_at(ret, 44) == RECORD_BITMAP;
}

uint64_t inside_ntfs_used(const struct reader *part, const uint8_t *boot,
                          uint64_t cluster, uint64_t clusters)
{
    CLEANUP(freep) uint8_t *piece = NULL;
    struct bitmap bitmap = { .part = part, .cluster = cluster, .clusters = clusters };
    uint8_t record[NTFS_RECORD_MAX];
    struct ntfs_attribute data;
    struct ntfs_volume volume;

    if (!clusters || clusters / 8 >= BITMAP_MAX ||
        !ntfs_volume_open(part, boot, cluster, &volume) ||
        !read_record(&volume, record) ||
        !ntfs_attribute_find(record, (size_t)volume.record, NTFS_DATA, &data))
        return 0;
    piece = xmalloc(PIECE);
    bitmap.piece = piece;
    return read_runs(&bitmap, &data) ? inside_used(bitmap.used, 0, cluster) : 0;
}
