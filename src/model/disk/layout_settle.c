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

/* The sectors of the table itself are valid: the decoder added them. */
struct settle {
    struct layout_builder *builder;
    struct extent **order; /* all extents by turn and number */
    size_t count;
    size_t tables; /* how many of order are TURN_TABLE: the first ones */
    /* Those that were checked and are valid, except these, sorted by parent and start:
     * no two of the same parent overlap. */
    struct extent **valid;
    size_t valid_count;
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
    settle->valid = xcalloc(all->count + 1, sizeof(struct extent *));
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
    while (settle->tables < settle->count &&
           turn_of(settle->order[settle->tables]) == TURN_TABLE)
        settle->tables++;
}

/* Returns how many valid extents come before a child of PARENT that starts at START or
 * one behind it. */
static size_t valid_before(const struct settle *settle, uint32_t parent, uint64_t start)
{
    size_t low = 0, high = settle->valid_count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const struct extent *extent = settle->valid[middle];
        if (extent->parent < parent ||
            (extent->parent == parent && extent->start < start))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void settle_keep(struct settle *settle, struct extent *extent)
{
    size_t at = valid_before(settle, extent->parent, extent->start);

    memmove(settle->valid + at + 1, settle->valid + at,
            (settle->valid_count++ - at) * sizeof(struct extent *));
    settle->valid[at] = extent;
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

static bool settle_overlaps(const struct extent *other, const struct extent *extent)
{
    return other->parent == extent->parent &&
           extent_overlaps(other, extent->start, extent_end(extent));
}

/* Returns the first checked extent on the same level that overlaps EXTENT; NULL: none. */
static const struct extent *find_overlapped(const struct settle *settle,
                                            const struct extent *extent)
{
    size_t at = valid_before(settle, extent->parent, extent->start);
    const struct extent *taken = NULL;

    for (size_t i = at ? at - 1 : 0; !taken && i <= at && i < settle->valid_count; i++)
        if (settle_overlaps(settle->valid[i], extent))
            taken = settle->valid[i];
    for (size_t i = 0; i < settle->tables; i++)
        if (settle_overlaps(settle->order[i], extent) &&
            (!taken || settle->order[i]->start < taken->start))
            taken = settle->order[i];
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

static void settle_extent(const struct settle *settle, struct extent *extent)
{
    const struct extent *taken;

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
    for (size_t i = settle.tables; i < settle.count; i++) {
        settle_extent(&settle, settle.order[i]);
        if (settle.order[i]->kind != EXTENT_DAMAGED)
            settle_keep(&settle, settle.order[i]);
    }
    free(settle.order);
    free(settle.valid);
    add_damage_notes(builder);
}

void damaged_claims_find(const struct layout_builder *builder, struct damaged_claims *ret)
{
    *ret = (struct damaged_claims){ .at = xcalloc(builder->extents.count + 1,
                                                  sizeof(*ret->at)) };
    for (size_t i = 0; i < builder->extents.count; i++) {
        const struct extent *extent = &builder->extents.at[i];
        if (extent->kind == EXTENT_DAMAGED && extent->claimed_kind != EXTENT_METADATA)
            ret->at[ret->count++] =
                (struct damaged_claim){ extent->start, extent_end(extent) };
    }
}

bool damaged_claims_at(const struct damaged_claims *claims, uint64_t from, uint64_t to,
                       uint64_t *ret_end)
{
    bool is_claimed = false;

    *ret_end = to;
    for (size_t i = 0; i < claims->count; i++) {
        const struct damaged_claim *claim = &claims->at[i];
        is_claimed |= claim->start <= from && from < claim->end;
        if (claim->start > from && claim->start < *ret_end)
            *ret_end = claim->start;
        if (claim->end > from && claim->end < *ret_end)
            *ret_end = claim->end;
    }
    return is_claimed;
}

/* Of the same start, the one that was added first comes first. */
static int by_damaged_start(const void *a, const void *b)
{
    const struct extent *x = *(const struct extent *const *)a;
    const struct extent *y = *(const struct extent *const *)b;

    if (x->start != y->start)
        return x->start < y->start ? -1 : 1;
    return x < y ? -1 : x > y;
}

/* Each comes before the first extent of LIST that starts behind it. */
static void damaged_merge(const struct extent *const *damaged, size_t count,
                          struct extents *list)
{
    struct extents merged = { 0 };

    for (size_t i = 0, next = 0; i < list->count || next < count;) {
        if (next < count &&
            (i == list->count || list->at[i].start > damaged[next]->start))
            extents_add(&merged, damaged[next++]);
        else
            extents_add(&merged, &list->at[i++]);
    }
    free(list->at);
    *list = merged;
}

void damaged_insert(const struct layout_builder *builder, struct extents *list)
{
    CLEANUP(freep)
    const struct extent **damaged = xcalloc(builder->extents.count + 1, sizeof(*damaged));
    size_t count = 0;

    for (size_t i = 0; i < builder->extents.count; i++)
        if (builder->extents.at[i].kind == EXTENT_DAMAGED)
            damaged[count++] = &builder->extents.at[i];
    if (!count)
        return;
    qsort(damaged, count, sizeof(*damaged), by_damaged_start);
    damaged_merge(damaged, count, list);
}
