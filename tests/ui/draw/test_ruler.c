/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_ruler.c - boundaries at every scale, and the offsets of edges */
#include "ui/draw/ruler.h"

#include <stdlib.h>

#include "model/base/mem.h"
#include "support/canvas_dump.h"
#include "support/disks.h"
#include "support/test.h"
#include "ui/draw/ruler_cell.h"

static struct edge start_of(const struct layout *layout, unsigned number)
{
    const struct extent *extent = layout_find_number(layout, number);

    return (struct edge){ extent->start, false, extent };
}

static void expect(struct canvas *canvas, struct layout *layout, const char *want)
{
    char *dump = canvas_dump(canvas);

    ck_assert_str_eq(dump, want);
    free(dump);
    canvas_free(canvas);
    layout_unref(layout);
}

TEST(boundary_stands_between_sectors)
{
    struct layout *layout = disks_legacy();
    struct canvas *canvas = canvas_new(4, 76, LEVEL_UTF8);

    ruler_draw_sectors(canvas, 0, 0, 76, 2, layout, start_of(layout, 1),
                       "partition 1 starts at 63 = 56 + 7, 3584 bytes past the boundary",
                       "63 = 56 + 7");
    ck_assert_int_eq(canvas_at(canvas, 1, 72)->style, STYLE_OFF_EDGE);
    expect(canvas, layout,
           " +0       +8       +16      +24      +32      +40      +48      +56\n"
           " │M·······│········│········│········│········│········│········│·······1│\n"
           "    partition 1 starts at 63 = 56 + 7, 3584 bytes past the boundary ────↑\n"
           " │11111111│11111111│11111111│11111111│11"
           "111111│11111111│11111111│11111111│\n");
}

/* On a drive with the XP jumper 63 is aligned, and the picture shows it. */
TEST(offset_moves_the_boundaries)
{
    struct layout *layout = disks_jumper();
    struct canvas *canvas = canvas_new(3, 40, LEVEL_UTF8);

    ruler_draw_sectors(canvas, 0, 0, 40, 1, layout, start_of(layout, 1), "on it", "on");
    ck_assert_uint_eq(ruler_first_sector(layout_limits(layout), 40, start_of(layout, 1)),
                      39);
    char *text = ruler_boundary_text(layout_limits(layout));
    ck_assert_str_eq(text, "4 KiB boundary at 8n+7");
    free(text);
    expect(canvas, layout,
           " +0       +8       +16      +24\n"
           " │········│········│········│11111111│\n"
           "                   on it ────↑\n");
}

/* In cells of 3 MiB; it begins at 513 MiB. */
TEST(a_number_stands_over_the_cell_in_which_its_partition_begins)
{
    struct layout *layout = disks_aligned();
    struct canvas *canvas = canvas_new(4, 24, LEVEL_UTF8);

    ruler_draw_areas(canvas, 0, 0, 24, layout, 3 << 20, start_of(layout, 2));
    expect(canvas, layout,
           "        2\n"
           "████████│███████████████\n"
           "     504 MiB 528     552\n"
           "100141148928 s = 561 MiB\n");
}

TEST(first_row_begins_with_the_disk)
{
    struct layout *layout = disks_jumper();
    struct canvas *canvas = canvas_new(3, 40, LEVEL_ASCII);
    struct edge edge = { 9, false, NULL };

    ruler_draw_sectors(canvas, 0, 0, 40, 1, layout, edge, "sector 9", "9");
    expect(canvas, layout,
           "          +7       +15      +23\n"
           " | M......|........|........|........|\n"
           "sector 9 ----^\n");
}

/* The digit is the offset of an edge in its cell, in sectors. */
TEST(cut_sector_shows_its_offset)
{
    struct layout *layout = disks_legacy();
    const struct limits *limits = layout_limits(layout);
    struct canvas *canvas = canvas_new(4, 40, LEVEL_UTF8);
    int scale = 0;

    while (ruler_scale_bytes(limits, scale) != 4096)
        scale++;
    ruler_draw_zoom(canvas, 0, 0, 40, layout, scale, start_of(layout, 1));
    ck_assert_int_eq(canvas_at(canvas, 1, 7)->style, STYLE_OFF_EDGE);
    expect(canvas, layout,
           "├┬┬┬┬┬┬┬┼┬┬┬┬┬┬┬┼┬┬┬┬┬┬┬┼┬┬┬┬┬┬┬┼┬┬┬┬┬┬┬\n"
           "M······7▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒\n"
           "0       32 KiB  64      96      128\n"
           "0      63 s = 31.5 KiB   320 s = 160 KiB\n");
}

