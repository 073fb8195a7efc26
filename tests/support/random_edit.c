/* SPDX-License-Identifier: GPL-3.0-or-later */
/* random_edit.c - disks in any state and any wishes, for property tests of edits */
#include "support/random_edit.h"

#include <string.h>

#include "model/base/mem.h"

static bool one_in(struct rng *rng, uint64_t n)
{
    return rng_below(rng, n) == 0;
}

struct guid_source random_seed(struct rng *rng)
{
    return (struct guid_source){ { rng_next(rng), rng_next(rng), rng_next(rng),
                                   rng_next(rng) | 1 } };
}

const struct extent *random_find_role(const struct layout *layout, enum extent_role role)
{
    for (size_t i = 0; i < layout_count(layout); i++)
        if (layout_at(layout, i)->role == role)
            return layout_at(layout, i);
    return NULL;
}

/* One copy of the GPT is known in part or not at all. */
static void damage_copy(struct rng *rng, const struct layout *layout,
                        struct layout_builder *builder, enum extent_role role,
                        enum note_id note)
{
    const struct extent *copy = random_find_role(layout, role);
    struct extent *left = layout_builder_find(builder, copy->id);

    layout_builder_note(builder, note, "Damaged.");
    if (one_in(rng, 3))
        return;
    left->start = role == ROLE_GPT_PRIMARY ? 1 : extent_end(copy) - 1;
    left->length = 1;
    if (one_in(rng, 2))
        layout_builder_remove(builder, copy->id);
}

/* The disk has grown: its backup lies right behind the last partition. */
static void leave_backup_behind(const struct layout *layout,
                                struct layout_builder *builder)
{
    const struct extent *copy = random_find_role(layout, ROLE_GPT_BACKUP);
    const struct extent *hole = layout_find_lba(layout, copy->start - 1);

    if (hole->kind != EXTENT_FREE || hole->length < copy->length)
        return;
    layout_builder_find(builder, copy->id)->start = hole->start;
    layout_builder_label(builder)->last_usable = hole->start - 1;
    layout_builder_note(builder, NOTE_GPT_BACKUP_NOT_AT_END, "Grown.");
}

static void damage(struct rng *rng, const struct layout *layout,
                   struct layout_builder *builder)
{
    if (layout_label(layout)->kind != LABEL_GPT)
        return;
    switch (rng_below(rng, 12)) {
    case 0:
        damage_copy(rng, layout, builder, ROLE_GPT_PRIMARY, NOTE_GPT_PRIMARY_DAMAGED);
        break;
    case 1:
        damage_copy(rng, layout, builder, ROLE_GPT_BACKUP, NOTE_GPT_BACKUP_DAMAGED);
        break;
    case 2:
        leave_backup_behind(layout, builder);
        break;
    case 3:
        layout_builder_note(builder, NOTE_GPT_PMBR_MISSING, "Missing.");
        break;
    case 4:
        layout_builder_remove(builder, random_find_role(layout, ROLE_GPT_BACKUP)->id);
        layout_builder_label(builder)->last_usable = layout_limits(layout)->size - 1;
        layout_builder_note(builder, NOTE_GPT_DISK_SHRUNK, "Shrunk.");
        break;
    default:
        break;
    }
}

/* Some are in use, some have a known fill, some were never looked at; some tables are
 * damaged. */
struct layout *random_busy_disk(struct rng *rng)
{
    CLEANUP(layout_unrefp) struct layout *plain = random_disk(rng);
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(plain);

    for (size_t i = 0; i < layout_count(plain); i++) {
        const struct extent *extent = layout_at(plain, i);
        if (extent->kind != EXTENT_PARTITION && extent->kind != EXTENT_LOGICAL)
            continue;
        struct extent *changed = layout_builder_find(builder, extent->id);
        if (one_in(rng, 8))
            changed->use.kind = (enum use_kind)rng_below(rng, USE_COUNT);
        if (one_in(rng, 8))
            changed->content.state = (enum content_state)rng_below(rng, 5);
    }
    damage(rng, plain, builder);
    return layout_builder_refinish(builder);
}

/* Any extent, most often a partition. */
static const struct extent *random_extent(struct rng *rng, const struct layout *layout)
{
    const struct extent *extent = NULL;

    for (unsigned tries = 0; tries < 4; tries++) {
        extent = layout_at(layout, rng_below(rng, layout_count(layout)));
        if (extent->number)
            break;
    }
    return extent;
}

