/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kept.c - finds partitions of a disk that a script keeps
 *
 * The script was applied to an empty table in memory, so each line is a partition with
 * number, start and length.  Those with the start of an existing partition are kept, with
 * their EBR, and edited only where they differ; all others are deleted or created. */
#include <stdlib.h>
#include <string.h>

#include "model/base/mem.h"
#include "model/base/rising.h"
#include "model/disk/former.h"
#include "model/script/keep.h"

const struct extent *keep_wanted(const struct keep *keep, size_t index)
{
    return layout_find(keep->wanted->now, keep->wanted->first_id + (uint32_t)index);
}

bool keep_is_kept(const struct keep *keep, const struct extent *extent)
{
    for (size_t i = 1; i < keep->wanted->count; i++)
        if (keep->kept[i] == extent)
            return true;
    return false;
}

/* True if the table itself can be kept: label kind, usable range, number and place of
 * entries. */
static bool keep_is_same_label(const struct keep *keep)
{
    const struct label *is = layout_label(keep->base);
    const struct edit *table = &keep->wanted->edits[0];
    bool is_range =
        !table->start || (table->start == is->first_usable &&
                          table->start + table->length == is->last_usable + 1);

    return is->kind == table->label && is_range && !is->written_for &&
           (!table->entries || table->entries == is->entries) &&
           (!table->entries_lba || table->entries_lba == is->entries_lba) &&
           !layout_read_only(keep->base);
}

/* A container needs only the same number, because it can be resized.  A logical partition
 * is identified by its start, because its number follows from the chain. */
static bool keep_is_same_place(const struct extent *is, const struct extent *wanted)
{
    if (is->kind != wanted->kind)
        return false;
    if (is->kind == EXTENT_EXTENDED)
        return is->number == wanted->number;
    return is->start == wanted->start &&
           (is->kind == EXTENT_LOGICAL || is->number == wanted->number);
}

static const struct extent *keep_find(const struct keep *keep, size_t index)
{
    const struct extent *wanted = keep_wanted(keep, index);

    for (size_t i = 0; i < layout_count(keep->base); i++)
        if (keep_is_same_place(layout_at(keep->base, i), wanted))
            return layout_at(keep->base, i);
    return NULL;
}

/* A logical partition is kept only with its container. */
static void drop_orphans(struct keep *keep)
{
    for (size_t i = 1; i < keep->wanted->count; i++) {
        const struct extent *kept = keep->kept[i];
        if (kept && kept->kind == EXTENT_LOGICAL &&
            !keep_is_kept(keep, layout_find(keep->base, kept->parent)))
            keep->kept[i] = NULL;
    }
}

/* The script lists logical partitions in the order of their numbers: those in another
 * order on the disk are created again, as few as possible.  Returns true if there are
 * any. */
static bool drop_unordered(struct keep *keep)
{
    size_t count = keep->wanted->count, logicals = 0;
    CLEANUP(freep) unsigned *numbers = xcalloc(count, sizeof(*numbers));
    CLEANUP(freep) bool *stays = xcalloc(count, sizeof(*stays));

    for (size_t i = 1; i < count; i++)
        if (keep->kept[i] && keep->kept[i]->kind == EXTENT_LOGICAL)
            numbers[logicals++] = keep->kept[i]->number;
    bool is_any = rising_find(numbers, logicals, stays) < logicals;
    logicals = 0;
    for (size_t i = 1; i < count && !keep->is_sorted; i++)
        if (keep->kept[i] && keep->kept[i]->kind == EXTENT_LOGICAL && !stays[logicals++])
            keep->kept[i] = NULL;
    return is_any;
}

enum way {
    WAY_SORTED,    /* the order on the disk is wanted */
    WAY_ORDERED,   /* some logical partitions are created again */
    WAY_NEW_CHAIN, /* the whole chain is created again */
    WAY_COUNT,
};

/* Finds the partitions to keep; returns false if this way is not possible. */
static bool keep_find_all(struct keep *keep, enum way way)
{
    const char *id = keep->wanted->edits[0].uuid;
    bool is_any = *id && !strcmp(id, layout_label(keep->base)->id);

    for (size_t i = 1; i < keep->wanted->count; i++) {
        bool is_container = keep_wanted(keep, i)->kind == EXTENT_EXTENDED;
        bool is_lost = keep->is_lost[i] || (is_container && way == WAY_NEW_CHAIN);
        keep->kept[i] = is_lost ? NULL : keep_find(keep, i);
    }
    drop_orphans(keep);
    keep->is_sorted = way == WAY_SORTED;
    if (!drop_unordered(keep) && keep->is_sorted)
        return false;
    for (size_t i = 1; i < keep->wanted->count; i++)
        is_any |= keep->kept[i] != NULL;
    return is_any;
}

