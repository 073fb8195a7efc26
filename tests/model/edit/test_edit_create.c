/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_edit_create.c - creating and deleting partitions */
#include <string.h>

#include "model/base/mem.h"
#include "model/edit/edit.h"
#include "model/edit/position.h"
#include "support/disks.h"
#include "support/edits.h"
#include "support/test.h"

#define NEW(what, from, sectors, ...)                                                    \
    {                                                                                    \
        .kind = EDIT_CREATE, .id = EDIT_ID_FIRST, .extent = EXTENT_##what,               \
        .start = from, .length = sectors, __VA_ARGS__                                    \
    }

#define GPT_BEFORE "m 0+1, m 1+33, p1 2048+100000, p2 204800+10000, p3 300000+50000"
#define MSDOS_LOGICALS                                                                   \
    "e 300000+1, l5 302048+50000@300000, e 397952+1, l6 400000+50000@397952, "           \
    "e 497952+1, l7 500000+50000@497952"

static struct layout *empty_container(void)
{
    static const struct disks_part parts[] = {
        { .kind = EXTENT_EXTENDED, .number = 2, .start = 2048, .length = 100000 },
        { .kind = EXTENT_METADATA, .role = ROLE_EBR, .start = 2048, .length = 1 },
    };
    struct disks_spec spec = {
        .size = 1000000, .label = LABEL_MSDOS, .parts = parts, .count = ARRAY_SIZE(parts)
    };

    return disks_build(&spec);
}

static struct layout *empty_msdos(void)
{
    struct disks_spec spec = { .size = 1000000, .label = LABEL_MSDOS };

    return disks_build(&spec);
}

/* Of the entries of the MBR those with a bit in ODD name no sectors, but are not blank.
 */
static struct layout *odd_msdos(unsigned odd)
{
    CLEANUP(layout_unrefp) struct layout *empty = empty_msdos();
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(empty);

    layout_builder_label(builder)->odd_slots = odd;
    return layout_builder_refinish(builder);
}

static struct layout *third_alone(void)
{
    return odd_msdos(1 << 0 | 1 << 1 | 1 << 3);
}

static struct layout *none_blank(void)
{
    return odd_msdos(0xf);
}

static struct layout *huge_msdos(void)
{
    struct disks_spec spec = { .size = UINT64_C(6000000000), .label = LABEL_MSDOS };

    return disks_build(&spec);
}

