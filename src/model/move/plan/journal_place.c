/* SPDX-License-Identifier: GPL-3.0-or-later */
/* journal_place.c - where the journal of a move can be, best place first */
#include "model/move/plan/journal_place.h"

#include <stdlib.h>

#include "model/align/judge.h"
#include "model/base/mem.h"
#include "model/base/num.h"

enum {
    /* At the start of a partition with a journal: the guard in place of its signature. */
    GUARD_BYTES = 65536,
    /* Two heads, two copies of a log, and a page of one block. */
    PLACE_BLOCKS_MIN = 6,
    /* Of free space, that are read where nothing leads to a journal: a MiB with both
     * heads. */
    FOUND_BYTES = (1 << 20) - 2 * (64 << 10),
};

static const uint64_t front_bytes = UINT64_C(1) << 20;

/* Sectors [start, end) that extent ID covers in one of the layouts, or between them. */
struct busy {
    uint64_t start, end;
    uint32_t id;
};

struct placing {
    const struct layout *base, *target;
    const struct move_speed *speed;
    struct alignment grid; /* LBAs where a write may begin */
    struct busy *busy;     /* owned; sorted */
    size_t busy_count;
    struct move_shift *shifts; /* owned */
    size_t shift_count;
    uint64_t tail; /* end of the last entry in either layout */
    struct journal_places places;
};

/* --- what is in the way, and what is moved --- */

static bool covers_sectors(const struct extent *extent)
{
    return extent->kind != EXTENT_FREE && extent->kind != EXTENT_EXTENDED &&
           extent->kind != EXTENT_SLICE;
}

static void add_busy(struct placing *placing, const struct extent *extent,
                     const struct extent *other)
{
    struct busy busy = { extent->start, extent_end(extent), extent->id };

    if (other) {
        busy.start = num_min(busy.start, other->start);
        busy.end = num_max(busy.end, extent_end(other));
    }
    placing->busy[placing->busy_count++] = busy;
}

static void add_shift(struct placing *placing, const struct extent *from,
                      const struct extent *to)
{
    uint64_t logical = layout_limits(placing->base)->logical;
    uint64_t distance = num_max(from->start, to->start) - num_min(from->start, to->start);

    if (distance && extent_holds_data(from) && content_is_data(&from->content))
        placing->shifts[placing->shift_count++] =
            (struct move_shift){ from->length * logical, distance * logical };
}

static void find_tail(struct placing *placing, const struct layout *layout)
{
    LAYOUT_EACH (extent, layout)
        if (extent_is_entry(extent))
            placing->tail = num_max(placing->tail, extent_end(extent));
}

static void placing_find_busy(struct placing *placing, const struct owner_run *owned,
                              size_t owned_count)
{
    size_t max =
        layout_count(placing->base) + layout_count(placing->target) + owned_count;

    placing->busy = xcalloc(max, sizeof(*placing->busy));
    placing->shifts = xcalloc(max, sizeof(*placing->shifts));
    LAYOUT_EACH (extent, placing->base) {
        const struct extent *to = layout_find(placing->target, extent->id);
        if (covers_sectors(extent))
            add_busy(placing, extent, to);
        if (to)
            add_shift(placing, extent, to);
    }
    LAYOUT_EACH (extent, placing->target)
        if (covers_sectors(extent) && !layout_find(placing->base, extent->id))
            add_busy(placing, extent, NULL);
    for (size_t i = 0; i < owned_count; i++)
        placing->busy[placing->busy_count++] =
            (struct busy){ owned[i].start, owned[i].start + owned[i].length, 0 };
    qsort(placing->busy, placing->busy_count, sizeof(*placing->busy), num_by_first);
}

/* --- places on the disk --- */

struct move_journal journal_of_place(const struct journal_place *place)
{
    return (struct move_journal){ place->bytes,
                                  place->offer ? &place->offer->speed : NULL };
}

static bool is_near_start(const struct layout *layout, uint64_t lba)
{
    const struct extent *free = layout_find_lba(layout, lba);

    return free && free->kind == EXTENT_FREE &&
           (lba - free->start) * layout_limits(layout)->logical <= FOUND_BYTES;
}

/* Without data the journal has no entry that leads to it: it is where it is searched. */
static bool is_found_again(const struct placing *placing,
                           const struct journal_place *place)
{
    return place->offer || (is_near_start(placing->base, place->start) &&
                            is_near_start(placing->target, place->start));
}

