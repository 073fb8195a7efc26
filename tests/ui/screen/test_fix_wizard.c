/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_fix_wizard.c - the wizard that aligns all partitions with their data */
#include <string.h>

#include "model/base/mem.h"
#include "support/disks.h"
#include "support/test.h"
#include "ui/wizard.h"

static struct app app;

static void teardown(void)
{
    app_finish(&app);
}

TEST_FIXTURE(NULL, teardown);

TEST(the_first_step_tells_what_was_found)
{
    wizard_open(&app, disks_legacy());
    person_expects(&app, "step 1 of 3");
    person_expects(&app, "multiples of 16065");
    person_expects(&app, "Starts at sector 63 = 56 + 7");
    person_lacks(&app, "Its length is");
    person_expects(&app, "Enter next step");
}

TEST(the_second_step_tells_what_a_plan_costs)
{
    wizard_open(&app, disks_legacy());
    person_types(&app, "\n");
    person_expects(&app, "step 2 of 3");
    person_expects(&app, "912 GiB of data are moved, and 1009.6 GiB written for that. "
                         "That takes");
    person_expects(&app, "GRUB starts as before.");
    person_expects(&app, "the time is that of a hard disk");
    person_lacks(&app, "multiples of 16065");
}

TEST(another_plan_is_looked_at_again)
{
    wizard_open(&app, disks_legacy());
    person_types(&app, "\n");
    ck_assert_int_eq(wizard_press(&app, KEY_CODE_BACK_TAB).kind, EFFECT_FIX_LOOK);
    person_expects(&app, "> 4 KiB");
    person_types(&app, "\t\t\n\02560");
    ck_assert_int_eq(wizard_press(&app, KEY_CODE_ENTER).kind, EFFECT_FIX_LOOK);
    person_expects(&app, "> by hand");
}

TEST(without_a_plan_there_is_no_next_step)
{
    wizard_open(&app, disks_touching());
    person_types(&app, "\n");
    person_expects(&app, "Enter next step");
    person_types(&app, "\t");
    person_expects(&app, "> 1 MiB");
    person_expects(&app, "sectors are missing");
    person_lacks(&app, "next step");
}

/* --- the form of starts by hand --- */

static void open_starts(struct layout *layout)
{
    wizard_open(&app, layout);
    person_types(&app, "\nm");
    ck_assert_int_eq(app_screen(&app), SCREEN_FIX_STARTS);
}

TEST(the_form_of_starts_has_all_partitions_and_a_verdict_for_each_key)
{
    open_starts(disks_legacy());
    person_expects(&app, "> 1b           63 as planned        2048 ok 1M");
    person_expects(&app, "  5l   1912586508 as planned  1912590336 ok 1M");
    person_expects(&app, "912 GiB of data are moved");
    person_types(&app, "57");
    person_expects(&app, "57 ! +1 s");
    person_expects(&app, "Starts at sector 57 = 56 + 1");
    person_types(&app, "\b6");
    person_expects(&app, "56 ok 4K");
    person_types(&app, "\t2045MiBx");
    person_expects(&app, "Not possible");
    person_expects(&app, "'2045MiBx' cannot be read");
}

TEST(the_form_of_starts_begins_with_the_plan_that_was_chosen)
{
    wizard_open(&app, disks_legacy());
    person_types(&app, "\nk");
    person_expects(&app, "> 4 KiB");
    person_types(&app, "m");
    ck_assert_int_eq(app_screen(&app), SCREEN_FIX_STARTS);
    person_expects(&app, "> 1b           63 as planned          56 ok 4K");
}

TEST(starts_that_are_typed_become_the_plan)
{
    open_starts(disks_legacy());
    person_types(&app, "64\t");
    person_types(&app, "204796624");
    ck_assert_int_eq(wizard_press(&app, KEY_CODE_ENTER).kind, EFFECT_FIX_LOOK);
    ck_assert_int_eq(app_screen(&app), SCREEN_FIX_PLAN);
    person_expects(&app, "> by hand");
    wizard_look(&app, NULL);
    person_types(&app, "\n");
    person_expects(&app, "--start=1=64 --start=2=204796624");
    ck_assert_uint_eq(app_pending(&app), 0);
}

