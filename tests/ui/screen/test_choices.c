/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_choices.c - types, repairs and whole tables, each chosen from a list */
#include <stdlib.h>

#include "model/base/mem.h"
#include "model/disk/types.h"
#include "model/edit/planner.h"
#include "support/disks.h"
#include "support/refused.h"
#include "support/test.h"
#include "ui/person.h"
#include "ui/screen/forms/form_row.h"

/* A GPT whose backup is damaged may not be edited before it is repaired. */
static struct layout *damaged(void)
{
    CLEANUP(layout_unrefp) struct layout *layout = disks_aligned();
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(layout);

    layout_builder_note(builder, NOTE_GPT_BACKUP_DAMAGED, "%s",
                        "The backup GPT is damaged.");
    return layout_builder_refinish(builder);
}

TEST(what_is_damaged_is_repaired_first)
{
    struct app app;

    person_opens(&app, damaged(), 24, 80);
    person_expects(&app, "! The backup GPT is damaged.  V:");
    person_types(&app, "d");
    ck_assert_str_eq(app.message, "The backup GPT is damaged. V repairs it.");
    person_types(&app, "v");
    person_expects(&app, "The backup GPT is damaged.");
    person_expects(&app, "V repair");
    person_types(&app, "V");
    person_expects(&app, "[x] backup GPT");
    person_types(&app, "\n");
    ck_assert_uint_eq(app_pending(&app), 1);
    person_lacks(&app, "V repair");
    person_types(&app, "qd");
    ck_assert_uint_eq(app_pending(&app), 2);
    app_finish(&app);
}

TEST(a_repair_can_be_left)
{
    struct app app;

    person_opens(&app, damaged(), 24, 80);
    person_types(&app, "V \n");
    ck_assert_uint_eq(app_pending(&app), 0);
    app_finish(&app);
}

/* Partition 1 is not in the backup. */
static struct layout *two_copies(void)
{
    CLEANUP(layout_unrefp) struct layout *layout = disks_aligned();
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(layout);
    CLEANUP(layout_builder_freep)
    struct layout_builder *backup = layout_builder_from(layout);

    layout_builder_remove(backup, layout_find_number(layout, 1)->id);
    CLEANUP(layout_unrefp) struct layout *other = layout_builder_refinish(backup);
    layout_builder_set_other(builder, other);
    layout_builder_note(builder, NOTE_GPT_COPIES_DIFFER, "%s", "The copies differ.");
    return layout_builder_refinish(builder);
}

TEST(which_copy_counts_is_never_guessed)
{
    struct app app;

    person_opens(&app, two_copies(), 24, 80);
    person_types(&app, "V");
    person_expects(&app, "[ ] backup GPT");
    person_expects(&app, "[ ] primary GPT, the backup counts");
    person_expects(&app, "partition 1: deleted");
    person_types(&app, " \t ");
    person_expects(&app, "Either the primary GPT counts or the backup: choose one.");
    struct form_attempt attempt = form_try(&app);
    ck_assert_refused(&attempt.err, REFUSAL_REPAIR_TWO_COPIES);
    person_types(&app, "\n");
    ck_assert_uint_eq(app_pending(&app), 0);
    person_types(&app, "\t \n");
    ck_assert_uint_eq(app_pending(&app), 1);
    ck_assert_ptr_null(layout_find_number(app.layout, 1));
    app_finish(&app);
}

TEST(the_list_of_types_begins_at_the_present_one)
{
    struct app app;

    person_opens(&app, disks_legacy(), 24, 80);
    person_types(&app, "t");
    person_expects(&app, "> NTFS, exFAT, HPFS");
    person_types(&app, "j\n");
    ck_assert_str_ne(app_selected(&app)->type, "7");
    app_finish(&app);
}

/* What is searched for is listed once, in its group. */
TEST(types_that_were_used_last_come_first)
{
    struct app app;

    person_opens(&app, disks_legacy(), 24, 80);
    person_types(&app, "t");
    person_lacks(&app, "Used last");
    person_types(&app, "/8e\njt");
    person_expects(&app, "│ Used last");
    person_expects(&app, "1 of ");
    person_types(&app, "k");
    person_expects(&app, "> Linux LVM");
    person_types(&app, "\n");
    ck_assert_str_eq(app_selected(&app)->type, "8e");
    person_types(&app, "t");
    person_expects(&app, "> Linux LVM");
    person_types(&app, "/swap");
    person_lacks(&app, "Used last");
    person_types(&app, "\033\033j");
    person_expects(&app, "2 changes pending");
    app_finish(&app);
}

/* Bytes as fdisk writes them, sgdisk's codes, sfdisk's words. */
static const struct {
    struct layout *(*disk)(void);
    const char *typed, *found;
} typed_types[] = {
    { disks_legacy, "0x8e", "> Linux LVM " },
    { disks_legacy, "8e", "> Linux LVM " },
    { disks_legacy, "7e", "> a type without a name " },
    { disks_legacy, "hpfs", "> NTFS, exFAT, HPFS" },
    { disks_aligned, "ef00", "> EFI system " },
    { disks_aligned, "uefi", "> EFI system " },
    { disks_aligned, "0657fd6d", "> Linux swap " },
};

