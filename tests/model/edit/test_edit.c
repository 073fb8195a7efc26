/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_edit.c - which layouts can be edited, and the list of changes */
#include "model/edit/edit.h"

#include <string.h>

#include "model/base/mem.h"
#include "support/disks.h"
#include "support/edits.h"
#include "support/tap.h"

static const struct edit of_kind[EDIT_KIND_COUNT] = {
    [EDIT_NEW_TABLE] = { .kind = EDIT_NEW_TABLE, .label = LABEL_GPT },
    [EDIT_CREATE] = { .kind = EDIT_CREATE,
                      .id = EDIT_ID_FIRST,
                      .extent = EXTENT_PARTITION,
                      .start = 800000,
                      .length = 1000 },
    [EDIT_DELETE] = { .kind = EDIT_DELETE },
    [EDIT_RESIZE] = { .kind = EDIT_RESIZE, .start = 204800, .length = 20000 },
    [EDIT_TYPE] = { .kind = EDIT_TYPE },
    [EDIT_NAME] = { .kind = EDIT_NAME, .name = "root" },
    [EDIT_ATTRIBUTES] = { .kind = EDIT_ATTRIBUTES, .attributes = 1 },
    [EDIT_BOOT] = { .kind = EDIT_BOOT, .is_bootable = true },
    [EDIT_UUID] = { .kind = EDIT_UUID },
    [EDIT_DISK_ID] = { .kind = EDIT_DISK_ID },
    [EDIT_SORT] = { .kind = EDIT_SORT },
    [EDIT_CONVERT] = { .kind = EDIT_CONVERT, .label = LABEL_MSDOS },
    [EDIT_REPAIR] = { .kind = EDIT_REPAIR, .repair = REPAIR_GPT_BACKUP },
    [EDIT_CALL_EMPTY] = { .kind = EDIT_CALL_EMPTY },
    [EDIT_MOVE] = { .kind = EDIT_MOVE, .start = 204801 },
};

static bool needs_partition(enum edit_kind kind)
{
    return kind == EDIT_DELETE || kind == EDIT_CALL_EMPTY || kind == EDIT_MOVE ||
           (kind >= EDIT_RESIZE && kind <= EDIT_UUID);
}

START_TEST(a_damaged_table_is_repaired_or_replaced_first)
{
    struct layout *layout = edits_noted(edits_gpt(), NOTE_GPT_BACKUP_DAMAGED);
    unsigned number = needs_partition((enum edit_kind)_i) ? 2 : 0;

    if (_i == EDIT_NEW_TABLE || _i == EDIT_REPAIR)
        layout_unref(edits_do(layout, of_kind[_i], number));
    else
        edits_refuse_as(layout, of_kind[_i], number, "gpt-backup-damaged",
                        "The table has to be repaired first. Note gpt-backup-damaged.");
    layout_unref(layout);
}
END_TEST

START_TEST(what_libparted_cannot_read_can_only_be_replaced)
{
    struct layout *layout = edits_noted(edits_gpt(), NOTE_PARTED_CRASHED);
    unsigned number = needs_partition((enum edit_kind)_i) ? 2 : 0;

    if (_i == EDIT_NEW_TABLE)
        layout_unref(edits_do(layout, of_kind[_i], number));
    else if (_i == EDIT_REPAIR)
        edits_refuse(layout, of_kind[_i], number, REFUSAL_REPAIR_NOT_NEEDED,
                     "nothing of this kind to repair");
    else
        edits_refuse_as(layout, of_kind[_i], number, "parted-crashed",
                        "Note parted-crashed.");
    layout_unref(layout);
}
END_TEST

/* What libparted does not answer for is not trusted, and a partition is no disk. */
START_TEST(nothing_is_done_to_a_disk_that_cannot_be_written)
{
    static const enum note_id ids[] = { NOTE_PARTED_FAILED, NOTE_DISK_IS_PARTITION };

    for (size_t i = 0; i < ARRAY_SIZE(ids); i++) {
        struct layout *layout = edits_noted(edits_gpt(), ids[i]);
        unsigned number = needs_partition((enum edit_kind)_i) ? 2 : 0;
        edits_refuse_as(layout, of_kind[_i], number, note_id_text(ids[i]),
                        note_id_text(ids[i]));
        layout_unref(layout);
    }
}
END_TEST

