/* SPDX-License-Identifier: GPL-3.0-or-later */
/* suggest_unit.c - which starts align an extent, and which extents move as one */
#include "model/align/suggest_unit.h"

#include "model/align/judge.h"

bool suggest_good_starts(const struct layout *layout, const struct extent *extent,
                         struct alignment *ret)
{
    const struct limits *limits = layout_limits(layout);
    struct alignment grid = limits_physical_grid(limits);
    uint64_t inside = judge_data_offset(layout, extent);

    if (inside % limits->logical)
        return false;
    uint64_t back = inside / limits->logical % grid.grain;
    *ret =
        (struct alignment){ (grid.offset + grid.grain - back) % grid.grain, grid.grain };
    return true;
}

/* Returns how many sectors EXTENT begins past a good start; ALIGN_NONE if none is
 * good. */
static uint64_t sectors_past(const struct layout *layout, const struct extent *extent)
{
    struct alignment good;

    return suggest_good_starts(layout, extent, &good) ? align_past(good, extent->start)
                                                      : ALIGN_NONE;
}

/* True if at least one partition of SLICE's label is judged, and each is as far off as
 * SLICE. */
static bool is_unit(const struct layout *layout, const struct extent *slice)
{
    uint64_t past = sectors_past(layout, slice);
    bool has_partition = false;

    LAYOUT_EACH (extent, layout) {
        if (extent->parent != slice->id || !extent->letter ||
            judge_extent(layout, extent).grade == GRADE_HARMLESS)
            continue;
        if (sectors_past(layout, extent) != past)
            return false;
        has_partition = true;
    }
    return has_partition && past != ALIGN_NONE;
}

const struct extent *suggest_unit(const struct layout *layout,
                                  const struct extent *extent)
{
    const struct extent *slice =
        extent->letter ? layout_find(layout, extent->parent) : extent;

    return slice && extent_is_partition(slice) && is_unit(layout, slice) ? slice : NULL;
}

bool suggest_holds_table(const struct layout *layout, const struct extent *extent)
{
    LAYOUT_EACH (slice, layout)
        if (slice->kind == EXTENT_SLICE && slice->parent == extent->id &&
            slice->role == ROLE_NONE)
            return true;
    return false;
}
