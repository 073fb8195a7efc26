/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_match.c - partitions are followed through layouts that were read separately */
#include "model/edit/match.h"

#include "model/base/mem.h"
#include "support/disks.h"
#include "support/test.h"

struct parts {
    struct disks_part at[4];
    size_t count;
};

static struct layout *disk_of(const struct parts *parts, enum label_kind label,
                              uint64_t size)
{
    struct disks_spec spec = {
        .size = size, .label = label, .parts = parts->at, .count = parts->count
    };

    return disks_build(&spec);
}

#define PRIMARY(n, from, sectors)                                                        \
    {                                                                                    \
        .kind = EXTENT_PARTITION, .number = (n), .start = (from), .length = (sectors)    \
    }
#define CONTAINER(n, from, sectors)                                                      \
    {                                                                                    \
        .kind = EXTENT_EXTENDED, .number = (n), .start = (from), .length = (sectors)     \
    }
#define EBR(from)                                                                        \
    {                                                                                    \
        .kind = EXTENT_METADATA, .start = (from), .length = 1, .role = ROLE_EBR          \
    }
#define LOGICAL(n, from, sectors)                                                        \
    {                                                                                    \
        .kind = EXTENT_LOGICAL, .number = (n), .start = (from), .length = (sectors)      \
    }

static const struct {
    struct parts before, after;
    size_t count;
    const char *line; /* the only one, or the first */
} changes[] = {
    /* clang-format off */
    { { { PRIMARY(1, 63, 4000) }, 1 }, { { PRIMARY(1, 63, 4000) }, 1 }, 0, NULL },
    /* moved by less than its length */
    { { { PRIMARY(1, 63, 4000) }, 1 }, { { PRIMARY(1, 56, 4000) }, 1 }, 1,
      "partition 1: start 63 -> 56, size 2 MiB unchanged" },
    /* moved far */
    { { { PRIMARY(1, 63, 4000) }, 1 }, { { PRIMARY(1, 8192, 4000) }, 1 }, 1,
      "partition 1: start 63 -> 8192, size 2 MiB unchanged" },
    /* moved and shorter */
    { { { PRIMARY(1, 63, 4000) }, 1 }, { { PRIMARY(1, 2048, 1000) }, 1 }, 1,
      "partition 1: start 63 -> 2048, size 2 MiB -> 500 KiB" },
    /* the same start counts for more than the same number */
    { { { PRIMARY(1, 63, 400), PRIMARY(2, 4096, 400) }, 2 },
      { { PRIMARY(2, 63, 400), PRIMARY(1, 4096, 400) }, 2 }, 2,
      "partition 1: number 1 -> 2" },
    /* elsewhere and of another size: not the same any more */
    { { { PRIMARY(1, 63, 400) }, 1 }, { { PRIMARY(1, 8192, 500) }, 1 }, 2,
      "partition 1: deleted, sectors 63 to 462, 200 KiB, Linux" },
    { { { PRIMARY(1, 63, 400) }, 1 },
      { { PRIMARY(1, 63, 400), CONTAINER(2, 4096, 8192), EBR(4096),
          LOGICAL(5, 6144, 2048) }, 4 }, 2,
      "partition 2: new, sectors 4096 to 12287, 4 MiB, Extended" },
    /* clang-format on */
};

TEST_EACH(a_change_shows_as_what_it_was, changes)
{
    CLEANUP(layout_unrefp)
    struct layout *before = disk_of(&changes[_i].before, LABEL_MSDOS, 65536);
    CLEANUP(layout_unrefp)
    struct layout *after = disk_of(&changes[_i].after, LABEL_MSDOS, 65536);
    CLEANUP(lines_finish) struct lines lines = { 0 };

    match_lines(before, after, &lines);
    ck_assert_uint_eq(lines.count, changes[_i].count);
    if (changes[_i].line)
        ck_assert_str_eq(lines.at[0], changes[_i].line);
}

TEST(a_matched_layout_is_the_same_but_for_ids)
{
    CLEANUP(layout_unrefp)
    struct layout *before = disk_of(&changes[6].before, LABEL_MSDOS, 65536);
    CLEANUP(layout_unrefp)
    struct layout *after = disk_of(&changes[6].after, LABEL_MSDOS, 65536);
    CLEANUP(layout_unrefp) struct layout *matched = match_layout(before, after);
    const struct extent *logical = layout_find_number(matched, 5);

    ck_assert(layout_equal(matched, after));
    ck_assert_uint_eq(layout_find_number(matched, 1)->id,
                      layout_find_number(before, 1)->id);
    ck_assert_uint_eq(logical->parent, layout_find_number(matched, 2)->id);
    ck_assert_int_eq((int)layout_find(matched, logical->ebr)->role, ROLE_EBR);
    ck_assert_ptr_null(layout_find(before, logical->id));
}

/* Ids are independent: an old id must not return as that of a new partition. */
TEST(every_disk_matches_itself_and_no_other)
{
    struct layout *(*const disks[])(void) = { disks_legacy, disks_touching, disks_gpt34,
                                              disks_openbsd, disks_raid };

    for (size_t i = 0; i < ARRAY_SIZE(disks); i++) {
        CLEANUP(layout_unrefp) struct layout *one = disks[i]();
        CLEANUP(layout_unrefp) struct layout *again = disks[i]();
        CLEANUP(layout_unrefp)
        struct layout *other = disks[(i + 1) % ARRAY_SIZE(disks)]();
        CLEANUP(lines_finish) struct lines lines = { 0 };
        match_lines(one, again, &lines);
        ck_assert_uint_eq(lines.count, 0);
        match_lines(one, other, &lines);
        ck_assert_uint_gt(lines.count, 0);
    }
}

TEST(a_disk_of_another_size_is_named)
{
    CLEANUP(layout_unrefp)
    struct layout *before = disk_of(&changes[0].before, LABEL_MSDOS, 65536);
    CLEANUP(layout_unrefp)
    struct layout *after = disk_of(&changes[0].after, LABEL_MSDOS, 131072);
    CLEANUP(lines_finish) struct lines lines = { 0 };

    match_lines(before, after, &lines);
    ck_assert_uint_eq(lines.count, 2); /* and its usable sectors */
    ck_assert_str_eq(lines.at[0], "disk: 65536 x 512 B -> 131072 x 512 B");
}

/* The same table before and after its first entry is cut: the second was damaged. */
TEST(a_damaged_entry_matches_the_partition_that_begins_there)
{
    CLEANUP(layout_unrefp)
    struct layout *after =
        disk_of(&(struct parts){ { PRIMARY(1, 63, 4000), PRIMARY(2, 8192, 4000) }, 2 },
                LABEL_MSDOS, 65536);
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(after);
    CLEANUP(lines_finish) struct lines lines = { 0 };

    layout_builder_find(builder, layout_find_number(after, 1)->id)->length = 9000;
    layout_builder_settle(builder);
    CLEANUP(layout_unrefp) struct layout *before = layout_builder_refinish(builder);
    match_lines(before, after, &lines);
    ck_assert_uint_eq(lines.count, 2);
    ck_assert_str_eq(lines.at[0], "partition 1: size 4.4 MiB -> 2 MiB");
}
