/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_edit_table.c - new and converted tables, sorted numbers, disk ids */
#include <string.h>

#include "model/base/mem.h"
#include "model/edit/edit.h"
#include "support/disks.h"
#include "support/edits.h"
#include "support/test.h"

#define GUID_A "9E1A2D38-C612-4316-AA26-8B49521E5A8B"

static const struct {
    uint64_t size, logical;
    struct edit edit;
    const char *table;
    uint64_t first, last;
    uint32_t entries;
} made[] = {
    /* clang-format off */
    { 1000000, 512, { .label = LABEL_GPT }, "m 0+1, m 1+33, m 999967+33", 34, 999966,
      128 },
    { 1000000, 4096, { .label = LABEL_GPT }, "m 0+1, m 1+5, m 999995+5", 6, 999994,
      128 },
    { 1000000, 512, { .label = LABEL_GPT, .entries = 256 },
      "m 0+1, m 1+65, m 999935+65", 66, 999934, 256 },
    { 1000000, 512, { .label = LABEL_GPT, .entries = 130 },
      "m 0+1, m 1+34, m 999966+34", 35, 999965, 130 },
    { 1000000, 512, { .label = LABEL_GPT, .start = 2048 }, "m 0+1, m 1+33, m 999967+33",
      2048, 999966, 128 },
    { 1000000, 512, { .label = LABEL_GPT, .start = 2048, .length = 4096 },
      "m 0+1, m 1+33, m 999967+33", 2048, 6143, 128 },
    { 1000000, 512, { .label = LABEL_GPT, .entries_lba = 40 },
      "m 0+1, m 1+1, m 40+32, m 999967+33", 72, 999966, 128 },
    { 1000000, 512,
      { .label = LABEL_GPT, .entries = 8, .entries_lba = 2048, .start = 4096 },
      "m 0+1, m 1+1, m 2048+2, m 999997+3", 4096, 999996, 8 },
    { 68, 512, { .label = LABEL_GPT }, "m 0+1, m 1+33, m 35+33", 34, 34, 128 },
    { 1000000, 512, { .label = LABEL_MSDOS }, "m 0+1", 1, 999999, 4 },
    { 2, 512, { .label = LABEL_MSDOS }, "m 0+1", 1, 1, 4 },
    { UINT64_C(6000000000), 512, { .label = LABEL_MSDOS }, "m 0+1", 1, UINT32_MAX, 4 },
    /* clang-format on */
};

TEST_EACH(a_new_table_has_its_own_sectors_and_leaves_the_rest, made)
{
    struct layout *layout = edits_blank(made[_i].size, made[_i].logical);
    struct edit edit = made[_i].edit;
    struct layout *after = edits_do(layout, edit, 0);

    edits_expect(after, made[_i].table);
    ck_assert_int_eq(layout_label(after)->kind, edit.label);
    ck_assert_uint_eq(layout_label(after)->first_usable, made[_i].first);
    ck_assert_uint_eq(layout_label(after)->last_usable, made[_i].last);
    ck_assert_uint_eq(layout_label(after)->entries, made[_i].entries);
    ck_assert_uint_eq(strlen(layout_label(after)->id), edit.label == LABEL_GPT ? 36 : 10);
    layout_unref(after);
    layout_unref(layout);
}

TEST(what_msdos_cannot_address_shows)
{
    struct layout *layout = edits_blank(UINT64_C(6000000000), 512);
    struct edit edit = { .kind = EDIT_NEW_TABLE, .label = LABEL_MSDOS };
    struct layout *after = edits_do(layout, edit, 0);

    ck_assert_int_eq(layout_find_lba(after, UINT64_C(5000000000))->role,
                     ROLE_UNADDRESSABLE);
    layout_unref(after);
    layout_unref(layout);
}

