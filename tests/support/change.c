/* SPDX-License-Identifier: GPL-3.0-or-later */
/* change.c - a disk in memory before and after a change, and the plan between the two */
#include "support/change.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "model/base/mem.h"
#include "support/read_disk.h"

static struct layout *read_one(struct sparse *disk, uint64_t logical)
{
    struct err err = { 0 };
    struct layout *layout = read_sparse(disk, logical, NULL, &err);

    ck_assert_msg(layout != NULL, "%s", err.text);
    return layout;
}

static bool is_same(const struct extent *old, const struct extent *extent,
                    enum label_kind kind)
{
    if (old->kind != extent->kind || old->role != extent->role)
        return false;
    if (!extent_is_partition(extent))
        return old->start == extent->start;
    return kind == LABEL_GPT ? !strcmp(old->uuid, extent->uuid)
                             : old->number == extent->number;
}

static uint32_t id_of(const struct layout *base, const struct layout *after, uint32_t id)
{
    const struct extent *extent = layout_find(after, id);
    enum label_kind kind = layout_label(after)->kind;

    if (!extent)
        return 0;
    for (size_t i = 0; i < layout_count(base); i++)
        if (layout_label(base)->kind == kind && is_same(layout_at(base, i), extent, kind))
            return layout_at(base, i)->id;
    return LAYOUT_ID_FREE + id;
}

static struct layout *with_ids(const struct layout *base, const struct layout *after)
{
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder =
        layout_builder_new(layout_limits(after), layout_label(after));
    struct err err = { 0 };

    for (size_t i = 0; i < layout_count(after); i++) {
        struct extent extent = *layout_at(after, i);
        if (extent.kind == EXTENT_FREE)
            continue;
        extent.id = id_of(base, after, extent.id);
        extent.parent = id_of(base, after, extent.parent);
        extent.ebr = id_of(base, after, extent.ebr);
        (void)layout_builder_add(builder, &extent); /* it has an id */
    }
    for (size_t i = 0; i < layout_note_count(after); i++) {
        const struct note *note = layout_note_at(after, i);
        layout_builder_note(builder, note->id, "%s", note->text);
    }
    struct layout *layout = layout_builder_finish(builder, &err);
    ck_assert_msg(layout != NULL, "%s", err.text);
    return layout;
}

static void add_write(struct write_plan *plan, uint64_t lba, uint8_t *before,
                      uint8_t *after)
{
    plan->writes = xrealloc(plan->writes, plan->count + 1, sizeof(*plan->writes));
    plan->writes[plan->count++] = (struct write){
        .lba = lba, .count = 1, .is_flushed = true, .before = before, .after = after
    };
}

static bool is_planned(const struct write_plan *plan, uint64_t lba)
{
    for (size_t i = 0; i < plan->count; i++)
        if (plan->writes[i].lba == lba)
            return true;
    return false;
}

static void compare_sector(const struct reader *before, const struct reader *after,
                           uint64_t lba, struct write_plan *plan)
{
    size_t size = (size_t)plan->logical;
    CLEANUP(freep) uint8_t *old = xmalloc(size);
    CLEANUP(freep) uint8_t *new = xmalloc(size);

    ck_assert(reader_read(before, lba * size, old, size));
    ck_assert(reader_read(after, lba * size, new, size));
    if (memcmp(old, new, size) != 0 && !is_planned(plan, lba))
        add_write(plan, lba, TAKE(old), TAKE(new));
}

static void plan_pieces(const struct sparse *pieces, const struct reader *before,
                        const struct reader *after, struct write_plan *plan)
{
    for (size_t i = 0; i < pieces->count; i++) {
        uint64_t from = pieces->pieces[i].offset / plan->logical;
        uint64_t to = pieces->pieces[i].offset + pieces->pieces[i].count;
        for (uint64_t lba = from; lba * plan->logical < to; lba++)
            compare_sector(before, after, lba, plan);
    }
}

void change_make(struct change *ret, struct sparse *before, struct sparse *after,
                 uint64_t logical)
{
    struct reader readers[] = { sparse_reader(before), sparse_reader(after) };
    CLEANUP(layout_unrefp) struct layout *result = read_one(after, logical);

    *ret = (struct change){ .before = before, .base = read_one(before, logical) };
    ret->preview = with_ids(ret->base, result);
    ret->plan.logical = logical;
    plan_pieces(before, &readers[0], &readers[1], &ret->plan);
    plan_pieces(after, &readers[0], &readers[1], &ret->plan);
    sparse_finish(after);
}

void change_hold(struct change *change, uint64_t lba)
{
    struct reader reader = sparse_reader(change->before);
    size_t size = (size_t)change->plan.logical;
    CLEANUP(freep) uint8_t *now = xmalloc(size);
    uint8_t *after = xmalloc(size);

    ck_assert(reader_read(&reader, lba * size, now, size));
    memcpy(after, now, size);
    add_write(&change->plan, lba, TAKE(now), after);
}

void change_finish(struct change *change)
{
    for (size_t i = 0; i < change->plan.count; i++) {
        free(change->plan.writes[i].before);
        free(change->plan.writes[i].after);
    }
    free(change->plan.writes);
    layout_unref(change->base);
    layout_unref(change->preview);
    sparse_finish(change->before);
}