/* Near the ends of an extent, or anywhere. */
static uint64_t random_lba(struct rng *rng, const struct layout *layout)
{
    const struct extent *extent = random_extent(rng, layout);
    uint64_t near = one_in(rng, 2) ? extent->start : extent_end(extent);

    if (one_in(rng, 4))
        return rng_below(rng, layout_limits(layout)->size + 10);
    return near + rng_below(rng, 5) - (near > 2 ? 2 : 0);
}

static void random_range(struct rng *rng, const struct layout *layout, struct edit *edit)
{
    uint64_t a = random_lba(rng, layout), b = random_lba(rng, layout);
    const struct extent *old = layout_find(layout, edit->id);

    edit->start = a < b ? a : b;
    edit->length = a < b ? b - a : a - b;
    if (one_in(rng, 50))
        edit->length = rng_next(rng);
    if (!old || one_in(rng, 2))
        return;
    edit->start = old->start;
    edit->length = one_in(rng, 2) ? old->length + rng_below(rng, 100)
                                  : 1 + rng_below(rng, old->length);
}

/* Inside one free extent, so that many succeed. */
static void random_hole(struct rng *rng, const struct layout *layout, struct edit *edit)
{
    for (unsigned tries = 0; tries < 10; tries++) {
        const struct extent *extent =
            layout_at(layout, rng_below(rng, layout_count(layout)));
        if (extent->kind != EXTENT_FREE)
            continue;
        edit->start = extent->start + rng_below(rng, extent->length);
        edit->length = 1 + rng_below(rng, extent_end(extent) - edit->start);
        if (extent->parent)
            edit->extent = EXTENT_LOGICAL;
        return;
    }
}

static void random_text(struct rng *rng, char *ret, const char *const *texts,
                        size_t count)
{
    strcpy(ret, texts[rng_below(rng, count)]);
}

static const char *const types[] = {
    "",
    "83",
    "82",
    "5",
    "f",
    "ee",
    "0",
    "a6",
    "C12A7328-F81F-11D2-BA4B-00A0C93EC93B",
    "0657FD6D-A4AB-43C4-84E5-0933C84B4F4F",
};
static const char *const names[] = { "", "root", "a name with 37 units is one too much.",
                                     "\xc3\xa4\xe4\xb8\xad", "\x1b[2J" };
static const char *const uuids[] = { "",  "",
                                     "",  "0x5a3c9d21",
                                     "0", "9E1A2D38-C612-4316-AA26-8B49521E5A8B" };

struct edit random_edit(struct rng *rng, const struct layout *layout)
{
    static const enum extent_kind extents[] = { EXTENT_PARTITION, EXTENT_PARTITION,
                                                EXTENT_EXTENDED, EXTENT_LOGICAL };
    struct edit edit = {
        .kind = (enum edit_kind)rng_below(rng, EDIT_KIND_COUNT),
        .extent = extents[rng_below(rng, ARRAY_SIZE(extents))],
        .label = one_in(rng, 2) ? LABEL_GPT : LABEL_MSDOS,
        .repair = (enum repair)rng_below(rng, REPAIR_COUNT),
        .is_bootable = one_in(rng, 2),
        .attributes = one_in(rng, 2) ? 0 : rng_below(rng, 8),
    };

    /* Fewer new tables: other edits need a table with partitions. */
    if (edit.kind == EDIT_NEW_TABLE && !one_in(rng, 4))
        edit.kind = EDIT_CREATE;
    if (edit.kind != EDIT_CREATE)
        edit.id = random_extent(rng, layout)->id;
    if (edit.kind != EDIT_NEW_TABLE || one_in(rng, 8))
        random_range(rng, layout, &edit);
    if (edit.kind == EDIT_CREATE && !one_in(rng, 4))
        random_hole(rng, layout, &edit);
    if (one_in(rng, 8))
        edit.number = (unsigned)rng_below(rng, 12);
    if (edit.kind != EDIT_CREATE || one_in(rng, 4)) {
        random_text(rng, edit.type, types, ARRAY_SIZE(types));
        random_text(rng, edit.name, names, ARRAY_SIZE(names));
        random_text(rng, edit.uuid, uuids, ARRAY_SIZE(uuids));
    }
    return edit;
}
