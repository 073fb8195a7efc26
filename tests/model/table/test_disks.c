/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_disks.c - the example disks are what the documents say they are */
#include "support/disks.h"

#include "model/base/mem.h"
#include "support/test.h"

static const struct {
    struct layout *(*make)(void);
    uint64_t size;
    uint64_t logical;
    uint64_t last_end; /* exclusive end of the last partition */
} rows[] = {
    { disks_legacy, 1953525168, 512, 1953520065 },
    { disks_touching, 8388608, 512, 8388608 },
    { disks_gpt34, 3907029168, 512, 3907029135 },
    { disks_aligned, 488397168, 512, 488392704 },
    { disks_openbsd, 1953525168, 512, 1953525168 },
    { disks_4kn, 244190646, 4096, 244083712 },
    { disks_raid, 5860533168, 512, 5860532224 },
    { disks_jumper, 1953525168, 512, 1953520065 },
};

TEST_EACH(example_disk_is_covered_to_its_last_sector, rows)
{
    CLEANUP(layout_unrefp) struct layout *layout = rows[_i].make();
    uint64_t at = 0, last_end = 0;

    ck_assert_uint_eq(layout_limits(layout)->size, rows[_i].size);
    ck_assert_uint_eq(layout_limits(layout)->logical, rows[_i].logical);
    for (size_t i = 0; i < layout_count(layout); i++) {
        const struct extent *extent = layout_at(layout, i);
        if (extent_is_partition(extent) && extent_end(extent) > last_end)
            last_end = extent_end(extent);
        if (extent->parent)
            continue;
        ck_assert_uint_eq(extent->start, at);
        at = extent_end(extent);
    }
    ck_assert_uint_eq(at, rows[_i].size);
    ck_assert_uint_eq(last_end, rows[_i].last_end);
}

TEST(logical_of_legacy_lies_in_its_container)
{
    CLEANUP(layout_unrefp) struct layout *layout = disks_legacy();
    const struct extent *container = layout_find_number(layout, 3);
    const struct extent *swap = layout_find_number(layout, 5);

    ck_assert_uint_eq(swap->parent, container->id);
    ck_assert_uint_eq(extent_end(swap), extent_end(container));
    ck_assert_str_eq(swap->content.type, "swap");
    ck_assert(content_is_empty(&swap->content));
    ck_assert(content_is_data(&layout_find_number(layout, 1)->content));
}