static const struct {
    struct layout *(*disk)(void);
    struct edit edit;
    const char *table;
} created[] = {
    { edits_gpt, NEW(PARTITION, 409600, 100),
      GPT_BEFORE ", p5 400000+5000, p4 409600+100, m 999967+33" },
    { edits_gpt, NEW(PARTITION, 409600, 100, .number = 100),
      GPT_BEFORE ", p5 400000+5000, p100 409600+100, m 999967+33" },
    /* To the first and last usable sector, and exactly between two partitions. */
    { edits_gpt, NEW(PARTITION, 34, 2014),
      "m 0+1, m 1+33, p4 34+2014, p1 2048+100000, p2 204800+10000, p3 300000+50000, "
      "p5 400000+5000, m 999967+33" },
    { edits_gpt, NEW(PARTITION, 405000, 594967),
      GPT_BEFORE ", p5 400000+5000, p4 405000+594967, m 999967+33" },
    { edits_gpt, NEW(PARTITION, 350000, 50000),
      GPT_BEFORE ", p4 350000+50000, p5 400000+5000, m 999967+33" },
    { empty_msdos, NEW(PARTITION, 1, 999999), "m 0+1, p1 1+999999" },
    { empty_msdos, NEW(PARTITION, 2048, 100, .number = 3), "m 0+1, p3 2048+100" },
    { empty_msdos, NEW(EXTENDED, 2048, 100), "m 0+1, x1 2048+100, e 2048+1" },
    { empty_msdos, NEW(PARTITION, 2048, 100, .type = "0"), "m 0+1, p1 2048+100" },
    /* Slots that are not blank are left out. */
    { third_alone, NEW(PARTITION, 2048, 100), "m 0+1, p3 2048+100" },
    { huge_msdos, NEW(PARTITION, 4294967295, 1), "m 0+1, p1 4294967295+1" },
    /* The first logical uses the existing EBR. */
    { empty_container, NEW(LOGICAL, 2049, 99999),
      "m 0+1, x2 2048+100000, e 2048+1, l5 2049+99999@2048" },
    { empty_container, NEW(LOGICAL, 50000, 10),
      "m 0+1, x2 2048+100000, e 2048+1, l5 50000+10@2048" },
    /* The EBR is a grain before it, or in the sector before it; the logical is the last
     * of the chain. */
    { edits_msdos, NEW(LOGICAL, 600000, 100),
      "m 0+1, p1 2048+100000, p2 204800+10000, x3 300000+400000, " MSDOS_LOGICALS
      ", e 597952+1, l8 600000+100@597952" },
    { edits_msdos, NEW(LOGICAL, 552048, 100),
      "m 0+1, p1 2048+100000, p2 204800+10000, x3 300000+400000, " MSDOS_LOGICALS
      ", e 550000+1, l8 552048+100@550000" },
    { edits_msdos, NEW(LOGICAL, 551000, 100, .number = 8),
      "m 0+1, p1 2048+100000, p2 204800+10000, x3 300000+400000, " MSDOS_LOGICALS
      ", e 550999+1, l8 551000+100@550999" },
    { edits_msdos, NEW(LOGICAL, 300002, 2045),
      "m 0+1, p1 2048+100000, p2 204800+10000, x3 300000+400000, e 300000+1, "
      "e 300001+1, l8 300002+2045@300001, l5 302048+50000@300000, e 397952+1, "
      "l6 400000+50000@397952, e 497952+1, l7 500000+50000@497952" },
    /* Inside the chain; the EBR at the container's start describes the first one. */
    { edits_msdos, NEW(LOGICAL, 600000, 100, .number = 6),
      "m 0+1, p1 2048+100000, p2 204800+10000, x3 300000+400000, e 300000+1, "
      "l5 302048+50000@300000, e 397952+1, l7 400000+50000@397952, e 497952+1, "
      "l8 500000+50000@497952, e 597952+1, l6 600000+100@597952" },
    { edits_msdos, NEW(LOGICAL, 600000, 100, .number = 5),
      "m 0+1, p1 2048+100000, p2 204800+10000, x3 300000+400000, e 300000+1, "
      "e 302047+1, l6 302048+50000@302047, e 397952+1, l7 400000+50000@397952, "
      "e 497952+1, l8 500000+50000@497952, l5 600000+100@300000" },
    { edits_msdos, NEW(LOGICAL, 300002, 2045, .number = 5),
      "m 0+1, p1 2048+100000, p2 204800+10000, x3 300000+400000, e 300000+1, "
      "l5 300002+2045@300000, e 302047+1, l6 302048+50000@302047, e 397952+1, "
      "l7 400000+50000@397952, e 497952+1, l8 500000+50000@497952" },
    { edits_msdos, NEW(PARTITION, 700000, 300000),
      "m 0+1, p1 2048+100000, p2 204800+10000, x3 300000+400000, " MSDOS_LOGICALS
      ", p4 700000+300000" },
};

TEST_EACH(a_new_partition_lies_where_it_is_put, created)
{
    struct layout *layout = created[_i].disk();
    struct layout *after = edits_do(layout, created[_i].edit, 0);

    edits_expect(after, created[_i].table);
    ck_assert_uint_eq(layout_find(after, EDIT_ID_FIRST)->start, created[_i].edit.start);
    layout_unref(after);
    layout_unref(layout);
}

static struct layout *full_mbr(void)
{
    struct layout *layout = edits_msdos();
    struct layout *full = edits_do(layout, (struct edit)NEW(PARTITION, 800000, 100), 0);

