/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_fix_wizard.c - the wizard that aligns all partitions with their data */
#include <string.h>

#include "model/base/mem.h"
#include "support/disks.h"
#include "support/test.h"
#include "ui/app/content_check.h"
#include "ui/person.h"

static struct app app;

static void teardown(void)
{
    app_finish(&app);
}

TEST_FIXTURE(NULL, teardown);

static struct effect press(uint32_t key)
{
    struct event event = { .kind = EVENT_KEY, .key = key };

    return app_update(&app, &event);
}

/* The answer to a look at the disk; REFUSAL may be NULL. */
static void look(const char *refusal)
{
    struct event event = { .kind = EVENT_FIX_LOOKED, .look = { .is_made = true } };

    event.look.usual = typical_speed_of("sata", true);
    lines_add(&event.look.boot, "%s", "GRUB starts as before.");
    lines_add(&event.look.passed, "%s", "No suspended system was found.");
    if (refusal)
        lines_add(&event.look.refusals, "%s", refusal);
    (void)app_update(&app, &event); /* nothing more is asked for */
}

static void open_fix(struct layout *layout)
{
    person_opens(&app, layout, 24, 80);
    ck_assert_int_eq(press('F').kind, EFFECT_FIX_LOOK);
    look(NULL);
}

static void open_checks(void)
{
    open_fix(disks_legacy());
    ck_assert_int_eq(press(KEY_CODE_ENTER).kind, EFFECT_NONE);
    ck_assert_int_eq(press(KEY_CODE_ENTER).kind, EFFECT_FIX_LOOK);
    look(NULL);
}

static void expect_message(const char *text)
{
    ck_assert_msg(strstr(app.message, text) != NULL, "'%s' is not in '%s'", text,
                  app.message);
}

TEST(the_first_step_tells_what_was_found)
{
    open_fix(disks_legacy());
    person_expects(&app, "step 1 of 3");
    person_expects(&app, "multiples of 16065");
    person_expects(&app, "Starts at sector 63 = 56 + 7");
    person_lacks(&app, "Its length is");
    person_expects(&app, "Enter next step");
}

TEST(the_second_step_tells_what_a_plan_costs)
{
    open_fix(disks_legacy());
    person_types(&app, "\n");
    person_expects(&app, "step 2 of 3");
    person_expects(&app, "912 GiB of data are moved, and 1.8 TiB written for that. That "
                         "takes");
    person_expects(&app, "GRUB starts as before.");
    person_expects(&app, "the time is that of a hard disk");
    person_lacks(&app, "multiples of 16065");
}

TEST(another_plan_is_looked_at_again)
{
    open_fix(disks_legacy());
    person_types(&app, "\n");
    ck_assert_int_eq(press(KEY_CODE_TAB).kind, EFFECT_FIX_LOOK);
    person_expects(&app, "> 1 MiB");
    person_types(&app, "\tm\02560");
    ck_assert_int_eq(press(KEY_CODE_ENTER).kind, EFFECT_FIX_LOOK);
    person_expects(&app, "> by hand");
}

/* --- the form of starts by hand --- */

static void open_starts(struct layout *layout)
{
    open_fix(layout);
    person_types(&app, "\nm");
    ck_assert_int_eq(app_screen(&app), SCREEN_FIX_STARTS);
}

