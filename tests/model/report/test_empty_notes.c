/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_empty_notes.c - which empty partitions come to lie where data was */
#include "model/report/empty_notes.h"

#include "model/base/mem.h"
#include "support/disks.h"
#include "support/test.h"

static const struct disks_part parts[] = {
    { .kind = EXTENT_PARTITION, .number = 1, .start = 100, .length = 100 },
    { .kind = EXTENT_PARTITION,
      .number = 2,
      .start = 300,
      .length = 100,
      .inside = INSIDE_EXT },
};

/* Partition FROM moves to TO; 1 is empty. */
static void find(unsigned number, uint64_t to, struct lines *ret)
{
    const struct disks_spec spec = {
        .size = 2000, .label = LABEL_MSDOS, .parts = parts, .count = ARRAY_SIZE(parts)
    };
    CLEANUP(layout_unrefp) struct layout *whole = disks_build(&spec);
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(whole);
    const struct extent *moved = layout_find_number(whole, number);

    layout_builder_find(builder, layout_find_number(whole, 1)->id)->content =
        (struct content){ .state = CONTENT_NONE, .zeros = ZEROS_ALL };
    CLEANUP(layout_unrefp) struct layout *layout = layout_builder_refinish(builder);
    struct moves_step step = { .id = moved->id, .from = moved->start, .to = to };
    const struct moves moves = { .steps = &step, .step_count = 1 };
    empty_notes_lines(layout, &moves, ret);
}

TEST(an_empty_partition_over_old_data_is_told)
{
    static const uint64_t starts[] = { 201, 300, 399 };

    for (size_t i = 0; i < ARRAY_SIZE(starts); i++) {
        CLEANUP(lines_finish) struct lines lines = { 0 };
        find(1, starts[i], &lines);
        ck_assert_uint_eq(lines.count, 1);
        ck_assert_str_eq(lines.at[0],
                         "Partition 1 is empty, and comes to lie where data of partition "
                         "2 is now. Old bytes of that stay there until something is "
                         "written over them.");
    }
}

TEST(what_lies_beside_data_or_is_data_is_not)
{
    CLEANUP(lines_finish) struct lines lines = { 0 };

    find(1, 200, &lines);
    find(1, 400, &lines);
    find(1, 150, &lines);
    find(2, 100, &lines);
    ck_assert_uint_eq(lines.count, 0);
}