    layout_unref(layout);
    return full;
}

static struct layout *full_gpt(void)
{
    struct disks_spec spec = { .size = 1000000, .label = LABEL_GPT };
    struct layout *layout = disks_build(&spec);

    for (unsigned i = 0; i < 128; i++) {
        struct edit edit = NEW(PARTITION, 2048 + 10 * i, 10);
        edit.id += i;
        struct layout *after = edits_do(layout, edit, 0);
        layout_unref(layout);
        layout = after;
    }
    return layout;
}

static struct layout *full_chain(void)
{
    struct layout *layout = empty_container();

    for (unsigned i = 0; i < 60; i++) {
        struct edit edit = NEW(LOGICAL, 2058 + 10 * i, 5);
        edit.id += i;
        struct layout *after = edits_do(layout, edit, 0);
        layout_unref(layout);
        layout = after;
    }
    return layout;
}

static const struct {
    struct layout *(*disk)(void);
    struct edit edit;
    enum refusal refusal;
    const char *sentence;
} refused[] = {
    { edits_gpt, NEW(PARTITION, 409600, 0), REFUSAL_PARTITION_WITHOUT_SECTORS,
      "A partition has at least one sector." },
    { edits_gpt, NEW(PARTITION, 999990, 11), REFUSAL_SECTORS_BEYOND_DISK,
      "11 sectors from sector 999990 on do not fit: the disk ends at sector 999999." },
    { edits_gpt, NEW(PARTITION, 1000000, 1), REFUSAL_SECTORS_BEYOND_DISK,
      "1 sector from sector 1000000 on does not" },
    { edits_gpt, NEW(PARTITION, UINT64_MAX, UINT64_MAX), REFUSAL_SECTORS_BEYOND_DISK,
      "do not fit: the disk ends" },
    { edits_gpt, NEW(PARTITION, 33, 100), REFUSAL_SECTORS_NOT_USABLE,
      "Sectors 33 to 132 leave the range that this GPT has for partitions, 34 to "
      "999966." },
    { edits_gpt, NEW(PARTITION, 999900, 68), REFUSAL_SECTORS_NOT_USABLE,
      "Sectors 999900 to 999967 leave the range" },
    { edits_gpt, NEW(PARTITION, 204000, 801), REFUSAL_SECTORS_TAKEN,
      "Sectors 204000 to 204800 are not free: partition 2 lies at 204800 to 214799." },
    { edits_gpt, NEW(PARTITION, 214799, 1), REFUSAL_SECTORS_TAKEN,
      "Sector 214799 is not free: partition 2 lies at 204800 to 214799." },
    { edits_gpt, NEW(PARTITION, 33, 1), REFUSAL_SECTORS_NOT_USABLE,
      "Sector 33 lies outside the range that this GPT has for partitions, 34 to "
      "999966." },
    { edits_gpt, NEW(PARTITION, 409600, 10, .number = 2), REFUSAL_NUMBER_NOT_FREE,
      "There is a partition 2 already." },
    { edits_gpt, NEW(PARTITION, 409600, 10, .number = 129), REFUSAL_NUMBER_NOT_FREE,
      "There is no partition number 129 here: the table has 128 entries." },
    { edits_gpt, NEW(EXTENDED, 409600, 10), REFUSAL_EXTENDED_NOT_POSSIBLE,
      "A GPT has no extended and no logical" },
    { edits_gpt, NEW(LOGICAL, 409600, 10), REFUSAL_EXTENDED_NOT_POSSIBLE,
      "A GPT has no extended and no logical" },
    { edits_gpt, NEW(PARTITION, 409600, 10, .type = "83"), REFUSAL_TYPE_GPT,
      "'83' is no type of a GPT" },
    { edits_gpt,
      NEW(PARTITION, 409600, 10, .type = "00000000-0000-0000-0000-000000000000"),
      REFUSAL_TYPE_GPT, "A GPT partition of type 0 is an unused entry" },
    { edits_gpt,
      NEW(PARTITION, 409600, 10,
          .name = "thirty-seven characters are one too "
                  "many"),
      REFUSAL_NAME_NOT_POSSIBLE,
      "This name does not fit: a GPT has room for 36 characters" },
    { edits_gpt, NEW(PARTITION, 409600, 10, .name = "\xff"), REFUSAL_NAME_NOT_POSSIBLE,
      "This name does not fit" },
    { edits_gpt, NEW(PARTITION, 409600, 10, .name = "a\tb"), REFUSAL_NAME_NOT_POSSIBLE,
      "A partition name cannot hold control characters" },
    { edits_gpt, NEW(PARTITION, 409600, 10, .uuid = "5"), REFUSAL_GUID_NOT_POSSIBLE,
      "'5' is no GUID" },
    { full_gpt, NEW(PARTITION, 409600, 10), REFUSAL_TABLE_FULL,
      "All 128 entries of this GPT are taken: delete" },
    { empty_msdos, NEW(PARTITION, 0, 10), REFUSAL_SECTORS_NOT_USABLE,
      "Sectors 0 to 9 leave the range that an msdos table can address here, 1 to "
      "999999." },
    { empty_msdos, NEW(PARTITION, 0, 1), REFUSAL_SECTORS_NOT_USABLE,
      "Sector 0 lies outside the range that an msdos table can address here, 1 to "
      "999999." },
    { huge_msdos, NEW(PARTITION, 4294967295, 2), REFUSAL_SECTORS_NOT_USABLE,
      "leave the range that an msdos table" },
    { huge_msdos, NEW(PARTITION, 5000000000, 10), REFUSAL_SECTORS_NOT_USABLE,
      "leave the range that an msdos table" },
    { empty_msdos, NEW(LOGICAL, 2048, 10), REFUSAL_EXTENDED_NOT_POSSIBLE,
      "There is no extended partition that" },
    { empty_msdos, NEW(PARTITION, 2048, 10, .name = "root"),
      REFUSAL_MSDOS_HAS_NO_SUCH_FIELD, "have no names: convert" },
    { empty_msdos, NEW(PARTITION, 2048, 10, .attributes = 1),
      REFUSAL_MSDOS_HAS_NO_SUCH_FIELD, "have no attributes: convert" },
    { empty_msdos,
      NEW(PARTITION, 2048, 10, .uuid = "9E1A2D38-C612-4316-AA26-8B49521E5A8B"),
      REFUSAL_MSDOS_HAS_NO_SUCH_FIELD, "have no GUID of their own" },
    { third_alone, NEW(PARTITION, 2048, 10, .number = 2), REFUSAL_ENTRY_NOT_ZERO,
      "Entry 2 of the MBR is no partition, but not all of its bytes are zero" },
    { none_blank, NEW(PARTITION, 2048, 10), REFUSAL_ENTRY_NOT_ZERO,
      "No entry of the MBR has only zero bytes: all 4 are partitions, or" },
    { empty_msdos, NEW(PARTITION, 2048, 10, .number = 5), REFUSAL_NUMBER_NOT_FREE,
      "There is no partition number 5 here: the table has 4 entries." },
    { empty_msdos, NEW(PARTITION, 2048, 10, .type = "f"), REFUSAL_TYPE_MSDOS,
      "Type f is one for extended partitions alone." },
    { empty_msdos, NEW(EXTENDED, 2048, 10, .type = "83"), REFUSAL_TYPE_MSDOS,
      "Type 83 is none for an extended partition" },
    { empty_msdos, NEW(PARTITION, 2048, 10, .type = "ee"), REFUSAL_TYPE_MSDOS,
      "Type ee announces a GPT" },
    { empty_msdos, NEW(PARTITION, 2048, 10, .type = "8300"), REFUSAL_TYPE_MSDOS,
      "is no type of an msdos" },
    { edits_msdos, NEW(EXTENDED, 800000, 10), REFUSAL_EXTENDED_NOT_POSSIBLE,
      "Partition 3 is extended already" },
    { edits_msdos, NEW(PARTITION, 600000, 10), REFUSAL_SECTORS_TAKEN,
      "the extended partition 3 lies at 300000 to 699999, and inside it there are only "
      "logical ones." },
    { full_mbr, NEW(PARTITION, 900000, 10), REFUSAL_TABLE_FULL,
      "All 4 entries of the MBR are taken" },
    { edits_msdos, NEW(LOGICAL, 600000, 100001), REFUSAL_LOGICAL_OUTSIDE,
      "A logical partition lies inside the extended one, sectors 300000 to 699999: "
      "600000 to 700000 do not." },
    { edits_msdos, NEW(LOGICAL, 800000, 10), REFUSAL_LOGICAL_OUTSIDE,
      "lies inside the extended one" },
    { edits_msdos, NEW(LOGICAL, 800000, 1), REFUSAL_LOGICAL_OUTSIDE,
      "sectors 300000 to 699999: 800000 does not." },
    { edits_msdos, NEW(PARTITION, 600000, 1), REFUSAL_SECTORS_TAKEN,
      "Sector 600000 is not free: the extended partition 3 lies at 300000 to 699999, and "
      "inside it there are only logical ones." },
    { edits_msdos, NEW(LOGICAL, 397952, 1), REFUSAL_SECTORS_TAKEN,
      "Sector 397952 is not free: sector 397952 holds an EBR, a link of the chain" },
    { edits_msdos, NEW(LOGICAL, 550000, 10), REFUSAL_NO_SECTOR_FOR_EBR,
      "needs a free sector before it for its EBR: here it can start at sector 550001." },
    { edits_msdos, NEW(LOGICAL, 397000, 1000), REFUSAL_SECTORS_TAKEN,
      "sector 397952 holds an EBR" },
    { edits_msdos, NEW(LOGICAL, 600000, 10, .number = 9), REFUSAL_LOGICAL_NUMBER,
      "has the number 8 here, not 9" },
    { edits_msdos, NEW(LOGICAL, 600000, 10, .number = 4), REFUSAL_LOGICAL_NUMBER,
      "has the number 8 here, not 4" },
    /* The previous first logical has no free sector for another EBR. */
    { edits_msdos, NEW(LOGICAL, 300002, 2046, .number = 5), REFUSAL_LOGICAL_TOUCHES_NEXT,
      "libparted wants a free sector before logical partition 5" },
    { edits_msdos, NEW(LOGICAL, 600000, 10, .is_bootable = true),
      REFUSAL_LOGICAL_NOT_ACTIVE, "A logical partition cannot be active: only" },
    { empty_container, NEW(LOGICAL, 2048, 10), REFUSAL_SECTORS_TAKEN,
      "sector 2048 holds an EBR" },
    { full_chain, NEW(LOGICAL, 50000, 10), REFUSAL_LOGICAL_NUMBER,
      "There are logical partitions up to number 64" },
};

