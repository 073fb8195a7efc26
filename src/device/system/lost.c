/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lost.c - contents in free space that no entry names, as libblkid reports them */
#include "device/system/lost.h"

#include "device/system/scan.h"
#include "model/base/mem.h"
#include "model/found/lost.h"

/* True if a partition of one of the COUNT layouts AFTERS contains a sector of
 * [START, END). */
static bool is_taken(const struct layout *const *afters, size_t count, uint64_t start,
                     uint64_t end)
{
    for (size_t i = 0; i < count; i++)
        LAYOUT_EACH (extent, afters[i])
            if (extent_holds_data(extent) && extent_overlaps(extent, start, end))
                return true;
    return false;
}

/* True if a partition of LAYOUT begins at START. */
static bool is_begun(const struct layout *layout, uint64_t start)
{
    LAYOUT_EACH (extent, layout)
        if (extent_holds_data(extent) && extent->start == start)
            return true;
    return false;
}

static bool is_free_at(const struct layout *layout, uint64_t start)
{
    const struct extent *extent = layout_find_lba(layout, start);

    return extent && extent->kind == EXTENT_FREE && !found_row(layout, start);
}

/* Adds the contents of the free runs that partitions of AFTERS lie over. */
static void lost_add_runs(const struct reader *disk, const struct layout *layout,
                          const struct layout *const *afters, size_t count,
                          struct found_places *ret)
{
    LAYOUT_EACH (run, layout) {
        CLEANUP(freep) struct found_content *found = NULL;
        size_t found_count = 0;
        if (run->kind == EXTENT_FREE &&
            is_taken(afters, count, run->start, extent_end(run)))
            found_count = lost_find(disk, layout, run->start, run->length, &found);
        for (size_t i = 0; i < found_count; i++)
            if (is_taken(afters, count, found[i].start, found[i].start + found[i].length))
                found_places_add(ret, &found[i], 1);
    }
}

/* Adds the contents where partitions of AFTER begin that BEFORE does not have there. */
static void lost_add_starts(const struct reader *disk, const struct layout *layout,
                            const struct layout *before, const struct layout *after,
                            struct found_places *ret)
{
    struct found_content found;

    LAYOUT_EACH (extent, after)
        if (extent_holds_data(extent) && is_free_at(layout, extent->start) &&
            !is_begun(before, extent->start) &&
            lost_find_at(disk, layout, extent->start, &found))
            found_places_add(ret, &found, 1);
}

void lost_read_under(struct store *store, const struct layout *layout,
                     const struct layout *const *afters, size_t count,
                     struct found_places *ret)
{
    struct reader disk = store_reader(store);

    if (!found_is_wanted(layout)) /* else all of it was searched */
        lost_add_runs(&disk, layout, afters, count, ret);
    for (size_t i = 0; i < count; i++)
        lost_add_starts(&disk, layout, i ? afters[i - 1] : layout, afters[i], ret);
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