static void placing_add(struct placing *placing, struct journal_place place)
{
    struct journal_places *places = &placing->places;
    uint64_t grid = placing->grid.grain * layout_limits(placing->base)->logical;
    struct move_journal journal = journal_of_place(&place);

    place.cost = move_cost_sum(placing->shifts, placing->shift_count, &journal,
                               placing->speed, grid);
    if (place.cost.mode == MOVE_IMPOSSIBLE || place.bytes < PLACE_BLOCKS_MIN * grid ||
        (place.cost.mode == MOVE_NONE && !is_found_again(placing, &place)))
        return;
    places->at = xrealloc(places->at, places->count + 1, sizeof(*places->at));
    places->at[places->count++] = place;
}

/* Adds what is on the grid of [START, END), if there is any. */
static void placing_add_sectors(struct placing *placing, struct journal_place place,
                                uint64_t start, uint64_t end)
{
    uint64_t from = align_next(placing->grid, start);
    uint64_t to = align_prev(placing->grid, end);

    if (to == ALIGN_NONE || from >= to)
        return;
    place.start = from;
    place.length = to - from;
    place.bytes = place.length * layout_limits(placing->base)->logical;
    placing_add(placing, place);
}

static void placing_add_free(struct placing *placing, uint64_t start, uint64_t end)
{
    uint64_t front = front_bytes / layout_limits(placing->base)->logical;
    bool is_tail = start >= placing->tail;

    placing_add_sectors(placing, (struct journal_place){ .kind = JOURNAL_FRONT }, start,
                        num_min(end, front));
    placing_add_sectors(
        placing, (struct journal_place){ .kind = is_tail ? JOURNAL_TAIL : JOURNAL_GAP },
        num_max(start, front), end);
}

static void add_gaps(struct placing *placing)
{
    uint64_t at = 0, size = layout_limits(placing->base)->size;

    for (size_t i = 0; i < placing->busy_count; i++) {
        placing_add_free(placing, at, num_min(placing->busy[i].start, size));
        at = num_max(at, placing->busy[i].end);
    }
    placing_add_free(placing, at, size);
}

/* False for what has another purpose, such as a BIOS boot partition. */
static bool can_hold_journal(const struct layout *layout, const struct extent *extent)
{
    return extent_holds_data(extent) && content_is_empty(&extent->content) &&
           extent->use.kind == USE_NONE &&
           judge_extent(layout, extent).harmless == HARMLESS_NO;
}

/* The blocks with the start of a partition that begins off the grid hold sectors of what
 * is before it. They are not written: a swap area loses its signature without that, and
 * an empty partition has none if it is zeros, but the header of one that moves there
 * would not be complete. */
static bool can_be_marked(const struct placing *placing, const struct extent *from,
                          const struct extent *to)
{
    const struct limits *limits = layout_limits(placing->base);
    struct alignment grid = journal_write_grid(limits);
    uint64_t first;

    if (align_contains(grid, from->start) && align_contains(grid, to->start))
        return true;
    return from->content.zeros != ZEROS_CALLED &&
           (from->start == to->start || align_contains(grid, to->start)) &&
           write_grid_at_start(grid, limits->logical, from->start, &first);
}

/* Adds each part of an empty partition that is in both its places, and that no other
 * extent needs. */
static void add_partition(struct placing *placing, const struct extent *from,
                          const struct extent *to)
{
    uint64_t guard = GUARD_BYTES / layout_limits(placing->base)->logical;
    uint64_t at = num_max(from->start, to->start) + guard;
    uint64_t end = num_min(extent_end(from), extent_end(to));
    bool is_swap = from->content.inside.kind == INSIDE_SWAP;
    struct journal_place place = { .kind = is_swap ? JOURNAL_SWAP : JOURNAL_EMPTY,
                                   .number = from->number };

    for (size_t i = 0; i < placing->busy_count; i++) {
        const struct busy *busy = &placing->busy[i];
        if (busy->id == from->id)
            continue;
        placing_add_sectors(placing, place, at, num_min(busy->start, end));
        at = num_max(at, busy->end);
    }
    placing_add_sectors(placing, place, at, end);
}