TEST_EACH(a_partition_that_cannot_be_is_refused_with_the_reason, refused)
{
    struct layout *layout = refused[_i].disk();
    struct edit edit = refused[_i].edit;

    edit.id += 1000;
    edits_refuse(layout, edit, 0, refused[_i].refusal, refused[_i].sentence);
    layout_unref(layout);
}

/* The added sectors of a grown disk are not usable until the backup is moved. */
TEST(on_a_grown_disk_the_backup_is_moved_first)
{
    struct layout *layout = edits_noted(edits_gpt(), NOTE_GPT_BACKUP_NOT_AT_END);

    edits_refuse(layout, (struct edit)NEW(PARTITION, 999900, 68), 0,
                 REFUSAL_SECTORS_NOT_USABLE,
                 "its backup has to be moved to the end of the disk first.");
    layout_unref(layout);
}

TEST(a_new_gpt_partition_has_type_name_and_guid)
{
    struct layout *layout = edits_gpt();
    struct edit edit = NEW(PARTITION, 409600, 10, .name = "\xc3\xa4 disk",
                           .attributes = 1, .is_bootable = true);
    struct layout *after = edits_do(layout, edit, 0);
    const struct extent *made = layout_find_number(after, 4);

    ck_assert_str_eq(made->type, "0FC63DAF-8483-4772-8E79-3D69D8477DE4");
    ck_assert_str_eq(made->name, "\xc3\xa4 disk");
    ck_assert_uint_eq(strlen(made->uuid), 36);
    ck_assert_uint_eq(made->attributes, 5);
    ck_assert(made->is_bootable);
    ck_assert_int_eq(made->content.state, CONTENT_NONE);
    edit.uuid[0] = '\0';
    memcpy(edit.uuid, made->uuid, sizeof(edit.uuid));
    edit.start = 500000;
    edit.id++;
    edits_refuse(after, edit, 0, REFUSAL_GUID_NOT_POSSIBLE, "Partition 4 has the GUID");
    layout_unref(after);
    layout_unref(layout);
}

