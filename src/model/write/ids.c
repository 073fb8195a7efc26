/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ids.c - matches extents of two layouts by position, so that the same data has the same
 * id */
#include <stdint.h>

#include "model/base/mem.h"
#include "model/disk/former.h"
#include "model/write/private.h"

/* True for extents that the table lists or links to; LBA 0 and the copies of a GPT are
 * excluded. */
static bool is_named(const struct extent *extent)
{
    return extent->role == ROLE_EBR || extent_is_entry(extent);
}

static bool is_in_place(const struct extent *old, const struct extent *extent)
{
    bool is_alike = old->kind == extent->kind && old->role == extent->role;

    return former_is_same(old, extent) || (is_alike && old->start == extent->start);
}

/* Returns the extent of BASE at the same position as EXTENT of LAYOUT whose id is missing
 * in LAYOUT; NULL: none. */
static const struct extent *find_lost(const struct layout *base,
                                      const struct layout *layout,
                                      const struct extent *extent)
{
    if (!is_named(extent) || layout_find(base, extent->id))
        return NULL;
    LAYOUT_EACH (old, base)
        if (is_in_place(old, extent) && !layout_find(layout, old->id))
            return old;
    return NULL;
}

/* Returns the id that write_adopt_ids() gives the extent with ID in LAYOUT. */
static uint32_t adopted_id(const struct layout *base, const struct layout *layout,
                           uint32_t id)
{
    const struct extent *extent = layout_find(layout, id);
    const struct extent *lost = extent ? find_lost(base, layout, extent) : NULL;

    return lost ? lost->id : id;
}

struct layout *write_adopt_ids(const struct layout *base, const struct layout *layout)
{
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(layout);

    for (size_t i = layout_count(layout); i--;) /* the last one costs least */
        layout_builder_remove(builder, layout_at(layout, i)->id);
    for (size_t i = 0; i < layout_count(layout); i++) {
        struct extent extent = *layout_at(layout, i);
        if (extent.kind == EXTENT_FREE)
            continue;
        extent.id = adopted_id(base, layout, extent.id);
        extent.parent = adopted_id(base, layout, extent.parent);
        extent.ebr = adopted_id(base, layout, extent.ebr);
        (void)layout_builder_add(builder, &extent);
    }
    /* Cannot fail: these are the same extents at the same positions. */
    return layout_builder_finish(builder, ERR_IGNORED);
}

static uint32_t assigned_id(const struct layout *base, const struct layout *layout,
                            uint32_t id)
{
    const struct extent *extent = layout_find(layout, id);

    for (size_t i = 0; extent && i < layout_count(base); i++)
        if (is_in_place(layout_at(base, i), extent))
            return layout_at(base, i)->id;
    /* Ids of edits count up from the lowest free one, so ids from above are unused. */
    return extent ? UINT32_MAX - id : 0;
}

struct layout *write_assign_ids(const struct layout *base, const struct layout *layout)
{
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder =
        layout_builder_new(layout_limits(layout), layout_label(layout));

    for (size_t i = 0; i < layout_count(layout); i++) {
        struct extent extent = *layout_at(layout, i);
        if (extent.kind == EXTENT_FREE || extent.kind == EXTENT_SLICE)
            continue;
        extent.id = assigned_id(base, layout, extent.id);
        extent.parent = assigned_id(base, layout, extent.parent);
        extent.ebr = assigned_id(base, layout, extent.ebr);
        (void)layout_builder_add(builder, &extent);
    }
    return layout_builder_finish(builder, ERR_IGNORED);
}
