/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_picture.c - the drawing to scale of blocks across physical sectors */
#include "model/align/picture.h"

#include <string.h>

#include "model/base/mem.h"
#include "model/base/str.h"
#include "model/base/utf8.h"
#include "support/test.h"

static struct limits limits_of(uint64_t logical, uint64_t physical, uint64_t offset)
{
    return (struct limits){ .size = UINT64_C(1) << 50,
                            .logical = logical,
                            .physical = physical,
                            .alignment_offset = offset,
                            .grain = 1 << 20 };
}

TEST(numbers_beyond_any_disk_are_not_drawn)
{
    struct limits limits = limits_of(512, 4096, 0);
    struct blocks blocks = { "ext4", UINT64_C(1) << 62, 0, 4096 };
    struct block_cost cost;

    ck_assert(!blocks_cost(&limits, &blocks, &cost));
    CLEANUP(lines_finish) struct lines rows = { 0 };
    picture_draw(&limits, &blocks, 76, &rows);
    ck_assert_uint_eq(rows.count, 0);
}

/* The rows of a drawing, one to a line. */
static char *drawn(uint64_t offset, uint64_t start, uint64_t block, int width)
{
    struct limits limits = limits_of(512, 4096, offset);
    struct blocks blocks = { "ntfs", start * 512, 0, block };
    CLEANUP(lines_finish) struct lines rows = { 0 };
    struct str text = { 0 };

    picture_draw(&limits, &blocks, width, &rows);
    for (size_t i = 0; i < rows.count; i++)
        str_printf(&text, "%s\n", rows.at[i]);
    return str_take(&text);
}

static const struct {
    uint64_t offset, start, block;
    int width;
    const char *want;
} pictures[] = {
    { 0, 63, 4096, 76,
      "sector  48              56              64              72              80\n"
      "disk    │···············│···············│···············│···············│\n"
      "ntfs                                  │0··············│1··············│2·\n"
      "                                      └┘└─────┬──────┘\n"
      "                     1/8 in this sector  7/8 in the next\n" },
    { 0, 63, 4096, 36,
      "sector  48      56      64      72\n"
      "disk    │·······│·······│·······│\n"
      "ntfs                   │0······│·\n"
      "                       ┴└──┬──┘\n"
      " 1/8 in this sector  7/8 in the next\n" },
    { 3584, 64, 4096, 76,
      "sector  55              63              71              79              87\n"
      "disk    │···············│···············│···············│···············│\n"
      "ntfs                      │0··············│1··············│2·············\n"
      "                          └─────┬──────┘└┘\n"
      "                     7/8 in this sector  1/8 in the next\n" },
    { 0, 2048, 4096, 76,
      "sector  2040            2048            2056            2064            2072\n"
      "disk    │···············│···············│···············│···············│\n"
      "ntfs                    │0··············│1··············│2··············│\n"
      "                        └──────┬───────┘\n"
      "                        one block = 1 whole sector\n" },
    { 0, 62, 1024, 76,
      "sector  48              56              64              72              80\n"
      "disk    │···············│···············│···············│···············│\n"
      "ntfs                                │0··│1··│2··│3··│4··│5··│6··│7··│8··│\n"
      "                                    └┬─┘\n"
      "                                    one block = 1/4 of a sector\n" },
    { 0, 63, 65536, 76,
      "sector  48  64  80  96  112 128 144 160 176 192\n"
      "disk    │·│·│·│·│·│·│·│·│·│·│·│·│·│·│·│·│·│·│\n"
      "ntfs       │0······························│·\n"
      "           ┴└─────────────┬──────────────┘┴\n"
      "           1/8 of a sector, 15 whole ones, 7/8 of the last\n" },
    { 0, 2048, 65536, 76,
      "sector  2040  2064  2088  2112  2136  2160\n"
      "disk    │·│·│·│·│·│·│·│·│·│·│·│·│·│·│·│·│·│\n"
      "ntfs      │0······························│\n"
      "          └──────────────┬───────────────┘\n"
      "          one block = 16 whole sectors\n" },
    { 0, 63, 512, 36,
      "sector  48      56      64      72\n"
      "disk    │·······│·······│·······│\n"
      "ntfs                   │0········\n"
      "                       ┴\n"
      "         one block = 1/8 of a sector\n" },
};

TEST_EACH(the_drawing_is_to_scale, pictures)
{
    CLEANUP(freep)
    char *got = drawn(pictures[_i].offset, pictures[_i].start, pictures[_i].block,
                      pictures[_i].width);

    ck_assert_str_eq(got, pictures[_i].want);
}

static void check_rows(const struct limits *limits, const struct blocks *blocks,
                       int width)
{
    CLEANUP(lines_finish) struct lines rows = { 0 };

    picture_draw(limits, blocks, width, &rows);
    ck_assert_uint_gt(rows.count, 0);
    for (size_t i = 0; i < rows.count; i++) {
        if ((int)utf8_columns(rows.at[i]) > width)
            ck_abort_msg("physical %llu block %llu width %d: %s",
                         (unsigned long long)limits->physical,
                         (unsigned long long)blocks->size, width, rows.at[i]);
    }
}

TEST_TIMES(no_drawing_is_wider_than_allowed, 60)
{
    int width = 38 + _i;

    for (uint64_t physical = 512; physical <= 65536; physical *= 2) {
        for (uint64_t block = 512; block <= 2 << 20; block *= 2) {
            struct limits limits = limits_of(512, physical, physical > 512 ? 512 : 0);
            struct blocks blocks = { "linux_raid_member", 1912586508 * UINT64_C(512), 0,
                                     block };
            for (int shift = 0; shift < 9; shift++) {
                check_rows(&limits, &blocks, width);
                blocks.first_byte += 512;
            }
        }
    }
}