static const struct {
    uint64_t size;
    struct edit edit;
    enum refusal refusal;
    const char *sentence;
} refused[] = {
    /* clang-format off */
    { 67, { .label = LABEL_GPT },
      REFUSAL_DISK_TOO_SMALL_FOR_GPT,
      "This disk is too small for a GPT: it has 67 sectors." },
    { 1, { .label = LABEL_GPT }, REFUSAL_DISK_TOO_SMALL_FOR_GPT,
      "This disk is too small for a GPT" },
    { 1, { .label = LABEL_MSDOS }, REFUSAL_DISK_TOO_SMALL_FOR_MSDOS,
      "This disk is too small for an msdos table" },
    { 1000, { .label = LABEL_BSD }, REFUSAL_NEW_TABLE_KIND,
      "A new table is a gpt or an msdos one" },
    { 10000, { .label = LABEL_GPT, .entries = 1025 }, REFUSAL_GPT_TOO_MANY_ENTRIES,
      "at most 1024 are made" },
    { 10000, { .label = LABEL_GPT, .entries_lba = 1 }, REFUSAL_GPT_ENTRIES_PLACE,
      "cannot begin at sector 1: they" },
    { 10000, { .label = LABEL_GPT, .entries_lba = 9935 },
      REFUSAL_GPT_ENTRIES_PLACE,
      "cannot begin at sector 9935: they lie within sectors 2 to 9965." },
    { 10000, { .label = LABEL_GPT, .entries_lba = 40, .start = 71 },
      REFUSAL_GPT_USABLE_RANGE, "cannot be sectors 71" },
    { 10000, { .label = LABEL_GPT, .start = 33 }, REFUSAL_GPT_USABLE_RANGE,
      "cannot be sectors 33 to 9966: it lies within 34 to 9966." },
    { 10000, { .label = LABEL_GPT, .start = 34, .length = 9934 },
      REFUSAL_GPT_USABLE_RANGE, "cannot be sectors" },
    { 10000, { .label = LABEL_GPT, .start = 34, .length = UINT64_MAX },
      REFUSAL_GPT_USABLE_RANGE, "cannot be sectors" },
    { 10000, { .label = LABEL_GPT, .start = 9967 }, REFUSAL_GPT_USABLE_RANGE,
      "cannot be sectors" },
    { 10000, { .label = LABEL_GPT, .uuid = "0x12" }, REFUSAL_DISK_ID_NOT_POSSIBLE,
      "'0x12' is no disk id of a GPT" },
    { 10000, { .label = LABEL_MSDOS, .uuid = "0x0" }, REFUSAL_DISK_ID_NOT_POSSIBLE,
      "is no disk id of an msdos" },
    /* clang-format on */
};

TEST_EACH(a_table_that_cannot_be_is_refused_with_the_reason, refused)
{
    struct layout *layout = edits_blank(refused[_i].size, 512);

    edits_refuse(layout, refused[_i].edit, 0, refused[_i].refusal, refused[_i].sentence);
    layout_unref(layout);
}

static struct layout *(*const examples[])(void) = {
    disks_legacy, disks_touching, disks_gpt34, disks_openbsd, disks_4kn, disks_jumper,
};

TEST_EACH(a_new_table_has_nothing_of_the_old_one, examples)
{
    struct layout *layout = edits_noted(examples[_i](), NOTE_GPT_PRIMARY_DAMAGED);
    struct edit edit = { .kind = EDIT_NEW_TABLE, .label = LABEL_GPT, .uuid = GUID_A };
    struct layout *after = edits_do(layout, edit, 0);

    ck_assert_uint_eq(layout_note_count(after), 0);
    ck_assert_str_eq(layout_label(after)->id, GUID_A);
    for (size_t i = 0; i < layout_count(after); i++) {
        ck_assert(!extent_is_partition(layout_at(after, i)));
        ck_assert_ptr_null(layout_find(layout, layout_at(after, i)->id));
    }
    layout_unref(after);
    layout_unref(layout);
}