/* Gives up logical partitions whose EBR lies inside the wanted partition; they are
 * created again with another EBR.  Returns false if there are none. */
static bool give_up_ebrs(struct keep *keep, const struct extent *want)
{
    bool is_any = false;

    for (size_t i = 1; i < keep->wanted->count; i++) {
        const struct extent *kept = keep->kept[i];
        const struct extent *ebr = kept ? layout_find(keep->base, kept->ebr) : NULL;
        if (!ebr || keep->is_lost[i] || ebr->start < want->start ||
            ebr->start >= extent_end(want))
            continue;
        keep->is_lost[i] = is_any = true;
    }
    return is_any;
}

/* Keeps fewer partitions, depending on the failed edit; returns false if nothing can be
 * changed. */
static bool keep_less(struct keep *keep)
{
    size_t failed = keep->failed;

    if (!failed)
        return false;
    if (give_up_ebrs(keep, keep_wanted(keep, failed)))
        return true;
    const struct extent *kept = keep->kept[failed];
    if (!kept || kept->kind == EXTENT_EXTENDED)
        return false;
    if (kept->kind == EXTENT_LOGICAL && !keep->is_remade[failed])
        keep->is_remade[failed] = true;
    else
        keep->is_lost[failed] = true;
    return true;
}

static bool keep_attempt(struct keep *keep)
{
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(keep->base);

    keep->made.now = layout_builder_refinish(builder);
    bool is_good = keep_make_edits(keep);
    layout_unref(keep->made.now);
    if (is_good)
        return true;
    free(keep->made.edits);
    keep->made.edits = NULL;
    keep->made.count = 0;
    return false;
}

static bool keep_try_way(struct keep *keep, enum way way)
{
    memset(keep->is_lost, 0, keep->wanted->count * sizeof(*keep->is_lost));
    memset(keep->is_remade, 0, keep->wanted->count * sizeof(*keep->is_remade));
    while (keep_find_all(keep, way)) {
        if (keep_attempt(keep))
            return true;
        if (!keep_less(keep))
            return false;
    }
    return false;
}

/* Returns an id above those that earlier edits assigned. */
static uint32_t free_id(const struct layout *layout)
{
    uint32_t id = EDIT_ID_FIRST;

    for (size_t i = 0; i < layout_count(layout); i++)
        if (layout_at(layout, i)->id >= id)
            id = layout_at(layout, i)->id + 1;
    return id;
}

bool script_keep(const struct script_maker *maker, const struct layout *layout,
                 struct edit **ret, size_t *ret_count)
{
    CLEANUP(freep)
    const struct extent **kept = xcalloc(maker->count, sizeof(const struct extent *));
    CLEANUP(freep) bool *is_lost = xcalloc(maker->count, sizeof(*is_lost));
    CLEANUP(freep) bool *is_remade = xcalloc(maker->count, sizeof(*is_remade));
    struct keep keep = {
        .base = layout,
        .wanted = maker,
        .kept = kept,
        .is_lost = is_lost,
        .is_remade = is_remade,
        .made = { .script = maker->script, .first_id = free_id(layout) },
    };
    bool is_found = false;

    for (enum way way = 0; way < WAY_COUNT && !is_found && keep_is_same_label(&keep);
         way++)
        is_found = keep_try_way(&keep, way);
    if (!is_found)
        return false;
    *ret = keep.made.edits;
    *ret_count = keep.made.count;
    return true;
}

/* True if one of the edits sets UUID. */
static bool has_uuid(const struct edit *edits, size_t count, const char *uuid)
{
    for (size_t i = 0; i < count; i++)
        if (!strcmp(edits[i].uuid, uuid))
            return true;
    return false;
}

void script_mark_kept(const struct layout *layout, struct edit *edits, size_t count)
{
    bool is_new = count && edits[0].kind == EDIT_NEW_TABLE;
    bool has_guids = layout_label(layout)->kind == LABEL_GPT &&
                     (!is_new || edits[0].label == LABEL_GPT);

    for (size_t i = 0; i < count; i++) {
        struct edit *edit = &edits[i];
        const struct extent wanted = { .kind = edit->extent, .start = edit->start };
        edit->is_kept = edit->kind == EDIT_CREATE && !edit->replaced;
        if (!edit->is_kept || !has_guids)
            continue;
        LAYOUT_EACH (is, layout)
            if (!*edit->uuid && former_is_same(is, &wanted) &&
                !has_uuid(edits, count, is->uuid))
                copy_text(edit->uuid, sizeof(edit->uuid), is->uuid);
    }
}
