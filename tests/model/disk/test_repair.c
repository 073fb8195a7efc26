/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_repair.c - the repairs of each note, and their effects on the layout */
#include "model/disk/repair.h"

#include <stdlib.h>
#include <string.h>

#include "model/base/mem.h"
#include "support/disks.h"
#include "support/edits.h"
#include "support/test.h"

#define PARTS "p1 2048+100000, p2 204800+10000, p3 300000+50000, p5 400000+5000"

static const struct {
    enum note_id note;
    enum repair repair;
    const char *cure;
} calls[] = {
    { NOTE_GPT_NUMBERS, REPAIR_GPT_NUMBERS, "the entries stay as they are." },
    { NOTE_GPT_PRIMARY_DAMAGED, REPAIR_GPT_PRIMARY, "written anew from the backup." },
    { NOTE_GPT_BACKUP_DAMAGED, REPAIR_GPT_BACKUP, "written anew from the primary." },
    { NOTE_GPT_COPIES_DIFFER, REPAIR_GPT_BACKUP, "written anew from the primary." },
    { NOTE_GPT_BACKUP_NOT_AT_END, REPAIR_GPT_MOVE_BACKUP, "at the end of the disk" },
    { NOTE_GPT_DISK_SHRUNK, REPAIR_GPT_MOVE_BACKUP, "at the end of the disk" },
    { NOTE_GPT_PMBR_MISSING, REPAIR_PROTECTIVE_MBR, "over the whole disk is written." },
    { NOTE_GPT_PMBR_START, REPAIR_PROTECTIVE_MBR, "over the whole disk is written." },
    { NOTE_GPT_PMBR_SIZE, REPAIR_PROTECTIVE_MBR, "over the whole disk is written." },
    { NOTE_TABLE_OTHER_SECTOR_SIZE, REPAIR_SECTOR_SIZE,
      "each partition keeps its bytes." },
};

TEST_EACH(each_damage_calls_for_its_repair, calls)
{
    enum repair list[REPAIR_COUNT];
    struct layout *layout = edits_noted(edits_gpt(), calls[_i].note);
    char *words = repair_words(layout, calls[_i].repair);

    ck_assert_uint_eq(repair_list(layout, list), 1);
    ck_assert_int_eq(list[0], calls[_i].repair);
    for (unsigned i = 0; i < REPAIR_COUNT; i++)
        ck_assert_int_eq(repair_is_wanted(layout, (enum repair)i), i == calls[_i].repair);
    ck_assert_ptr_nonnull(strstr(words, note_id_text(calls[_i].note)));
    ck_assert_ptr_nonnull(strstr(words, calls[_i].cure));
    free(words);
    layout_unref(layout);
}

TEST(other_notes_call_for_nothing)
{
    static const enum note_id ids[] = { NOTE_GPT_ENTRY_SIZE, NOTE_GPT_HYBRID,
                                        NOTE_PARTED_CRASHED, NOTE_MSDOS_TWO_EXTENDED };
    enum repair list[REPAIR_COUNT];

    for (size_t i = 0; i < ARRAY_SIZE(ids); i++) {
        struct layout *layout = edits_noted(edits_gpt(), ids[i]);
        ck_assert_uint_eq(repair_list(layout, list), 0);
        edits_refuse(layout, (struct edit){ .kind = EDIT_REPAIR }, 0,
                     REFUSAL_REPAIR_NOT_NEEDED,
                     "There is nothing of this kind to repair in the table.");
        layout_unref(layout);
    }
}

TEST(entries_of_another_size_are_not_repaired)
{
    struct layout *layout = edits_noted(edits_gpt(), NOTE_GPT_ENTRY_SIZE);
    struct edit edit = { .kind = EDIT_REPAIR, .repair = REPAIR_GPT_BACKUP };

    layout = edits_noted(layout, NOTE_GPT_BACKUP_DAMAGED);
    edits_refuse_as(layout, edit, 0, "gpt-entry-size", "Note gpt-entry-size.");
    layout_unref(layout);
}

