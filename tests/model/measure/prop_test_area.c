/* SPDX-License-Identifier: GPL-3.0-or-later */
/* prop_test_area.c - test areas on random disks against a check of every sector */
#include "model/measure/test_area.h"

#include "model/align/judge.h"
#include "model/base/mem.h"
#include "support/random_disk.h"
#include "support/test.h"

enum {
    ROUNDS = 300,
    MOST = 5,
};

/* Marks some of the partitions as used. */
static struct layout *with_users(struct rng *rng, const struct layout *plain)
{
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(plain);
    uint64_t users = rng_below(rng, 4);

    for (size_t i = 0; i < layout_count(plain); i++) {
        const struct extent *extent = layout_at(plain, i);
        if (extent_is_partition(extent) && rng_below(rng, 3) < users)
            layout_builder_find(builder, extent->id)->use.kind =
                (enum use_kind)(1 + rng_below(rng, USE_COUNT - 1));
    }
    return layout_builder_refinish(builder);
}

/* For each sector, the extent whose area or margin may contain it. */
struct map {
    const struct layout *layout;
    const struct extent **homes;
};

static void map_init(struct map *map, const struct layout *layout)
{
    const struct limits *limits = layout_limits(layout);
    uint64_t front = (UINT64_C(1) << 20) / limits->logical;

    map->layout = layout;
    map->homes = xcalloc(limits->size, sizeof(*map->homes));
    for (size_t i = 0; i < layout_count(layout); i++) {
        const struct extent *extent = layout_at(layout, i);
        bool is_idle = extent_holds_data(extent) && extent->use.kind == USE_NONE;
        if (extent->kind != EXTENT_FREE && !is_idle)
            continue;
        for (uint64_t lba = extent->start; lba < extent_end(extent); lba++)
            if (lba >= front && lba + 33 < limits->size)
                map->homes[lba] = extent;
    }
}

static void map_finish(struct map *map)
{
    free(map->homes);
}

static void check_area(const struct rng *rng, const struct map *map,
                       const struct test_area *area)
{
    uint64_t logical = layout_limits(map->layout)->logical;
    uint64_t first = (area->start - TEST_AREA_MARGIN) / logical;
    uint64_t end = (area->start + area->bytes + TEST_AREA_MARGIN) / logical;

    LAW(rng, end <= layout_limits(map->layout)->size);
    const struct extent *home = map->homes[area->start / logical];
    LAW(rng, home != NULL);
    LAW(rng, area->start % TEST_AREA_STEP == 0);
    LAW(rng, area->bytes % TEST_AREA_STEP == 0);
    LAW(rng, area->bytes >= TEST_AREA_MIN && area->bytes <= TEST_AREA_BYTES);
    LAW(rng, area->partition == (home->kind == EXTENT_FREE ? 0 : home->number));
    bool is_at_home = true;
    for (uint64_t lba = first; lba < end; lba++)
        is_at_home &= map->homes[lba] == home;
    LAW(rng, is_at_home);
}

/* The longest run of usable sectors of one kind that no area touches, in bytes. */
static uint64_t longest_left(const struct map *map, bool is_free,
                             const struct test_area *areas, size_t count)
{
    uint64_t logical = layout_limits(map->layout)->logical, longest = 0, run = 0;
    const struct extent *before = NULL;

    for (uint64_t lba = 0; lba < layout_limits(map->layout)->size; lba++) {
        const struct extent *extent = map->homes[lba];
        uint64_t byte = lba * logical;
        for (size_t i = 0; i < count; i++)
            if (byte >= areas[i].start && byte < areas[i].start + areas[i].bytes)
                extent = NULL;
        if (extent && (extent->kind == EXTENT_FREE) != is_free)
            extent = NULL;
        run = !extent ? 0 : extent == before ? run + logical : logical;
        before = extent;
        longest = run > longest ? run : longest;
    }
    return longest;
}

/* Holds an area in any case, wherever its multiples of 64 KiB are. */
#define SURELY (TEST_AREA_MIN + 2 * TEST_AREA_MARGIN + TEST_AREA_STEP)

TEST(areas_touch_only_idle_sectors_and_all_are_found)
{
    unsigned found = 0, none = 0;

    for (unsigned round = 0; round < rng_rounds(ROUNDS); round++) {
        struct rng rng = rng_start(round);
        CLEANUP(layout_unrefp) struct layout *plain = random_disk(&rng);
        CLEANUP(layout_unrefp) struct layout *layout = with_users(&rng, plain);
        struct test_area areas[MOST];
        uint64_t near = rng_below(&rng, layout_limits(layout)->size);
        size_t count = test_areas_find(layout, 0, near, areas, MOST);
        size_t in_free = 0;
        struct map map;

        map_init(&map, layout);
        for (size_t i = 0; i < count; i++) {
            check_area(&rng, &map, &areas[i]);
            LAW(&rng, areas[i].partition || in_free == i);
            in_free += !areas[i].partition;
            for (size_t k = 0; k < i; k++)
                LAW(&rng, areas[k].start >= areas[i].start + areas[i].bytes ||
                              areas[i].start >= areas[k].start + areas[k].bytes);
        }
        LAW(&rng, count == MOST || longest_left(&map, false, areas, count) < SURELY);
        LAW(&rng, in_free == MOST || longest_left(&map, true, areas, count) < SURELY);
        map_finish(&map);
        found += count > 0;
        none += count == 0;
    }
    ck_assert_uint_gt(found, rng_rounds(ROUNDS) / 4);
    ck_assert_uint_ge(none, rng_rounds(ROUNDS) / 50);
}

