/* SPDX-License-Identifier: GPL-3.0-or-later */
/* exfat.c - decodes an exFAT boot sector: cluster heap offset, cluster size, use
 *
 * Microsoft, "exFAT file system specification" 3.1, Main Boot Sector. */
#include <string.h>

#include "model/base/num.h"
#include "model/content/kinds.h"

enum {
    VOLUME_SECTORS = 72,
    HEAP_OFFSET = 88,
    CLUSTER_COUNT = 92,
    SECTOR_SHIFT = 108,
    CLUSTER_SHIFT = 109,
    PERCENT_IN_USE = 112, /* 0 to 100, rounded down; 255: unknown */
};

bool inside_exfat(const struct reader *part, struct inside *ret)
{
    uint8_t boot[512];

    if (!reader_read(part, 0, boot, sizeof(boot)) || memcmp(boot + 3, "EXFAT   ", 8) != 0)
        return false;
    unsigned sector = boot[SECTOR_SHIFT], cluster = sector + boot[CLUSTER_SHIFT];
    /* Sections 3.1.14 and 3.1.15: sectors of 512 to 4096 bytes, clusters up to 32 MiB. */
    if (sector < 9 || sector > 12 || cluster > 25 || le32_at(boot, HEAP_OFFSET) == 0)
        return false;
    ret->data_offset = (uint64_t)le32_at(boot, HEAP_OFFSET) << sector;
    ret->unit = UINT64_C(1) << cluster;
    ret->block = ret->unit;
    ret->sector = UINT64_C(1) << sector;
    if (boot[PERCENT_IN_USE] <= 100)
        ret->used = le32_at(boot, CLUSTER_COUNT) * (uint64_t)boot[PERCENT_IN_USE] / 100
                    << cluster;
    ret->volume = inside_used(le64_at(boot, VOLUME_SECTORS), 0, UINT64_C(1) << sector);
    inside_prove(ret, 3, boot + 3, 8);
    return true;
}
