/* SPDX-License-Identifier: GPL-3.0-or-later */
/* prop_solve.c - new starts on random rows of partitions against exhaustive search */
#include "model/move/plan/solve.h"

#include <string.h>

#include "support/rng.h"
#include "support/test.h"

enum { ROUNDS = 100000, ITEMS_MAX = 5 };

struct scene {
    struct rng rng;
    struct solve_item items[ITEMS_MAX];
    struct solve_row row;
};

struct answer {
    bool is_found;
    struct solve_cost cost;
    uint64_t starts[ITEMS_MAX];
};

static bool is_one_of(struct rng *rng, uint64_t n)
{
    return !rng_below(rng, n);
}

/* Mostly none or small, seldom of more than the largest grain. */
static uint64_t random_gap(struct rng *rng)
{
    if (is_one_of(rng, 2))
        return 0;
    return rng_below(rng, is_one_of(rng, 4) ? 20 : 3);
}

/* Places the item at or after LBA; returns its end. */
static uint64_t add_item(struct scene *scene, uint64_t lba, uint64_t grain)
{
    struct rng *rng = &scene->rng;
    struct solve_item *item = &scene->items[scene->row.count++];

    *item = (struct solve_item){ .has_ebr = is_one_of(rng, 3) };
    lba += random_gap(rng);
    item->ebr = lba;
    if (item->has_ebr)
        lba += 1 + random_gap(rng);
    item->start = lba;
    item->length = 1 + rng_below(rng, 7);
    item->grid =
        (struct alignment){ is_one_of(rng, 4) ? rng_below(rng, grain) : 0, grain };
    item->is_pinned = is_one_of(rng, 8);
    item->may_stay =
        item->is_pinned || is_one_of(rng, 10) || lba % grain == item->grid.offset;
    item->is_free = is_one_of(rng, 5);
    return lba + item->length;
}

static struct scene make_scene(unsigned round)
{
    static const uint64_t grains[] = { 2, 3, 4, 8 };
    struct scene scene = { .rng = rng_start(round) };
    uint64_t grain = grains[rng_below(&scene.rng, 4)];
    uint64_t count = 1 + rng_below(&scene.rng, ITEMS_MAX);

    scene.row.low = rng_below(&scene.rng, 3);
    uint64_t end = scene.row.low;
    while (scene.row.count < count)
        end = add_item(&scene, end, grain);
    scene.row.high = end + random_gap(&scene.rng);
    /* A boot loader may have grown over the start of the first one. */
    if (is_one_of(&scene.rng, 8))
        scene.row.low += rng_below(&scene.rng, scene.items[0].length + 8);
    if (scene.row.low > scene.row.high)
        scene.row.low = scene.row.high;
    return scene;
}

/* --- exhaustive search, which shares no code with the solver --- */

static bool may_begin_at(const struct solve_item *item, uint64_t start)
{
    if (start == item->start && item->may_stay)
        return true;
    return !item->is_pinned && start % item->grid.grain == item->grid.offset;
}

static int compare(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

/* Below 0: A is the better answer. */
static int compare_answers(const struct answer *a, const struct answer *b, size_t count)
{
    int order = compare(a->cost.sectors, b->cost.sectors);

    order = order ? order : compare(a->cost.ebrs, b->cost.ebrs);
    order = order ? order : compare(a->cost.shift, b->cost.shift);
    for (size_t i = 0; i < count && !order; i++)
        order = compare(a->starts[i], b->starts[i]);
    return order;
}

/* LBA is the first sector that no item before item AT takes. */
static void search(const struct solve_row *row, size_t at, uint64_t lba,
                   const struct answer *so_far, struct answer *best)
{
    if (at == row->count) {
        if (!best->is_found || compare_answers(so_far, best, row->count) < 0)
            *best = *so_far;
        best->is_found = true;
        return;
    }
    const struct solve_item *item = &row->items[at];
    for (uint64_t t = lba + item->has_ebr; t + item->length <= row->high; t++) {
        struct answer next = *so_far;
        if (!may_begin_at(item, t))
            continue;
        next.starts[at] = t;
        next.cost.shift += t > item->start ? t - item->start : item->start - t;
        next.cost.sectors += t != item->start && !item->is_free ? item->length : 0;
        next.cost.ebrs += item->has_ebr && (lba > item->ebr || item->ebr >= t);
        search(row, at + 1, t + item->length, &next, best);
    }
}

TEST(starts_are_the_best_that_there_are)
{
    unsigned found = 0, rounds = rng_rounds(ROUNDS);

    for (unsigned round = 0; round < rounds; round++) {
        struct scene scene = make_scene(round);
        struct answer best = { 0 }, none = { 0 }, got = { 0 };
        scene.row.items = scene.items;
        search(&scene.row, 0, scene.row.low, &none, &best);
        got.is_found = solve_starts(&scene.row, got.starts, &got.cost);
        LAW(&scene.rng, got.is_found == best.is_found);
        found += got.is_found;
        if (got.is_found)
            LAW(&scene.rng, !compare_answers(&got, &best, scene.row.count));
    }
    /* Both kinds are there. */
    ck_assert_uint_gt(found, rounds / 4);
    ck_assert_uint_lt(found, rounds - rounds / 4);
}