static const struct disks_part five[] = {
    /* clang-format off */
    { .kind = EXTENT_PARTITION, .number = 1, .start = 2048, .length = 1000 },
    { .kind = EXTENT_PARTITION, .number = 2, .start = 4096, .length = 1000 },
    { .kind = EXTENT_PARTITION, .number = 9, .start = 8192, .length = 1000 },
    { .kind = EXTENT_PARTITION, .number = 4, .start = 16384, .length = 1000 },
    { .kind = EXTENT_PARTITION, .number = 5, .start = 17385, .length = 1000,
      .inside = INSIDE_EXT },
    /* clang-format on */
};

static struct layout *gpt_of(size_t count)
{
    struct disks_spec spec = {
        .size = 100000, .label = LABEL_GPT, .parts = five, .count = count
    };

    return disks_build(&spec);
}

static struct layout *gpt_of_three(void)
{
    return gpt_of(3);
}

static struct layout *gpt_of_five(void)
{
    return gpt_of(5);
}

/* The second one ends beyond the range of msdos. */
static struct layout *beyond_msdos(void)
{
    static const struct disks_part parts[] = {
        { .kind = EXTENT_PARTITION, .number = 1, .start = 2048, .length = 1000 },
        { .kind = EXTENT_PARTITION,
          .number = 2,
          .start = UINT64_C(4000000000),
          .length = UINT64_C(1000000000),
          .inside = INSIDE_EXT },
    };
    struct disks_spec spec = { .size = UINT64_C(6000000000),
                               .label = LABEL_MSDOS,
                               .parts = parts,
                               .count = ARRAY_SIZE(parts) };

    return edits_noted(disks_build(&spec), NOTE_MSDOS_END_BEYOND_32_BITS);
}

/* clang-format off */
#define TO_GPT   { .kind = EDIT_CONVERT, .label = LABEL_GPT }
#define TO_MSDOS { .kind = EDIT_CONVERT, .label = LABEL_MSDOS }
/* clang-format on */

static const struct {
    struct layout *(*disk)(void);
    struct edit edit;
    const char *table;
} converted[] = {
    { edits_msdos, TO_GPT,
      "m 0+1, m 1+33, p1 2048+100000, p2 204800+10000, p5 302048+50000, p6 400000+50000, "
      "p7 500000+50000, m 999967+33" },
    { beyond_msdos, TO_GPT,
      "m 0+1, m 1+33, p1 2048+1000, p2 4000000000+1000000000, m 5999999967+33" },
    { gpt_of_three, TO_MSDOS, "m 0+1, p1 2048+1000, p2 4096+1000, p3 8192+1000" },
    /* The container has the free number, the EBR a free sector. */
    { gpt_of_five, TO_MSDOS,
      "m 0+1, p1 2048+1000, p2 4096+1000, p3 8192+1000, x4 14336+4049, e 14336+1, "
      "l5 16384+1000@14336, e 17384+1, l6 17385+1000@17384" },
    { disks_gpt34, TO_MSDOS, "m 0+1, p1 34+3907029101" },
};

TEST_EACH(a_converted_table_has_its_partitions_where_they_were, converted)
{
    struct layout *layout = converted[_i].disk();
    struct layout *after = edits_do(layout, converted[_i].edit, 0);

    edits_expect(after, converted[_i].table);
    ck_assert_int_eq(layout_label(after)->kind, converted[_i].edit.label);
    ck_assert_uint_eq(layout_note_count(after), 0);
    layout_unref(after);
    layout_unref(layout);
}

static struct layout *no_room_for_an_ebr(void)
{
    struct layout *layout = gpt_of_five();
    struct layout *moved = edits_do(
        layout, (struct edit){ .kind = EDIT_RESIZE, .start = 16384, .length = 1001 }, 4);

    layout_unref(layout);
    return moved;
}

static struct layout *busy_fifth(void)
{
    return edits_used(gpt_of_five(), 5, USE_MOUNT, "/home");
}

static struct layout *busy_ninth(void)
{
    return edits_used(gpt_of_three(), 9, USE_MOUNT, "/home");
}

