/* SPDX-License-Identifier: GPL-3.0-or-later */
/* layout_builder.c - makes layouts from extents */
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/disk/former.h"
#include "model/disk/layout_private.h"

#define BOOT_BYTES (UINT64_C(1) << 20)

struct extent *extents_add(struct extents *list, const struct extent *extent)
{
    if (list->count == list->room) {
        list->room = list->room ? list->room * 2 : 16;
        list->at = xrealloc(list->at, list->room, sizeof(*list->at));
    }
    list->at[list->count] = *extent;
    return &list->at[list->count++];
}

/* Makes space for COUNT extents, so that adding them copies none. */
static void extents_reserve(struct extents *list, size_t count)
{
    list->at = xrealloc(list->at, count, sizeof(*list->at));
    list->room = count;
}

struct layout_builder *layout_builder_new(const struct limits *limits,
                                          const struct label *label)
{
    struct layout_builder *builder = xcalloc(1, sizeof(*builder));

    builder->limits = *limits;
    builder->label = *label;
    return builder;
}

static void add_note(struct layout_builder *builder, enum note_id id, char *text)
{
    builder->notes =
        xrealloc(builder->notes, builder->note_count + 1, sizeof(*builder->notes));
    struct note *note = &builder->notes[builder->note_count++];
    note->id = id;
    note->text = text;
}

void layout_builder_set_other(struct layout_builder *builder, struct layout *other)
{
    if (other)
        layout_ref(other);
    layout_unref(builder->other);
    builder->other = other;
}

struct layout_builder *layout_builder_from(const struct layout *layout)
{
    struct layout_builder *builder = layout_builder_new(&layout->limits, &layout->label);

    extents_reserve(&builder->extents, layout->count + 1);
    for (size_t i = 0; i < layout->count; i++) {
        const struct extent *extent = &layout->extents[i];
        /* The ids of free extents are not reused: other parts may still refer to them. */
        if (extent->id > builder->last_id && extent->id < LAYOUT_ID_FREE)
            builder->last_id = extent->id;
        if (extent->kind != EXTENT_FREE)
            extents_add(&builder->extents, extent);
    }
    for (size_t i = 0; i < layout->note_count; i++)
        add_note(builder, layout->notes[i].id, xstrdup(layout->notes[i].text));
    layout_builder_set_other(builder, layout->other);
    layout_builder_set_former(builder, layout->former);
    return builder;
}

void layout_builder_free(struct layout_builder *builder)
{
    if (!builder)
        return;
    for (size_t i = 0; i < builder->note_count; i++)
        free(builder->notes[i].text);
    free(builder->notes);
    free(builder->extents.at);
    layout_unref(builder->other);
    layout_unref(builder->former);
    free(builder);
}

uint32_t layout_builder_add(struct layout_builder *builder, const struct extent *extent)
{
    struct extent *added = extents_add(&builder->extents, extent);

    if (!added->id)
        added->id = ++builder->last_id;
    else if (added->id > builder->last_id && added->id < LAYOUT_ID_FREE)
        builder->last_id = added->id;
    return added->id;
}

struct extent *layout_builder_find(struct layout_builder *builder, uint32_t id)
{
    const struct extents *all = &builder->extents;

    /* Mostly they are looked for one after the other. */
    for (size_t i = 0; i < all->count; i++) {
        size_t at = (builder->found + i) % all->count;
        if (all->at[at].id != id)
            continue;
        builder->found = at;
        return &all->at[at];
    }
    return NULL;
}

void layout_builder_remove(struct layout_builder *builder, uint32_t id)
{
    struct extent *extent = layout_builder_find(builder, id);

    if (!extent)
        return;
    size_t after = builder->extents.count - 1 - (size_t)(extent - builder->extents.at);
    memmove(extent, extent + 1, after * sizeof(*extent));
    builder->extents.count--;
}

struct label *layout_builder_label(struct layout_builder *builder)
{
    return &builder->label;
}

void layout_builder_drop_note(struct layout_builder *builder, enum note_id id)
{
    size_t kept = 0;

    for (size_t i = 0; i < builder->note_count; i++) {
        if (builder->notes[i].id == id)
            free(builder->notes[i].text);
        else
            builder->notes[kept++] = builder->notes[i];
    }
    builder->note_count = kept;
}

void layout_builder_note(struct layout_builder *builder, enum note_id id,
                         const char *format, ...)
{
    va_list args;

    va_start(args, format);
    char *text = xvasprintf(format, args);
    va_end(args);
    add_note(builder, id, text);
}

struct layout *layout_with_note(const struct layout *layout, enum note_id id,
                                const char *format, ...)
{
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(layout);
    va_list args;

    va_start(args, format);
    add_note(builder, id, xvasprintf(format, args));
    va_end(args);
    return layout_builder_refinish(builder);
}

/* Returns the name in error messages: "partition 5", "BSD partition a", "the partition
 * table"; truncated if the translation is longer than BUF. */
