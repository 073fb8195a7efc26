/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_bar.c - the disk to scale, without a missing partition */
#include "ui/draw/bar.h"

#include <stdlib.h>

#include "model/base/mem.h"
#include "support/canvas_dump.h"
#include "support/disks.h"
#include "support/test.h"

static const struct {
    struct layout *(*make)(void);
    int width;
} disks[] = {
    { disks_legacy, 76 }, { disks_legacy, 5 }, { disks_touching, 76 }, { disks_4kn, 33 },
    { disks_raid, 200 },  { disks_raid, 4 },   { disks_openbsd, 40 },
};

TEST_EACH(segments_fill_the_bar_and_none_is_empty, disks)
{
    struct layout *layout = disks[_i].make();
    struct bar_segment *segments;
    size_t count = bar_segments(layout, disks[_i].width, &segments);
    int sum = 0;

    ck_assert_uint_gt(count, 0);
    for (size_t i = 0; i < count; i++) {
        ck_assert_int_ge(segments[i].width, 1);
        sum += segments[i].width;
    }
    ck_assert_int_eq(sum, disks[_i].width);
    free(segments);
    layout_unref(layout);
}

static void expect(struct canvas *canvas, struct layout *layout, const char *want)
{
    char *dump = canvas_dump(canvas);

    ck_assert_str_eq(dump, want);
    free(dump);
    canvas_free(canvas);
    layout_unref(layout);
}

TEST(legacy_disk_is_drawn_as_promised)
{
    struct layout *layout = disks_legacy();
    struct canvas *canvas = canvas_new(3, 76, LEVEL_UTF8);

    bar_draw(canvas, 0, 0, 76, layout, 0);
    expect(canvas, layout,
           "1 ntfs  2 ext4 814.3 GiB                "
           "                                 5 ·\n"
           "!n▒▒▒▒▒▒!e▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒"
           "▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒!s·\n"
           "0                                       "
           "            1953525168 s ≈ 931.5 GiB\n");
}

TEST(axis_names_the_selected_start_in_sectors_and_bytes)
{
    struct layout *layout = disks_legacy();
    struct canvas *canvas = canvas_new(3, 76, LEVEL_ASCII);

    bar_draw(canvas, 0, 0, 76, layout, layout_find_number(layout, 2)->id);
    ck_assert_int_eq(canvas_at(canvas, 1, 8)->style, STYLE_OFF | STYLE_SELECTED);
    ck_assert_int_eq(canvas_at(canvas, 1, 7)->style, STYLE_BAR_OFF);
    expect(canvas, layout,
           "1 ntfs  2 ext4 814.3 GiB                "
           "                                 5 .\n"
           "!n%%%%%%!e%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%"
           "%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%!s.\n"
           "0       204796620 s ~ 97.7 GiB          "
           "            1953525168 s ~ 931.5 GiB\n");
}

TEST(aligned_disk_is_solid)
{
    struct layout *layout = disks_4kn();
    struct canvas *canvas = canvas_new(3, 40, LEVEL_UTF8);

    bar_draw(canvas, 0, 0, 40, layout, 0);
    expect(canvas, layout,
           "1 2 xfs 930.6 GiB                      ·\n"
           "││x████████████████████████████████████·\n"
           "0                244190646 s ≈ 931.5 GiB\n");
}

/* 128 partitions in 20 cells: to scale, and a misaligned one is never hidden. */
TEST(more_partitions_than_cells_show_the_worst)
{
    struct disks_part parts[128];

    for (unsigned i = 0; i < 128; i++)
        parts[i] = (struct disks_part){ .kind = EXTENT_PARTITION,
                                        .number = i + 1,
                                        .start = 2048 + i * 2048 + (i == 100),
                                        .length = 2047 };
    struct disks_spec spec = {
        .size = 300000, .label = LABEL_GPT, .parts = parts, .count = ARRAY_SIZE(parts)
    };
    struct layout *layout = disks_build(&spec);
    struct canvas *canvas = canvas_new(1, 20, LEVEL_UTF8);

    bar_draw_line(canvas, 0, 0, 20, layout, 0);
    expect(canvas, layout, "│││││││││││││!││││··\n");
}

TEST(what_msdos_cannot_address_is_hatched)
{
    struct limits limits = {
        .size = UINT64_C(3) << 31, .logical = 512, .physical = 4096, .grain = 1 << 20
    };
    struct label label = { .kind = LABEL_MSDOS };
    struct layout_builder *builder = layout_builder_new(&limits, &label);
    struct layout *layout = layout_builder_refinish(builder);
    struct canvas *canvas = canvas_new(3, 60, LEVEL_UTF8);

    layout_builder_free(builder);
    bar_draw(canvas, 0, 0, 60, layout, 0);
    expect(canvas, layout,
           "free 2 TiB                              beyond 1 TiB\n"
           "········································////////////////////\n"
           "0                                       6442450944 s = 3 TiB\n");
}