START_TEST(a_warning_forbids_nothing)
{
    static const enum note_id ids[] = { NOTE_GPT_HYBRID, NOTE_PARTED_MISSING };

    for (size_t i = 0; i < ARRAY_SIZE(ids); i++) {
        struct layout *layout = edits_noted(edits_gpt(), ids[i]);
        struct layout *after = edits_do(layout, of_kind[EDIT_DELETE], 2);
        ck_assert_ptr_nonnull(layout_note_find(after, ids[i]));
        layout_unref(after);
        layout_unref(layout);
    }
}
END_TEST

static const struct {
    enum label_kind label;
    enum refusal refusal;
    const char *sentence;
} no_tables[] = {
    { LABEL_NONE, REFUSAL_TABLE_NOT_EDITABLE,
      "There is no partition table on this disk: make one first." },
    { LABEL_LOOP, REFUSAL_TABLE_NOT_EDITABLE,
      "There is no partition table on this disk: make one first." },
    { LABEL_BSD, REFUSAL_TABLE_NOT_EDITABLE,
      "A partition table of kind bsd can be viewed but not edited." },
    { LABEL_MAC, REFUSAL_TABLE_NOT_EDITABLE,
      "A partition table of kind mac can be viewed but not edited." },
};

START_TEST(other_tables_can_only_be_replaced)
{
    struct disks_spec spec = { .size = 1000000, .label = no_tables[_i].label };
    struct layout *layout = disks_build(&spec);

    edits_refuse(layout, of_kind[EDIT_CREATE], 0, no_tables[_i].refusal,
                 no_tables[_i].sentence);
    edits_refuse(layout, of_kind[EDIT_CONVERT], 0, no_tables[_i].refusal,
                 no_tables[_i].sentence);
    layout_unref(edits_do(layout, of_kind[EDIT_NEW_TABLE], 0));
    layout_unref(layout);
}
END_TEST

START_TEST(what_is_no_partition_cannot_be_changed)
{
    struct layout *layout = disks_openbsd();
    struct edit edit = { .kind = EDIT_DELETE, .id = 12345 };

    edits_refuse(layout, edit, 0, REFUSAL_EDIT_TARGET_GONE, "is not there (any more)");
    for (size_t i = 0; i < layout_count(layout); i++) {
        const struct extent *extent = layout_at(layout, i);
        edit.id = extent->id;
        if (!extent->number)
            edits_refuse(layout, edit, 0, REFUSAL_EDIT_NOT_OWN_TABLE,
                         "Only partitions of the disk's own table");
    }
    layout_unref(layout);
}
END_TEST

static const struct {
    enum use_kind use;
    const char *where;
    enum refusal shrunk; /* why it cannot be smaller */
    const char *sentence;
} users[] = {
    { USE_MOUNT, "/home", REFUSAL_RESIZE_IN_USE, "Partition 2 is mounted on /home:" },
    { USE_SWAP, "", REFUSAL_EDIT_IN_USE, "Partition 2 is in use as swap:" },
    { USE_SWAP_FILE, "/var", REFUSAL_RESIZE_IN_USE,
      "A swap file lies in partition 2, which is mounted on /var:" },
    { USE_HOLDER, "md0", REFUSAL_RESIZE_IN_USE, "Partition 2 is held by md0:" },
    { USE_LOOP, "loop3", REFUSAL_EDIT_IN_USE,
      "Over partition 2 lies the loop device loop3:" },
    { USE_EXCLUSIVE, "", REFUSAL_EDIT_IN_USE,
      "A program has partition 2 open for itself:" },
};

START_TEST(who_is_in_use_stays_and_is_named)
{
    struct layout *layout = edits_used(edits_gpt(), 2, users[_i].use, users[_i].where);
    const struct edit smaller = { .kind = EDIT_RESIZE, .start = 204800, .length = 5000 };

    edits_refuse(layout, of_kind[EDIT_DELETE], 2, REFUSAL_EDIT_IN_USE,
                 users[_i].sentence);
    edits_refuse(layout, smaller, 2, users[_i].shrunk, users[_i].sentence);
    edits_refuse(layout, of_kind[EDIT_NEW_TABLE], 0, REFUSAL_EDIT_IN_USE,
                 users[_i].sentence);
    layout_unref(layout);
}
END_TEST

/* The kernel does not read these again. */
START_TEST(who_is_in_use_may_get_another_name_type_and_flag)
{
    static const enum edit_kind kinds[] = { EDIT_TYPE, EDIT_NAME, EDIT_ATTRIBUTES,
                                            EDIT_BOOT, EDIT_UUID, EDIT_DISK_ID };
    struct layout *layout = edits_used(edits_gpt(), 2, USE_MOUNT, "/home");

    for (size_t i = 0; i < ARRAY_SIZE(kinds); i++)
        layout_unref(edits_do(layout, of_kind[kinds[i]], 2));
    layout_unref(layout);
}
END_TEST

