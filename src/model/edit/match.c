/* SPDX-License-Identifier: GPL-3.0-or-later */
/* match.c - finds the partitions of a layout in one that was read separately */
#include "model/edit/match.h"

#include <string.h>

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/disk/former.h"
#include "model/edit/delta.h"

/* The extents of one layout in the other. */
struct match {
    const struct layout *before, *after;
    bool *is_taken;   /* for each extent of BEFORE */
    uint32_t *ids;    /* for each extent of AFTER: its new id; 0: none yet */
    uint32_t next_id; /* not used by either layout */
};

typedef bool (*match_rule)(const struct extent *before, const struct extent *after);

static bool has_same_place(const struct extent *before, const struct extent *after)
{
    bool is_both_entries = extent_is_entry(before) && extent_is_entry(after);

    return before->start == after->start &&
           (is_both_entries || former_is_same(before, after) ||
            (before->kind == after->kind && before->role == after->role));
}

static bool has_same_guid(const struct extent *before, const struct extent *after)
{
    return before->uuid[0] && !strcmp(before->uuid, after->uuid);
}

static bool has_same_number(const struct extent *before, const struct extent *after)
{
    return before->kind == after->kind && before->number == after->number &&
           (before->length == after->length ||
            extent_overlaps(before, after->start, extent_end(after)));
}

static void match_extent(struct match *match, size_t index, match_rule is_same)
{
    const struct extent *after = layout_at(match->after, index);

    for (size_t i = 0; i < layout_count(match->before) && !match->ids[index]; i++) {
        const struct extent *before = layout_at(match->before, i);
        if (match->is_taken[i] || before->kind == EXTENT_FREE || !is_same(before, after))
            continue;
        match->is_taken[i] = true;
        match->ids[index] = before->id;
    }
}

static void match_rest(struct match *match, match_rule is_same)
{
    for (size_t i = 0; i < layout_count(match->after); i++)
        if (extent_is_entry(layout_at(match->after, i)))
            match_extent(match, i, is_same);
}

/* The msdos "UUID" of a partition is its number. */
static bool has_guids(const struct layout *layout)
{
    return layout_label(layout)->kind == LABEL_GPT;
}

static void match_extents(struct match *match)
{
    for (size_t i = 0; i < layout_count(match->after); i++)
        if (layout_at(match->after, i)->kind != EXTENT_FREE)
            match_extent(match, i, has_same_place);
    if (has_guids(match->before) && has_guids(match->after))
        match_rest(match, has_same_guid);
    if (layout_label(match->before)->kind == layout_label(match->after)->kind)
        match_rest(match, has_same_number);
    for (size_t i = 0; i < layout_count(match->after); i++)
        if (!match->ids[i])
            match->ids[i] = match->next_id++;
}

static uint32_t match_new_id(const struct match *match, uint32_t id)
{
    for (size_t i = 0; i < layout_count(match->after); i++)
        if (id && layout_at(match->after, i)->id == id)
            return match->ids[i];
    return 0;
}

static struct layout *match_build(const struct match *match)
{
    const struct layout *after = match->after;
    struct err err = { 0 };
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder =
        layout_builder_new(layout_limits(after), layout_label(after));

    for (size_t i = 0; i < layout_count(after); i++) {
        struct extent extent = *layout_at(after, i);
        if (extent.kind == EXTENT_FREE)
            continue;
        extent.id = match->ids[i];
        extent.parent = match_new_id(match, extent.parent);
        extent.ebr = match_new_id(match, extent.ebr);
        (void)layout_builder_add(builder, &extent);
    }
    for (size_t i = 0; i < layout_note_count(after); i++) {
        const struct note *note = layout_note_at(after, i);
        layout_builder_note(builder, note->id, "%s", note->text);
    }
    struct layout *layout = layout_builder_finish(builder, &err);
    return layout ? layout : layout_ref(after);
}

static uint32_t highest_id(const struct layout *layout)
{
    uint32_t highest = 0;

    LAYOUT_EACH (extent, layout)
        if (extent->id > highest)
            highest = extent->id;
    return highest;
}

struct layout *match_layout(const struct layout *before, const struct layout *after)
{
    uint32_t one = highest_id(before), other = highest_id(after);
    CLEANUP(freep) bool *is_taken = xcalloc(layout_count(before), sizeof(*is_taken));
    CLEANUP(freep) uint32_t *ids = xcalloc(layout_count(after), sizeof(*ids));
    struct match match = { before, after, is_taken, ids,
                           (one > other ? one : other) + 1 };

    match_extents(&match);
    return match_build(&match);
}

void match_lines(const struct layout *before, const struct layout *after,
                 struct lines *ret)
{
    CLEANUP(layout_unrefp) struct layout *matched = match_layout(before, after);
    const struct limits *old = layout_limits(before), *now = layout_limits(after);

    if (old->size != now->size || old->logical != now->logical)
        lines_add(ret, _("disk: %1$llu x %2$llu B -> %3$llu x %4$llu B"), (ull)old->size,
                  (ull)old->logical, (ull)now->size, (ull)now->logical);
    delta_lines(before, matched, ret);
}