TEST(bytes_of_one_physical_sector_show_the_cut)
{
    struct layout *layout = disks_legacy();
    const struct limits *limits = layout_limits(layout);
    struct canvas *canvas = canvas_new(4, 76, LEVEL_UTF8);

    ruler_draw_zoom(canvas, 0, 0, 76, layout, ruler_scale_count(limits) - 1,
                    start_of(layout, 1));
    expect(canvas, layout,
           "56      57      58      59      60      61      62      63      64\n"
           "│·······┬·······┬·······┬·······┬·······┬·······┬·······┬1111111│1111111┬\n"
           "28672 B 29184   29696   30208   30720   31232   31744   32256   32768\n"
           "56 s = 28 KiB                           "
           "    63 s = 31.5 KiB  65 s = 32.5 KiB\n");
}

static const struct {
    struct layout *(*make)(void);
    uint64_t last; /* bytes of the finest scale */
} disks[] = {
    { disks_legacy, 64 },
    { disks_4kn, 512 },
    { disks_touching, 64 },
    { disks_jumper, 64 },
};

/* On 4Kn each sector is a boundary; a line after each would leave no space. */
TEST(on_4kn_lines_stand_between_groups_of_sectors)
{
    struct layout *layout = disks_4kn();
    char *text = ruler_boundary_text(layout_limits(layout));

    ck_assert_str_eq(text, "8 sectors, each a boundary");
    free(text);
    layout_unref(layout);
}

TEST(the_last_bytes_have_sectors_before_them)
{
    struct layout *layout = disks_legacy();
    struct edge end = { .lba = layout_limits(layout)->size, .is_end = true };
    struct canvas *canvas = canvas_new(4, 57, LEVEL_UTF8);

    ruler_draw_zoom(canvas, 0, 0, 57, layout,
                    ruler_scale_count(layout_limits(layout)) - 1, end);
    expect(canvas, layout,
           "1953525161      1953525163      1953525165\n"
           "┬·······┬·······┬·······┬·······┬·······┬·······┬·······│\n"
           "1000204882432 B 1000204883456   1000204884480\n"
           "1953525161 s ≈ 931.5 GiB         1953525168 s ≈ 931.5 GiB\n");
}

TEST_EACH(scales_go_from_the_disk_to_bytes_without_a_repeat, disks)
{
    struct layout *layout = disks[_i].make();
    const struct limits *limits = layout_limits(layout);
    int count = ruler_scale_count(limits);
    bool has_physical = false, has_logical = false;

    ck_assert_uint_eq(ruler_scale_bytes(limits, 0), 0);
    for (int i = 1; i < count; i++) {
        uint64_t bytes = ruler_scale_bytes(limits, i);

        ck_assert(i == 1 || bytes < ruler_scale_bytes(limits, i - 1));
        has_physical |= bytes == limits->physical;
        has_logical |= bytes == limits->logical;
    }
    ck_assert(has_physical && has_logical);
    ck_assert_uint_eq(ruler_scale_bytes(limits, count - 1), disks[_i].last);
    layout_unref(layout);
}

/* Draws each edge of each disk at each scale in many widths. */
TEST_EACH(every_edge_can_be_drawn, disks)
{
    struct layout *layout = disks[_i].make();

    for (int width = 36; width < 140; width += 13) {
        for (size_t e = 0; e < layout_count(layout) * 2; e++) {
            const struct extent *extent = layout_at(layout, e / 2);
            struct edge edge = { e % 2 ? extent_end(extent) : extent->start, e % 2,
                                 extent };
            struct canvas *canvas = canvas_new(4, width, LEVEL_UTF8);

            for (int z = 1; z < ruler_scale_count(layout_limits(layout)); z++)
                ruler_draw_zoom(canvas, 0, 0, width, layout, z, edge);
            ruler_draw_sectors(canvas, 0, 0, width, 2, layout, edge, "text", "t");
            ck_assert_str_eq(canvas_at(canvas, 1, 1)->text, "│");
            canvas_free(canvas);
        }
    }
    layout_unref(layout);
}