TEST(an_area_starts_at_a_mib_where_that_fits)
{
    for (unsigned round = 0; round < rng_rounds(ROUNDS); round++) {
        struct rng rng = rng_start(round);
        CLEANUP(layout_unrefp) struct layout *plain = random_disk(&rng);
        CLEANUP(layout_unrefp) struct layout *layout = with_users(&rng, plain);
        uint64_t logical = layout_limits(layout)->logical;
        struct test_area area;
        struct map map;

        if (!test_areas_find(layout, 0, 0, &area, 1) || area.start % TEST_AREA_GRAIN == 0)
            continue;
        /* Only if no whole MiB of its extent leaves the minimum behind it. */
        map_init(&map, layout);
        const struct extent *home = map.homes[area.start / logical];
        uint64_t mib = area.start - area.start % TEST_AREA_GRAIN;
        for (unsigned i = 0; i < 60; i++, mib += TEST_AREA_GRAIN) {
            uint64_t from = (mib - TEST_AREA_MARGIN) / logical;
            uint64_t to = (mib + TEST_AREA_MIN + TEST_AREA_MARGIN) / logical;
            bool is_good = mib >= 2 * TEST_AREA_GRAIN;
            for (uint64_t lba = from; is_good && lba < to; lba++)
                is_good = lba < layout_limits(layout)->size && map.homes[lba] == home;
            LAW(&rng, !is_good);
        }
        map_finish(&map);
    }
}

TEST(a_partition_in_use_gives_no_area_when_asked_for)
{
    for (unsigned round = 0; round < rng_rounds(ROUNDS); round++) {
        struct rng rng = rng_start(round);
        CLEANUP(layout_unrefp) struct layout *plain = random_disk(&rng);
        CLEANUP(layout_unrefp) struct layout *layout = with_users(&rng, plain);
        struct test_area areas[MOST];
        struct map map;

        map_init(&map, layout);
        for (size_t i = 0; i < layout_count(layout); i++) {
            const struct extent *extent = layout_at(layout, i);
            size_t count = test_areas_find(layout, extent->id, 0, areas, MOST);
            for (size_t k = 0; k < count; k++) {
                check_area(&rng, &map, &areas[k]);
                LAW(&rng, !areas[k].partition || (areas[k].partition == extent->number &&
                                                  extent->use.kind == USE_NONE));
            }
        }
        map_finish(&map);
    }
}

TEST(starts_that_are_compared_lie_on_and_off_the_grid)
{
    unsigned off = 0;

    for (unsigned round = 0; round < rng_rounds(ROUNDS); round++) {
        struct rng rng = rng_start(round);
        CLEANUP(layout_unrefp) struct layout *layout = random_disk(&rng);
        struct alignment grid = limits_physical_grid(layout_limits(layout));
        bool has_off = judge_all(layout).off > 0;
        struct bench_starts starts;
        struct err err = { 0 };

        LAW(&rng,
            bench_starts_of(layout, 0, GRUB_OF(rng_below(&rng, 2000)), &starts, &err));
        LAW(&rng, starts.is_off == !align_contains(grid, starts.base));
        LAW(&rng, align_contains(grid, starts.aligned));
        LAW(&rng, starts.base != starts.against);
        if (starts.is_off)
            LAW(&rng, !starts.extent || align_contains(grid, starts.against));
        else if (grid.grain > 1 && starts.extent)
            LAW(&rng, !align_contains(grid, starts.against));
        LAW(&rng, has_off || !starts.is_off || !starts.extent);
        off += starts.is_off;
    }
    ck_assert_uint_gt(off, rng_rounds(ROUNDS) / 10);
}

TEST(disks_up_to_64_bits_have_areas_within_file_offsets)
{
    for (unsigned round = 0; round < 2000; round++) {
        struct rng rng = rng_start(round);
        struct limits limits = { .logical = UINT64_C(512) << rng_below(&rng, 8),
                                 .physical = 65536,
                                 .grain = 1 << 20,
                                 .size = UINT64_MAX - rng_below(&rng, 5000) };
        struct label label = { .kind = LABEL_GPT, .first_usable = 34 };
        struct test_area areas[MOST];

        label.last_usable = limits.size - 34;
        CLEANUP(layout_builder_freep)
        struct layout_builder *builder = layout_builder_new(&limits, &label);
        CLEANUP(layout_unrefp)
        struct layout *layout = layout_builder_finish(builder, NULL);
        size_t count = test_areas_find(layout, 0, rng_next(&rng), areas, MOST);
        LAW(&rng, count == MOST);
        for (size_t i = 0; i < count; i++)
            LAW(&rng, areas[i].start + areas[i].bytes <= INT64_MAX - TEST_AREA_MARGIN);
    }
}