static const char *extent_name(const struct extent *extent, char buf[64])
{
    if (extent->kind == EXTENT_SLICE)
        (void)snprintf(buf, 64, _("BSD partition %c"), extent->letter);
    else if (extent->number)
        (void)snprintf(buf, 64, _("partition %u"), extent->number);
    else if (extent->role == ROLE_EBR)
        (void)snprintf(buf, 64, _("the EBR at sector %llu"), (ull)extent->start);
    else
        (void)snprintf(buf, 64, "%s", _("the partition table"));
    return buf;
}

static bool check_bounds(const struct extent *extent, uint64_t from, uint64_t to,
                         const char *whole, struct err *err)
{
    uint64_t end;
    char name[64];

    if (!extent->length)
        return err_set(err, ERR_UNREADABLE, _("The table is broken: %s has no sectors."),
                       extent_name(extent, name));
    if (extent->start < from || !num_add(extent->start, extent->length, &end) || end > to)
        return err_set(err, ERR_UNREADABLE,
                       _("The table is broken: %1$s (sector %2$llu, length %3$llu) lies "
                         "outside %4$s (sectors %5$llu to %6$llu)."),
                       extent_name(extent, name), (ull)extent->start, (ull)extent->length,
                       whole, (ull)from, (ull)to - 1);
    return true;
}

/* What a layout is made of while it is tiled. */
struct tiling {
    struct layout_builder *builder;
    struct extents out;
    const struct extent *
        *sorted; /* all but damaged ones, by parent; slices last; owned */
    size_t count;
    struct damaged_claims claims;
};

static int place_order(const struct extent *x, uint32_t parent, bool is_slice)
{
    if (x->parent != parent)
        return x->parent < parent ? -1 : 1;
    return (x->kind == EXTENT_SLICE) - is_slice;
}

static int by_start(const void *a, const void *b)
{
    const struct extent *x = *(const struct extent *const *)a;
    const struct extent *y = *(const struct extent *const *)b;
    int place = place_order(x, y->parent, y->kind == EXTENT_SLICE);

    if (place)
        return place;
    if (x->start != y->start)
        return x->start < y->start ? -1 : 1;
    return x->id < y->id ? -1 : x->id > y->id;
}

static void tiling_begin(struct tiling *ret, struct layout_builder *builder)
{
    const struct extents *all = &builder->extents;

    *ret = (struct tiling){ .builder = builder };
    ret->sorted = xcalloc(all->count + 1, sizeof(*ret->sorted));
    for (size_t i = 0; i < all->count; i++)
        if (all->at[i].kind != EXTENT_DAMAGED)
            ret->sorted[ret->count++] = &all->at[i];
    qsort(ret->sorted, ret->count, sizeof(*ret->sorted), by_start);
    damaged_claims_find(builder, &ret->claims);
    /* With free space before and after each of them. */
    extents_reserve(&ret->out, 2 * all->count + 2);
}

static void tiling_finish(struct tiling *tiling)
{
    free(tiling->sorted);
    free(tiling->claims.at);
}

/* Sets *RET to the children of PARENT, either slices or those that tile it, sorted.
 * Returns how many. */
