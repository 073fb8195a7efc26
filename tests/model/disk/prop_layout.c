/* SPDX-License-Identifier: GPL-3.0-or-later */
/* prop_layout.c - laws of the layout on random tables */
#include "model/disk/layout.h"

#include "model/base/mem.h"
#include "support/random_disk.h"
#include "support/test.h"

enum { ROUNDS = 400 };

/* Checks that the children of PARENT (0: the disk) tile [FROM, TO). */
static void check_tiles(const struct rng *rng, const struct layout *layout,
                        uint32_t parent, uint64_t from, uint64_t to)
{
    uint64_t at = from;

    for (size_t i = 0; i < layout_count(layout); i++) {
        const struct extent *extent = layout_at(layout, i);
        if (extent->parent != parent || extent->kind == EXTENT_SLICE)
            continue;
        LAW(rng, extent->start == at);
        LAW(rng, extent->length > 0);
        at = extent_end(extent);
        if (extent->kind == EXTENT_EXTENDED)
            check_tiles(rng, layout, extent->id, extent->start, at);
    }
    LAW(rng, at == to);
}

TEST(extents_tile_the_disk)
{
    for (unsigned round = 0; round < rng_rounds(ROUNDS); round++) {
        struct rng rng = rng_start(round);
        CLEANUP(layout_unrefp) struct layout *layout = random_disk(&rng);
        check_tiles(&rng, layout, 0, 0, layout_limits(layout)->size);
    }
}

TEST(each_sector_is_found_in_its_innermost_extent)
{
    for (unsigned round = 0; round < rng_rounds(ROUNDS); round++) {
        struct rng rng = rng_start(round);
        CLEANUP(layout_unrefp) struct layout *layout = random_disk(&rng);
        for (unsigned i = 0; i < 50; i++) {
            uint64_t lba = rng_below(&rng, layout_limits(layout)->size);
            const struct extent *extent = layout_find_lba(layout, lba);
            LAW(&rng, extent != NULL);
            LAW(&rng, lba >= extent->start && lba - extent->start < extent->length);
            LAW(&rng, extent->kind != EXTENT_EXTENDED);
        }
        LAW(&rng, !layout_find_lba(layout, layout_limits(layout)->size));
    }
}

TEST(building_again_from_a_layout_gives_it_back)
{
    for (unsigned round = 0; round < rng_rounds(ROUNDS); round++) {
        struct rng rng = rng_start(round);
        CLEANUP(layout_unrefp) struct layout *layout = random_disk(&rng);
        CLEANUP(layout_builder_freep)
        struct layout_builder *builder = layout_builder_from(layout);
        CLEANUP(layout_unrefp)
        struct layout *again = layout_builder_finish(builder, NULL);
        LAW(&rng, layout_equal(layout, again));
    }
}