TEST(the_form_of_starts_has_all_partitions_and_a_verdict_for_each_key)
{
    open_starts(disks_legacy());
    person_expects(&app, "> 1b           63 as planned          56 ok 4K");
    person_expects(&app, "  5l   1912586508 as planned  1912586504 ok 4K");
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

TEST(starts_that_are_typed_become_the_plan)
{
    open_starts(disks_legacy());
    person_types(&app, "64\t");
    person_types(&app, "204796624");
    ck_assert_int_eq(press(KEY_CODE_ENTER).kind, EFFECT_FIX_LOOK);
    ck_assert_int_eq(app_screen(&app), SCREEN_FIX_PLAN);
    person_expects(&app, "> by hand");
    look(NULL);
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
    expect_message(no_starts[_i].says);
    ck_assert_int_eq(app_screen(&app), SCREEN_FIX_STARTS);
    person_types(&app, "\033");
    person_expects(&app, "> 4 KiB");
    person_expects(&app, "m: each start as you type it");
}

TEST(starts_by_hand_can_be_changed_and_forgotten)
{
    open_starts(disks_legacy());
    person_types(&app, "64\nm");
    person_expects(&app, "> 1b           63 64 ");
    person_types(&app, "\025\n");
    person_expects(&app, "> 4 KiB");
    person_lacks(&app, "> by hand");
}

TEST(the_form_of_starts_scrolls_to_its_row)
{
    open_fix(disks_legacy());
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
    open_checks();
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

    open_checks();
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
    open_fix(disks_legacy());
    person_types(&app, "\n");
    person_expects(&app, "> 4 KiB       3 steps, 912 GiB of data, about 14 h");
    app.wizard.look.is_reading = true;
    person_expects(&app, "How fast this drive reads is being measured");
    person_expects(&app, "> 4 KiB       3 steps, 912 GiB of data, about 14 h");
    give_speed(50e6);
    person_expects(&app, "3 steps, 912 GiB of data, about 27 h");
    person_expects(&app, "The drive was read at 47.7 MiB/s, at 8 places just now;");
    person_expects(&app, "assumed to be those of a hard disk with 100 MB/s.");
    app.wizard.look.usual = NULL;
    person_expects(&app, "That takes at least");
    person_expects(&app, "take is not known.");
    give_speed(0); /* it was stopped */
    person_expects(&app, "How long that takes");
    person_lacks(&app, "being measured");
}

/* Saved results of a bench count more than a few reads. */
TEST(a_measured_drive_is_not_told_by_a_few_reads)
{
    open_fix(disks_legacy());
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
    open_checks();
    person_types(&app, "q");
    person_expects(&app, "step 2 of 3");
    person_types(&app, "q");
    person_expects(&app, "step 1 of 3");
    person_types(&app, "q");
    ck_assert_int_eq(app_screen(&app), SCREEN_TABLE);
}

TEST(the_last_enter_rehearses_with_the_steps)
{
    open_checks();
    ck_assert_int_eq(press(KEY_CODE_ENTER).kind, EFFECT_FIX_REHEARSE);
    ck_assert_uint_eq(app.wizard.steps.count, 4);
    ck_assert_ptr_nonnull(strstr(app.wizard.steps.at[3], "912 GiB of data are moved"));
    ck_assert_str_eq(app.wizard.steps.at[1],
                     " 2  start of 2: 204796620 -> 204796616, with 814.3 GiB of data");
    ck_assert_uint_eq(app_pending(&app), 0);
}

TEST(a_refusal_is_shown_and_nothing_goes_on)
{
    open_checks();
    look("Windows is suspended in partition 1.");
    person_expects(&app, "no    Windows is suspended in partition 1.");
    ck_assert_int_eq(press(KEY_CODE_ENTER).kind, EFFECT_NONE);
    expect_message("Windows is suspended");
}

TEST(nothing_goes_on_before_the_disk_was_looked_at)
{
    open_checks();
    fix_look_finish(&app.wizard.look);
    person_expects(&app, "The disk is being looked at");
    ck_assert_int_eq(press(KEY_CODE_ENTER).kind, EFFECT_NONE);
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

    open_fix(disks_build(&spec));
    person_types(&app, "\n\n");
    look(NULL);
    person_expects(&app, "nowhere on this disk: f names a file on another one");
    ck_assert_int_eq(press(KEY_CODE_ENTER).kind, EFFECT_NONE);
    expect_message("the moves: f names a file");
}

TEST(a_file_for_the_journal_is_asked_for_and_looked_at)
{
    open_checks();
    person_types(&app, "f/mnt/journal");
    ck_assert_int_eq(press(KEY_CODE_ENTER).kind, EFFECT_FIX_LOOK);
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

TEST(a_file_that_is_no_good_is_asked_for_again)
{
    open_checks();
    person_types(&app, "f/dev/shm/journal\n");
    struct event event = { .kind = EVENT_FIX_LOOKED,
                           .look = { .is_made = true },
                           .text = "That file is in memory." };
    (void)app_update(&app, &event);
    expect_message("That file is in memory.");
    ck_assert_int_eq(app.asking, ASK_JOURNAL);
    ck_assert_str_eq(app.field.text, "/dev/shm/journal");
}

TEST(pending_moves_are_the_plan_by_hand)
{
    person_opens(&app, disks_legacy(), 24, 80);
    person_types(&app, "a");
    ck_assert_uint_eq(app_pending(&app), 1);
    ck_assert_int_eq(press('W').kind, EFFECT_NONE);
    expect_message("This moves data: F shows what that takes");
    ck_assert_int_eq(press('F').kind, EFFECT_FIX_LOOK);
    ck_assert_uint_eq(app_pending(&app), 0);
    look(NULL);
    person_types(&app, "\n");
    person_expects(&app, "> by hand");
    person_types(&app, "qqU");
    ck_assert_uint_eq(app_pending(&app), 1);
}

TEST(moves_that_are_done_are_not_made_again)
{
    struct event event = { .kind = EVENT_FIXED, .commit = { .is_written = true } };

    person_opens(&app, disks_legacy(), 24, 80);
    person_types(&app, "aF");
    ck_assert_uint_eq(queue_undone_count(app.queue), 1);
    ck_assert_int_eq(app_update(&app, &event).kind, EFFECT_REREAD);
    ck_assert_uint_eq(queue_undone_count(app.queue), 0);
}

TEST(other_pending_changes_come_first)
{
    person_opens(&app, disks_legacy(), 24, 80);
    person_types(&app, "b");
    ck_assert_int_eq(press('F').kind, EFFECT_NONE);
    expect_message("Other changes are pending");
    ck_assert_int_eq(app_screen(&app), SCREEN_TABLE);
}

TEST(what_needs_no_data_is_written_as_a_change)
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

    open_fix(disks_build(&spec));
    person_types(&app, "\n");
    ck_assert_int_eq(press(KEY_CODE_ENTER).kind, EFFECT_REHEARSE);
    ck_assert_uint_eq(app_pending(&app), 1);
}

TEST(a_plan_that_does_not_fit_goes_no_further)
{
    open_fix(disks_touching());
    person_types(&app, "\n\t\n");
    expect_message("does not fit before the end of the disk");
    ck_assert_int_eq(app_screen(&app), SCREEN_FIX_PLAN);
}

TEST(an_aligned_disk_needs_nothing)
{
    open_fix(disks_aligned());
    person_types(&app, "\n\n");
    expect_message("nothing has to be changed");
}

TEST(a_disk_that_is_only_read_is_not_fixed)
{
    person_opens(&app, disks_legacy(), 24, 80);
    app.is_read_only = true;
    ck_assert_int_eq(press('F').kind, EFFECT_NONE);
    expect_message("read-only");
}

/* --- the checkers of file systems --- */

static struct checker_result content_of(unsigned number, enum inside_kind kind,
                                        const char *type, enum checker_verdict verdict)
{
    struct checker_result result = { .number = number,
                                     .checker = checker_of(kind),
                                     .verdict = verdict };

    copy_text(result.type, sizeof(result.type), type);
    return result;
}

static void add_content(struct checker_list *list, enum checker_verdict ntfs,
                        enum checker_verdict ext)
{
    struct checker_result first = content_of(1, INSIDE_NTFS, "ntfs", ntfs);
    struct checker_result second = content_of(2, INSIDE_EXT, "ext4", ext);

    checker_list_add(list, &first);
    checker_list_add(list, &second);
}

static void open_checkers(enum checker_verdict ntfs)
{
    struct event event = { .kind = EVENT_FIX_LOOKED, .look = { .is_made = true } };

    open_checks();
    add_content(&event.look.content, ntfs, CHECKER_NOT_RUN);
    (void)app_update(&app, &event); /* nothing more is asked for */
}

static void checkers_end(enum checker_verdict ntfs, enum checker_verdict ext)
{
    struct event event = { .kind = EVENT_CHECKED, .text = "/state/alidade.log" };

    add_content(&event.checked, ntfs, ext);
    (void)app_update(&app, &event); /* nothing more is asked for */
}

static void checkers_run(void)
{
    struct event event = { .kind = EVENT_CHECKED,
                           .content = { true, 2, "ext4", "e2fsck", 75 } };

    ck_assert_int_eq(press('v').kind, EFFECT_CHECK);
    (void)app_update(&app, &event); /* nothing more is asked for */
}

TEST(the_checkers_are_offered_where_one_is_installed)
{
    open_checkers(CHECKER_ABSENT);
    person_expects(&app, "v checks the file systems first (e2fsck)");
    person_expects(&app, "Partition 1 (ntfs) is not checked: ntfsfix is not installed.");
}

TEST(no_checker_is_offered_where_none_can_read)
{
    open_checks();
    person_lacks(&app, "checks the file systems first");
    ck_assert_int_eq(press('v').kind, EFFECT_NONE);
    expect_message("nothing here that an installed checker can read");
}

TEST(while_a_checker_runs_its_key_stops_it_and_enter_waits)
{
    open_checkers(CHECKER_NOT_RUN);
    checkers_run();
    person_expects(&app, "e2fsck reads partition 2 (ext4): 75 s so far. v stops it.");
    ck_assert_int_eq(press(KEY_CODE_ENTER).kind, EFFECT_NONE);
    expect_message("still being checked");
    ck_assert_int_eq(press('v').kind, EFFECT_CHECK_STOP);
    checkers_end(CHECKER_CLEAN, CHECKER_STOPPED);
    person_expects(&app, "ok    Partition 1 (ntfs): ntfsfix finds no errors.");
    person_expects(&app, "!     Partition 2 (ext4) is not checked: e2fsck was stopped.");
    person_expects(&app, "/state/alidade.log");
    ck_assert_int_eq(press(KEY_CODE_ENTER).kind, EFFECT_FIX_REHEARSE);
}

TEST(damage_forbids_nothing_and_is_told_from_new_damage)
{
    struct event fixed = { .kind = EVENT_FIXED, .fix_end = FIX_END_COMPLETE };

    open_checkers(CHECKER_NOT_RUN);
    checkers_run();
    checkers_end(CHECKER_CLEAN, CHECKER_DAMAGED);
    person_expects(&app, "!     Partition 2 (ext4): e2fsck finds errors");
    ck_assert_int_eq(press(KEY_CODE_ENTER).kind, EFFECT_FIX_REHEARSE);
    (void)app_update(&app, &fixed); /* nothing more is asked for */
    person_expects(&app, "v checks the file systems that were moved (ntfsfix, e2fsck)");
    checkers_run();
    checkers_end(CHECKER_DAMAGED, CHECKER_DAMAGED);
    person_expects(&app, "ntfsfix found no errors before the move");
    person_expects(&app, "e2fsck finds errors, as it did before the");
}

TEST(what_is_found_of_another_disk_is_not_taken)
{
    open_checkers(CHECKER_NOT_RUN);
    checkers_run();
    content_check_reset(&app);
    checkers_end(CHECKER_CLEAN, CHECKER_CLEAN);
    ck_assert_uint_eq(app.content.before.count, 0);
    ck_assert(!app.content.live.is_at_work);
    person_lacks(&app, "finds no errors");
}
