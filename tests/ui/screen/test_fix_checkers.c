/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_fix_checkers.c - the checkers of file systems, before a move and after it */
#include <string.h>

#include "model/base/mem.h"
#include "support/disks.h"
#include "support/test.h"
#include "ui/app/content_check.h"
#include "ui/wizard.h"

static struct app app;

static void teardown(void)
{
    app_finish(&app);
}

TEST_FIXTURE(NULL, teardown);

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

    wizard_open_checks(&app);
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

    ck_assert_int_eq(wizard_press(&app, 'v').kind, EFFECT_CHECK);
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
    wizard_open_checks(&app);
    person_lacks(&app, "checks the file systems first");
    ck_assert_int_eq(wizard_press(&app, 'v').kind, EFFECT_NONE);
    wizard_expect_message(&app, "nothing here that an installed checker can read");
}

TEST(while_a_checker_runs_its_key_stops_it_and_enter_waits)
{
    open_checkers(CHECKER_NOT_RUN);
    checkers_run();
    person_expects(&app, "e2fsck reads partition 2 (ext4): 75 s so far. v stops it.");
    ck_assert_int_eq(wizard_press(&app, KEY_CODE_ENTER).kind, EFFECT_NONE);
    wizard_expect_message(&app, "still being checked");
    ck_assert_int_eq(wizard_press(&app, 'v').kind, EFFECT_CHECK_STOP);
    checkers_end(CHECKER_CLEAN, CHECKER_STOPPED);
    wizard_expect_message(&app, "The checkers have ended.");
    person_expects(&app, "ok    Partition 1 (ntfs): ntfsfix finds no errors.");
    person_expects(&app, "!     Partition 2 (ext4) is not checked: e2fsck was stopped.");
    person_expects(&app, "/state/alidade.log");
    ck_assert_int_eq(wizard_press(&app, KEY_CODE_ENTER).kind, EFFECT_FIX_REHEARSE);
}

TEST(damage_forbids_nothing_and_is_told_from_new_damage)
{
    struct event fixed = { .kind = EVENT_FIXED, .fix_end = FIX_END_COMPLETE };

    open_checkers(CHECKER_NOT_RUN);
    checkers_run();
    checkers_end(CHECKER_CLEAN, CHECKER_CLEAN);
    wizard_expect_message(&app, "The checkers have found no errors.");
    checkers_end(CHECKER_CLEAN, CHECKER_DAMAGED);
    wizard_expect_message(&app, "The checkers have found errors.");
    person_expects(&app, "!     Partition 2 (ext4): e2fsck finds errors");
    ck_assert_int_eq(wizard_press(&app, KEY_CODE_ENTER).kind, EFFECT_FIX_REHEARSE);
    (void)app_update(&app, &fixed); /* nothing more is asked for */
    person_expects(&app, "v checks the file systems that were moved (ntfsfix, e2fsck)");
    checkers_run();
    checkers_end(CHECKER_DAMAGED, CHECKER_DAMAGED);
    person_expects(&app, "ntfsfix found no errors before the move");
    person_expects(&app, "e2fsck finds errors, as it did before the");
}

/* The wizard was in a program that has ended: the checkers come with the end. */
TEST(the_checkers_are_offered_after_a_move_that_was_resumed)
{
    struct event fixed = { .kind = EVENT_FIXED, .fix_end = FIX_END_COMPLETE };

    person_opens(&app, disks_legacy(), 24, 80);
    add_content(&fixed.checked, CHECKER_NOT_RUN, CHECKER_NOT_RUN);
    (void)app_update(&app, &fixed);
    person_expects(&app, "v checks the file systems that were moved (ntfsfix, e2fsck)");
    checkers_run();
    checkers_end(CHECKER_CLEAN, CHECKER_DAMAGED);
    person_expects(&app, "Partition 1 (ntfs): ntfsfix finds no errors now.");
    person_expects(&app, "e2fsck finds errors");
}

/* A small window shows the beginning. */
TEST(what_was_done_comes_before_what_can_be_checked)
{
    struct event fixed = { .kind = EVENT_FIXED, .fix_end = FIX_END_COMPLETE };

    person_opens(&app, disks_legacy(), 12, 40);
    add_content(&fixed.checked, CHECKER_NOT_RUN, CHECKER_NOT_RUN);
    lines_add(&fixed.commit.done, "The old table was saved: %s",
              "/root/.local/state/alidade/sda-20261120-163000.alidade");
    lines_add(&fixed.commit.done, "All steps are done.");
    (void)app_update(&app, &fixed);
    person_expects(&app, "│ Done        The old table was saved:");
    person_expects(&app, "All steps are done.");
    checkers_run();
    person_expects(&app, "│ Checkers    e2fsck reads");
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

TEST(nothing_is_measured_while_checkers_read)
{
    person_opens(&app, disks_legacy(), 24, 80);
    app.content.live.is_at_work = true;
    ck_assert_int_eq(wizard_press(&app, 'B').kind, EFFECT_NONE);
    ck_assert_int_eq(wizard_press(&app, KEY_CODE_ENTER).kind, EFFECT_NONE);
    wizard_expect_message(&app, "still being checked");
    app.content.live.is_at_work = false;
    ck_assert_int_eq(wizard_press(&app, KEY_CODE_ENTER).kind, EFFECT_MEASURE);
}
