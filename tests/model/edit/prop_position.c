/* SPDX-License-Identifier: GPL-3.0-or-later */
/* prop_position.c - laws of typed sums, of nearest starts and of defaults */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "model/align/suggest_place.h"
#include "model/base/mem.h"
#include "model/base/str.h"
#include "model/base/sum.h"
#include "model/edit/position.h"
#include "support/random_disk.h"
#include "support/rng.h"
#include "support/test.h"

#define ROUNDS 4000

/* A random sum of products of small numbers with parentheses, and its value in sectors by
 * recursion; at most 3 * 24000^3. */
static int64_t random_sum(struct rng *rng, unsigned depth, struct str *text)
{
    unsigned terms = 1 + (unsigned)rng_below(rng, 3);
    int64_t sum = 0;

    for (unsigned i = 0; i < terms; i++) {
        bool is_minus = i && rng_below(rng, 2);
        unsigned factors = 1 + (unsigned)rng_below(rng, 3);
        int64_t product = 1;
        str_add(text, !i ? "" : is_minus ? " - " : "+");
        for (unsigned j = 0; j < factors; j++) {
            int64_t value = (int64_t)rng_below(rng, 20);
            str_add(text, j ? "*" : "");
            if (depth && rng_below(rng, 3) == 0) {
                str_add(text, "( ");
                value = random_sum(rng, depth - 1, text);
                str_add(text, ")");
            } else {
                str_printf(text, "%" PRId64, value);
            }
            product *= value;
        }
        sum += is_minus ? -product : product;
    }
    return sum;
}

TEST(sums_are_what_a_recursive_reader_makes_of_them)
{
    /* No factor is a sector size: all are below 20. */
    static const struct sum_scale scale = { .logical = 4096 };

    for (unsigned round = 0; round < rng_rounds(ROUNDS); round++) {
        struct rng rng = rng_start(round);
        CLEANUP(str_finish) struct str text = { 0 };
        int64_t want = random_sum(&rng, 1, &text);
        struct err err = { 0 };
        struct sum got = { 0 };

        LAW(&rng, sum_parse(str_text(&text), &scale, &got, &err) == (want >= 0));
        LAW(&rng, want < 0 || got.bytes == (uint64_t)want * 4096);
        LAW(&rng, want < 0 || (got.is_sectors && got.is_exact));
    }
}

static struct position_context random_room(struct rng *rng, const struct layout *layout)
{
    const struct limits *limits = layout_limits(layout);
    uint64_t low = rng_below(rng, limits->size);
    uint64_t high = low + 1 + rng_below(rng, limits->size - low);

    return (struct position_context){ limits, low,
                                      high,   low + rng_below(rng, high - low),
                                      0,      LABEL_GPT };
}

TEST(nearest_starts_are_the_nearest)
{
    for (unsigned round = 0; round < rng_rounds(ROUNDS); round++) {
        struct rng rng = rng_start(round);
        CLEANUP(layout_unrefp) struct layout *layout = random_disk(&rng);
        struct position_context room = random_room(&rng, layout);
        struct alignment grid = limits_physical_grid(room.limits);
        struct position_near near = position_near(&room, room.from);
        uint64_t below = room.from, above = room.from;

        while (below > room.low && !align_contains(grid, below))
            below--;
        while (above < room.high - 1 && !align_contains(grid, above))
            above++;
        LAW(&rng,
            near.physical_below == (align_contains(grid, below) ? below : UINT64_MAX));
        LAW(&rng,
            near.physical_above == (align_contains(grid, above) ? above : UINT64_MAX));
    }
}

TEST(sector_that_is_typed_is_kept)
{
    for (unsigned round = 0; round < rng_rounds(ROUNDS); round++) {
        struct rng rng = rng_start(round);
        CLEANUP(layout_unrefp) struct layout *layout = random_disk(&rng);
        struct position_context room = random_room(&rng, layout);
        uint64_t want = 1 + rng_below(&rng, room.high - room.from), lba = 0, sectors = 0;
        char start[32], size[32], end[32];
        bool is_exact = false;
        struct err err = { 0 };

        (void)snprintf(start, sizeof(start), "%" PRIu64 "s", room.from); /* all fit */
        (void)snprintf(size, sizeof(size), "%" PRIu64, want);
        (void)snprintf(end, sizeof(end), "..%" PRIu64 "s", room.from + want - 1);
        LAW(&rng, position_parse_start(start, &room, &lba, &is_exact, &err));
        LAW(&rng, lba == room.from && is_exact);
        LAW(&rng, position_parse_size(size, &room, &sectors, &err) && sectors == want);
        LAW(&rng, position_parse_size(end, &room, &sectors, &err) && sectors == want);
    }
}

TEST(size_in_bytes_ends_on_the_coarsest_grid_that_there_is)
{
    for (unsigned round = 0; round < rng_rounds(ROUNDS); round++) {
        struct rng rng = rng_start(round);
        CLEANUP(layout_unrefp) struct layout *layout = random_disk(&rng);
        struct position_context room = random_room(&rng, layout);
        struct alignment grain = limits_grain_grid(room.limits);
        uint64_t bytes =
            1 + rng_below(&rng, (room.high - room.from) * room.limits->logical);
        uint64_t sectors = 0, last = align_prev(grain, room.high);
        char text[32];
        struct err err = { 0 };

        (void)snprintf(text, sizeof(text), "%" PRIu64 "B", bytes); /* it fits */
        LAW(&rng, position_parse_size(text, &room, &sectors, &err));
        LAW(&rng, sectors >= 1 && sectors <= room.high - room.from);
        uint64_t end = room.from + sectors;
        bool has_grain = last != ALIGN_NONE && last > room.from;
        /* Half a grain and more is rounded up if there is a grain. */
        if (has_grain && bytes >= room.limits->grain)
            LAW(&rng, align_contains(grain, end));
    }
}

TEST(defaults_lie_in_their_free_space_on_a_grid)
{
    for (unsigned round = 0; round < rng_rounds(ROUNDS); round++) {
        struct rng rng = rng_start(round);
        CLEANUP(layout_unrefp) struct layout *layout = random_disk(&rng);
        const struct limits *limits = layout_limits(layout);
        uint64_t low, high;

        suggest_usable(layout, &low, &high);
        for (size_t i = 0; i < layout_count(layout); i++) {
            const struct extent *free = layout_at(layout, i);
            uint64_t start, end;
            bool is_logical = free->parent != 0;
            if (free->kind != EXTENT_FREE ||
                !position_default(layout, free, is_logical, &start, &end))
                continue;
            LAW(&rng, start >= free->start + is_logical && start >= low);
            LAW(&rng,
                start < end && end <= position_room_end(layout, free) && end <= high);
            uint64_t first = align_next(
                limits_physical_grid(limits),
                low > free->start + is_logical ? low : free->start + is_logical);
            bool has_physical = first < position_room_end(layout, free) && first < high;
            LAW(&rng, !has_physical ||
                          align_contains(limits_physical_grid(limits), start) ||
                          align_contains(limits_grain_grid(limits), start));
        }
    }
}
