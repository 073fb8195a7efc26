/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fat_count.c - counts the allocated clusters in a FAT
 *
 * Microsoft, "FAT: General Overview of On-Disk Format" 1.03: entries of 12, 16 or 32
 * bits; the upper 4 bits of a 32-bit entry are reserved.  0 means free.  The first two
 * entries belong to no cluster. */

#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/content/kinds.h"

enum {
    RESERVED = 2,
    PIECE = 192 * 1024, /* a whole number of entries of each width */
    FAT_MAX = 8 * 1024 * 1024,
};

static bool fat_entry_is_free(const uint8_t *piece, unsigned bits, size_t index)
{
    unsigned twelve = bits == 12 ? le16_at(piece, index + index / 2) : 0;

    if (bits == 32)
        return !(le32_at(piece, index * 4) & 0x0FFFFFFF);
    if (bits == 16)
        return !le16_at(piece, index * 2);
    return !((index % 2 ? twelve >> 4 : twelve) & 0xFFF);
}

bool inside_fat_count(const struct reader *part, uint64_t offset, unsigned bits,
                      uint64_t clusters, uint64_t *ret)
{
    uint64_t entries = clusters + RESERVED, used = 0;
    uint64_t bytes = (entries * bits + 7) / 8;
    CLEANUP(freep) uint8_t *piece = NULL;

    if (bytes > FAT_MAX)
        return false;
    piece = xmalloc(PIECE);
    for (uint64_t done = 0; done < bytes; done += PIECE) {
        size_t now = bytes - done < PIECE ? (size_t)(bytes - done) : PIECE;
        uint64_t first = done * 8 / bits, last = first + (uint64_t)PIECE * 8 / bits;
        if (!reader_read(part, offset + done, piece, now))
            return false;
        for (uint64_t i = first; i < entries && i < last; i++)
            used += i >= RESERVED && !fat_entry_is_free(piece, bits, (size_t)(i - first));
    }
    *ret = used;
    return true;
}