/* Each of them is told in the form, which stays open. */
static const struct {
    const char *keys;
    const char *says;
} no_starts[] = {
    { "4x\t\n", "'4x' cannot be read" },
    { "9999999999\n", "'9999999999' lies outside the disk" },
    { "204796620\n", "Partition 2 does not fit before the end of the disk" },
    { "64\t64\n", "64" },
};

TEST_EACH(a_start_that_cannot_be_stays_in_the_form, no_starts)
{
    open_starts(disks_legacy());
    person_types(&app, no_starts[_i].keys);
    ck_assert(app.is_message_error);
    wizard_expect_message(&app, no_starts[_i].says);
    ck_assert_int_eq(app_screen(&app), SCREEN_FIX_STARTS);
    person_types(&app, "\033");
    person_expects(&app, "> 1 MiB");
    person_expects(&app, "m: each start as you type it");
}

TEST(starts_by_hand_can_be_changed_and_forgotten)
{
    open_starts(disks_legacy());
    person_types(&app, "64\nm");
    person_expects(&app, "> 1b           63 64 ");
    person_types(&app, "\025\n");
    person_expects(&app, "> 1 MiB");
    person_lacks(&app, "> by hand");
}

TEST(the_form_of_starts_scrolls_to_its_row)
{
    wizard_open(&app, disks_legacy());
    person_types(&app, "\nm");
    app.rows = 10;
    app.cols = 40;
    for (int i = 0; i < 3; i++) {
        person_expects(&app, i == 0 ? "> 1b" : i == 1 ? "> 2" : "> 5l");
        person_types(&app, "\t");
    }
    person_expects(&app, "> 1b");
}

TEST(the_last_step_lists_the_checks_and_the_places_of_the_journal)
{
    wizard_open_checks(&app);
    person_expects(&app, "step 3 of 3");
    person_expects(&app, "ok    No suspended system was found.");
    person_expects(&app, "boot  GRUB starts as before.");
    person_expects(&app, "> swap partition 5");
    person_expects(&app, "The same as a command: alidade fix /dev/sda");
    person_types(&app, "j");
    person_expects(&app, "> free space at sector");
    person_expects(&app, "The journal of the moves: free space at sector");
    person_lacks(&app, "The same as a command");
    person_types(&app, "kc");
    person_expects(&app, "!     Moved data is not compared");
    person_expects(&app, "alidade fix --no-check /dev/sda");
}

/* A better place may come with a file that is named, or with another speed. */
TEST(a_place_that_was_chosen_stays_chosen)
{
    const struct move_speed fast = {
        .read = 1e9, .write = 1e9, .flush = 0.001, .near = 0.0001, .far = 0.0001
    };

    wizard_open_checks(&app);
    person_types(&app, "jk");
    person_expects(&app, "> swap partition 5");
    struct event event = {
        .kind = EVENT_FIX_LOOKED,
        .look = { .is_made = true,
                  .usual = typical_speed_of("sata", true),
                  .has_offer = true,
                  .offer = { .path = "/mnt/journal",
                             .bytes = UINT64_C(8) << 30,
                             .speed = fast } },
    };
    (void)app_update(&app, &event);
    person_expects(&app, "/mnt/journal");
    person_expects(&app, "> swap partition 5");
    person_types(&app, "k");
    person_expects(&app, "> ");
    person_expects(&app, "--journal=/mnt/journal");
}

static void give_speed(double read)
{
    struct event event = { .kind = EVENT_READ_SPEED, .speed = { .read = read } };

    ck_assert_int_eq(app_update(&app, &event).kind, EFFECT_NONE);
}

