/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_delta.c - differences between two layouts as rows and lines */
#include "model/edit/delta.h"

#include <stdlib.h>
#include <string.h>

#include "model/base/mem.h"
#include "support/disks.h"
#include "support/edits.h"
#include "support/test.h"

#define GUID_A "9E1A2D38-C612-4316-AA26-8B49521E5A8B"

static const unsigned all_fields = (DIFF_KIND << 1) - 1;

static const struct {
    bool is_gpt;
    unsigned number;
    struct edit edit;
    unsigned fields; /* of that partition */
    const char *line;
} rows[] = {
    /* clang-format off */
    { true, 2, { .kind = EDIT_RESIZE, .start = 204800, .length = 20000 }, DIFF_LENGTH,
      "partition 2: size 4.9 MiB -> 9.8 MiB" },
    { true, 2, { .kind = EDIT_RESIZE, .start = 206848, .length = 10000 }, DIFF_START,
      "partition 2: start 204800 -> 206848, size 4.9 MiB unchanged" },
    { true, 2, { .kind = EDIT_RESIZE, .start = 206848, .length = 20480 },
      DIFF_START | DIFF_LENGTH,
      "partition 2: start 204800 -> 206848, size 4.9 MiB -> 10 MiB" },
    { true, 2, { .kind = EDIT_RESIZE, .start = 204800, .length = 1 }, DIFF_LENGTH,
      "partition 2: size 4.9 MiB -> 512 B" },
    { true, 2, { .kind = EDIT_RESIZE, .start = 204800, .length = 12047 }, DIFF_LENGTH,
      "partition 2: size 10000 -> 12047 sectors" },
    { true, 2, { .kind = EDIT_RESIZE, .start = 204800, .length = 12048 }, DIFF_LENGTH,
      "partition 2: size 4.9 MiB -> 5.9 MiB" },
    { false, 2, { .kind = EDIT_TYPE, .type = "8e" }, DIFF_TYPE,
      "partition 2: type Linux -> Linux LVM" },
    { true, 2, { .kind = EDIT_NAME, .name = "root" }, DIFF_NAME,
      "partition 2: name '' -> 'root'" },
    { true, 2, { .kind = EDIT_UUID, .uuid = GUID_A }, DIFF_UUID,
      "partition 2: UUID " GUID_A },
    { true, 2, { .kind = EDIT_ATTRIBUTES, .attributes = 1 }, DIFF_ATTRIBUTES,
      "partition 2: attributes 0 -> 1" },
    { true, 2, { .kind = EDIT_BOOT, .is_bootable = true }, DIFF_ATTRIBUTES | DIFF_BOOT,
      "partition 2: attributes 0 -> 4, bootable" },
    { false, 1, { .kind = EDIT_BOOT }, DIFF_BOOT, "partition 1: bootable no longer" },
    { true, 5, { .kind = EDIT_SORT }, DIFF_NUMBER, "partition 5: number 5 -> 4" },
    { true, 2, { .kind = EDIT_DELETE }, 511,
      "partition 2: deleted, sectors 204800 to 214799, 4.9 MiB, Linux file system" },
    { true, 0, { .kind = EDIT_CREATE, .id = EDIT_ID_FIRST, .extent = EXTENT_PARTITION,
                 .start = 409600, .length = 2048 }, 511,
      "partition 4: new, sectors 409600 to 411647, 1 MiB, Linux file system" },
    { true, 0, { .kind = EDIT_CREATE, .id = EDIT_ID_FIRST, .extent = EXTENT_PARTITION,
                 .start = 409600, .length = 2048, .name = "root" }, 511,
      "partition 4: new, sectors 409600 to 411647, 1 MiB, Linux file system, "
      "'root'" },
    { true, 0, { .kind = EDIT_DISK_ID, .uuid = GUID_A }, 0,
      "disk id: 1F6C2E7A-94B3-4D0E-A5C8-6B7D3E21F049 -> " GUID_A },
    { false, 6, { .kind = EDIT_CONVERT, .label = LABEL_GPT, .uuid = GUID_A },
      DIFF_KIND | DIFF_TYPE | DIFF_UUID, "table: msdos -> gpt, disk id " GUID_A },
    /* clang-format on */
};