TEST(repairs_stand_in_the_order_in_which_they_are_done)
{
    struct layout *layout = edits_noted(edits_gpt(), NOTE_GPT_PMBR_SIZE);
    enum repair list[REPAIR_COUNT];

    layout = edits_noted(layout, NOTE_GPT_BACKUP_NOT_AT_END);
    layout = edits_noted(layout, NOTE_GPT_BACKUP_DAMAGED);
    ck_assert_uint_eq(repair_list(layout, list), 3);
    ck_assert_int_eq(list[0], REPAIR_GPT_BACKUP);
    ck_assert_int_eq(list[1], REPAIR_GPT_MOVE_BACKUP);
    ck_assert_int_eq(list[2], REPAIR_PROTECTIVE_MBR);
    for (size_t i = 0; i < 3; i++) {
        struct edit edit = { .kind = EDIT_REPAIR, .repair = list[i] };
        struct layout *after = edits_do(layout, edit, 0);
        layout_unref(layout);
        layout = after;
    }
    ck_assert_uint_eq(layout_note_count(layout), 0);
    layout_unref(layout);
}

TEST(what_libparted_said_of_the_damage_goes_with_it)
{
    struct layout *layout = edits_noted(edits_gpt(), NOTE_GPT_BACKUP_DAMAGED);
    struct edit backup = { .kind = EDIT_REPAIR, .repair = REPAIR_GPT_BACKUP };
    struct edit mbr = { .kind = EDIT_REPAIR, .repair = REPAIR_PROTECTIVE_MBR };

    layout = edits_noted(layout, NOTE_GPT_PMBR_SIZE);
    layout = edits_noted(layout, NOTE_PARTED_CRASHED);
    struct layout *one = edits_do(layout, backup, 0);
    ck_assert_ptr_nonnull(layout_note_find(one, NOTE_PARTED_CRASHED));
    struct layout *two = edits_do(one, mbr, 0);
    ck_assert_ptr_null(layout_note_find(two, NOTE_PARTED_CRASHED));
    layout_unref(two);
    layout_unref(one);
    layout_unref(layout);
}

TEST(repairs_have_ids_of_their_own)
{
    for (unsigned i = 0; i < REPAIR_COUNT; i++)
        for (unsigned k = 0; k < i; k++)
            ck_assert_str_ne(repair_id((enum repair)i), repair_id((enum repair)k));
}

/* A disk with one copy of the GPT at the given place (0: none), and LAST usable. */
static struct layout *with_copy(enum extent_role role, uint64_t start, uint64_t sectors,
                                uint64_t last, enum note_id note)
{
    struct layout *layout = edits_noted(edits_gpt(), note);
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(layout);
    struct extent copy = {
        .kind = EXTENT_METADATA, .role = role, .start = start, .length = sectors
    };

    for (size_t i = 0; i < layout_count(layout); i++)
        if (layout_at(layout, i)->role == role)
            layout_builder_remove(builder, layout_at(layout, i)->id);
    if (start)
        layout_builder_add(builder, &copy);
    layout_builder_label(builder)->last_usable = last;
    layout_unref(layout);
    return layout_builder_refinish(builder);
}

