/* SPDX-License-Identifier: GPL-3.0-or-later */
/* script_kept.c - what a script says that is on the disk already: that stays
 *
 * The script has been carried out in memory from nothing, so that each of its lines is a
 * partition with number, start and length.  Those that the disk has too are kept; the
 * rest goes, and comes. */
#include <stdlib.h>
#include <string.h>

#include "model/attributes.h"
#include "model/mem.h"
#include "model/script_private.h"

#define FIRST_LOGICAL 5

struct keep {
    const struct layout *base;
    const struct script_maker *wanted;
    const struct extent **kept; /* of base, by edit of wanted; NULL: made anew; owned */
    struct script_maker made;   /* the edits on base */
};

static const struct edit *new_table(const struct keep *keep)
{
    return &keep->wanted->edits[0];
}

/* What the edit at INDEX made; never NULL for one that makes a partition. */
static const struct extent *wanted_at(const struct keep *keep, size_t index)
{
    return layout_find(keep->wanted->now, keep->wanted->first_id + (uint32_t)index);
}

static bool is_partition(const struct extent *extent)
{
    return extent_is_partition(extent) && extent->kind != EXTENT_SLICE;
}

/* Of what the script says nothing stays as it is. */
static bool is_same_label(const struct keep *keep)
{
    const struct label *is = layout_label(keep->base);
    const struct edit *table = new_table(keep);
    bool is_range =
        !table->start || (table->start == is->first_usable &&
                          table->start + table->length == is->last_usable + 1);

    return is->kind == table->label && is_range && !is->written_for &&
           (!table->entries || table->entries == is->entries) &&
           !layout_read_only(keep->base);
}

/* Of a container only the number has to be the same: it can grow and shrink.  What begins
 * in the same sector and ends later has grown, and can do so while it is in use. */
static bool is_same_place(const struct extent *is, const struct extent *wanted)
{
    if (is->kind != wanted->kind)
        return false;
    if (is->kind == EXTENT_EXTENDED)
        return is->number == wanted->number;
    return is->start == wanted->start && is->length <= wanted->length &&
           (is->kind == EXTENT_LOGICAL || is->number == wanted->number);
}

static const struct extent *find_kept(const struct keep *keep, size_t index)
{
    const struct extent *wanted = wanted_at(keep, index);

    for (size_t i = 0; i < layout_count(keep->base); i++)
        if (is_same_place(layout_at(keep->base, i), wanted))
            return layout_at(keep->base, i);
    return NULL;
}

static bool is_kept(const struct keep *keep, const struct extent *extent)
{
    for (size_t i = 1; i < keep->wanted->count; i++)
        if (keep->kept[i] == extent)
            return true;
    return false;
}

/* The number of a logical once those are gone that do not stay. */
static unsigned number_after(const struct keep *keep, const struct extent *logical)
{
    unsigned number = FIRST_LOGICAL;

    for (size_t i = 0; i < layout_count(keep->base); i++) {
        const struct extent *extent = layout_at(keep->base, i);
        number += extent->kind == EXTENT_LOGICAL && extent->number < logical->number &&
                  is_kept(keep, extent);
    }
    return number;
}

/* A logical stays only with its container, and where it gets the number it shall have. */
static bool is_lost(const struct keep *keep, size_t index)
{
    const struct extent *kept = keep->kept[index];

    if (!kept || kept->kind != EXTENT_LOGICAL)
        return false;
    return !is_kept(keep, layout_find(keep->base, kept->parent)) ||
           number_after(keep, kept) != wanted_at(keep, index)->number;
}

/* How many stay. */
static size_t find_all(struct keep *keep, bool has_container)
{
    size_t count = 0, lost;

    for (size_t i = 1; i < keep->wanted->count; i++) {
        bool is_container = wanted_at(keep, i)->kind == EXTENT_EXTENDED;
        keep->kept[i] = is_container && !has_container ? NULL : find_kept(keep, i);
    }
    do { /* one that is lost changes the numbers of the others */
        lost = 0;
        for (size_t i = 1; i < keep->wanted->count; i++) {
            if (!is_lost(keep, i))
                continue;
            keep->kept[i] = NULL;
            lost++;
        }
    } while (lost);
    for (size_t i = 1; i < keep->wanted->count; i++)
        count += keep->kept[i] != NULL;
    return count;
}

static bool push(struct keep *keep, const struct edit *edit)
{
    struct err ignored = { 0 }; /* there is another way, which has its own sentence */

    return script_push(&keep->made, edit, &ignored);
}

/* What lies in a container goes with it. */
static bool goes_itself(const struct keep *keep, const struct extent *extent)
{
    return is_partition(extent) && !is_kept(keep, extent) &&
           (extent->kind != EXTENT_LOGICAL ||
            is_kept(keep, layout_find(keep->base, extent->parent)));
}

/* From the highest number down: no logical is renumbered before its turn. */
static bool delete_rest(struct keep *keep)
{
    for (;;) {
        const struct extent *last = NULL;
        for (size_t i = 0; i < layout_count(keep->base); i++) {
            const struct extent *extent = layout_at(keep->base, i);
            if (goes_itself(keep, extent) && (!last || extent->number > last->number) &&
                layout_find(keep->made.now, extent->id))
                last = extent;
        }
        if (!last)
            return true;
        struct edit edit = { .kind = EDIT_DELETE, .id = last->id };
        if (!push(keep, &edit))
            return false;
    }
}