TEST_EACH(a_type_is_found_by_name_alias_and_byte, typed_types)
{
    struct app app;

    person_opens(&app, typed_types[_i].disk(), 24, 80);
    person_types(&app, "g204797000s\nt/");
    person_types(&app, typed_types[_i].typed);
    person_expects(&app, typed_types[_i].found);
    app_finish(&app);
}

TEST(searching_narrows_the_list_and_ends_with_escape)
{
    struct app app;

    person_opens(&app, disks_aligned(), 24, 80);
    person_types(&app, "t/linux swap");
    person_expects(&app, "Types with 'linux swap'");
    person_expects(&app, TYPE_GPT_LINUX_SWAP);
    person_types(&app, "\033");
    person_expects(&app, "─ Types ─");
    ck_assert_int_eq(app_screen(&app), SCREEN_TYPES);
    person_types(&app, "\033");
    ck_assert_int_eq(app_screen(&app), SCREEN_TABLE);
    app_finish(&app);
}

TEST(the_list_of_types_offers_a_name_where_there_are_names)
{
    struct app app;

    person_opens(&app, disks_aligned(), 24, 80);
    person_types(&app, "t");
    person_expects(&app, "c name");
    app_finish(&app);
    person_opens(&app, disks_legacy(), 24, 80);
    person_types(&app, "t");
    person_expects(&app, "Enter choose");
    person_lacks(&app, "c name");
    app_finish(&app);
}

static struct layout *no_table(void)
{
    struct disks_spec spec = { .size = 41943040, .label = LABEL_NONE };

    return disks_build(&spec);
}

TEST(a_disk_without_a_table_says_how_to_begin)
{
    struct app app;

    person_opens(&app, no_table(), 24, 80);
    person_expects(&app, "There is no partition table yet: N makes one.");
    person_types(&app, "N\n");
    ck_assert_int_eq(app_selected(&app)->kind, EXTENT_FREE);
    person_types(&app, "n\nn");
    ck_assert_uint_eq(app_pending(&app), 2);
    person_expects(&app, "There is no free space for a new partition.");
    app_finish(&app);
}

TEST(a_broken_table_is_told_before_a_new_one_is_made)
{
    CLEANUP(layout_unrefp) struct layout *none = no_table();
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(none);
    struct app app;

    layout_builder_note(builder, NOTE_TABLE_BROKEN, "It is broken.");
    person_opens(&app, layout_builder_refinish(builder), 24, 80);
    person_expects(&app, "It is broken. N makes a new one.");
    person_types(&app, "N\n");
    ck_assert_uint_eq(app_pending(&app), 1);
    app_finish(&app);
}

TEST(a_new_table_without_partitions_is_offered_first)
{
    struct app app;

    person_opens(&app, disks_legacy(), 24, 80);
    person_types(&app, "N");
    person_expects(&app, "> gpt without partitions");
    person_types(&app, "\003");
    person_expects(&app, "> gpt, one partition");
    app_finish(&app);
}

TEST_TIMES(a_template_tells_its_reason, TEMPLATE_COUNT)
{
    struct app app;

    person_opens(&app, disks_legacy(), 24, 80);
    person_types(&app, "N");
    for (int i = 0; i < _i; i++)
        person_types(&app, "\003");
    person_expects(&app, template_reason((enum template)_i));
    person_types(&app, "\003");
    person_lacks(&app, template_reason((enum template)_i));
    app_finish(&app);
}

/* Smaller windows have no rows for each of them. */
static const struct {
    int rows;
    int cols;
    const char *keys;
    const char *want;
} loss_windows[] = {
    { 24, 80, "N", "goes: partition 2, ext4 'data'" },
    { 15, 60, "N", "goes: partition 1, ntfs 'WINXP'" },
    { 12, 40, "N", "3 contents go: ntfs 'WINXP'" },
    { 12, 40, "N\016", "3 contents go: ntfs 'WINXP'" },
    { 12, 40, "N\016\016\016\016\016", "3 contents go: ntfs 'WINXP'" },
    { 15, 60, "N\003\003\003\003\003\003\0038GB, 8GB, 8GB, 8GB, 8GB",
      "3 contents go: ntfs" },
};

TEST_EACH(what_a_new_table_gives_up_is_named_in_any_window, loss_windows)
{
    struct app app;

    person_opens(&app, disks_legacy(), loss_windows[_i].rows, loss_windows[_i].cols);
    person_types(&app, loss_windows[_i].keys);
    person_expects(&app, loss_windows[_i].want);
    app_finish(&app);
}

/* A damaged entry has several cures, of which only one is possible. */
TEST(two_cures_of_one_entry_exclude_each_other)
{
    struct app app;
    CLEANUP(layout_unrefp) struct layout *layout = disks_legacy();
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(layout);

    layout_builder_find(builder, layout_find_number(layout, 5)->id)->length *= 2;
    layout_builder_settle(builder);
    person_opens(&app, layout_builder_refinish(builder), 24, 80);
    person_types(&app, "V \t ");
    person_expects(&app, "[x] drop the damaged entry");
    person_expects(&app, "another of these repairs");
    app_finish(&app);
}