TEST(a_new_msdos_partition_has_type_and_uuid_and_the_flag_alone)
{
    struct layout *layout = edits_msdos();
    struct edit edit = NEW(PARTITION, 800000, 10, .type = "0x0C", .is_bootable = true);
    struct layout *after = edits_do(layout, edit, 0);
    const struct extent *made = layout_find_number(after, 4);

    ck_assert_str_eq(made->type, "c");
    ck_assert_str_eq(made->uuid, "5a3c9d21-04");
    ck_assert(made->is_bootable);
    ck_assert(!layout_find_number(after, 1)->is_bootable);
    layout_unref(after);
    layout_unref(layout);
}

static const struct {
    unsigned number;
    const char *table;
} deleted[] = {
    { 1, "m 0+1, p2 204800+10000, x3 300000+400000, " MSDOS_LOGICALS },
    { 3, "m 0+1, p1 2048+100000, p2 204800+10000" },
    /* The first EBR describes the next logical. */
    { 5, "m 0+1, p1 2048+100000, p2 204800+10000, x3 300000+400000, e 300000+1, "
         "l5 400000+50000@300000, e 497952+1, l6 500000+50000@497952" },
    { 6, "m 0+1, p1 2048+100000, p2 204800+10000, x3 300000+400000, e 300000+1, "
         "l5 302048+50000@300000, e 497952+1, l6 500000+50000@497952" },
    { 7, "m 0+1, p1 2048+100000, p2 204800+10000, x3 300000+400000, e 300000+1, "
         "l5 302048+50000@300000, e 397952+1, l6 400000+50000@397952" },
};