static const struct {
    enum repair repair;
    enum note_id note;
    enum extent_role role;
    uint64_t start, sectors, last; /* before */
    const char *table;             /* after; NULL: it is refused */
    uint64_t new_last;
} repaired[] = {
    /* A copy with all sectors stays; one with some sectors gets all. */
    { REPAIR_GPT_PRIMARY, NOTE_GPT_PRIMARY_DAMAGED, ROLE_GPT_PRIMARY, 1, 33, 999966,
      "m 0+1, m 1+33, " PARTS ", m 999967+33", 999966 },
    { REPAIR_GPT_PRIMARY, NOTE_GPT_PRIMARY_DAMAGED, ROLE_GPT_PRIMARY, 1, 1, 999966,
      "m 0+1, m 1+33, " PARTS ", m 999967+33", 999966 },
    { REPAIR_GPT_PRIMARY, NOTE_GPT_PRIMARY_DAMAGED, ROLE_GPT_PRIMARY, 0, 0, 999966,
      "m 0+1, m 1+33, " PARTS ", m 999967+33", 999966 },
    { REPAIR_GPT_BACKUP, NOTE_GPT_BACKUP_DAMAGED, ROLE_GPT_BACKUP, 999967, 33, 999966,
      "m 0+1, m 1+33, " PARTS ", m 999967+33", 999966 },
    { REPAIR_GPT_BACKUP, NOTE_GPT_COPIES_DIFFER, ROLE_GPT_BACKUP, 999967, 33, 999966,
      "m 0+1, m 1+33, " PARTS ", m 999967+33", 999966 },
    { REPAIR_GPT_BACKUP, NOTE_GPT_BACKUP_DAMAGED, ROLE_GPT_BACKUP, 999999, 1, 999966,
      "m 0+1, m 1+33, " PARTS ", m 999967+33", 999966 },
    { REPAIR_GPT_BACKUP, NOTE_GPT_BACKUP_DAMAGED, ROLE_GPT_BACKUP, 500000, 33, 499999,
      "m 0+1, m 1+33, " PARTS ", m 500000+33", 499999 },
    /* A disk that has grown, and one that has shrunk. */
    { REPAIR_GPT_MOVE_BACKUP, NOTE_GPT_BACKUP_NOT_AT_END, ROLE_GPT_BACKUP, 500000, 33,
      499999, "m 0+1, m 1+33, " PARTS ", m 999967+33", 999966 },
    { REPAIR_GPT_MOVE_BACKUP, NOTE_GPT_DISK_SHRUNK, ROLE_GPT_BACKUP, 0, 0, 999999,
      "m 0+1, m 1+33, " PARTS ", m 999967+33", 999966 },
    { REPAIR_PROTECTIVE_MBR, NOTE_GPT_PMBR_MISSING, ROLE_GPT_BACKUP, 999967, 33, 999966,
      "m 0+1, m 1+33, " PARTS ", m 999967+33", 999966 },
};

TEST_EACH(a_repair_gives_the_gpt_its_sectors_and_drops_the_note, repaired)
{
    struct layout *layout =
        with_copy(repaired[_i].role, repaired[_i].start, repaired[_i].sectors,
                  repaired[_i].last, repaired[_i].note);
    struct edit edit = { .kind = EDIT_REPAIR, .repair = repaired[_i].repair };
    struct layout *after = edits_do(layout, edit, 0);

    edits_expect(after, repaired[_i].table);
    ck_assert_uint_eq(layout_label(after)->last_usable, repaired[_i].new_last);
    ck_assert_uint_eq(layout_note_count(after), 0);
    /* No repair is possible twice. */
    edits_refuse(after, edit, 0, REFUSAL_REPAIR_NOT_NEEDED,
                 "There is nothing of this kind to repair");
    layout_unref(after);
    layout_unref(layout);
}

/* The last partition overlaps the place of the backup, the first that of the primary. */
static struct layout *tight_gpt(uint64_t first, uint64_t end)
{
    struct disks_part parts[] = {
        { .kind = EXTENT_PARTITION, .number = 1, .start = first, .length = 100 },
        { .kind = EXTENT_PARTITION, .number = 2, .start = 900, .length = end - 900 },
    };
    struct disks_spec spec = {
        .size = 1000, .label = LABEL_NONE, .parts = parts, .count = ARRAY_SIZE(parts)
    };
    struct layout *layout = disks_build(&spec);
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(layout);

    *layout_builder_label(builder) = (struct label){
        .kind = LABEL_GPT, .first_usable = first, .last_usable = end - 1, .entries = 128
    };
    layout_builder_note(builder, NOTE_GPT_PRIMARY_DAMAGED, "Damaged.");
    layout_builder_note(builder, NOTE_GPT_BACKUP_DAMAGED, "Damaged.");
    layout_builder_note(builder, NOTE_GPT_DISK_SHRUNK, "Shrunk.");
    layout_unref(layout);
    return layout_builder_refinish(builder);
}

TEST(a_copy_of_the_gpt_lies_over_no_partition)
{
    struct layout *layout = tight_gpt(20, 1000);

    edits_refuse(layout,
                 (struct edit){ .kind = EDIT_REPAIR, .repair = REPAIR_GPT_PRIMARY }, 0,
                 REFUSAL_GPT_COPY_NO_SPACE,
                 "it needs sectors 1 to 33, and partition 1 lies at 20 to 119.");
    edits_refuse(layout,
                 (struct edit){ .kind = EDIT_REPAIR, .repair = REPAIR_GPT_BACKUP }, 0,
                 REFUSAL_GPT_COPY_NO_SPACE,
                 "it needs sectors 967 to 999, and partition 2 lies at 900 to 999.");
    edits_refuse(layout,
                 (struct edit){ .kind = EDIT_REPAIR, .repair = REPAIR_GPT_MOVE_BACKUP },
                 0, REFUSAL_GPT_COPY_NO_SPACE, "it needs sectors 967 to 999");
    layout_unref(layout);
}

