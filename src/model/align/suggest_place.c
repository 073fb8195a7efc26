/* SPDX-License-Identifier: GPL-3.0-or-later */
/* suggest_place.c - the space around an extent, and whether it fits there */
#include "model/align/suggest_place.h"

#include "model/base/num.h"

/* True if OTHER occupies space that EXTENT cannot use.  Slices overlap the partitions of
 * the disk, so only slices block slices; raw and unused entries block nothing. */
static bool is_sibling(const struct extent *extent, const struct extent *other)
{
    if (other->parent != extent->parent || other->id == extent->id)
        return false;
    if ((other->kind == EXTENT_FREE && other->role != ROLE_CLAIMED) ||
        other->kind == EXTENT_DAMAGED || other->role == ROLE_RAW ||
        other->role == ROLE_UNUSED)
        return false;
    return (other->kind == EXTENT_SLICE) == (extent->kind == EXTENT_SLICE);
}

/* Returns the EBR that moves with its logical partition: the last one before it without
 * another logical partition in between.  The first EBR of a container cannot move, but
 * one sector stays free before each logical partition anyway.  INDEX is that of EXTENT,
 * or any after it. */
static const struct extent *own_ebr(const struct layout *layout,
                                    const struct extent *extent, size_t index)
{
    if (extent->kind != EXTENT_LOGICAL)
        return NULL;
    while (index-- > 0) {
        const struct extent *other = layout_at(layout, index);
        if (other->parent != extent->parent || other->start >= extent->start)
            continue;
        if (other->role == ROLE_EBR)
            return other;
        if (other->kind == EXTENT_LOGICAL)
            return NULL;
    }
    return NULL;
}

void suggest_usable(const struct layout *layout, uint64_t *ret_low, uint64_t *ret_high)
{
    label_usable(layout_label(layout), layout_limits(layout)->size, ret_low, ret_high);
}

struct suggest_place suggest_place_of(const struct layout *layout,
                                      const struct extent *extent)
{
    struct suggest_place p = { .layout = layout, .extent = extent };
    const struct extent *ebr = own_ebr(layout, extent, layout_count(layout));
    const struct extent *parent = layout_find(layout, extent->parent);

    p.ebr = extent->kind == EXTENT_LOGICAL;
    suggest_usable(layout, &p.range_low, &p.range_high);
    if (extent->kind == EXTENT_SLICE && parent) {
        p.range_low = parent->start;
        p.range_high = extent_end(parent);
    }
    p.low = p.range_low;
    p.high = p.range_high;
    if (extent->kind == EXTENT_LOGICAL && parent) {
        p.low = parent->start;
        p.high = extent_end(parent);
    }
    LAYOUT_EACH (other, layout) {
        if (!is_sibling(extent, other) || other == ebr)
            continue;
        if (other->start < extent->start && extent_end(other) > p.low)
            p.low = extent_end(other);
        if (other->start >= extent_end(extent) && other->start < p.high)
            p.high = other->start;
    }
    p.low += p.ebr;
    p.range_low += p.ebr;
    return p;
}

static bool can_shrink(const struct content *content, uint64_t bytes)
{
    /* No tool can shrink these. */
    static const bool is_rigid[INSIDE_COUNT] = {
        [INSIDE_EXFAT] = true,
        [INSIDE_XFS] = true,
    };

    return !is_rigid[content->inside.kind] && content->inside.used <= bytes;
}

uint64_t suggest_bytes(const struct layout *layout, uint64_t sectors)
{
    uint64_t bytes;

    return num_mul(sectors, layout_limits(layout)->logical, &bytes) ? bytes : UINT64_MAX;
}

/* The number of a neighbour as in struct suggestion. */
static unsigned suggest_number(const struct extent *extent)
{
    if (extent->kind == EXTENT_EXTENDED)
        return 0;
    return extent->letter ? (unsigned char)extent->letter : extent->number;
}

/* Finds the neighbours in [FROM, TO), the old and the new place and all between them,
 * since the order of partitions is kept.  False if the table itself is among them. */
static bool find_blockers(const struct suggest_place *p, uint64_t from, uint64_t to,
                          struct suggestion *s)
{
    const struct extent *parent = layout_find(p->layout, p->extent->parent);
    const struct extent *ebr = own_ebr(p->layout, p->extent, layout_count(p->layout));
    bool is_first = true;

    for (size_t i = 0; i < layout_count(p->layout); i++) {
        const struct extent *other = layout_at(p->layout, i);
        /* Most are elsewhere, and only a logical one can have an EBR in front. */
        if (extent_end(other) <= from ||
            (other->start >= to && other->kind != EXTENT_LOGICAL))
            continue;
        if (!is_sibling(p->extent, other) || other == ebr || other->role == ROLE_EBR)
            continue;
        const struct extent *front = own_ebr(p->layout, other, i);
        uint64_t start = front ? front->start : other->start;
        if (start >= to)
            continue;
        if (other->kind == EXTENT_METADATA || other->kind == EXTENT_KEPT)
            return false;
        if (is_first)
            s->first_moved = suggest_number(other);
        s->last_moved = suggest_number(other);
        is_first = false;
    }
    if (parent && from < parent->start)
        s->first_moved = 0;
    if (parent && to > extent_end(parent))
        s->last_moved = 0;
    return true;
}

bool suggest_find_moves(const struct suggest_place *p, struct suggestion *s)
{
    uint64_t end = s->start + p->extent->length;

    s->fit = FIT_MOVES;
    s->shrink = 0;
    if (s->start < p->extent->start)
        return find_blockers(p, s->start - p->ebr, extent_end(p->extent), s);
    return find_blockers(p, p->extent->start, end, s);
}

bool suggest_find_fit(const struct suggest_place *p, struct suggestion *s)
{
    uint64_t length = p->extent->length, end;

    if (s->start < p->range_low || s->start >= p->range_high)
        return false;
    bool does_fit = num_add(s->start, length, &end) && end <= p->range_high;
    if (s->start >= p->low && does_fit && end <= p->high) {
        s->fit = FIT_FREE;
        return true;
    }
    if (s->start >= p->low && s->start < p->high &&
        can_shrink(&p->extent->content, suggest_bytes(p->layout, p->high - s->start))) {
        s->fit = FIT_SHRINK;
        s->shrink = length - (p->high - s->start);
        return true;
    }
    return does_fit && suggest_find_moves(p, s);
}