TEST_EACH(what_is_deleted_leaves_the_others_where_they_are, deleted)
{
    struct layout *layout = edits_msdos();
    struct layout *after =
        edits_do(layout, (struct edit){ .kind = EDIT_DELETE }, deleted[_i].number);

    edits_expect(after, deleted[_i].table);
    layout_unref(after);
    layout_unref(layout);
}

/* It has the first EBR now, and its old EBR's sector is free. */
TEST(a_logical_keeps_away_from_the_next_ones_start)
{
    struct layout *layout = edits_msdos();
    const struct extent *second = layout_find_number(layout, 6);
    uint64_t start = second->start;
    struct layout *after = edits_do(layout, (struct edit){ .kind = EDIT_DELETE }, 5);
    uint64_t at, end;
    const struct extent *free = layout_find_lba(after, start - 1);

    ck_assert_int_eq(free->kind, EXTENT_FREE);
    edits_refuse(after,
                 (struct edit){ .kind = EDIT_CREATE,
                                .extent = EXTENT_LOGICAL,
                                .id = EDIT_ID_FIRST,
                                .start = start - 1000,
                                .length = 1000 },
                 0, REFUSAL_LOGICAL_TOUCHES_NEXT,
                 "wants a free sector before logical partition 5");
    ck_assert_uint_eq(position_room_end(after, free), start - 1);
    ck_assert(position_default(after, free, true, &at, &end));
    ck_assert_uint_lt(end, start);
    layout_unref(after);
    layout_unref(layout);
}

