/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ntfs.c - decodes an NTFS boot sector: cluster size, space used, volume size
 *
 * Linux-NTFS documentation, "$Boot".  Clusters are counted from the start of the
 * volume. */
#include <string.h>

#include "model/base/num.h"
#include "model/content/kinds.h"

enum { CLUSTER_MAX = 2 * 1024 * 1024 };

/* Returns the sectors per cluster.  A byte above 128 is a negative exponent (Windows 10
 * 1709 and later). */
static uint64_t sectors_of(uint8_t coded)
{
    unsigned exponent = 256U - coded;

    if (coded <= 128)
        return coded;
    return exponent < 32 ? UINT64_C(1) << exponent : 0;
}

bool inside_ntfs(const struct reader *part, struct inside *ret)
{
    uint8_t boot[512];

    if (!reader_read(part, 0, boot, sizeof(boot)) || memcmp(boot + 3, "NTFS    ", 8) != 0)
        return false;
    uint64_t sectors;
    uint64_t sector = le16_at(boot, 11), cluster = sector * sectors_of(boot[13]);
    if (!inside_is_block(sector, 256, 4096) ||
        !inside_is_block(cluster, 256, CLUSTER_MAX))
        return false;
    if (le64_at(boot, 40) == 0)
        return false;
    ret->unit = cluster;
    ret->block = cluster;
    ret->sector = sector;
    /* The backup boot sector lies behind the last sector that the field counts. */
    if (num_add(le64_at(boot, 40), 1, &sectors))
        ret->volume = inside_used(sectors, 0, sector);
    ret->used =
        inside_ntfs_used(part, boot, cluster, le64_at(boot, 40) / (cluster / sector));
    inside_prove(ret, 3, boot + 3, 8);
    return true;
}