TEST(what_was_read_of_the_drive_makes_the_time_its_own)
{
    wizard_open(&app, disks_legacy());
    person_types(&app, "\nk");
    person_expects(&app,
                   "> 4 KiB       3 steps, 912 GiB of data, 1.8 TiB written, about 14 h");
    app.wizard.look.is_reading = true;
    person_expects(&app, "How fast this drive reads is being measured");
    person_expects(&app,
                   "> 4 KiB       3 steps, 912 GiB of data, 1.8 TiB written, about 14 h");
    give_speed(50e6);
    person_expects(&app, "3 steps, 912 GiB of data, 1.8 TiB written, about 27 h");
    person_expects(&app, "The drive was read at 47.7 MiB/s, at 8 places just now;");
    person_expects(&app, "assumed to be those of a hard disk with 100 MB/s.");
    give_speed(0); /* it was stopped */
    person_expects(&app, "the time is that of a hard disk with 100 MB/s.");
    app.wizard.look.usual = NULL; /* of an image file */
    person_expects(&app, "the time is that of");
    person_lacks(&app, "being measured");
}

/* Saved results of a bench count more than a few reads. */
TEST(a_measured_drive_is_not_told_by_a_few_reads)
{
    wizard_open(&app, disks_legacy());
    app.job.has_saved = true;
    app.job.saved.workload_count = 1;
    app.job.saved.workloads[0] = (struct workload_result){ .kind = WORKLOAD_READ_1M,
                                                           .is_aligned = true,
                                                           .bytes_per_second = 80e6 };
    person_types(&app, "\n");
    give_speed(5e6);
    person_lacks(&app, "was read at");
}

TEST(enter_goes_on_and_q_back)
{
    wizard_open_checks(&app);
    person_types(&app, "q");
    person_expects(&app, "step 2 of 3");
    person_types(&app, "q");
    person_expects(&app, "step 1 of 3");
    person_types(&app, "q");
    ck_assert_int_eq(app_screen(&app), SCREEN_TABLE);
}

TEST(the_last_enter_rehearses_with_the_steps)
{
    wizard_open_checks(&app);
    ck_assert_int_eq(wizard_press(&app, KEY_CODE_ENTER).kind, EFFECT_FIX_REHEARSE);
    ck_assert_uint_eq(app.wizard.steps.count, 6);
    ck_assert_ptr_nonnull(strstr(app.wizard.steps.at[5], "912 GiB of data are moved"));
    ck_assert_str_eq(app.wizard.steps.at[3],
                     "4  start of 2: 204796620 -> 204800000, with 814.3 GiB of data");
    ck_assert_uint_eq(app_pending(&app), 0);
}

TEST(a_refusal_is_shown_and_nothing_goes_on)
{
    wizard_open_checks(&app);
    wizard_look(&app, "Windows is suspended in partition 1.");
    person_expects(&app, "no    Windows is suspended in partition 1.");
    person_lacks(&app, "last check");
    ck_assert_int_eq(wizard_press(&app, KEY_CODE_ENTER).kind, EFFECT_NONE);
    wizard_expect_message(&app, "Windows is suspended");
}

TEST(nothing_goes_on_before_the_disk_was_looked_at)
{
    wizard_open_checks(&app);
    fix_look_finish(&app.wizard.look);
    person_expects(&app, "The disk is being looked at");
    ck_assert_int_eq(wizard_press(&app, KEY_CODE_ENTER).kind, EFFECT_NONE);
}

TEST(a_full_disk_names_the_key_for_a_file)
{
    static const struct disks_part parts[] = {
        { .kind = EXTENT_PARTITION,
          .number = 1,
          .start = 63,
          .length = 1000000 - 63,
          .inside = INSIDE_EXT },
    };
    const struct disks_spec spec = {
        .size = 1000000, .label = LABEL_MSDOS, .parts = parts, .count = 1
    };

    wizard_open(&app, disks_build(&spec));
    person_types(&app, "\n\n");
    wizard_look(&app, NULL);
    person_expects(&app, "nowhere on this disk: f names a file on another one");
    ck_assert_int_eq(wizard_press(&app, KEY_CODE_ENTER).kind, EFFECT_NONE);
    wizard_expect_message(&app, "the moves: f names a file");
}

