/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lost.c - contents in free space that no entry names, with what libblkid says of them */
#include "device/system/lost.h"

#include <stdlib.h>
#include <string.h>

#include "device/system/scan.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/found/lost.h"

enum { LOST_NOTES_MAX = 8 }; /* contents that are named one by one */

/* True if a partition of LAYOUT contains a sector of [START, END). */
static bool is_used(const struct layout *layout, uint64_t start, uint64_t end)
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
        if (is_used(after, found[i].start, found[i].start + found[i].length))
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
            is_used(after, extent->start, extent_end(extent)))
            lost_add_run(&disk, layout, extent, after, ret);
    LAYOUT_EACH (extent, after)
        if (extent_holds_data(extent) && is_free_at(layout, extent->start) &&
            lost_find_at(&disk, layout, extent->start, &found))
            found_places_add(ret, &found, 1);
}

void lost_read_all(struct store *store, const struct layout *layout,
                   struct found_places *ret)
{
    struct reader disk = store_reader(store);
    CLEANUP(freep) struct found_content *found = NULL;
    size_t count = lost_find_all(&disk, layout, &found);

    found_places_add(ret, found, count);
}

struct layout *lost_layout(struct store *store, const struct layout *layout,
                           const struct found_places *places)
{
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder =
        layout_builder_new(layout_limits(layout), layout_label(layout));
    CLEANUP(layout_unrefp) struct layout *none = layout_builder_refinish(builder);
    CLEANUP(layout_unrefp)
    struct layout *lost = found_add_contents(none, places->at, places->count);

    return scan_all(store_fd(store), lost);
}

static void lost_note_one(struct layout_builder *builder, const struct layout *lost,
                          const struct found_content *found)
{
    const struct extent *extent = found_row(lost, found->start);
    CLEANUP(freep) char *words = extent_content_words(lost, extent);

    if (found->ebr)
        layout_builder_note(builder, NOTE_CONTENTS_LOST,
                            _("At sector %1$llu, in free space, begins %2$s: it is lost, "
                              "or was deleted. The EBR at sector %3$llu names it, and no "
                              "other leads to that."),
                            (ull)found->start, words, (ull)found->ebr);
    else
        layout_builder_note(builder, NOTE_CONTENTS_LOST,
                            _("At sector %1$llu, in free space, begins %2$s that no "
                              "entry names: it is lost, or was deleted."),
                            (ull)found->start, words);
}

struct layout *lost_note(struct layout *layout, const struct layout *lost,
                         const struct found_places *places)
{
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(layout);
    size_t named = places->count > LOST_NOTES_MAX ? LOST_NOTES_MAX : places->count;
    size_t more = places->count - named;

    for (size_t i = 0; i < named; i++)
        lost_note_one(builder, lost, &places->at[i]);
    if (more)
        layout_builder_note(builder, NOTE_CONTENTS_LOST,
                            ngettext("%zu more content begins in free space: 'alidade "
                                     "found' lists it.",
                                     "%zu more contents begin in free space: 'alidade "
                                     "found' lists them.",
                                     more),
                            more);
    layout_unref(layout);
    return layout_builder_refinish(builder);
}
