/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_suggestion_table.c - what each suggested start needs and costs, in words */
#include <string.h>

#include "model/align/suggestion_table.h"
#include "model/base/mem.h"
#include "support/disks.h"
#include "support/test.h"

#define P(what, n, from, sectors, ...)                                                   \
    {                                                                                    \
        .kind = EXTENT_##what, .number = n, .start = from, .length = sectors,            \
        .inside = __VA_ARGS__                                                            \
    }
#define EBR(from)                                                                        \
    {                                                                                    \
        .kind = EXTENT_METADATA, .role = ROLE_EBR, .start = from, .length = 1            \
    }

/* A disk of 1 GiB with an msdos table; the cells and the price of START for partition
 * NUMBER. */
static const struct {
    struct disks_part parts[6];
    unsigned number;
    uint64_t grub;
    uint64_t start;
    const char *shift, *room, *boot;
    const char *price; /* a part of it */
    int64_t offset;    /* of the physical grid, in bytes */
} rows[] = {
    /* clang-format off */
    { { P(PARTITION, 1, 63, 1000000, INSIDE_EXT) }, 1, 50, 64, "+1 s",
      "gap before it 62 -> 63 sectors", "GRUB fits (50)",
      "488.3 MiB move 512 bytes to the right.", 0 },
    { { P(PARTITION, 1, 63, 1000000, INSIDE_EXT) }, 1, 0, 56, "-7 s",
      "gap before it 62 -> 55 sectors", "", "488.3 MiB move 3584 bytes to the left.", 0 },
    { { P(PARTITION, 1, 63, 1000000, INSIDE_FAT) }, 1, 0, 64, "+1 s",
      "gap before it 62 -> 63 sectors", "",
      "Where the FAT boot sector's 'hidden sectors' field has the start, it is set to "
      "match.",
      0 },
    { { P(PARTITION, 1, 63, 1000000, INSIDE_NONE) }, 1, 0, 64, "+1 s",
      "gap before it 62 -> 63 sectors", "", "No data is moved: it is empty.", 0 },
    /* Only the first partition has the gap of the boot loader before it. */
    { { P(PARTITION, 1, 2048, 9, INSIDE_EXT), P(PARTITION, 2, 4095, 1000, INSIDE_EXT) },
      2, 50, 4096, "+1 s", "free", "",
      "It fits in its own space and the free space beside it.", 0 },
    { { P(PARTITION, 1, 63, 10000, INSIDE_EXT), P(PARTITION, 2, 10063, 50, INSIDE_EXT) },
      1, 0, 64, "+1 s", "it must shrink by 1 sector", "",
      "It must become 1 sector (512 B) smaller first.", 0 },
    { { P(PARTITION, 1, 63, 10000, INSIDE_XFS), P(PARTITION, 2, 10063, 50, INSIDE_EXT) },
      1, 0, 64, "+1 s", "partition 2 is in the way", "needs 2 moved",
      "Partition 2 must make room first.", 0 },
    { { P(PARTITION, 1, 63, 10000, INSIDE_XFS), P(PARTITION, 2, 10063, 50, INSIDE_EXT),
        P(PARTITION, 12, 10113, 50, INSIDE_EXT) },
      1, 0, 2048, "+1985 s", "partitions 2 to 12 are in the way", "needs 2-12 moved",
      "Partitions 2 to 12 must make room first.", 0 },
    { { P(PARTITION, 1, 2047, 100, INSIDE_XFS), P(EXTENDED, 2, 2147, 100, INSIDE_NONE) },
      1, 0, 2048, "+1 s", "its container is in the way", "",
      "Its container must change first.", 0 },
    { { P(PARTITION, 1, 2047, 100, INSIDE_XFS), P(EXTENDED, 2, 2147, 100, INSIDE_NONE) },
      1, 50, 2048, "+1 s", "its container is in the way", "GRUB fits (50)",
      "found there, still fits.", 0 },
    /* An EBR moves with its logical partition. */
    { { P(EXTENDED, 1, 4097, 100000, INSIDE_NONE), EBR(4097),
        P(LOGICAL, 5, 4099, 1, INSIDE_EXT), EBR(4100),
        P(LOGICAL, 6, 4102, 5000, INSIDE_XFS) },
      6, 0, 4096, "-6 s", "partition 5 and its container are in the way", "",
      "Its container must change first.", 0 },
    { { P(EXTENDED, 1, 4000, 6040, INSIDE_NONE), EBR(4000),
        P(LOGICAL, 5, 4001, 6000, INSIDE_XFS), EBR(10001),
        P(LOGICAL, 6, 10003, 20, INSIDE_EXT) },
      5, 0, 4096, "+95 s", "partition 6 and its container are in the way", "",
      "Its container must change first.", 0 },
    /* clang-format on */
};

static struct layout *row_disk(int i)
{
    int64_t offset = rows[i].offset;
    struct disks_spec spec = {
        .size = 2097152,
        .label = LABEL_MSDOS,
        .parts = rows[i].parts,
        .said = { .physical = offset ? 4096 : 0,
                  .alignment_offset = offset,
                  .has_alignment_offset = offset > 0 },
    };

    while (spec.count < ARRAY_SIZE(rows[i].parts) && rows[i].parts[spec.count].length)
        spec.count++;
    return disks_build(&spec);
}

TEST_EACH(a_row_names_what_the_start_needs_and_costs, rows)
{
    CLEANUP(layout_unrefp) struct layout *layout = row_disk(_i);
    const struct extent *extent = layout_find_number(layout, rows[_i].number);
    struct suggestion_table table =
        suggestion_table_build(layout, extent, GRUB_OF(rows[_i].grub));
    size_t at = 0;

    while (at < table.count && table.rows[at].suggestion.start != rows[_i].start)
        at++;
    ck_assert_uint_lt(at, table.count);
    const struct suggestion_row *row = &table.rows[at];
    ck_assert_str_eq(row->cells[SUGGESTION_SHIFT], rows[_i].shift);
    ck_assert_str_eq(row->cells[SUGGESTION_FIT], rows[_i].room);
    ck_assert_str_eq(row->cells[SUGGESTION_BOOT], rows[_i].boot);
    if (!strstr(row->price, rows[_i].price))
        ck_abort_msg("\"%s\" is not in: %s", rows[_i].price, row->price);
    suggestion_table_finish(&table);
}