TEST(a_file_for_the_journal_is_asked_for_and_looked_at)
{
    wizard_open_checks(&app);
    person_types(&app, "f/mnt/journal");
    ck_assert_int_eq(wizard_press(&app, KEY_CODE_ENTER).kind, EFFECT_FIX_LOOK);
    ck_assert_str_eq(app.wizard.journal, "/mnt/journal");
    struct event event = {
        .kind = EVENT_FIX_LOOKED,
        .look = { .is_made = true,
                  .has_offer = true,
                  .offer = { .path = app.wizard.journal, .bytes = UINT64_C(8) << 30 } },
    };
    (void)app_update(&app, &event);
    person_expects(&app, "/mnt/journal");
    person_expects(&app, "alidade fix --journal=/mnt/journal /dev/sda");
}

/* The gap in front of partition 1: the best plan would write to its last sectors. */
TEST(the_plan_keeps_off_what_the_look_has_found)
{
    const struct owner_run gap = { 56, 7, 1, 62, OWNER_KNOWN, "gap", "a loader" };

    wizard_open(&app, disks_legacy());
    person_types(&app, "\nk");
    person_expects(&app, "  1b             63         56");
    struct event event = { .kind = EVENT_FIX_LOOKED, .look = { .is_made = true } };
    owner_runs_add(&event.look.owned, &gap);
    (void)app_update(&app, &event);
    person_lacks(&app, "63         56");
    wizard_look(&app, NULL); /* it is not there any more */
    person_expects(&app, "  1b             63         56");
}

/* A partition that fills the disk: it can only go over what is before it. */
static struct layout *make_full(void)
{
    static const struct disks_part parts[] = {
        { EXTENT_PARTITION, 1, 63, 81920, INSIDE_EXT, NULL, "full", 0, ROLE_NONE, false },
    };

    return disks_build(&(struct disks_spec){
        .size = 81983, .label = LABEL_MSDOS, .parts = parts, .count = 1 });
}

static void expect_planned_with(struct effect effect, enum effect_kind kind, size_t count)
{
    ck_assert_int_eq(effect.kind, kind);
    ck_assert_uint_eq(effect.start_count, count);
    if (count)
        ck_assert_uint_eq(effect.starts[0], 1);
}

TEST(what_is_in_the_way_is_given_up_by_a_key)
{
    const struct owner_run gap = { 56, 7, 1, 62, OWNER_KNOWN, "gap", "a loader" };
    struct event event = { .kind = EVENT_FIX_LOOKED, .look = { .is_made = true } };

    wizard_open(&app, make_full());
    person_types(&app, "\n");
    person_expects(&app, "63         56");
    owner_runs_add(&event.look.owned, &gap);
    (void)app_update(&app, &event);
    person_expects(&app, "o gives it up.");
    ck_assert_int_eq(wizard_press(&app, KEY_CODE_ENTER).kind, EFFECT_NONE);
    wizard_expect_message(&app, "names. o gives it up.");
    (void)wizard_press(&app, KEY_CODE_PAGE_DOWN); /* the message goes */
    person_expects(&app, "o give up");
    person_types(&app, "o");
    person_expects(&app, "Sectors 1 to 62 hold a loader: give them up (y/N)?");
    ck_assert_int_eq(wizard_press(&app, KEY_CODE_ENTER).kind, EFFECT_NONE);
    person_expects(&app, "o gives it up.");
    person_types(&app, "oy");
    expect_planned_with(wizard_press(&app, KEY_CODE_ENTER), EFFECT_FIX_LOOK, 1);
    wizard_look(&app, NULL);
    person_lacks(&app, "o give up");
    person_types(&app, "\nf/mnt/journal\n");
    event = (struct event){
        .kind = EVENT_FIX_LOOKED,
        .look = { .is_made = true,
                  .has_offer = true,
                  .offer = { .path = app.wizard.journal, .bytes = UINT64_C(8) << 30 } },
    };
    (void)app_update(&app, &event);
    person_expects(&app, "alidade fix --lose=@1 --journal=/mnt/journal /dev/sda");
    expect_planned_with(wizard_press(&app, KEY_CODE_ENTER), EFFECT_FIX_REHEARSE, 1);
    person_types(&app, "qqq");
    expect_planned_with(wizard_press(&app, 'F'), EFFECT_FIX_LOOK, 0);
}

