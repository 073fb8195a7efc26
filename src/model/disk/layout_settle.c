/* SPDX-License-Identifier: GPL-3.0-or-later */
/* layout_settle.c - finds the entries of a table that are not valid */
#include <stdlib.h>
#include <string.h>

#include "model/base/mem.h"
#include "model/disk/damage.h"
#include "model/disk/layout_private.h"

/* Each damaged entry is also in the list, so that few notes are enough. */
#define NOTES_MAX 8

/* The order of the checks: of two entries that overlap, the earlier one stays valid. */
enum settle_turn {
    TURN_TABLE,   /* the MBR, the copies of a GPT */
    TURN_PRIMARY, /* and containers */
    TURN_EBR,
    TURN_LOGICAL,
    TURN_COUNT,
};

struct settle {
    struct layout_builder *builder;
    struct extent **order; /* all extents by turn and number */
    size_t count;
    size_t placed; /* how many of order were checked */
};

static enum settle_turn turn_of(const struct extent *extent)
{
    if (extent->kind == EXTENT_LOGICAL)
        return TURN_LOGICAL;
    if (extent->kind != EXTENT_METADATA && extent->kind != EXTENT_KEPT)
        return TURN_PRIMARY;
    return extent->role == ROLE_EBR ? TURN_EBR : TURN_TABLE;
}

static int by_turn(const void *a, const void *b)
{
    const struct extent *x = *(struct extent *const *)a, *y = *(struct extent *const *)b;

    if (turn_of(x) != turn_of(y))
        return turn_of(x) < turn_of(y) ? -1 : 1;
    if (x->number != y->number)
        return x->number < y->number ? -1 : 1;
    return x->id < y->id ? -1 : x->id > y->id;
}

/* Restores the extent as it is in the table. */
static void clear_fault(struct extent *extent)
{
    if (extent->kind == EXTENT_DAMAGED)
        extent->kind = extent->claimed_kind;
    extent->length = extent->claimed;
    extent->fault = FAULT_NONE;
    extent->claimed_kind = EXTENT_FREE;
    extent->overlapped = 0;
    extent->claimed = 0;
}

/* True if the extent is not checked: slices overlay their parent, a broken link has no
 * sectors, and a protective entry is no partition. */
static bool is_fault_final(const struct extent *extent)
{
    return extent->kind == EXTENT_SLICE || extent->fault == FAULT_NO_GPT ||
           extent->fault == FAULT_NO_ENTRY || damage_is_of_chain(extent->fault);
}

static void settle_collect(struct settle *settle)
{
    struct extents *all = &settle->builder->extents;

    settle->order = xcalloc(all->count + 1, sizeof(struct extent *));
    for (size_t i = 0; i < all->count; i++) {
        struct extent *extent = &all->at[i];
        if (is_fault_final(extent))
            continue;
        if (extent->fault)
            clear_fault(extent);
        settle->order[settle->count++] = extent;
    }
    if (settle->count)
        qsort(settle->order, settle->count, sizeof(struct extent *), by_turn);
}

static void mark_damaged(struct extent *extent, enum entry_fault fault,
                         unsigned overlapped)
{
    extent->claimed_kind = extent->kind;
    extent->kind = EXTENT_DAMAGED;
    extent->fault = fault;
    extent->overlapped = overlapped;
    extent->claimed = extent->length;
}

/* Returns the first checked extent on the same level that overlaps EXTENT; NULL: none. */
static const struct extent *find_overlapped(const struct settle *settle,
                                            const struct extent *extent)
{
    const struct extent *taken = NULL;

    for (size_t i = 0; i < settle->placed; i++) {
        const struct extent *other = settle->order[i];
        if (other->kind != EXTENT_DAMAGED && other->parent == extent->parent &&
            extent_overlaps(other, extent->start, extent_end(extent)) &&
            (!taken || other->start < taken->start))
            taken = other;
    }
    return taken;
}

static void settle_cut(struct extent *container, uint64_t end, enum entry_fault fault,
                       unsigned overlapped)
{
    if (!container->fault)
        container->claimed = container->length;
    container->length = end - container->start;
    container->fault = fault;
    container->overlapped = overlapped;
}

