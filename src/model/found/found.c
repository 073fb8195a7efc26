/* SPDX-License-Identifier: GPL-3.0-or-later */
/* found.c - adds contents found on a disk without a readable table to its layout */
#include "model/found/found.h"

#include <stdlib.h>

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/str.h"
#include "model/found/private.h"

bool found_is_wanted(const struct layout *layout)
{
    return layout_label(layout)->kind == LABEL_NONE ||
           layout_note_find(layout, NOTE_GPT_BOTH_DAMAGED);
}

static bool found_is_added(const struct extent *extent)
{
    return extent->kind == EXTENT_DAMAGED && extent->fault == FAULT_NO_ENTRY;
}

static int found_by_start(const void *a, const void *b)
{
    const struct found_content *x = a, *y = b;

    return x->start < y->start ? -1 : x->start > y->start;
}

const char *found_how_id(enum found_how how)
{
    static const char *const ids[FOUND_HOW_COUNT] = {
        [FOUND_SUPERBLOCK] = "superblock",
        [FOUND_BACKUP] = "backup-superblock",
        [FOUND_EBR] = "ebr",
        [FOUND_GPT_COPY] = "gpt-copy",
    };

    return ids[how];
}

const char *found_how_words(enum found_how how)
{
    static const char *const words[FOUND_HOW_COUNT] = {
        [FOUND_SUPERBLOCK] = N_("superblock"),
        [FOUND_BACKUP] = N_("backup superblock"),
        [FOUND_EBR] = N_("EBR"),
        [FOUND_GPT_COPY] = N_("old GPT copy"),
    };

    return _(words[how]);
}

void found_settle(struct found_content *at, size_t count, uint64_t end)
{
    qsort(at, count, sizeof(*at), found_by_start);
    for (size_t i = 0; i < count; i++)
        if (!at[i].length)
            at[i].length = (i + 1 < count ? at[i + 1].start : end) - at[i].start;
}

static struct extent found_extent_of(const struct found_content *place)
{
    struct extent extent = { .kind = EXTENT_DAMAGED,
                             .claimed_kind = EXTENT_PARTITION,
                             .fault = FAULT_NO_ENTRY,
                             .start = place->start,
                             .length = place->length,
                             .claimed = place->length,
                             .number = place->number };

    if (place->type) {
        extent.content.state = CONTENT_FOUND;
        copy_text(extent.content.type, sizeof(extent.content.type), place->type);
    }
    return extent;
}

const struct extent *found_row(const struct layout *layout, uint64_t start)
{
    LAYOUT_EACH (extent, layout)
        if (found_is_added(extent) && extent->start == start)
            return extent;
    return NULL;
}

static void found_replace_note(struct layout_builder *builder,
                               const struct found_content *places, size_t count)
{
    CLEANUP(str_finish) struct str list = { 0 };

    for (size_t i = 0; i < count; i++)
        str_printf(&list, i ? ", %llu" : "%llu", (ull)places[i].start);
    layout_builder_drop_note(builder, NOTE_CONTENTS_FOUND);
    layout_builder_note(builder, NOTE_CONTENTS_FOUND,
                        _("No table that can be read names a partition, but contents "
                          "begin here (sectors %s): a new table would give them up."),
                        str_text(&list));
}

struct layout *found_add_each(struct layout *layout, const struct found_content *at,
                              size_t count, uint32_t first_id, bool has_note)
{
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(layout);
    size_t added = 0;

    for (size_t i = 0; i < count; i++) {
        struct extent extent = found_extent_of(&at[i]);
        if (found_row(layout, extent.start))
            continue;
        extent.id = first_id ? first_id + (uint32_t)added : 0;
        (void)layout_builder_add(builder, &extent);
        added++;
    }
    if (!added)
        return layout_ref(layout);
    if (has_note)
        found_replace_note(builder, at, count);
    return layout_builder_refinish(builder);
}

static struct layout *found_add_places(const struct found_search *search,
                                       struct layout *layout, uint32_t first_id)
{
    struct found_content sorted[FOUND_MAX];

    for (size_t i = 0; i < search->count; i++)
        sorted[i] = search->at[i];
    found_settle(sorted, search->count, search->size);
    return found_add_each(layout, sorted, search->count, first_id, true);
}

struct layout *found_add_contents(struct layout *layout, const struct found_content *at,
                                  size_t count)
{
    return found_add_each(layout, at, count, LAYOUT_ID_ADDED, false);
}

struct layout *found_join(struct layout *layout, const struct layout *lost)
{
    if (!lost)
        return layout_ref(layout);
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(layout);
    LAYOUT_EACH (extent, lost)
        if (found_is_added(extent))
            (void)layout_builder_add(builder, extent);
    return layout_builder_refinish(builder);
}

struct layout *found_search_add(const struct found_search *search, struct layout *layout)
{
    return found_add_places(search, layout, LAYOUT_ID_ADDED);
}

struct layout *found_add(const struct reader *disk, struct layout *layout)
{
    CLEANUP(found_search_freep)
    struct found_search *search = found_search_new(disk, layout);

    while (found_search_near(search))
        ;
    return found_add_places(search, layout, 0);
}

struct layout *found_add_all(const struct reader *disk, struct layout *layout)
{
    CLEANUP(found_search_freep)
    struct found_search *search = found_search_new(disk, layout);

    while (found_search_step(search))
        ;
    return found_search_add(search, layout);
}

struct layout *found_remove(const struct layout *layout)
{
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(layout);

    for (size_t i = 0; i < layout_count(layout); i++)
        if (found_is_added(layout_at(layout, i)))
            layout_builder_remove(builder, layout_at(layout, i)->id);
    layout_builder_drop_note(builder, NOTE_CONTENTS_FOUND);
    return layout_builder_refinish(builder);
}