TEST_EACH(each_edit_shows_in_its_fields_and_its_line, rows)
{
    struct layout *before = rows[_i].is_gpt ? edits_gpt() : edits_msdos();
    struct edit edit = edits_on(before, rows[_i].edit, rows[_i].number);
    struct layout *after = edits_do(before, edit, 0);
    uint32_t id =
        rows[_i].number ? layout_find_number(before, rows[_i].number)->id : EDIT_ID_FIRST;
    struct lines lines = { 0 };

    ck_assert(!delta_is_empty(before, after));
    ck_assert(delta_is_empty(before, before));
    ck_assert(delta_is_empty(after, after));
    ck_assert_uint_eq(delta_of(before, after, id), rows[_i].fields);
    ck_assert_uint_eq(delta_of(after, before, id), rows[_i].fields);
    delta_lines(before, after, &lines);
    ck_assert_uint_gt(lines.count, 0);
    ck_assert_str_eq(lines.at[0], rows[_i].line);
    lines_finish(&lines);
    delta_lines(after, after, &lines);
    ck_assert_uint_eq(lines.count, 0);
    layout_unref(after);
    layout_unref(before);
}

/* 2 is replaced by a new one, 5 stays, logicals come after their container. */
TEST(rows_stand_in_the_order_of_the_disk_with_what_is_gone)
{
    struct layout *before = edits_msdos();
    struct layout *between = edits_do(before, (struct edit){ .kind = EDIT_DELETE }, 2);
    struct layout *last = edits_do(between, (struct edit){ .kind = EDIT_DELETE }, 6);
    struct edit edit = { .kind = EDIT_CREATE,
                         .id = EDIT_ID_FIRST,
                         .extent = EXTENT_PARTITION,
                         .start = 204800,
                         .length = 100 };
    struct layout *after = edits_do(last, edit, 0);
    static const struct {
        uint64_t before, after; /* starts; 0: not there */
        unsigned fields;
    } wanted[] = {
        { 2048, 2048, 0 },
        { 204800, 0, 511 },
        { 0, 204800, 511 },
        { 300000, 300000, 0 },
        { 302048, 302048, 0 },
        { 400000, 0, 511 },
        { 500000, 500000, DIFF_NUMBER | DIFF_UUID },
    };
    struct delta_row *list;

    ck_assert_uint_eq(delta_rows(before, after, &list), ARRAY_SIZE(wanted));
    for (size_t i = 0; i < ARRAY_SIZE(wanted); i++) {
        ck_assert_uint_eq(list[i].before ? list[i].before->start : 0, wanted[i].before);
        ck_assert_uint_eq(list[i].after ? list[i].after->start : 0, wanted[i].after);
        ck_assert_uint_eq(list[i].fields, wanted[i].fields);
    }
    ck_assert_uint_eq(all_fields, 511);
    free(list);
    layout_unref(after);
    layout_unref(last);
    layout_unref(between);
    layout_unref(before);
}

TEST(a_new_table_replaces_every_partition)
{
    struct layout *before = edits_gpt();
    struct layout *after =
        edits_do(before, (struct edit){ .kind = EDIT_NEW_TABLE, .label = LABEL_GPT }, 0);
    struct delta_row *list;
    struct lines lines = { 0 };

    ck_assert_uint_eq(delta_rows(before, after, &list), 4);
    for (size_t i = 0; i < 4; i++)
        ck_assert(list[i].before && !list[i].after);
    delta_lines(before, after, &lines);
    ck_assert_uint_eq(lines.count, 5);
    ck_assert_ptr_nonnull(strstr(lines.at[0], "disk id: 1F6C2E7A"));
    ck_assert_str_eq(lines.at[1], "partition 1: deleted, sectors 2048 to 102047, ext4, "
                                  "48.8 MiB, Linux file system");
    lines_finish(&lines);
    free(list);
    layout_unref(after);
    layout_unref(before);
}

/* libparted tells no type of the partitions of these. */
static const enum label_kind untyped[] = { LABEL_LOOP, LABEL_AMIGA, LABEL_PC98 };

TEST_EACH(a_partition_without_a_type_ends_in_no_comma, untyped)
{
    struct disks_part part = {
        .kind = EXTENT_PARTITION, .number = 1, .start = 2048, .length = 196608, .type = ""
    };
    struct disks_spec spec = {
        .size = 204800, .label = untyped[_i], .parts = &part, .count = 1
    };
    struct edit edit = { .kind = EDIT_NEW_TABLE, .label = LABEL_MSDOS };
    CLEANUP(layout_unrefp) struct layout *before = disks_build(&spec);
    CLEANUP(layout_unrefp) struct layout *after = edits_do(before, edit, 0);
    CLEANUP(lines_finish) struct lines lines = { 0 };

    delta_lines(before, after, &lines);
    ck_assert_uint_eq(lines.count, 2);
    ck_assert_str_eq(lines.at[1], "partition 1: deleted, sectors 2048 to 198655, 96 MiB");
}