static const char raids[] = "N\003\003\003\003\003\003\003"
                            "8GB swap, 250GB /, 1200GB raid, rest raid";

TEST(a_typed_list_is_a_table)
{
    struct app app;

    person_opens(&app, disks_raid(), 24, 80);
    CLEANUP(layout_unrefp) struct layout *was = layout_ref(app.layout);
    person_types(&app, raids);
    person_expects(&app, "503906304");
    person_expects(&app, "in place of 4 partitions");
    person_types(&app, "\n");
    ck_assert_uint_eq(app_pending(&app), 5);
    for (unsigned i = 1; i <= 4; i++) {
        const struct extent *made = layout_find_number(app.layout, i);
        ck_assert_uint_eq(made->start, layout_find_number(was, i)->start);
        ck_assert_uint_eq(made->length, layout_find_number(was, i)->length);
    }
    app_finish(&app);
}

/* The row of the list need not be selected first. */
TEST(a_list_is_taken_on_every_row)
{
    struct app app;

    person_opens(&app, disks_legacy(), 24, 80);
    person_types(&app, "N\003\003"
                       "8GB swap");
    person_expects(&app, "> msdos, partitions from a list:");
    person_types(&app, "\033N512MiB efi, 4GiB swap, rest linux name=home");
    person_expects(&app, "  512MiB efi, 4GiB swap, rest linux name=home");
    person_types(&app, "\n");
    ck_assert_uint_eq(app_pending(&app), 4);
    ck_assert_str_eq(layout_find_number(app.layout, 3)->name, "home");
    app_finish(&app);
}

static const struct {
    struct layout *(*disk)(void);
    const char *keys; /* up to where what is typed cannot be complete */
    const char *why;
} unfinished[] = {
    { disks_legacy, "N\003\003\003\003\003\003\0038", "'8' has no unit" },
    { disks_legacy, "N\003\003\003\003\003\003\0038GB swap, ", "Part 2 of the list" },
    { disks_legacy, "Dnothing", "nothing" },
};

TEST_EACH(what_is_typed_is_called_wrong_after_a_pause, unfinished)
{
    struct event idle = { .kind = EVENT_IDLE };
    struct app app;

    person_opens(&app, unfinished[_i].disk(), 24, 80);
    app.is_lazy = true;
    person_types(&app, unfinished[_i].keys);
    person_lacks(&app, "Not possible");
    app_update(&app, &idle);
    person_expects(&app, "Not possible");
    person_expects(&app, unfinished[_i].why);
    person_types(&app, "x");
    person_lacks(&app, "Not possible");
    person_types(&app, "\n");
    ck_assert(app.is_message_error);
    ck_assert_uint_eq(app_pending(&app), 0);
    app_finish(&app);
}

/* Keys that are typed without a pause. */
static const struct {
    struct layout *(*disk)(void);
    const char *keys;
    const char *sees, *lacks; /* or NULL */
} typed[] = {
    { disks_half_free, "r200GiB", "! '200GiB' needs 419430400 sectors", NULL },
    { disks_half_free, "r200GiB", "Not possible", NULL },
    { disks_half_free, "r200Gi", "! '200G' needs", NULL }, /* not gone for one key */
    { disks_half_free, "r200", NULL, "Not possible" },     /* a unit may follow */
    { disks_half_free, "r200GiB\025", NULL, "Not possible" },
    { disks_half_free, "r200GiB\0252", NULL, "Not possible" },
    { disks_half_free, "r200GiB\0255GiB", "size", "Not possible" },
    { disks_half_free, "jn200GiB", "! '200GiB' needs", NULL },
    { disks_half_free, "jn200GiB\tlin", NULL, "Not possible" },
    { disks_legacy, "jjjm5", "! '5' is sector 5; here it can be", NULL },
};

TEST_EACH(what_cannot_be_is_told_at_each_key, typed)
{
    struct app app;

    person_opens(&app, typed[_i].disk(), 24, 80);
    app.is_lazy = true;
    person_types(&app, typed[_i].keys);
    if (typed[_i].sees)
        person_expects(&app, typed[_i].sees);
    if (typed[_i].lacks)
        person_lacks(&app, typed[_i].lacks);
    app_finish(&app);
}

/* The rest follows after the pause. */
TEST(while_a_size_is_typed_the_reason_has_one_line)
{
    struct event idle = { .kind = EVENT_IDLE };
    struct app app;

    person_opens(&app, disks_half_free(), 12, 40);
    app.is_lazy = true;
    person_types(&app, "r200GiB");
    person_expects(&app, "! '200GiB' needs 419430400 ");
    person_lacks(&app, "there is room");
    app_update(&app, &idle);
    person_expects(&app, "there is room");
    app_finish(&app);
}

TEST(a_list_that_is_not_begun_is_not_wrong)
{
    struct app app;

    person_opens(&app, disks_legacy(), 24, 80);
    person_types(&app, "N\003\003\003\003\003\003\003");
    person_expects(&app, "Write a list of sizes and types");
    person_lacks(&app, "Not possible");
    app_finish(&app);
}
