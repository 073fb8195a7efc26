/* SPDX-License-Identifier: GPL-3.0-or-later */
/* keep_edits.c - makes the edits that change a disk to the layout of a script
 *
 * Order: deletions, then shrinking partitions; the container changes before partitions in
 * it grow or are created. */
#include <string.h>

#include "model/base/mem.h"
#include "model/disk/attributes.h"
#include "model/script/keep.h"

static bool keep_push(struct keep *keep, const struct edit *edit)
{
    struct err ignored = { 0 }; /* another way will be tried, with its own error */

    return script_push(&keep->made, edit, &ignored);
}

/* Logical partitions are deleted with their container. */
static bool goes_itself(const struct keep *keep, const struct extent *extent)
{
    return extent_is_entry(extent) && !keep_is_kept(keep, extent) &&
           (extent->kind != EXTENT_LOGICAL ||
            keep_is_kept(keep, layout_find(keep->base, extent->parent)));
}

/* Deletes from the highest number down, so that no logical partition is renumbered
 * before. */
static bool delete_rest(struct keep *keep)
{
    for (;;) {
        const struct extent *last = NULL;
        LAYOUT_EACH (extent, keep->base)
            if (goes_itself(keep, extent) && (!last || extent->number > last->number) &&
                layout_find(keep->made.now, extent->id))
                last = extent;
        if (!last)
            return true;
        struct edit edit = { .kind = EDIT_DELETE, .id = last->id };
        if (!keep_push(keep, &edit))
            return false;
    }
}

static bool put_disk_id(struct keep *keep)
{
    struct edit edit = { .kind = EDIT_DISK_ID };

    copy_text(edit.uuid, sizeof(edit.uuid), keep->wanted->edits[0].uuid);
    return !*edit.uuid || !strcmp(edit.uuid, layout_label(keep->base)->id) ||
           keep_push(keep, &edit);
}

enum pass {
    PASS_SMALLER,
    PASS_CONTAINER,
    PASS_LARGER,
    PASS_COUNT,
};

static enum pass pass_of(const struct extent *is, const struct extent *want)
{
    if (is->kind == EXTENT_EXTENDED)
        return PASS_CONTAINER;
    return want->length < is->length ? PASS_SMALLER : PASS_LARGER;
}

static bool keep_resize(struct keep *keep, const struct extent *is,
                        const struct extent *want)
{
    struct edit edit = {
        .kind = EDIT_RESIZE, .id = is->id, .start = want->start, .length = want->length
    };

    return (is->start == want->start && is->length == want->length) ||
           keep_push(keep, &edit);
}

/* Creates a new partition with the number and EBR of the old one. */
static bool keep_replace(struct keep *keep, size_t index)
{
    struct edit edit = keep->wanted->edits[index];

    edit.replaced = keep->kept[index]->id;
    edit.number = 0;
    return keep_push(keep, &edit);
}

static bool resize_kept(struct keep *keep)
{
    for (enum pass pass = PASS_SMALLER; pass < PASS_COUNT; pass++)
        for (size_t i = 1; i < keep->wanted->count; i++) {
            const struct extent *is = keep->kept[i], *want = keep_wanted(keep, i);
            if (!is || pass_of(is, want) != pass ||
                (keep->is_remade[i] ? keep_replace(keep, i)
                                    : keep_resize(keep, is, want)))
                continue;
            keep->failed = i;
            return false;
        }
    return true;
}

static bool keep_put_field(struct keep *keep, uint32_t id, enum edit_kind kind,
                           const struct extent *want)
{
    struct edit edit = { .kind = kind, .id = id, .is_raw_name = true };

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
    return keep_push(keep, &edit);
}

/* Keeps attribute bits that a script cannot express. */
static uint64_t attributes_after(const struct extent *is, const struct extent *want)
{
    return want->attributes | (is->attributes & ATTRIBUTES_RESERVED);
}

/* Sets fields of a kept partition that differ from its current ones; a boot flag set on
 * another partition may have cleared its own. */
static bool put_fields(struct keep *keep, size_t index)
{
    uint32_t id = keep->kept[index]->id;
    const struct extent is = *layout_find(keep->made.now, id);
    struct extent whole = *keep_wanted(keep, index);
    const struct extent *want = &whole;
    bool is_gpt = layout_label(keep->base)->kind == LABEL_GPT;
    bool has_uuid = *keep->wanted->edits[index].uuid;

    whole.attributes = attributes_after(&is, &whole);
    return (!strcmp(is.type, want->type) || keep_put_field(keep, id, EDIT_TYPE, want)) &&
           (!strcmp(is.name, want->name) || keep_put_field(keep, id, EDIT_NAME, want)) &&
           (!is_gpt || is.attributes == want->attributes ||
            keep_put_field(keep, id, EDIT_ATTRIBUTES, want)) &&
           (is_gpt || is.is_bootable == want->is_bootable ||
            keep_put_field(keep, id, EDIT_BOOT, want)) &&
           (!has_uuid || !strcmp(is.uuid, want->uuid) ||
            keep_put_field(keep, id, EDIT_UUID, want));
}

/* Inserts a logical partition in the chain at its number, unless they are sorted
 * later. */
static bool keep_create(struct keep *keep, size_t index)
{
    const struct extent *want = keep_wanted(keep, index);
    struct edit edit = keep->wanted->edits[index];

    if (want->kind == EXTENT_LOGICAL && keep->is_sorted)
        edit.number = 0;
    else if (want->kind == EXTENT_LOGICAL &&
             layout_find_number(keep->made.now, want->number))
        edit.number = want->number;
    return keep_push(keep, &edit);
}

static bool keep_put_partition(struct keep *keep, size_t index)
{
    if (!keep->kept[index])
        return keep_create(keep, index);
    return keep->is_remade[index] || put_fields(keep, index);
}

static bool keep_put_partitions(struct keep *keep)
{
    struct edit sort = { .kind = EDIT_SORT };

    for (size_t i = 1; i < keep->wanted->count; i++)
        if (!keep_put_partition(keep, i)) {
            keep->failed = i;
            return false;
        }
    return !keep->is_sorted || keep_push(keep, &sort);
}

/* Checks that the result is as wanted, because an edit may adjust its values. */
static bool is_as_wanted(const struct keep *keep)
{
    size_t count = 0;

    for (size_t i = 0; i < layout_count(keep->made.now); i++)
        count += extent_is_entry(layout_at(keep->made.now, i));
    if (count + 1 != keep->wanted->count)
        return false;
    for (size_t i = 1; i < keep->wanted->count; i++) {
        const struct extent *want = keep_wanted(keep, i);
        const struct extent *is = layout_find_number(keep->made.now, want->number);
        if (!is || is->kind != want->kind || is->start != want->start ||
            is->length != want->length || is->attributes != attributes_after(is, want) ||
            is->is_bootable != want->is_bootable || strcmp(is->type, want->type) != 0 ||
            strcmp(is->name, want->name) != 0)
            return false;
    }
    return true;
}

bool keep_make_edits(struct keep *keep)
{
    keep->failed = 0;
    return delete_rest(keep) && put_disk_id(keep) && resize_kept(keep) &&
           keep_put_partitions(keep) && is_as_wanted(keep);
}