START_TEST(beside_one_in_use_the_idle_ones_can_be_edited)
{
    struct layout *layout = edits_used(edits_gpt(), 1, USE_MOUNT, "/");

    layout_unref(edits_do(layout, of_kind[EDIT_DELETE], 2));
    layout_unref(edits_do(layout, of_kind[EDIT_RESIZE], 2));
    layout_unref(edits_do(layout, of_kind[EDIT_CREATE], 0));
    layout_unref(layout);
}
END_TEST

START_TEST(a_physical_volume_without_an_active_volume_is_idle)
{
    struct layout *layout = edits_used(edits_gpt(), 2, USE_LVM_IDLE, "");

    layout_unref(edits_do(layout, of_kind[EDIT_DELETE], 2));
    layout_unref(edits_do(layout, of_kind[EDIT_NEW_TABLE], 0));
    layout_unref(layout);
}
END_TEST

START_TEST(a_disk_that_is_mounted_as_a_whole_says_so)
{
    struct layout *layout = edits_blank(1000000, 512);
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(layout);
    struct extent whole = { .kind = EXTENT_PARTITION,
                            .number = 1,
                            .length = 1000000,
                            .use = { USE_MOUNT, "/mnt" } };

    layout_builder_label(builder)->kind = LABEL_LOOP;
    layout_builder_add(builder, &whole);
    layout_unref(layout);
    layout = layout_builder_refinish(builder);
    edits_refuse(layout, of_kind[EDIT_NEW_TABLE], 0, REFUSAL_EDIT_IN_USE,
                 "The disk is mounted on /mnt:");
    layout_unref(layout);
}
END_TEST

START_TEST(a_slice_in_use_holds_what_it_lies_in)
{
    struct layout *layout = disks_openbsd();
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(layout);

    for (size_t i = 0; i < layout_count(layout); i++)
        if (layout_at(layout, i)->letter == 'd')
            layout_builder_find(builder, layout_at(layout, i)->id)->use =
                (struct use){ USE_MOUNT, "/mnt" };
    layout_unref(layout);
    layout = layout_builder_refinish(builder);
    edits_refuse(layout, of_kind[EDIT_DELETE], 4, REFUSAL_EDIT_IN_USE,
                 "Partition 4 is mounted on /mnt:");
    edits_refuse(layout, of_kind[EDIT_TYPE], 4, REFUSAL_EDIT_IN_USE,
                 "Partition 4 is mounted on /mnt:");
    layout_unref(layout);
}
END_TEST

START_TEST(kinds_have_ids_of_their_own)
{
    for (unsigned i = 0; i < EDIT_KIND_COUNT; i++)
        for (unsigned k = 0; k < i; k++)
            ck_assert_str_ne(edit_id((enum edit_kind)i), edit_id((enum edit_kind)k));
}
END_TEST