/* The primary is 1 to 33, the backup 967 to 999. */
static const struct {
    enum repair repair;
    uint64_t first, end; /* of partition 1, of partition 2 (exclusive) */
    bool is_possible;
} tight[] = {
    { REPAIR_GPT_PRIMARY, 34, 967, true },     { REPAIR_GPT_PRIMARY, 33, 967, false },
    { REPAIR_GPT_BACKUP, 34, 967, true },      { REPAIR_GPT_BACKUP, 34, 968, false },
    { REPAIR_GPT_MOVE_BACKUP, 34, 967, true }, { REPAIR_GPT_MOVE_BACKUP, 34, 968, false },
};

TEST_EACH(a_copy_of_the_gpt_may_touch_a_partition, tight)
{
    struct layout *layout = tight_gpt(tight[_i].first, tight[_i].end);
    struct edit edit = { .kind = EDIT_REPAIR, .repair = tight[_i].repair };

    if (tight[_i].is_possible)
        layout_unref(edits_do(layout, edit, 0));
    else
        edits_refuse(layout, edit, 0, REFUSAL_GPT_COPY_NO_SPACE,
                     "There is no room for this copy of the GPT");
    layout_unref(layout);
}

/* The choice between the copies is made. */
TEST_TIMES(a_repair_of_copies_that_differ_forgets_the_other_one, 2)
{
    static const enum repair repairs[] = { REPAIR_GPT_BACKUP, REPAIR_GPT_TAKE_BACKUP };
    struct edit edit = { .kind = EDIT_REPAIR, .repair = repairs[_i] };
    struct layout *layout = edits_noted(edits_gpt(), NOTE_GPT_COPIES_DIFFER);
    struct layout *other = edits_gpt();
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(layout);

    layout_builder_set_other(builder, other);
    layout_unref(layout);
    layout = layout_builder_refinish(builder);
    struct layout *after = edits_do(layout, edit, 0);
    ck_assert_ptr_nonnull(layout_other(layout));
    ck_assert_ptr_null(layout_other(after));
    ck_assert_int_eq(layout_label(after)->is_from_backup, _i == 1);
    layout_unref(after);
    layout_unref(other);
    layout_unref(layout);
}

/* The GPT of edits_gpt() with unknown contents; partition 1 is shorter, 3 starts later,
 * and 5 has number 4. */
static struct layout *other_copy(void)
{
    CLEANUP(layout_unrefp) struct layout *layout = edits_gpt();
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(layout);

    for (unsigned number = 1; number <= 5; number++) {
        const struct extent *is = layout_find_number(layout, number);
        if (is)
            layout_builder_find(builder, is->id)->content = (struct content){ 0 };
    }
    layout_builder_find(builder, layout_find_number(layout, 1)->id)->length = 50000;
    struct extent *third =
        layout_builder_find(builder, layout_find_number(layout, 3)->id);
    third->start += 10000;
    third->length -= 10000;
    layout_builder_find(builder, layout_find_number(layout, 5)->id)->number = 4;
    return layout_builder_refinish(builder);
}

TEST(only_the_same_partition_of_the_backup_keeps_what_is_known)
{
    struct edit edit = { .kind = EDIT_REPAIR, .repair = REPAIR_GPT_TAKE_BACKUP };
    struct layout *layout = edits_noted(edits_gpt(), NOTE_GPT_COPIES_DIFFER);
    CLEANUP(layout_unrefp)
    struct layout *filled = edits_filled(layout, 2, CONTENT_FOUND, INSIDE_EXT, 0);
    CLEANUP(layout_unrefp) struct layout *other = other_copy();
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(filled);

    layout_builder_set_other(builder, other);
    CLEANUP(layout_unrefp) struct layout *base = layout_builder_refinish(builder);
    CLEANUP(layout_unrefp) struct layout *after = edits_do(base, edit, 0);
    for (unsigned number = 1; number <= 4; number++) {
        const struct extent *said = layout_find_number(other, number);
        const struct extent *is = layout_find_number(after, number);
        const struct extent *was = layout_find_number(base, number);
        ck_assert(is->start == said->start && is->length == said->length);
        ck_assert((is->content.state == CONTENT_FOUND) == (number == 2));
        ck_assert((was && is->id == was->id) == (number == 2));
    }
    ck_assert_ptr_null(layout_find_number(after, 5));
}