/* Shortens an invalid container if possible, since its logical partitions need it. */
static void settle_container(const struct settle *settle, struct extent *container)
{
    uint64_t size = settle->builder->limits.size;

    if (container->start < size && extent_end(container) > size)
        settle_cut(container, size, FAULT_OUTSIDE_DISK, 0);
    const struct extent *taken = find_overlapped(settle, container);
    if (taken && taken->start > container->start)
        settle_cut(container, taken->start, FAULT_OVERLAP, taken->number);
    else if (taken)
        mark_damaged(container, FAULT_OVERLAP, taken->number);
}

static void settle_child(const struct settle *settle, struct extent *child)
{
    const struct extent *container = layout_builder_find(settle->builder, child->parent);

    if (!container || container->kind != EXTENT_EXTENDED)
        mark_damaged(child, FAULT_NO_CONTAINER, 0);
    else if (extent_end(child) > settle->builder->limits.size)
        mark_damaged(child, FAULT_OUTSIDE_DISK, 0);
    else if (child->start < container->start || extent_end(child) > extent_end(container))
        mark_damaged(child, FAULT_OUTSIDE_CONTAINER, 0);
}

/* The sectors of the table itself are valid: the decoder added them. */
static void settle_extent(struct settle *settle, struct extent *extent)
{
    const struct extent *taken;

    if (turn_of(extent) == TURN_TABLE)
        return;
    if (!extent->length)
        mark_damaged(extent, FAULT_BACKWARDS, 0);
    else if (extent->kind == EXTENT_EXTENDED)
        settle_container(settle, extent);
    else if (extent->parent)
        settle_child(settle, extent);
    if (extent->kind == EXTENT_DAMAGED)
        return;
    if (extent_end(extent) > settle->builder->limits.size) {
        mark_damaged(extent, FAULT_OUTSIDE_DISK, 0);
        return;
    }
    taken = extent->kind == EXTENT_EXTENDED ? NULL : find_overlapped(settle, extent);
    if (taken)
        mark_damaged(extent, FAULT_OVERLAP, taken->number);
}

static void add_damage_notes(struct layout_builder *builder)
{
    unsigned count = 0;

    layout_builder_drop_note(builder, NOTE_TABLE_ENTRY_DAMAGED);
    for (size_t i = 0; i < builder->extents.count && count < NOTES_MAX; i++) {
        const struct extent *extent = &builder->extents.at[i];
        if (!extent_is_damaged(extent) || is_fault_final(extent))
            continue;
        CLEANUP(freep) char *words = damage_words(&builder->limits, extent);
        layout_builder_note(builder, NOTE_TABLE_ENTRY_DAMAGED, "%s", words);
        count++;
    }
}

void layout_builder_settle(struct layout_builder *builder)
{
    struct settle settle = { .builder = builder };

    settle_collect(&settle);
    for (; settle.placed < settle.count; settle.placed++)
        settle_extent(&settle, settle.order[settle.placed]);
    free(settle.order);
    add_damage_notes(builder);
}

bool damaged_claims(const struct layout_builder *builder, uint64_t from, uint64_t to,
                    uint64_t *ret_end)
{
    bool is_claimed = false;

    *ret_end = to;
    for (size_t i = 0; i < builder->extents.count; i++) {
        const struct extent *extent = &builder->extents.at[i];
        if (extent->kind != EXTENT_DAMAGED || extent->claimed_kind == EXTENT_METADATA)
            continue;
        is_claimed |= extent->start <= from && from < extent_end(extent);
        if (extent->start > from && extent->start < *ret_end)
            *ret_end = extent->start;
        if (extent_end(extent) > from && extent_end(extent) < *ret_end)
            *ret_end = extent_end(extent);
    }
    return is_claimed;
}

void damaged_insert(const struct layout_builder *builder, struct extents *list)
{
    for (size_t i = 0; i < builder->extents.count; i++) {
        const struct extent *extent = &builder->extents.at[i];
        size_t at = 0;
        if (extent->kind != EXTENT_DAMAGED)
            continue;
        while (at < list->count && list->at[at].start <= extent->start)
            at++;
        extents_add(list, extent);
        memmove(list->at + at + 1, list->at + at,
                (list->count - 1 - at) * sizeof(*list->at));
        list->at[at] = *extent;
    }
}
