/* SPDX-License-Identifier: GPL-3.0-or-later */
/* swap_blocks.c - refuses swap headers in one block with sectors of others */
#include "model/write/swap_blocks.h"

#include "model/base/intl.h"
#include "model/base/refusal.h"
#include "model/base/size.h"

bool swap_blocks_refuse(unsigned number, uint64_t start, const struct extent *beside,
                        struct alignment grid, uint64_t logical, struct err *err)
{
    ull next = align_next(grid, start);
    char size[SIZE_TEXT];

    (void)size_format(grid.grain * logical, SIZE_IEC, 0, size);
    if (!beside->number)
        return err_refuse(
            err, REFUSAL_SWAP_SHARES_BLOCK,
            _("The new header of swap partition %1$u, at sector %2$llu, would be in one "
              "block of %3$s with a part of the partition table, which a power cut could "
              "damage. Choose another start for it, such as %4$llu."),
            number, (ull)start, size, next);
    return err_refuse(
        err, REFUSAL_SWAP_SHARES_BLOCK,
        _("The new header of swap partition %1$u, at sector %2$llu, would be in one "
          "block of %3$s with sectors of partition %4$u, which a power cut could damage. "
          "Choose another start for it, such as %5$llu."),
        number, (ull)start, size, beside->number, next);
}

/* --- the plan of an edit --- */

/* True if EXTENT has sectors in [START, END) and is not SWAP, nor around it or in it.  In
 * the table before, what begins in its place is SWAP with another id. */
static bool header_is_beside(const struct extent *extent, const struct extent *swap,
                             uint64_t start, uint64_t end)
{
    return extent->id != swap->id && extent->start != swap->start &&
           extent->kind != EXTENT_FREE && extent->kind != EXTENT_EXTENDED &&
           extent->kind != EXTENT_SLICE && extent_overlaps(extent, start, end);
}

/* Returns what else LAYOUT has in the blocks of GRID that WRITE is in; NULL: free space
 * at most. */
static const struct extent *beside_header(const struct layout *layout,
                                          const struct extent *swap,
                                          struct alignment grid,
                                          const struct write *write)
{
    uint64_t past = align_past(grid, write->lba);
    uint64_t start = past < write->lba ? write->lba - past : 0;
    uint64_t end = align_next(grid, write->lba + write->count);

    LAYOUT_EACH (extent, layout)
        if (header_is_beside(extent, swap, start, end))
            return extent;
    return NULL;
}

/* What is beside it only in BASE counts as long as that is the table on the disk. */
bool swap_blocks_check(const struct write_plan *plan, const struct layout *base,
                       const struct layout *preview, struct err *err)
{
    const struct limits *limits = layout_limits(preview);
    struct alignment grid = limits_physical_grid(limits);
    bool is_base = true;

    for (size_t i = 0; i < plan->count; i++) {
        const struct write *write = &plan->writes[i];
        const struct extent *swap = layout_find_lba(preview, write->lba);
        is_base = is_base && write->what == WRITE_SWAP;
        if (write->what != WRITE_SWAP || !swap)
            continue;
        const struct extent *beside = beside_header(preview, swap, grid, write);
        if (!beside && is_base)
            beside = beside_header(base, swap, grid, write);
        if (beside)
            return swap_blocks_refuse(swap->number, swap->start, beside, grid,
                                      limits->logical, err);
    }
    return true;
}