static size_t children_of(const struct tiling *tiling, uint32_t parent, bool is_slice,
                          const struct extent *const **ret)
{
    size_t low = 0, high = tiling->count, count = 0;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (place_order(tiling->sorted[middle], parent, is_slice) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    *ret = tiling->sorted + low;
    while (low + count < tiling->count && !place_order((*ret)[count], parent, is_slice))
        count++;
    return count;
}

/* Free sectors of a damaged entry may contain data: they have another role. */
static void builder_add_free(struct tiling *tiling, uint32_t parent,
                             enum extent_role role, uint64_t from, uint64_t to)
{
    for (uint64_t end; from < to; from = end) {
        bool is_claimed = damaged_claims_at(&tiling->claims, from, to, &end);
        struct extent extent = { .id = ++tiling->builder->last_id,
                                 .kind = EXTENT_FREE,
                                 .role = is_claimed ? ROLE_CLAIMED : role,
                                 .parent = parent,
                                 .start = from,
                                 .length = end - from };
        extents_add(&tiling->out, &extent);
    }
}

/* The space in front of the first partition, of which boot loaders use the first MiB. */
static enum extent_role front_role(const struct layout_builder *builder, uint64_t end)
{
    const struct limits *limits = &builder->limits;
    uint64_t first = align_next(limits_grain_grid(limits), BOOT_BYTES / limits->logical);

    return first < end ? ROLE_MBR_FRONT : ROLE_MBR_GAP;
}

/* Adds the free extents of [FROM, TO), divided at the ends of the usable range. */
static void add_hole(struct tiling *tiling, uint32_t parent, uint64_t from, uint64_t to,
                     bool is_first_gap)
{
    const struct layout_builder *builder = tiling->builder;
    enum extent_role role = is_first_gap ? front_role(builder, to) : ROLE_NONE;
    uint64_t low = from, high = to;

    if (!parent)
        label_usable(&builder->label, builder->limits.size, &low, &high);
    low = num_min(num_max(low, from), to);
    high = num_max(num_min(high, to), low);
    builder_add_free(tiling, parent, ROLE_UNADDRESSABLE, from, low);
    builder_add_free(tiling, parent, role, low, high);
    builder_add_free(tiling, parent, ROLE_UNADDRESSABLE, high, to);
}

static bool add_slices(struct tiling *tiling, const struct extent *parent,
                       struct err *err)
{
    const struct extent *const *slices;
    size_t count = children_of(tiling, parent->id, true, &slices);

    for (size_t i = 0; i < count; i++) {
        if (!check_bounds(slices[i], 0, tiling->builder->limits.size, _("the disk"), err))
            return false;
        extents_add(&tiling->out, slices[i]);
    }
    return true;
}

static bool report_overlap(const struct extent *a, const struct extent *b,
                           struct err *err)
{
    char first[64], second[64];

    return err_set(err, ERR_UNREADABLE,
                   _("The table is broken: %1$s (sectors %2$llu to %3$llu) and %4$s "
                     "(from sector %5$llu) overlap."),
                   extent_name(a, first), (ull)a->start, (ull)extent_end(a) - 1,
                   extent_name(b, second), (ull)b->start);
}

/* Adds the children of PARENT and the free extents between them, which tile [FROM, TO).
 * Recursive for containers: there are at most two levels. */
static bool tile(struct tiling *tiling, uint32_t parent, uint64_t from, uint64_t to,
                 const char *whole, struct err *err)
{
    const struct extent *const *list;
    size_t count = children_of(tiling, parent, false, &list);
    bool is_first_gap = !parent && tiling->builder->label.kind == LABEL_MSDOS;
    uint64_t at = from;

    for (size_t i = 0; i < count; i++) {
        const struct extent *extent = list[i];
        if (!check_bounds(extent, from, to, whole, err))
            return false;
        if (extent->start < at)
            return report_overlap(list[i - 1], extent, err);
        add_hole(tiling, parent, at, extent->start, is_first_gap);
        if (extent->kind != EXTENT_METADATA)
            is_first_gap = false;
        extents_add(&tiling->out, extent);
        at = extent_end(extent);
        if (extent->kind == EXTENT_EXTENDED) {
            if (!tile(tiling, extent->id, extent->start, at, _("the extended partition"),
                      err))
                return false;
        } else if (!add_slices(tiling, extent, err)) {
            return false;
        }
    }
    /* This is not the MBR gap, since no partition follows. */
    add_hole(tiling, parent, at, to, false);
    return true;
}

static int by_id(const void *a, const void *b)
{
    const struct extent *x = *(const struct extent *const *)a;
    const struct extent *y = *(const struct extent *const *)b;

    return x->id < y->id ? -1 : x->id > y->id;
}

static void sort_ids(struct layout *layout)
{
    layout->by_id = xcalloc(layout->count + 1, sizeof(*layout->by_id));
    for (size_t i = 0; i < layout->count; i++)
        layout->by_id[i] = &layout->extents[i];
    qsort(layout->by_id, layout->count, sizeof(*layout->by_id), by_id);
}

static void copy_notes(struct layout *layout, const struct layout_builder *builder)
{
    layout->notes = xcalloc(builder->note_count, sizeof(*layout->notes));
    layout->note_count = builder->note_count;
    for (size_t i = 0; i < builder->note_count; i++) {
        layout->notes[i] = builder->notes[i];
        layout->notes[i].text = xstrdup(builder->notes[i].text);
    }
}

/* Sets *RET to all extents of the layout; the caller frees them. */
static bool tile_all(struct layout_builder *builder, struct extents *ret, struct err *err)
{
    struct tiling tiling;

    tiling_begin(&tiling, builder);
    bool is_tiled = tile(&tiling, 0, 0, builder->limits.size, _("the disk"), err);
    tiling_finish(&tiling);
    if (is_tiled)
        damaged_insert(builder, &tiling.out);
    *ret = tiling.out;
    return is_tiled;
}

struct layout *layout_builder_finish(struct layout_builder *builder, struct err *err)
{
    struct extents out;

    if (!tile_all(builder, &out, err)) {
        free(out.at);
        return NULL;
    }
    struct layout *layout = xcalloc(1, sizeof(*layout));
    layout->self = layout;
    atomic_init(&layout->refs, 1);
    layout->limits = builder->limits;
    layout->label = builder->label;
    /* Shrunk to the exact size, so that sanitizers detect reads after the last extent. */
    layout->extents = xrealloc(out.at, out.count, sizeof(*out.at));
    layout->count = out.count;
    sort_ids(layout);
    copy_notes(layout, builder);
    layout->other = builder->other ? layout_ref(builder->other) : NULL;
    layout->former = builder->former ? layout_ref(builder->former) : NULL;
    return layout;
}

struct layout *layout_builder_refinish(struct layout_builder *builder)
{
    struct err err = { 0 };
    struct layout *layout = layout_builder_finish(builder, &err);

    assert(layout);
    return layout;
}