static bool put_disk_id(struct keep *keep)
{
    struct edit edit = { .kind = EDIT_DISK_ID };

    copy_text(edit.uuid, sizeof(edit.uuid), new_table(keep)->uuid);
    return !*edit.uuid || !strcmp(edit.uuid, layout_label(keep->base)->id) ||
           push(keep, &edit);
}

static bool resize(struct keep *keep, const struct extent *is, const struct extent *want)
{
    struct edit edit = {
        .kind = EDIT_RESIZE, .id = is->id, .start = want->start, .length = want->length
    };

    return (is->start == want->start && is->length == want->length) || push(keep, &edit);
}

static bool put_field(struct keep *keep, uint32_t id, enum edit_kind kind,
                      const struct extent *want)
{
    struct edit edit = { .kind = kind, .id = id };

    if (kind == EDIT_TYPE)
        copy_text(edit.type, sizeof(edit.type), want->type);
    else if (kind == EDIT_NAME)
        copy_text(edit.name, sizeof(edit.name), want->name);
    else if (kind == EDIT_UUID)
        copy_text(edit.uuid, sizeof(edit.uuid), want->uuid);
    else if (kind == EDIT_ATTRIBUTES)
        edit.attributes = want->attributes;
    else
        edit.is_bootable = want->is_bootable;
    return push(keep, &edit);
}

/* Bits that no script can speak of stay. */
static uint64_t attributes_after(const struct extent *is, const struct extent *want)
{
    return want->attributes | (is->attributes & ATTRIBUTES_UNSAID);
}

/* The fields of a partition that stays, held against what it has by now: one that became
 * active took the flag from another. */
static bool put_fields(struct keep *keep, size_t index)
{
    uint32_t id = keep->kept[index]->id;
    const struct extent is = *layout_find(keep->made.now, id);
    struct extent whole = *wanted_at(keep, index);
    const struct extent *want = &whole;
    bool is_gpt = layout_label(keep->base)->kind == LABEL_GPT;
    bool has_uuid = *keep->wanted->edits[index].uuid;

    whole.attributes = attributes_after(&is, &whole);
    return resize(keep, &is, want) &&
           (!strcmp(is.type, want->type) || put_field(keep, id, EDIT_TYPE, want)) &&
           (!strcmp(is.name, want->name) || put_field(keep, id, EDIT_NAME, want)) &&
           (!is_gpt || is.attributes == want->attributes ||
            put_field(keep, id, EDIT_ATTRIBUTES, want)) &&
           (is_gpt || is.is_bootable == want->is_bootable ||
            put_field(keep, id, EDIT_BOOT, want)) &&
           (!has_uuid || !strcmp(is.uuid, want->uuid) ||
            put_field(keep, id, EDIT_UUID, want));
}

static bool put_all(struct keep *keep)
{
    if (!delete_rest(keep) || !put_disk_id(keep))
        return false;
    for (size_t i = 1; i < keep->wanted->count; i++)
        if (keep->kept[i] ? !put_fields(keep, i) : !push(keep, &keep->wanted->edits[i]))
            return false;
    return true;
}

/* What could not be had in the place of the old table is not taken for it. */
static bool is_as_wanted(const struct keep *keep)
{
    size_t count = 0;

    for (size_t i = 0; i < layout_count(keep->made.now); i++)
        count += is_partition(layout_at(keep->made.now, i));
    if (count + 1 != keep->wanted->count)
        return false;
    for (size_t i = 1; i < keep->wanted->count; i++) {
        const struct extent *want = wanted_at(keep, i);
        const struct extent *is = layout_find_number(keep->made.now, want->number);
        if (!is || is->kind != want->kind || is->start != want->start ||
            is->length != want->length || is->attributes != attributes_after(is, want) ||
            is->is_bootable != want->is_bootable || strcmp(is->type, want->type) != 0 ||
            strcmp(is->name, want->name) != 0)
            return false;
    }
    return true;
}

static bool attempt(struct keep *keep, bool has_container)
{
    const char *id = new_table(keep)->uuid;
    bool is_own = *id && !strcmp(id, layout_label(keep->base)->id);
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(keep->base);

    if (!find_all(keep, has_container) && !is_own)
        return false;
    keep->made.now = layout_builder_refinish(builder);
    bool is_good = put_all(keep) && is_as_wanted(keep);
    layout_unref(keep->made.now);
    if (is_good)
        return true;
    free(keep->made.edits);
    keep->made.edits = NULL;
    keep->made.count = 0;
    return false;
}

/* Ids of what the layout has got by edits are as high as those that edits give. */
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
    struct keep keep = {
        .base = layout,
        .wanted = maker,
        .kept = kept,
        .made = { .script = maker->script, .first_id = free_id(layout) },
    };

    if (!is_same_label(&keep) || (!attempt(&keep, true) && !attempt(&keep, false)))
        return false;
    *ret = keep.made.edits;
    *ret_count = keep.made.count;
    return true;
}

void script_keep_uuids(const struct script_maker *maker, const struct layout *layout)
{
    struct keep keep = { .base = layout, .wanted = maker };

    if (new_table(&keep)->label != LABEL_GPT || layout_label(layout)->kind != LABEL_GPT)
        return;
    for (size_t i = 1; i < maker->count; i++) {
        const struct extent *is = find_kept(&keep, i);
        struct edit *edit = &maker->edits[i];
        if (is && !*edit->uuid)
            copy_text(edit->uuid, sizeof(edit->uuid), is->uuid);
    }
}