TEST(nothing_is_in_the_way_of_other_plans)
{
    wizard_open(&app, disks_legacy());
    person_types(&app, "\n");
    person_lacks(&app, "o give up");
    person_types(&app, "o");
    wizard_expect_message(&app, "There is nothing here to be given up.");
}

TEST(a_file_that_is_no_good_is_asked_for_again)
{
    wizard_open_checks(&app);
    person_types(&app, "f/dev/shm/journal\n");
    struct event event = { .kind = EVENT_FIX_LOOKED,
                           .look = { .is_made = true },
                           .text = "That file is in memory." };
    (void)app_update(&app, &event);
    wizard_expect_message(&app, "That file is in memory.");
    ck_assert_int_eq(app.asking, ASK_JOURNAL);
    ck_assert_str_eq(app.field.text, "/dev/shm/journal");
}

TEST(pending_moves_are_the_plan_by_hand)
{
    person_opens(&app, disks_legacy(), 24, 80);
    person_types(&app, "aj\n");
    ck_assert_uint_eq(app_pending(&app), 1);
    ck_assert_int_eq(wizard_press(&app, 'W').kind, EFFECT_NONE);
    wizard_expect_message(&app, "This moves data: F shows what that takes");
    ck_assert_int_eq(wizard_press(&app, 'F').kind, EFFECT_FIX_LOOK);
    ck_assert_uint_eq(app_pending(&app), 0);
    wizard_look(&app, NULL);
    person_types(&app, "\n");
    person_expects(&app, "> by hand     1 step, 97.7 GiB of data");
    person_expects(&app, "Partition 2 will not be aligned");
    person_types(&app, "qqU");
    ck_assert_uint_eq(app_pending(&app), 1);
}

TEST(moves_that_are_done_are_not_made_again)
{
    struct event event = { .kind = EVENT_FIXED, .commit = { .is_written = true } };

    person_opens(&app, disks_legacy(), 24, 80);
    person_types(&app, "aj\nF");
    ck_assert_uint_eq(queue_undone_count(app.queue), 1);
    ck_assert_int_eq(app_update(&app, &event).kind, EFFECT_REREAD);
    ck_assert_uint_eq(queue_undone_count(app.queue), 0);
}

TEST(other_pending_changes_come_first)
{
    person_opens(&app, disks_legacy(), 24, 80);
    person_types(&app, "b");
    ck_assert_int_eq(wizard_press(&app, 'F').kind, EFFECT_NONE);
    wizard_expect_message(&app, "Other changes are pending");
    ck_assert_int_eq(app_screen(&app), SCREEN_TABLE);
}

TEST(what_needs_no_data_has_a_journal_too)
{
    static const struct disks_part parts[] = {
        { .kind = EXTENT_PARTITION,
          .number = 1,
          .start = 63,
          .length = 500000,
          .inside = INSIDE_SWAP },
    };
    const struct disks_spec spec = {
        .size = 2000000, .label = LABEL_MSDOS, .parts = parts, .count = 1
    };

    wizard_open(&app, disks_build(&spec));
    person_types(&app, "\n");
    ck_assert_int_eq(wizard_press(&app, KEY_CODE_ENTER).kind, EFFECT_FIX_LOOK);
    ck_assert_uint_eq(app_pending(&app), 0);
    ck_assert_int_eq(app_screen(&app), SCREEN_FIX_CHECKS);
}

TEST(a_plan_that_does_not_fit_goes_no_further)
{
    wizard_open(&app, disks_touching());
    person_types(&app, "\n\t\n");
    wizard_expect_message(&app, "does not fit before the end of the disk");
    ck_assert_int_eq(app_screen(&app), SCREEN_FIX_PLAN);
}

TEST(an_aligned_disk_needs_nothing)
{
    wizard_open(&app, disks_aligned());
    person_types(&app, "\n\n");
    wizard_expect_message(&app, "nothing has to be changed");
}

TEST(a_disk_that_is_only_read_is_not_fixed)
{
    person_opens(&app, disks_legacy(), 24, 80);
    app.is_read_only = true;
    ck_assert_int_eq(wizard_press(&app, 'F').kind, EFFECT_NONE);
    wizard_expect_message(&app, "read-only");
}