/* Those of other_copy() that are the same stay, whatever uses them. */
static const struct {
    unsigned number;
    const char *sentence; /* NULL: it is taken */
} users[] = {
    { 1, "Partition 1 is in use as swap" },
    { 2, NULL },
    { 3, "Partition 3 is in use as swap" },
    { 5, "Partition 5 is in use as swap" },
};

TEST_EACH(the_backup_is_not_taken_over_a_partition_in_use, users)
{
    struct edit edit = { .kind = EDIT_REPAIR, .repair = REPAIR_GPT_TAKE_BACKUP };
    struct layout *layout = edits_noted(edits_gpt(), NOTE_GPT_COPIES_DIFFER);
    CLEANUP(layout_unrefp)
    struct layout *used = edits_used(layout, users[_i].number, USE_SWAP, "");
    CLEANUP(layout_unrefp) struct layout *other = other_copy();
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(used);

    layout_builder_set_other(builder, other);
    CLEANUP(layout_unrefp) struct layout *base = layout_builder_refinish(builder);
    if (users[_i].sentence)
        edits_refuse(base, edit, 0, REFUSAL_EDIT_IN_USE, users[_i].sentence);
    else
        layout_unref(edits_do(base, edit, 0));
}

TEST(a_backup_with_another_count_of_entries_is_not_taken)
{
    struct edit edit = { .kind = EDIT_REPAIR, .repair = REPAIR_GPT_TAKE_BACKUP };
    struct layout *layout = edits_noted(edits_gpt(), NOTE_GPT_COPIES_DIFFER);
    CLEANUP(layout_builder_freep)
    struct layout_builder *copy = layout_builder_from(layout);
    CLEANUP(layout_builder_freep)
    struct layout_builder *whole = layout_builder_from(layout);

    layout_builder_label(copy)->entries = 64;
    struct layout *other = layout_builder_refinish(copy);
    layout_builder_set_other(whole, other);
    CLEANUP(layout_unrefp) struct layout *base = layout_builder_refinish(whole);
    edits_refuse(base, edit, 0, REFUSAL_GPT_COPY_OTHER_COUNT,
                 "The backup GPT has 64 entries and the primary 128");
    layout_unref(other);
    layout_unref(layout);
}

/* A GPT for 512-byte sectors on a disk with 4096-byte sectors: its partitions are in
 * place, its own sectors are not. */
static struct layout *other_sectors(enum label_kind kind, uint64_t start)
{
    struct disks_part parts[] = {
        { .kind = EXTENT_PARTITION, .number = 1, .start = start, .length = 1000 },
    };
    struct disks_spec spec = {
        .size = 100000, .logical = 4096, .label = LABEL_NONE, .parts = parts, .count = 1
    };
    struct layout *layout = disks_build(&spec);
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(layout);
    struct extent mbr = { .kind = EXTENT_METADATA, .role = ROLE_MBR, .length = 1 };

    *layout_builder_label(builder) = (struct label){ .kind = kind,
                                                     .first_usable = 5,
                                                     .last_usable = 99990,
                                                     .entries = 128,
                                                     .written_for = 512 };
    layout_builder_add(builder, &mbr);
    layout_builder_note(builder, NOTE_TABLE_OTHER_SECTOR_SIZE, "Other.");
    layout_unref(layout);
    return layout_builder_refinish(builder);
}

