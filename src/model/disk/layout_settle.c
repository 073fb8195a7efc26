/* SPDX-License-Identifier: GPL-3.0-or-later */
/* layout_settle.c - which entries of a table can be what they say, and which are damaged
 */
#include <stdlib.h>
#include <string.h>

#include "model/base/mem.h"
#include "model/disk/damage.h"
#include "model/disk/layout_private.h"

/* More notes add nothing: every damaged entry has a row of its own. */
#define NOTES_MAX 8

/* The order in which entries get their sectors: what is placed first is kept whole. */
enum turn {
    TURN_TABLE,   /* the MBR, the copies of a GPT */
    TURN_PRIMARY, /* with the containers */
    TURN_EBR,
    TURN_LOGICAL,
    TURN_COUNT,
};

struct settle {
    struct layout_builder *builder;
    struct extent **order; /* of all extents, by turn and number */
    size_t count;
    size_t placed; /* the first ones of order were looked at */
};

static enum turn turn_of(const struct extent *extent)
{
    if (extent->kind == EXTENT_LOGICAL)
        return TURN_LOGICAL;
    if (extent->kind != EXTENT_METADATA)
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

/* As in the table, before any fault was found. */
static void forget_fault(struct extent *extent)
{
    if (extent->kind == EXTENT_DAMAGED)
        extent->kind = extent->said;
    extent->length = extent->claimed;
    extent->fault = FAULT_NONE;
    extent->said = EXTENT_FREE;
    extent->overlapped = 0;
    extent->claimed = 0;
}

/* Slices overlay their parent, a broken link names no sectors, and a protective entry is
 * no partition. */
static bool is_settled(const struct extent *extent)
{
    return extent->kind == EXTENT_SLICE || extent->fault == FAULT_NO_GPT ||
           extent->fault == FAULT_NO_ENTRY || fault_is_of_chain(extent->fault);
}

static void collect(struct settle *settle)
{
    struct extents *all = &settle->builder->extents;

    settle->order = xcalloc(all->count + 1, sizeof(struct extent *));
    for (size_t i = 0; i < all->count; i++) {
        struct extent *extent = &all->at[i];
        if (is_settled(extent))
            continue;
        if (extent->fault)
            forget_fault(extent);
        settle->order[settle->count++] = extent;
    }
    if (settle->count)
        qsort(settle->order, settle->count, sizeof(struct extent *), by_turn);
}

static void damage(struct extent *extent, enum entry_fault fault, unsigned overlapped)
{
    extent->said = extent->kind;
    extent->kind = EXTENT_DAMAGED;
    extent->fault = fault;
    extent->overlapped = overlapped;
    extent->claimed = extent->length;
}

static bool do_meet(const struct extent *a, const struct extent *b)
{
    return a->start < extent_end(b) && b->start < extent_end(a);
}

/* The first of the extents placed on the same level that overlaps EXTENT; NULL: none. */
static const struct extent *find_met(const struct settle *settle,
                                     const struct extent *extent)
{
    const struct extent *met = NULL;

    for (size_t i = 0; i < settle->placed; i++) {
        const struct extent *other = settle->order[i];
        if (other->kind != EXTENT_DAMAGED && other->parent == extent->parent &&
            do_meet(other, extent) && (!met || other->start < met->start))
            met = other;
    }
    return met;
}

static void cut(struct extent *container, uint64_t end, enum entry_fault fault,
                unsigned overlapped)
{
    if (!container->fault)
        container->claimed = container->length;
    container->length = end - container->start;
    container->fault = fault;
    container->overlapped = overlapped;
}

/* The logical partitions in it need the container: it keeps what is its own. */
static void place_container(const struct settle *settle, struct extent *container)
{
    uint64_t size = settle->builder->limits.size;

    if (container->start < size && extent_end(container) > size)
        cut(container, size, FAULT_OUTSIDE_DISK, 0);
    const struct extent *met = find_met(settle, container);
    if (met && met->start > container->start)
        cut(container, met->start, FAULT_OVERLAP, met->number);
    else if (met)
        damage(container, FAULT_OVERLAP, met->number);
}

static const struct extent *container_of(const struct settle *settle, uint32_t id)
{
    const struct extents *all = &settle->builder->extents;

    for (size_t i = 0; i < all->count; i++)
        if (all->at[i].id == id)
            return &all->at[i];
    return NULL;
}

static void place_child(const struct settle *settle, struct extent *child)
{
    const struct extent *container = container_of(settle, child->parent);

    if (!container || container->kind != EXTENT_EXTENDED)
        damage(child, FAULT_NO_CONTAINER, 0);
    else if (extent_end(child) > settle->builder->limits.size)
        damage(child, FAULT_OUTSIDE_DISK, 0);
    else if (child->start < container->start || extent_end(child) > extent_end(container))
        damage(child, FAULT_OUTSIDE_CONTAINER, 0);
}

/* The table's own sectors are not looked into: they come from whoever found the table. */
static void place(struct settle *settle, struct extent *extent)
{
    const struct extent *met;

    if (turn_of(extent) == TURN_TABLE)
        return;
    if (!extent->length)
        damage(extent, FAULT_BACKWARDS, 0);
    else if (extent->kind == EXTENT_EXTENDED)
        place_container(settle, extent);
    else if (extent->parent)
        place_child(settle, extent);
    if (extent->kind == EXTENT_DAMAGED)
        return;
    if (extent_end(extent) > settle->builder->limits.size) {
        damage(extent, FAULT_OUTSIDE_DISK, 0);
        return;
    }
    met = extent->kind == EXTENT_EXTENDED ? NULL : find_met(settle, extent);
    if (met)
        damage(extent, FAULT_OVERLAP, met->number);
}

static void add_notes(struct layout_builder *builder)
{
    unsigned count = 0;

    layout_builder_drop_note(builder, NOTE_TABLE_ENTRY_DAMAGED);
    for (size_t i = 0; i < builder->extents.count && count < NOTES_MAX; i++) {
        const struct extent *extent = &builder->extents.at[i];
        if (!extent_is_damaged(extent) || is_settled(extent))
            continue;
        CLEANUP(freep) char *words = damage_words(&builder->limits, extent);
        layout_builder_note(builder, NOTE_TABLE_ENTRY_DAMAGED, "%s", words);
        count++;
    }
}

void layout_builder_settle(struct layout_builder *builder)
{
    struct settle settle = { .builder = builder };

    collect(&settle);
    for (; settle.placed < settle.count; settle.placed++)
        place(&settle, settle.order[settle.placed]);
    free(settle.order);
    add_notes(builder);
}

bool damaged_claims(const struct layout_builder *builder, uint64_t from, uint64_t to,
                    uint64_t *ret_end)
{
    bool is_claimed = false;

    *ret_end = to;
    for (size_t i = 0; i < builder->extents.count; i++) {
        const struct extent *extent = &builder->extents.at[i];
        if (extent->kind != EXTENT_DAMAGED || extent->said == EXTENT_METADATA)
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
