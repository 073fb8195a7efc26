/* SPDX-License-Identifier: GPL-3.0-or-later */
/* advice_size.c - how small a content can become, and lengths that fix an end */
#include "model/align/advice.h"
#include "model/base/num.h"

struct advice_min advice_min(const struct layout *layout, const struct extent *extent)
{
    const struct inside *inside = &extent->content.inside;
    uint64_t bytes = extent->length * layout_limits(layout)->logical;

    if (content_is_empty(&extent->content))
        return (struct advice_min){ true, true, 0 };
    if (extent->content.state != CONTENT_FOUND)
        return (struct advice_min){ false, false, bytes };
    switch (inside->kind) {
    case INSIDE_LUKS:
        /* It uses whole encryption sectors. */
        return (struct advice_min){ true, false,
                                    inside->block ? num_round_down(bytes, inside->block)
                                                  : bytes };
    case INSIDE_XFS:
    case INSIDE_EXFAT:
    case INSIDE_LVM:
    case INSIDE_MD:
        return (struct advice_min){ true, false, bytes };
    case INSIDE_BTRFS:
    case INSIDE_EXT:
    case INSIDE_FAT:
    case INSIDE_NTFS:
        return (struct advice_min){ inside->used != 0, true, inside->used };
    case INSIDE_NONE:
    case INSIDE_SWAP:
    case INSIDE_COUNT:
        break;
    }
    return (struct advice_min){ false, false, bytes };
}

/* Returns the sectors that the length should be a multiple of. */
static uint64_t end_step(const struct limits *limits, const struct extent *extent)
{
    const struct inside *inside = &extent->content.inside;
    bool is_luks = inside->kind == INSIDE_LUKS && inside->block > limits->logical;

    return (is_luks ? inside->block : limits->physical) / limits->logical;
}

/* Returns the end of the free space right after EXTENT, or of EXTENT itself. */
static uint64_t free_space_end(const struct layout *layout, const struct extent *extent)
{
    const struct extent *next = layout_find_lba(layout, extent_end(extent));

    if (!next || next->kind != EXTENT_FREE || next->parent != extent->parent ||
        next->role == ROLE_UNADDRESSABLE)
        return extent_end(extent);
    return extent_end(next);
}

/* True if the content does not use what lies after its first BYTES. */
static bool is_tail_unused(const struct layout *layout, const struct extent *extent,
                           uint64_t bytes)
{
    const struct inside *inside = &extent->content.inside;

    if (content_is_empty(&extent->content) || (inside->volume && bytes >= inside->volume))
        return true;
    return inside->kind == INSIDE_LUKS && bytes >= advice_min(layout, extent).bytes;
}

size_t advice_end_fixes(const struct layout *layout, const struct extent *extent,
                        struct advice_end_fix ret[2])
{
    uint64_t step = end_step(layout_limits(layout), extent);
    uint64_t past = extent->length % step, trimmed = extent->length - past, grown;
    size_t count = 0;

    if (!past || !extent->number)
        return 0;
    if (trimmed &&
        is_tail_unused(layout, extent, trimmed * layout_limits(layout)->logical))
        ret[count++] = (struct advice_end_fix){ trimmed, true };
    if (num_add(trimmed, step, &grown) &&
        grown - extent->length <= free_space_end(layout, extent) - extent_end(extent))
        ret[count++] = (struct advice_end_fix){ grown, false };
    return count;
}