static void add_partitions(struct placing *placing)
{
    LAYOUT_EACH (extent, placing->base) {
        const struct extent *to = layout_find(placing->target, extent->id);
        if (to && can_hold_journal(placing->base, extent) &&
            can_be_marked(placing, extent, to))
            add_partition(placing, extent, to);
    }
}

static void add_offer(struct placing *placing, const struct journal_offer *offer)
{
    if (!offer->is_on_disk && !offer->is_lost_at_reboot)
        placing_add(placing, (struct journal_place){
                                 .kind = offer->is_device ? JOURNAL_DEVICE : JOURNAL_FILE,
                                 .offer = offer,
                                 .bytes = offer->bytes });
}

/* --- the best one first --- */

static int compare_u64(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

static uint64_t place_rank(const struct journal_place *place)
{
    return place->kind == JOURNAL_TAIL ? JOURNAL_GAP : place->kind;
}

/* Times that are known come first; without them, a larger journal is faster. */
static int compare_places(const void *a, const void *b)
{
    const struct journal_place *x = a, *y = b;
    bool is_known = x->cost.time == MOVE_TIME_KNOWN;

    /* Where no data is moved, its size does not matter. */
    if (x->cost.mode == MOVE_NONE && place_rank(x) != place_rank(y))
        return compare_u64(place_rank(x), place_rank(y));
    if ((x->kind == JOURNAL_FRONT) != (y->kind == JOURNAL_FRONT))
        return x->kind == JOURNAL_FRONT ? 1 : -1;
    if (is_known != (y->cost.time == MOVE_TIME_KNOWN))
        return is_known ? -1 : 1;
    if (is_known && x->cost.seconds != y->cost.seconds)
        return x->cost.seconds < y->cost.seconds ? -1 : 1;
    uint64_t x_bytes = num_min(x->bytes, MOVE_JOURNAL_MAX);
    uint64_t y_bytes = num_min(y->bytes, MOVE_JOURNAL_MAX);
    if (x_bytes != y_bytes)
        return compare_u64(y_bytes, x_bytes);
    return x->kind != y->kind ? compare_u64(x->kind, y->kind)
                              : compare_u64(x->start, y->start);
}

static struct journal_places
places_around(const struct layout *base, const struct layout *target,
              const struct move_speed *speed, const struct journal_offer *offers,
              size_t count, const struct owner_run *owned, size_t owned_count)
{
    struct placing placing = { .base = base,
                               .target = target,
                               .speed = speed,
                               .grid = journal_grid(layout_limits(base)) };

    find_tail(&placing, base);
    find_tail(&placing, target);
    placing_find_busy(&placing, owned, owned_count);
    add_gaps(&placing);
    add_partitions(&placing);
    for (size_t i = 0; i < count; i++)
        add_offer(&placing, &offers[i]);
    if (placing.places.count)
        qsort(placing.places.at, placing.places.count, sizeof(*placing.places.at),
              compare_places);
    free(placing.busy);
    free(placing.shifts);
    return placing.places;
}

struct journal_places journal_places(const struct layout *base,
                                     const struct layout *target,
                                     const struct move_speed *speed,
                                     const struct journal_offer *offers, size_t count,
                                     const struct owner_run *owned, size_t owned_count)
{
    CLEANUP(freep) struct owner_run *known = xcalloc(owned_count + 1, sizeof(*known));
    struct journal_places places =
        places_around(base, target, speed, offers, count, owned, owned_count);
    size_t known_count = 0;

    for (size_t i = 0; i < owned_count; i++)
        if (owned[i].kind == OWNER_KNOWN)
            known[known_count++] = owned[i];
    /* The user is asked whether it may lie over what is unknown. */
    if (!places.count && known_count < owned_count)
        places = places_around(base, target, speed, offers, count, known, known_count);
    return places;
}

const struct journal_place *journal_places_choose(const struct journal_places *places,
                                                  uint64_t start)
{
    const struct journal_place *chosen = places->at;

    for (size_t i = 0; i < places->count; i++) {
        if (places->at[i].start == start)
            return &places->at[i];
        if (places->at[i].offer)
            chosen = &places->at[i];
    }
    return places->count ? chosen : NULL;
}

void journal_places_finish(struct journal_places *places)
{
    free(places->at);
    *places = (struct journal_places){ 0 };
}