TEST(a_table_for_other_sectors_is_written_for_these)
{
    struct edit edit = { .kind = EDIT_REPAIR, .repair = REPAIR_SECTOR_SIZE };
    struct layout *gpt = other_sectors(LABEL_GPT, 256);
    struct layout *after = edits_do(gpt, edit, 0);

    edits_expect(after, "m 0+1, m 1+5, p1 256+1000, m 99995+5");
    ck_assert_uint_eq(layout_label(after)->written_for, 0);
    ck_assert_uint_eq(layout_label(after)->first_usable, 6);
    ck_assert_uint_eq(layout_label(after)->last_usable, 99994);
    ck_assert_uint_eq(layout_note_count(after), 0);
    layout_unref(after);
    layout_unref(gpt);
    struct layout *msdos = other_sectors(LABEL_MSDOS, 8);
    after = edits_do(msdos, edit, 0);
    edits_expect(after, "m 0+1, p1 8+1000");
    ck_assert_uint_eq(layout_label(after)->written_for, 0);
    ck_assert_uint_eq(layout_label(after)->last_usable, 99999);
    layout_unref(after);
    layout_unref(msdos);
}

/* Both copies have 5 sectors, after the MBR and at the end. */
static const struct {
    uint64_t start;
    const char *sentence; /* NULL: the place is free */
} places[] = {
    { 5, "it needs sectors 0 to 5, and partition 1 lies at 5 to 1004." },
    { 6, NULL },
    { 98995, NULL },
    { 98996, "it needs sectors 99995 to 99999, and partition 1 lies at 98996 to 99995." },
};

TEST_EACH(a_table_for_other_sectors_needs_its_room, places)
{
    struct edit edit = { .kind = EDIT_REPAIR, .repair = REPAIR_SECTOR_SIZE };
    CLEANUP(layout_unrefp)
    struct layout *layout = other_sectors(LABEL_GPT, places[_i].start);

    if (places[_i].sentence)
        edits_refuse(layout, edit, 0, REFUSAL_GPT_COPY_NO_SPACE, places[_i].sentence);
    else
        layout_unref(edits_do(layout, edit, 0));
}

/* The sector after the EBR is free, or has partition 6; an EBR without partition is at
 * the end of the container, or of the disk. */
static const struct {
    uint64_t start, second; /* of the container and of the second EBR */
    size_t count;           /* of parts */
    const char *sentence;
} crowded[] = {
    { 100, 300, 5, "the EBR of partition 6 would have to lie in sector 301" },
    { 100, 1099, 4, "the EBR of partition 1 would have to lie in sector 1100" },
    { 9000, 9999, 4, "the EBR of partition 1 would have to lie in sector 10000" },
};

TEST_EACH(an_ebr_without_a_free_sector_behind_it_is_named, crowded)
{
    uint64_t start = crowded[_i].start, second = crowded[_i].second;
    const struct disks_part parts[] = {
        { .kind = EXTENT_EXTENDED, .number = 1, .start = start, .length = 1000 },
        { .kind = EXTENT_METADATA, .role = ROLE_EBR, .start = start, .length = 1 },
        { .kind = EXTENT_LOGICAL, .number = 5, .start = start + 2, .length = 100 },
        { .kind = EXTENT_METADATA, .role = ROLE_EBR, .start = second, .length = 1 },
        { .kind = EXTENT_LOGICAL, .number = 6, .start = second + 1, .length = 100 },
    };
    struct disks_spec spec = {
        .size = 10000, .label = LABEL_MSDOS, .parts = parts, .count = crowded[_i].count
    };
    struct layout *layout = edits_noted(disks_build(&spec), NOTE_TABLE_OTHER_SECTOR_SIZE);

    edits_refuse(layout,
                 (struct edit){ .kind = EDIT_REPAIR, .repair = REPAIR_SECTOR_SIZE }, 0,
                 REFUSAL_EBR_SECTOR_NOT_FREE, crowded[_i].sentence);
    layout_unref(layout);
}

TEST(msdos_sectors_that_become_too_many_are_refused)
{
    static const struct disks_part parts[] = {
        { .kind = EXTENT_PARTITION,
          .number = 1,
          .start = 8,
          .length = UINT64_C(4294967296) },
    };
    struct disks_spec spec = {
        .size = UINT64_C(6000000000), .label = LABEL_MSDOS, .parts = parts, .count = 1
    };
    struct layout *layout = edits_noted(disks_build(&spec), NOTE_TABLE_OTHER_SECTOR_SIZE);

    edits_refuse(layout,
                 (struct edit){ .kind = EDIT_REPAIR, .repair = REPAIR_SECTOR_SIZE }, 0,
                 REFUSAL_CONVERTED_END_TOO_FAR,
                 "partition 1 would end at 4294967303, which an msdos table cannot "
                 "address.");
    layout_unref(layout);
}
