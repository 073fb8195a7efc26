/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lost.c - contents in free space that no entry names, as libblkid reports them */
#include "device/system/lost.h"

#include "device/system/scan.h"
#include "model/base/mem.h"
#include "model/found/lost.h"

/* True if a partition of LAYOUT contains a sector of [START, END). */
static bool is_taken(const struct layout *layout, uint64_t start, uint64_t end)
{
    LAYOUT_EACH (extent, layout)
        if (extent_holds_data(extent) && extent_overlaps(extent, start, end))
            return true;
    return false;
}

/* Adds the contents of a free run that partitions of AFTER lie over. */
static void lost_add_run(const struct reader *disk, const struct layout *layout,
                         const struct extent *run, const struct layout *after,
                         struct found_places *ret)
{
    CLEANUP(freep) struct found_content *found = NULL;
    size_t count = lost_find(disk, layout, run->start, run->length, &found);

    for (size_t i = 0; i < count; i++)
        if (is_taken(after, found[i].start, found[i].start + found[i].length))
            found_places_add(ret, &found[i], 1);
}

static bool is_free_at(const struct layout *layout, uint64_t start)
{
    const struct extent *extent = layout_find_lba(layout, start);

    return extent && extent->kind == EXTENT_FREE && !found_row(layout, start);
}

void lost_read_under(struct store *store, const struct layout *layout,
                     const struct layout *after, struct found_places *ret)
{
    struct reader disk = store_reader(store);
    bool has_table = !found_is_wanted(layout); /* else all of it was searched */
    struct found_content found;

    LAYOUT_EACH (extent, layout)
        if (has_table && extent->kind == EXTENT_FREE &&
            is_taken(after, extent->start, extent_end(extent)))
            lost_add_run(&disk, layout, extent, after, ret);
    LAYOUT_EACH (extent, after)
        if (extent_holds_data(extent) && is_free_at(layout, extent->start) &&
            lost_find_at(&disk, layout, extent->start, &found))
            found_places_add(ret, &found, 1);
}

/* True if libblkid, the second opinion, sees nothing where some bytes looked like a
 * content. */
static bool is_refuted(const struct found_content *found, const struct layout *probed)
{
    const struct extent *row = found_row(probed, found->start);

    return !found->is_sure && row && row->content.state == CONTENT_NONE;
}

struct layout *lost_layout(struct store *store, const struct layout *layout,
                           struct found_places *places)
{
    CLEANUP(found_places_finish)
    struct found_places settled = found_places_settled(places, layout);
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder =
        layout_builder_new(layout_limits(layout), layout_label(layout));
    CLEANUP(layout_unrefp) struct layout *none = layout_builder_refinish(builder);
    CLEANUP(layout_unrefp)
    struct layout *lost = found_add_contents(none, settled.at, settled.count);
    CLEANUP(layout_unrefp) struct layout *probed = scan_all(store_fd(store), lost);
    CLEANUP(layout_builder_freep)
    struct layout_builder *left = layout_builder_from(probed);
    size_t count = 0;

    for (size_t i = 0; i < places->count; i++)
        if (is_refuted(&places->at[i], probed))
            layout_builder_remove(left, found_row(probed, places->at[i].start)->id);
        else
            places->at[count++] = places->at[i];
    places->count = count;
    return layout_builder_refinish(left);
}
