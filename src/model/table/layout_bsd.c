/* SPDX-License-Identifier: GPL-3.0-or-later */
/* layout_bsd.c - adds the entries of a BSD label to a layout, as slices of its
 * partition */
#include "model/table/layout_bsd.h"

#include <stdio.h>

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/num.h"

struct work {
    const struct bsd_label *label;
    const struct limits *limits;
    const struct extent *parent;
    struct layout_builder *builder;
};

static enum extent_role bsd_slice_role(const struct work *work, unsigned index)
{
    const struct extent *parent = work->parent;

    if (bsd_entry_is_raw(work->label, index, parent->start, parent->length,
                         work->limits->size, work->limits->logical))
        return ROLE_RAW;
    return work->label->entries[index].type == BSD_TYPE_UNUSED ? ROLE_UNUSED : ROLE_NONE;
}

/* True for entries outside the partition: OpenBSD's label also lists other partitions of
 * the disk, which the layout shows itself. */
static bool is_elsewhere(const struct work *work, const struct extent *slice)
{
    return slice->role != ROLE_RAW && (slice->start >= extent_end(work->parent) ||
                                       extent_end(slice) <= work->parent->start);
}

static void bsd_add_slice(const struct work *work, unsigned index, uint64_t start,
                          uint64_t length)
{
    const struct bsd_entry *entry = &work->label->entries[index];
    const char *word = bsd_type_word(work->label->flavour, entry->type);
    struct extent slice = { .kind = EXTENT_SLICE,
                            .role = bsd_slice_role(work, index),
                            .parent = work->parent->id,
                            .start = start,
                            .length = length,
                            .letter = (char)('a' + index) };

    if (word)
        copy_text(slice.type, sizeof(slice.type), word);
    else
        /* cannot be truncated */
        (void)snprintf(slice.type, sizeof(slice.type), "%u", entry->type);
    if (!is_elsewhere(work, &slice)) {
        (void)layout_builder_add(work->builder, &slice);
        return;
    }
    layout_builder_note(work->builder, NOTE_BSD_ENTRY_ELSEWHERE,
                        _("Entry %1$c of the BSD label in partition %2$u (sector %3$llu, "
                          "length %4$llu) lies outside that partition."),
                        slice.letter, work->parent->number, (ull)start, (ull)length);
}

static void bsd_add_entry(const struct work *work, unsigned index)
{
    uint64_t start, length;

    if (!work->label->entries[index].length)
        return;
    if (bsd_entry_range(work->label, index, work->parent->start, work->limits->logical,
                        &start, &length) &&
        length && start + length <= work->limits->size) {
        bsd_add_slice(work, index, start, length);
        return;
    }
    layout_builder_note(
        work->builder, NOTE_BSD_ENTRY_BEYOND,
        _("Entry %1$c of the BSD label in partition %2$u is not shown: it "
          "ends past the disk or in the middle of a sector."),
        (int)('a' + index), work->parent->number);
}

/* Returns the sectors [*RET_START, *RET_END) of entry INDEX; false if it is empty,
 * unused, invalid, or covers the whole partition or disk. */
static bool bsd_used_range(const struct work *work, unsigned index, uint64_t *ret_start,
                           uint64_t *ret_end)
{
    uint64_t length;

    if (!work->label->entries[index].length || bsd_slice_role(work, index) != ROLE_NONE ||
        !bsd_entry_range(work->label, index, work->parent->start, work->limits->logical,
                         ret_start, &length))
        return false;
    return num_add(*ret_start, length, ret_end);
}

/* Slices may overlap in a layout, so overlaps are reported here. */
static void note_overlaps(const struct work *work)
{
    uint64_t start, end, other_start, other_end;

    for (unsigned i = 0; i < work->label->count; i++) {
        if (!bsd_used_range(work, i, &start, &end))
            continue;
        for (unsigned k = i + 1; k < work->label->count; k++)
            if (bsd_used_range(work, k, &other_start, &other_end) && start < other_end &&
                other_start < end)
                layout_builder_note(work->builder, NOTE_BSD_ENTRIES_OVERLAP,
                                    _("Entries %1$c and %2$c of the BSD label in "
                                      "partition %3$u overlap."),
                                    (int)('a' + i), (int)('a' + k), work->parent->number);
    }
}

void layout_add_bsd(struct layout_builder *builder, const struct reader *disk,
                    const struct limits *limits, const struct extent *parent,
                    enum bsd_flavour flavour)
{
    struct reader_part part;
    struct bsd_label label;
    struct work work = { &label, limits, parent, builder };
    uint64_t offset, bytes;

    if (!num_mul(parent->start, limits->logical, &offset) ||
        !num_mul(parent->length, limits->logical, &bytes))
        return;
    struct reader inside = reader_of_part(&part, disk, offset, bytes);
    if (!bsd_decode(&inside, limits->logical, flavour, &label))
        return;
    for (unsigned i = 0; i < label.count; i++)
        bsd_add_entry(&work, i);
    note_overlaps(&work);
}