TEST(the_last_logical_leaves_the_head_of_the_chain)
{
    struct layout *layout = edits_msdos();

    for (unsigned i = 0; i < 3; i++) {
        struct layout *after = edits_do(layout, (struct edit){ .kind = EDIT_DELETE }, 5);
        layout_unref(layout);
        layout = after;
    }
    edits_expect(layout, "m 0+1, p1 2048+100000, p2 204800+10000, x3 300000+400000, "
                         "e 300000+1");
    layout_unref(layout);
}

TEST(logicals_behind_a_deleted_one_move_up_unless_they_are_in_use)
{
    struct layout *layout = edits_msdos();
    struct edit edit = { .kind = EDIT_DELETE };
    uint32_t id = layout_find_number(layout, 7)->id;
    struct layout *after = edits_do(layout, edit, 5);

    ck_assert_uint_eq(layout_find(after, id)->number, 6);
    ck_assert_str_eq(layout_find(after, id)->uuid, "5a3c9d21-06");
    layout_unref(after);
    layout = edits_used(layout, 7, USE_MOUNT, "/home");
    edits_refuse(layout, edit, 5, REFUSAL_EDIT_IN_USE,
                 "Partition 7 would become partition 6. Partition 7 is mounted on /home");
    edits_refuse(layout, edit, 3, REFUSAL_EDIT_IN_USE, "Partition 7 is mounted on /home");
    layout = edits_used(layout, 7, USE_NONE, "");
    layout = edits_used(layout, 5, USE_MOUNT, "/home");
    layout_unref(edits_do(layout, edit, 6));
    layout_unref(layout);
}

TEST(a_logical_in_use_is_not_pushed_back_in_the_chain)
{
    struct layout *layout = edits_used(edits_msdos(), 6, USE_MOUNT, "/home");
    struct edit edit = NEW(LOGICAL, 600000, 100, .number = 7);

    layout_unref(edits_do(layout, edit, 0));
    edit.number = 6;
    edits_refuse(layout, edit, 0, REFUSAL_EDIT_IN_USE,
                 "Partition 6 would become partition 7. Partition 6 is mounted on /home");
    layout_unref(layout);
}

TEST(a_replaced_logical_leaves_its_number_and_its_ebr)
{
    struct layout *layout = edits_msdos();
    struct edit edit = NEW(LOGICAL, 400000, 10, .number = 0);

    edit.replaced = layout_find_number(layout, 6)->id;
    struct layout *after = edits_do(layout, edit, 0);
    edits_expect(after, "m 0+1, p1 2048+100000, p2 204800+10000, x3 300000+400000, "
                        "e 300000+1, l5 302048+50000@300000, e 397952+1, "
                        "l6 400000+10@397952, e 497952+1, l7 500000+50000@497952");
    ck_assert_uint_eq(layout_find_number(after, 6)->id, EDIT_ID_FIRST);
    layout_unref(after);
    edit.start++;
    edits_refuse(layout, edit, 0, REFUSAL_EDIT_TARGET_GONE, "is not there");
    edit.start--;
    edit.length = 97953;
    edits_refuse(layout, edit, 0, REFUSAL_SECTORS_TAKEN, "sector 497952 holds an EBR");
    edit.length = 10;
    layout = edits_used(layout, 6, USE_MOUNT, "/home");
    edits_refuse(layout, edit, 0, REFUSAL_EDIT_IN_USE, "Partition 6 is mounted on /home");
    layout_unref(layout);
}

TEST(slices_go_with_what_they_lie_in)
{
    struct layout *layout = disks_openbsd();
    struct layout *after = edits_do(layout, (struct edit){ .kind = EDIT_DELETE }, 4);

    edits_expect(after, "m 0+1");
    layout_unref(after);
    layout_unref(layout);
}
