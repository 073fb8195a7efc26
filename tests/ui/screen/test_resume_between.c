/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_resume_between.c - the screen of a plan of which steps are left, while no
 * partition is in the middle of its move, or another program has changed the table */
#include "model/base/mem.h"
#include "support/disks.h"
#include "support/test.h"
#include "ui/person.h"
#include "ui/screen/frame/screen.h"

static struct app app;

static void teardown(void)
{
    app_finish(&app);
}

TEST_FIXTURE(NULL, teardown);

static void find(const struct report_fix_status *status, const char *difference)
{
    struct event event = { .kind = EVENT_UNFINISHED, .status = status };

    if (difference)
        lines_add(&event.rehearsal.differences, "%s", difference);
    (void)app_update(&app, &event); /* nothing more is asked for */
}

static void open_disk(enum journal_kind kind, bool is_untouched)
{
    const struct journal_plan plan = { .logical = 512,
                                       .label = LABEL_MSDOS,
                                       .number = 5,
                                       .spot = { .kind = kind, .start = 1912588288 },
                                       .step_count = 1,
                                       .steps = { { .action = MOVES_DATA,
                                                    .number = 2,
                                                    .from = 204796620,
                                                    .to = 204796616,
                                                    .length = 1707789825 } } };
    const struct report_fix_status status = { .path = "/dev/sda",
                                              .plan = &plan,
                                              .is_untouched = is_untouched };

    person_opens(&app, disks_moving(), 24, 80);
    find(&status, NULL);
}

/* Its old start is that of no partition then. */
TEST(it_is_told_that_the_steps_that_are_left_are_dropped)
{
    open_disk(JOURNAL_TAIL, false);
    person_expects(&app, "Take back: drop what is left");
    person_lacks(&app, "to its old start");
    person_types(&app, "jj");
    person_expects(&app, "All partitions can be used meanwhile");
}

TEST(swap_with_the_journal_is_not_used_meanwhile)
{
    open_disk(JOURNAL_SWAP, false);
    person_types(&app, "jj");
    person_expects(&app, "All partitions but 5, swap with the journal, can be used");
}

TEST(a_plan_of_which_nothing_has_begun_is_forgotten)
{
    open_disk(JOURNAL_TAIL, true);
    person_expects(&app, "Nothing has been moved yet: all partitions are as they were.");
    person_types(&app, "j");
    person_expects(&app, "Take back: forget the plan");
    person_expects(&app, "Forgets the plan, and removes its journal.");
}

TEST(a_small_main_screen_tells_of_the_move_and_its_key)
{
    person_opens(&app, disks_moving(), 12, 40);
    person_types(&app, "q");
    person_expects(&app, "! moving");
    person_expects(&app, "A move has not ended: A goes on with");
    person_lacks(&app, "damaged");
}

static struct effect enter(void)
{
    struct event event = { .kind = EVENT_KEY, .key = KEY_CODE_ENTER, .ms = 10000 };

    return app_update(&app, &event);
}

static const bool ways[] = { false, true };

/* The first Enter changes nothing. */
TEST_EACH(over_a_table_that_has_changed_is_written_only_if_that_is_chosen, ways)
{
    static struct journal_plan plan = { .logical = 512,
                                        .step_count = 1,
                                        .steps = { { .action = MOVES_DATA } } };
    const struct report_fix_status status = {
        .path = "/dev/sda", .plan = &plan, .has_progress = true, .is_back = ways[_i]
    };

    person_opens(&app, disks_moving(), 24, 80);
    find(&status, "Sector 0 differs.");
    person_expects(&app, "Sector 0 differs.");
    ck_assert_int_eq(enter().kind, EFFECT_NONE);
    ck_assert_int_eq(app_screen(&app), SCREEN_TABLE);
    person_types(&app, "A");
    find(&status, "Sector 0 differs.");
    person_types(&app, "j");
    person_expects(&app, "Saves what is there now in a backup file");
    struct effect effect = enter();
    ck_assert_int_eq(effect.kind, EFFECT_RESUME);
    ck_assert(effect.writes_table && app.fix.is_rollback == ways[_i]);
    find(&status, NULL);
    person_lacks(&app, "Sector 0 differs.");
    effect = enter();
    ck_assert(effect.kind == EFFECT_RESUME && !effect.writes_table);
}