static const struct {
    struct layout *(*disk)(void);
    struct edit edit;
    enum refusal refusal;
    const char *sentence;
} unconverted[] = {
    { disks_openbsd, TO_GPT, REFUSAL_CONVERT_GPT_NO_SPACE,
      "A GPT needs sectors 1953525135 to 1953525167, and partition 4 ends at sector "
      "1953525167: 33 sectors are missing." },
    { disks_touching, TO_GPT, REFUSAL_CONVERT_GPT_NO_SPACE,
      "A GPT needs sectors 8388575 to 8388607, and partition 6 ends at sector 8388607: "
      "33 sectors are missing." },
    { edits_msdos, TO_MSDOS, REFUSAL_CONVERT_SAME_KIND,
      "The table is of kind msdos already." },
    { edits_gpt, TO_GPT, REFUSAL_CONVERT_SAME_KIND, "The table is of kind gpt already." },
    { edits_gpt,
      { .kind = EDIT_CONVERT, .label = LABEL_SUN },
      REFUSAL_NEW_TABLE_KIND,
      "A new table is a gpt or" },
    { disks_raid, TO_MSDOS, REFUSAL_CONVERT_MSDOS_NOT_POSSIBLE,
      "Partition 4 ends at sector 5860532223: an msdos table addresses sectors up to "
      "4294967295." },
    { no_room_for_an_ebr, TO_MSDOS, REFUSAL_CONVERT_NO_SECTOR_FOR_EBR,
      "There are 5 partitions and the MBR has 4 entries: partition 5 would become a "
      "logical one, but no sector before it is free for its EBR." },
    { busy_fifth, TO_MSDOS, REFUSAL_EDIT_IN_USE,
      "Partition 5 would become partition 6. Partition 5 is mounted on /home" },
    { busy_ninth, TO_MSDOS, REFUSAL_EDIT_IN_USE,
      "Partition 9 would become partition 3. Partition 9 is mounted on /home" },
};

TEST_EACH(a_table_that_cannot_become_the_other_says_why, unconverted)
{
    struct layout *layout = unconverted[_i].disk();

    edits_refuse(layout, unconverted[_i].edit, 0, unconverted[_i].refusal,
                 unconverted[_i].sentence);
    layout_unref(layout);
}

/* One partition of an msdos disk of 100000 sectors. */
static const struct {
    uint64_t start, end;
    const char *sentence; /* NULL: it becomes a GPT */
} ends[] = {
    { 34, 99967, NULL },
    { 33, 99967,
      "A GPT needs sectors 0 to 33, and partition 1 starts at sector 33: 1 sector is "
      "missing." },
    { 8, 99967,
      "A GPT needs sectors 0 to 33, and partition 1 starts at sector 8: 26 sectors are "
      "missing." },
    { 34, 99968,
      "A GPT needs sectors 99967 to 99999, and partition 1 ends at sector 99967: 1 "
      "sector is missing." },
};

TEST_EACH(a_gpt_needs_its_sectors_at_both_ends, ends)
{
    struct disks_part parts[] = {
        { .kind = EXTENT_PARTITION,
          .number = 1,
          .start = ends[_i].start,
          .length = ends[_i].end - ends[_i].start },
    };
    struct disks_spec spec = {
        .size = 100000, .label = LABEL_MSDOS, .parts = parts, .count = 1
    };
    struct layout *layout = disks_build(&spec);

    if (ends[_i].sentence)
        edits_refuse(layout, (struct edit)TO_GPT, 0, REFUSAL_CONVERT_GPT_NO_SPACE,
                     ends[_i].sentence);
    else
        layout_unref(edits_do(layout, (struct edit)TO_GPT, 0));
    layout_unref(layout);
}