TEST(a_repair_is_a_difference_that_no_partition_shows)
{
    struct layout *before = edits_noted(edits_gpt(), NOTE_GPT_BACKUP_DAMAGED);
    struct edit edit = { .kind = EDIT_REPAIR, .repair = REPAIR_GPT_BACKUP };
    struct layout *after = edits_do(before, edit, 0);
    struct lines lines = { 0 };

    ck_assert(!delta_is_empty(before, after));
    delta_lines(before, after, &lines);
    ck_assert_uint_eq(lines.count, 1);
    ck_assert_str_eq(lines.at[0], "cured: Note gpt-backup-damaged.");
    lines_finish(&lines);
    layout_unref(after);
    layout_unref(before);
}

/* A logical keeps its range, but the link to it changes. */
TEST(an_ebr_in_another_place_is_a_difference)
{
    struct layout *before = edits_msdos();
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(before);

    layout_builder_find(builder, layout_find_number(before, 6)->ebr)->start = 398000;
    CLEANUP(layout_unrefp) struct layout *after = layout_builder_refinish(builder);
    ck_assert(!delta_is_empty(before, after));
    ck_assert(!delta_is_empty(after, before));
    layout_unref(before);
}

TEST(users_and_contents_are_no_difference)
{
    struct layout *before = edits_gpt();
    struct layout *after = edits_used(edits_gpt(), 1, USE_MOUNT, "/");

    after = edits_filled(after, 2, CONTENT_FOUND, INSIDE_EXT, 4096);
    ck_assert(delta_is_empty(before, after));
    layout_unref(after);
    layout_unref(before);
}

static const enum note_id outside[] = { NOTE_KERNEL_DIFFERS, NOTE_PARTED_FAILED,
                                        NOTE_PARTED_MISSING, NOTE_PLACE_UNKNOWN };

/* The kernel may have read the table in the meantime, and no change of the table installs
 * libparted. */
TEST_EACH(what_is_known_of_the_system_is_no_difference, outside)
{
    struct layout *before = edits_noted(edits_gpt(), outside[_i]);
    struct layout *after = edits_gpt();
    struct lines lines = { 0 };

    ck_assert(delta_is_empty(before, after));
    delta_lines(before, after, &lines);
    ck_assert_uint_eq(lines.count, 0);
    lines_finish(&lines);
    layout_unref(after);
    layout_unref(before);
}

/* An entry of partition 2 that overlaps 1, and both after CURE. */
static struct layout *overlapping(uint64_t length)
{
    CLEANUP(layout_unrefp) struct layout *layout = edits_gpt();
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(layout);

    layout_builder_find(builder, layout_find_number(layout, 1)->id)->length = length;
    layout_builder_settle(builder);
    return layout_builder_refinish(builder);
}

TEST(an_entry_that_is_damaged_no_more_is_the_same_one)
{
    CLEANUP(layout_unrefp) struct layout *before = overlapping(203000);
    CLEANUP(layout_unrefp) struct layout *after = overlapping(2048);
    CLEANUP(lines_finish) struct lines lines = { 0 };

    ck_assert_uint_gt(layout_damaged_count(before), 0);
    delta_lines(before, after, &lines);
    ck_assert_uint_eq(lines.count, 2);
    ck_assert_str_eq(lines.at[0], "partition 1: size 99.1 MiB -> 1 MiB");
    ck_assert(!strncmp(lines.at[1], "cured: The entry of partition 2", 31));
}

TEST(a_damaged_entry_that_is_dropped_is_deleted)
{
    CLEANUP(layout_unrefp) struct layout *before = overlapping(203000);
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(before);
    CLEANUP(lines_finish) struct lines lines = { 0 };

    layout_builder_remove(builder, layout_find_entry(before, 2)->id);
    CLEANUP(layout_unrefp) struct layout *after = layout_builder_refinish(builder);
    delta_lines(before, after, &lines);
    ck_assert_uint_ge(lines.count, 1);
    ck_assert(!strncmp(lines.at[0], "partition 2: deleted, sectors 204800", 36));
}
