/* SPDX-License-Identifier: GPL-3.0-or-later */
/* layout.c - the immutable description of a disk */
#include "model/disk/layout.h"

#include <stdlib.h>

#include "model/disk/layout_private.h"

struct layout *layout_ref(const struct layout *layout)
{
    atomic_fetch_add(&layout->self->refs, 1);
    return layout->self;
}

void layout_unref(struct layout *layout)
{
    if (!layout || atomic_fetch_sub(&layout->refs, 1) != 1)
        return;
    for (size_t i = 0; i < layout->note_count; i++)
        free(layout->notes[i].text);
    free(layout->notes);
    free(layout->by_id);
    free(layout->extents);
    layout_unref(layout->other);
    layout_unref(layout->former);
    free(layout);
}

const struct limits *layout_limits(const struct layout *layout)
{
    return &layout->limits;
}

const struct label *layout_label(const struct layout *layout)
{
    return &layout->label;
}

size_t layout_count(const struct layout *layout)
{
    return layout->count;
}

const struct extent *layout_at(const struct layout *layout, size_t index)
{
    return &layout->extents[index];
}

const struct extent *layout_find(const struct layout *layout, uint32_t id)
{
    size_t low = 0, high = layout->count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (layout->by_id[middle]->id < id)
            low = middle + 1;
        else
            high = middle;
    }
    return low < layout->count && layout->by_id[low]->id == id ? layout->by_id[low]
                                                               : NULL;
}

const struct extent *layout_find_lba(const struct layout *layout, uint64_t lba)
{
    const struct extent *found = NULL;

    /* Containers come before their children, so that the last match is the innermost. */
    for (size_t i = 0; i < layout->count; i++) {
        const struct extent *extent = &layout->extents[i];
        if (extent->kind != EXTENT_SLICE && extent->kind != EXTENT_DAMAGED &&
            extent->start <= lba && lba < extent_end(extent))
            found = extent;
    }
    return found;
}

unsigned layout_data_count(const struct layout *layout)
{
    unsigned count = 0;

    LAYOUT_EACH (extent, layout)
        count += extent_holds_data(extent);
    return count;
}

const struct extent *layout_find_number(const struct layout *layout, unsigned number)
{
    for (size_t i = 0; i < layout->count; i++) {
        const struct extent *extent = &layout->extents[i];
        if (number && extent->number == number && extent->kind != EXTENT_SLICE &&
            extent->kind != EXTENT_DAMAGED)
            return extent;
    }
    return NULL;
}

const struct extent *layout_find_entry(const struct layout *layout, unsigned number)
{
    const struct extent *found = layout_find_number(layout, number);

    for (size_t i = 0; !found && i < layout->count; i++)
        if (number && layout->extents[i].number == number &&
            extent_is_damaged(&layout->extents[i]))
            found = &layout->extents[i];
    return found;
}

bool layout_is_number_free(const struct layout *layout, unsigned number)
{
    unsigned odd = layout->label.odd_slots;

    for (size_t i = 0; i < layout->count; i++)
        if (layout->extents[i].number == number)
            return false;
    return number > LABEL_PRIMARIES || !(odd & 1U << (number - 1));
}

const struct extent *layout_find_logical(const struct layout *layout, uint32_t ebr)
{
    LAYOUT_EACH (extent, layout)
        if (extent->kind == EXTENT_LOGICAL && extent->ebr == ebr)
            return extent;
    return NULL;
}

const struct extent *layout_find_slice(const struct layout *layout, uint32_t parent)
{
    LAYOUT_EACH (extent, layout)
        if (extent->kind == EXTENT_SLICE && extent->parent == parent)
            return extent;
    return NULL;
}

const struct extent *layout_find_container(const struct layout *layout)
{
    for (size_t i = 0; i < layout->count; i++)
        if (layout->extents[i].kind == EXTENT_EXTENDED)
            return &layout->extents[i];
    return NULL;
}

size_t layout_damaged_count(const struct layout *layout)
{
    size_t count = 0;

    for (size_t i = 0; i < layout->count; i++)
        count += extent_is_damaged(&layout->extents[i]);
    return count;
}

size_t layout_note_count(const struct layout *layout)
{
    return layout->note_count;
}

const struct note *layout_note_at(const struct layout *layout, size_t index)
{
    return &layout->notes[index];
}

const struct note *layout_note_find(const struct layout *layout, enum note_id id)
{
    for (size_t i = 0; i < layout->note_count; i++)
        if (layout->notes[i].id == id)
            return &layout->notes[i];
    return NULL;
}

const struct note *layout_read_only(const struct layout *layout)
{
    for (size_t i = 0; i < layout->note_count; i++)
        if (note_level(layout->notes[i].id) == NOTE_READ_ONLY)
            return &layout->notes[i];
    return NULL;
}

struct layout *layout_other(const struct layout *layout)
{
    return layout->other;
}

bool layout_equal(const struct layout *a, const struct layout *b)
{
    if (a->count != b->count || !label_equal(&a->label, &b->label) ||
        a->limits.size != b->limits.size || a->limits.logical != b->limits.logical ||
        a->limits.physical != b->limits.physical ||
        a->limits.alignment_offset != b->limits.alignment_offset ||
        a->limits.grain != b->limits.grain ||
        a->limits.base_bytes != b->limits.base_bytes ||
        a->limits.is_base_unknown != b->limits.is_base_unknown)
        return false;
    for (size_t i = 0; i < a->count; i++)
        if (extent_diff(&a->extents[i], &b->extents[i]) & ~(unsigned)DIFF_ID)
            return false;
    return true;
}