TEST(msdos_addresses_up_to_its_last_sector)
{
    struct disks_part parts[] = {
        { .kind = EXTENT_PARTITION, .number = 1, .start = 2048 },
    };
    struct disks_spec spec = {
        .size = UINT64_C(6000000000), .label = LABEL_GPT, .parts = parts, .count = 1
    };

    for (uint64_t end = UINT64_C(4294967296); end < UINT64_C(4294967298); end++) {
        parts[0].length = end - 2048;
        struct layout *layout = disks_build(&spec);
        if (end == UINT64_C(4294967296))
            layout_unref(edits_do(layout, (struct edit)TO_MSDOS, 0));
        else
            edits_refuse(layout, (struct edit)TO_MSDOS, 0,
                         REFUSAL_CONVERT_MSDOS_NOT_POSSIBLE, "ends at sector 4294967296");
        layout_unref(layout);
    }
}

TEST(what_msdos_does_not_have_is_left)
{
    struct layout *layout = edits_gpt();
    static const struct edit edits[] = {
        { .kind = EDIT_NAME, .name = "root" },
        { .kind = EDIT_BOOT, .is_bootable = true },
        { .kind = EDIT_CONVERT, .label = LABEL_MSDOS },
    };

    for (size_t i = 0; i < ARRAY_SIZE(edits); i++)
        for (unsigned number = 1; number <= (i < 2 ? 2 : 1); number++) {
            struct layout *after = edits_do(layout, edits[i], number);
            layout_unref(layout);
            layout = after;
        }
    ck_assert_str_eq(layout_find_number(layout, 1)->name, "");
    ck_assert_uint_eq(layout_find_number(layout, 1)->attributes, 0);
    ck_assert(layout_find_number(layout, 1)->is_bootable);
    ck_assert(!layout_find_number(layout, 2)->is_bootable);
    layout_unref(layout);
}

TEST(types_and_flags_go_over_as_far_as_there_are_such)
{
    struct layout *layout = edits_msdos();
    struct layout *gpt = edits_do(layout, (struct edit)TO_GPT, 0);
    const struct extent *first = layout_find_number(gpt, 1);

    ck_assert_str_eq(first->type, "0FC63DAF-8483-4772-8E79-3D69D8477DE4");
    ck_assert_uint_eq(first->attributes, 4);
    ck_assert(first->is_bootable);
    ck_assert_uint_eq(first->id, layout_find_number(layout, 1)->id);
    ck_assert_str_ne(first->uuid, layout_find_number(gpt, 2)->uuid);
    struct layout *back = edits_do(gpt, (struct edit)TO_MSDOS, 0);
    first = layout_find_number(back, 1);
    ck_assert_str_eq(first->type, "83");
    ck_assert_uint_eq(first->attributes, 0);
    ck_assert(first->is_bootable);
    ck_assert_uint_eq(strlen(first->uuid), 11);
    ck_assert_ptr_eq(strstr(layout_label(back)->id, "0x"), layout_label(back)->id);
    layout_unref(back);
    layout_unref(gpt);
    layout_unref(layout);
}

TEST(a_disk_in_use_can_be_converted_where_all_keep_their_numbers)
{
    struct layout *layout = edits_used(edits_msdos(), 7, USE_MOUNT, "/home");

    layout_unref(edits_do(layout, (struct edit)TO_GPT, 0));
    layout_unref(layout);
}

static const struct disks_part unsorted[] = {
    { .kind = EXTENT_PARTITION, .number = 4, .start = 2048, .length = 1000 },
    { .kind = EXTENT_PARTITION, .number = 2, .start = 4096, .length = 1000 },
    { .kind = EXTENT_EXTENDED, .number = 1, .start = 10000, .length = 50000 },
    { .kind = EXTENT_METADATA, .role = ROLE_EBR, .start = 12000, .length = 1 },
    { .kind = EXTENT_LOGICAL, .number = 6, .start = 12100, .length = 1000 },
    { .kind = EXTENT_METADATA, .role = ROLE_EBR, .start = 20000, .length = 1 },
    { .kind = EXTENT_LOGICAL, .number = 7, .start = 20100, .length = 1000 },
    { .kind = EXTENT_METADATA, .role = ROLE_EBR, .start = 10000, .length = 1 },
    { .kind = EXTENT_LOGICAL, .number = 5, .start = 30000, .length = 1000 },
};

