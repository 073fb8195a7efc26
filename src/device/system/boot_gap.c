/* SPDX-License-Identifier: GPL-3.0-or-later */
/* boot_gap.c - what is between the MBR and the first partition */
#include "device/system/boot_gap.h"

#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/content/grub.h"

#define GAP_BYTES (UINT64_C(1) << 20)

struct gap_range boot_gap_range(const struct layout *layout)
{
    LAYOUT_EACH (extent, layout)
        if (extent->role == ROLE_MBR_GAP || extent->role == ROLE_MBR_FRONT)
            return (struct gap_range){ extent->start, extent_end(extent),
                                       layout_limits(layout)->logical };
    return (struct gap_range){ 0 };
}

/* Returns the sectors of GAP up to its last one that is not zero; 0: all are, or they
 * cannot be read. */
static uint64_t owned_in_gap(const struct reader *disk, struct gap_range gap)
{
    uint64_t count = num_min(gap.end - gap.start, GAP_BYTES / gap.logical);
    CLEANUP(freep) uint8_t *bytes = xmalloc(count * gap.logical);

    if (!reader_read(disk, gap.start * gap.logical, bytes, count * gap.logical))
        return 0;
    while (count && mem_is_zero(bytes + (count - 1) * gap.logical, gap.logical))
        count--;
    return count;
}

struct boot_gap boot_gap_read(struct store *store, struct gap_range gap)
{
    struct reader disk = store_reader(store);
    struct boot_gap ret = { 0 };

    if (!gap.end)
        return ret;
    /* GRUB images count sectors of 512 bytes, as the BIOS does. */
    if (gap.logical == 512)
        ret.grub_sectors = inside_grub_sectors(&disk, gap.start, gap.end);
    ret.owned_sectors = num_max(ret.grub_sectors, owned_in_gap(&disk, gap));
    return ret;
}