static const struct {
    bool is_gpt;
    unsigned number;
    struct edit edit;
    const char *words;
} lines[] = {
    /* clang-format off */
    { true, 0, { .kind = EDIT_NEW_TABLE, .label = LABEL_GPT },
      "new gpt table" },
    { true, 0, { .kind = EDIT_NEW_TABLE, .label = LABEL_GPT, .entries = 1 },
      "new gpt table with 1 entry" },
    { true, 0, { .kind = EDIT_NEW_TABLE, .label = LABEL_MSDOS },
      "new msdos table" },
    { true, 0, { .kind = EDIT_CREATE, .extent = EXTENT_PARTITION, .start = 409600,
                 .length = 204800 },
      "new partition 4, 100 MiB, Linux file system, at 409600" },
    { true, 0, { .kind = EDIT_CREATE, .extent = EXTENT_PARTITION, .start = 409600,
                 .length = 204800, .name = "root" },
      "new partition 4, 100 MiB, Linux file system, 'root', at 409600" },
    { false, 0, { .kind = EDIT_CREATE, .extent = EXTENT_LOGICAL, .start = 600000,
                  .length = 2048, .type = "82" },
      "new partition 8, 1 MiB, Linux swap, Solaris, at 600000" },
    { false, 3, { .kind = EDIT_DELETE },
      "delete partition 3, 195.3 MiB, with 3 logical partitions" },
    { true, 2, { .kind = EDIT_DELETE }, "delete partition 2, 4.9 MiB" },
    { true, 2, { .kind = EDIT_RESIZE, .start = 204800, .length = 20480 },
      "size of 2: 4.9 MiB -> 10 MiB" },
    { true, 2, { .kind = EDIT_RESIZE, .start = 206848, .length = 10000 },
      "start of 2: 204800 -> 206848" },
    { true, 2, { .kind = EDIT_RESIZE, .start = 206848, .length = 20480 },
      "start of 2: 204800 -> 206848, size 4.9 MiB -> 10 MiB" },
    { false, 2, { .kind = EDIT_TYPE, .type = "8e" },
      "type of 2: Linux -> Linux LVM" },
    { false, 2, { .kind = EDIT_TYPE, .type = "no type" },
      "type of 2: Linux -> no type" },
    { true, 2, { .kind = EDIT_NAME, .name = "home" },
      "name of 2: '' -> 'home'" },
    { true, 2, { .kind = EDIT_ATTRIBUTES, .attributes = 0x8000000000000001 },
      "attributes of 2: none -> RequiredPartition GUID:63" },
    { false, 2, { .kind = EDIT_BOOT, .is_bootable = true },
      "boot flag of 2: off -> on" },
    { false, 1, { .kind = EDIT_BOOT }, "boot flag of 1: on -> off" },
    { true, 2, { .kind = EDIT_UUID }, "UUID of 2: a new random one" },
    { true, 2, { .kind = EDIT_UUID, .uuid = "9E1A2D38-C612-4316-AA26-8B49521E5A8B" },
      "UUID of 2: 9E1A2D38-C612-4316-AA26-8B49521E5A8B" },
    { false, 0, { .kind = EDIT_DISK_ID }, "disk id: a new random one" },
    { false, 0, { .kind = EDIT_DISK_ID, .uuid = "0x1" },
      "disk id: 0x5a3c9d21 -> 0x1" },
    { false, 0, { .kind = EDIT_SORT },
      "numbers in the order of the disk; what names a partition by its number must "
      "follow" },
    { true, 0, { .kind = EDIT_CONVERT, .label = LABEL_MSDOS },
      "convert gpt to msdos; lost: all GUIDs" },
    { false, 0, { .kind = EDIT_CONVERT, .label = LABEL_GPT },
      "convert msdos to gpt; lost: the disk id, and what tells logical from primary" },
    { true, 0, { .kind = EDIT_REPAIR, .repair = REPAIR_PROTECTIVE_MBR },
      "repair protective MBR" },
    { true, 2, { .kind = EDIT_CALL_EMPTY },
      "content of 2, 4.9 MiB: none that is needed" },
    { false, 3, { .kind = EDIT_MOVE, .start = 300001 },
      "start of 3: 300000 -> 300001" },
    /* clang-format on */
};

START_TEST(the_list_of_changes_says_what_is_done)
{
    struct layout *layout = lines[_i].is_gpt ? edits_gpt() : edits_msdos();
    struct edit edit = edits_on(layout, lines[_i].edit, lines[_i].number);
    char *words = edit_words(layout, &edit);

    ck_assert_str_eq(words, lines[_i].words);
    free(words);
    layout_unref(layout);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("edit");
    TCase *tcase = tcase_create("edit");
    int kinds = EDIT_KIND_COUNT, users_count = ARRAY_SIZE(users);

    tcase_add_loop_test(tcase, a_damaged_table_is_repaired_or_replaced_first, 0, kinds);
    tcase_add_loop_test(tcase, what_libparted_cannot_read_can_only_be_replaced, 0, kinds);
    tcase_add_loop_test(tcase, nothing_is_done_to_a_disk_that_cannot_be_written, 0,
                        kinds);
    tcase_add_test(tcase, a_warning_forbids_nothing);
    tcase_add_loop_test(tcase, other_tables_can_only_be_replaced, 0,
                        ARRAY_SIZE(no_tables));
    tcase_add_test(tcase, what_is_no_partition_cannot_be_changed);
    tcase_add_loop_test(tcase, who_is_in_use_stays_and_is_named, 0, users_count);
    tcase_add_test(tcase, who_is_in_use_may_get_another_name_type_and_flag);
    tcase_add_test(tcase, beside_one_in_use_the_idle_ones_can_be_edited);
    tcase_add_test(tcase, a_physical_volume_without_an_active_volume_is_idle);
    tcase_add_test(tcase, a_disk_that_is_mounted_as_a_whole_says_so);
    tcase_add_test(tcase, a_slice_in_use_holds_what_it_lies_in);
    tcase_add_test(tcase, kinds_have_ids_of_their_own);
    tcase_add_loop_test(tcase, the_list_of_changes_says_what_is_done, 0,
                        ARRAY_SIZE(lines));
    suite_add_tcase(suite, tcase);
    return run_tap(suite);
}