/* Entry 3 of the MBR stays unused; the first EBR describes the first logical. */
TEST(numbers_of_msdos_are_sorted_each_kind_for_itself)
{
    struct disks_spec spec = { .size = 100000,
                               .label = LABEL_MSDOS,
                               .parts = unsorted,
                               .count = ARRAY_SIZE(unsorted) };
    struct layout *layout = disks_build(&spec);
    struct edit edit = { .kind = EDIT_SORT };
    struct layout *after = edits_do(layout, edit, 0);

    edits_expect(after, "m 0+1, p1 2048+1000, p2 4096+1000, x4 10000+50000, e 10000+1, "
                        "e 12000+1, l5 12100+1000@10000, e 20000+1, "
                        "l6 20100+1000@12000, l7 30000+1000@20000");
    ck_assert_str_eq(layout_find_number(after, 1)->uuid, "5a3c9d21-01");
    edits_refuse(after, edit, 0, REFUSAL_SORTED_ALREADY,
                 "The numbers are in the order of the disk already.");
    layout_unref(after);
    layout = edits_used(layout, 7, USE_MOUNT, "/home");
    edits_refuse(layout, edit, 0, REFUSAL_EDIT_IN_USE,
                 "Partition 7 would become partition 6. Partition 7 is "
                 "mounted on /home");
    layout_unref(layout);
}

TEST(numbers_of_a_gpt_are_sorted_from_1_on)
{
    struct layout *layout = gpt_of_five();
    struct edit edit = { .kind = EDIT_SORT };
    struct layout *after = edits_do(layout, edit, 0);

    edits_expect(after, "m 0+1, m 1+33, p1 2048+1000, p2 4096+1000, p3 8192+1000, "
                        "p4 16384+1000, p5 17385+1000, m 99967+33");
    layout_unref(after);
    /* Only partitions with a new number must not be in use. */
    layout = edits_used(layout, 5, USE_MOUNT, "/home");
    layout_unref(edits_do(layout, edit, 0));
    layout = edits_used(layout, 9, USE_MOUNT, "/srv");
    edits_refuse(layout, edit, 0, REFUSAL_EDIT_IN_USE,
                 "Partition 9 would become partition 3.");
    layout_unref(layout);
}

TEST(a_new_disk_id_of_msdos_is_in_each_uuid)
{
    struct layout *layout = edits_msdos();
    struct edit edit = { .kind = EDIT_DISK_ID, .uuid = "0xDEADBEEF" };
    struct layout *after = edits_do(layout, edit, 0);

    ck_assert_str_eq(layout_label(after)->id, "0xdeadbeef");
    ck_assert_str_eq(layout_find_number(after, 1)->uuid, "deadbeef-01");
    ck_assert_str_eq(layout_find_number(after, 7)->uuid, "deadbeef-07");
    layout_unref(after);
    edit.uuid[0] = '\0';
    after = edits_do(layout, edit, 0);
    ck_assert_str_ne(layout_label(after)->id, layout_label(layout)->id);
    layout_unref(after);
    strcpy(edit.uuid, GUID_A);
    edits_refuse(layout, edit, 0, REFUSAL_DISK_ID_NOT_POSSIBLE,
                 "is no disk id of an msdos table");
    layout_unref(layout);
}

TEST(a_new_disk_id_of_a_gpt_is_a_guid)
{
    struct layout *layout = edits_gpt();
    struct edit edit = { .kind = EDIT_DISK_ID,
                         .uuid = "9e1a2d38-c612-4316-aa26-8b49521e5a8b" };
    struct layout *after = edits_do(layout, edit, 0);

    ck_assert_str_eq(layout_label(after)->id, GUID_A);
    layout_unref(after);
    strcpy(edit.uuid, "00000000-0000-0000-0000-000000000000");
    edits_refuse(layout, edit, 0, REFUSAL_DISK_ID_NOT_POSSIBLE, "is no disk id of a GPT");
    layout_unref(layout);
}
