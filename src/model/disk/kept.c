/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kept.c - ranges that no entry of the table names, but that others use (EXTENT_KEPT) */
#include "model/disk/kept.h"

#include "model/base/num.h"
#include "model/disk/layout_private.h"

/* Returns the first sector from AT on that no extent tiles on the disk's level, and in
 * RET_END where the next one begins; END if there is none. */
static uint64_t find_hole(const struct layout_builder *builder, uint64_t at, uint64_t end,
                          uint64_t *ret_end)
{
    const struct extents *all = &builder->extents;

    *ret_end = end;
    for (size_t i = 0; i < all->count && at < end; i++) {
        const struct extent *extent = &all->at[i];
        bool is_tile = !extent->parent && extent->kind != EXTENT_DAMAGED &&
                       extent->kind != EXTENT_SLICE;
        if (is_tile && extent->start <= at && at < extent_end(extent))
            return find_hole(builder, extent_end(extent), end, ret_end);
        if (is_tile && extent->start > at && extent->start < *ret_end)
            *ret_end = extent->start;
    }
    return num_min(at, end);
}

void kept_fit(struct layout_builder *builder, uint32_t id)
{
    struct extent part = *layout_builder_find(builder, id);
    uint64_t from, to, end = num_min(extent_end(&part), builder->limits.size);

    layout_builder_remove(builder, id);
    for (from = find_hole(builder, part.start, end, &to); from < end;
         from = find_hole(builder, to, end, &to)) {
        part.start = from;
        part.length = to - from;
        (void)layout_builder_add(builder, &part);
        part.id = 0;
    }
}

void kept_add(struct layout_builder *builder, const struct extent *kept)
{
    kept_fit(builder, layout_builder_add(builder, kept));
}

/* Cuts EXTENT, an entry, at the end of the disk, as Linux does. */
static void enclose(const struct layout_builder *builder, struct extent *extent,
                    uint32_t parent)
{
    extent->kind = EXTENT_SLICE;
    extent->parent = parent;
    extent->ebr = 0;
    extent->fault = FAULT_NONE;
    extent->length = num_min(extent->length, builder->limits.size - extent->start);
}

uint32_t kept_enclose(struct layout_builder *builder, const struct extent *kept)
{
    uint32_t id = layout_builder_add(builder, kept);
    uint64_t end = num_min(extent_end(kept), builder->limits.size);

    for (size_t i = 0; i < builder->extents.count; i++) {
        struct extent *extent = &builder->extents.at[i];
        bool is_inside = extent->start >= kept->start && extent->start < end;
        if (extent->number && is_inside && extent->length)
            enclose(builder, extent, id);
    }
    /* The chain of a container that is a slice now. */
    for (size_t i = builder->extents.count; i-- > 0;) {
        const struct extent *extent = &builder->extents.at[i];
        const struct extent *parent = layout_builder_find(builder, extent->parent);
        if (parent && parent->kind == EXTENT_SLICE)
            layout_builder_remove(builder, extent->id);
    }
    return id;
}

void kept_copy(struct layout_builder *builder, const struct layout *layout)
{
    LAYOUT_EACH (extent, layout)
        if (extent->kind == EXTENT_KEPT)
            kept_add(builder, extent);
    LAYOUT_EACH (extent, layout)
        if (kept_holds(layout, extent))
            (void)layout_builder_add(builder, extent);
}

bool kept_holds(const struct layout *layout, const struct extent *extent)
{
    const struct extent *parent = layout_find(layout, extent->parent);

    return extent->kind == EXTENT_SLICE && parent && parent->kind == EXTENT_KEPT;
}

const struct extent *kept_find(const struct layout *layout)
{
    LAYOUT_EACH (extent, layout)
        if (extent->kind == EXTENT_KEPT)
            return extent;
    return NULL;
}
