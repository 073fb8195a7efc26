/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_align.c - the screen with the plan and the nearest free start of one partition */
#include <string.h>

#include "model/base/mem.h"
#include "support/disks.h"
#include "support/test.h"
#include "ui/person.h"

static struct app app;

static void teardown(void)
{
    app_finish(&app);
}

TEST_FIXTURE(NULL, teardown);

static void open_ways(void)
{
    person_opens(&app, disks_legacy(), 24, 80);
    person_types(&app, "a");
    ck_assert_int_eq(app_screen(&app), SCREEN_ALIGN);
}

static uint64_t start_of_number(unsigned number)
{
    return layout_find_number(app.layout, number)->start;
}

TEST(both_ways_have_their_price)
{
    open_ways();
    person_expects(&app, "Align partition 1");
    person_expects(
        &app, "> 2048 plan: 5 steps, 912 GiB of data, 1009.6 GiB written, about 13 h");
    person_expects(
        &app, "  56 alone: 1 step, 97.7 GiB of data, 195.3 GiB written, about 89 min");
    person_expects(&app, "Partition 2 must make room first.");
    person_types(&app, "j");
    person_expects(&app, "> 56 alone");
    person_expects(&app, "97.7 GiB move 3584 bytes to the left.");
    person_lacks(&app, "must make room");
    person_types(&app, "kq");
    ck_assert_int_eq(app_screen(&app), SCREEN_TABLE);
    ck_assert_uint_eq(app_pending(&app), 0);
}

TEST(the_first_one_opens_the_plan_that_is_suggested)
{
    person_opens(&app, disks_legacy(), 24, 80);
    person_types(&app, "A\tq"); /* the other aim was looked at before */
    person_types(&app, "a\n");
    ck_assert_int_eq(app_screen(&app), SCREEN_PLAN);
    person_expects(&app, "> 1 MiB");
    person_expects(&app, "> 1b             63       2048");
    person_types(&app, "\nq");
    ck_assert_int_eq(app_screen(&app), SCREEN_TABLE);
    ck_assert_uint_eq(start_of_number(1), 2048);
    ck_assert_uint_eq(start_of_number(2), 204800000);
}

TEST(the_second_one_moves_this_partition_alone)
{
    open_ways();
    person_types(&app, "j\n");
    ck_assert_int_eq(app_screen(&app), SCREEN_TABLE);
    ck_assert_uint_eq(app_pending(&app), 1);
    ck_assert_uint_eq(start_of_number(1), 56);
    ck_assert_uint_eq(start_of_number(2), 204796620);
}

TEST(swap_costs_nothing_alone)
{
    person_opens(&app, disks_legacy(), 24, 80);
    person_types(&app, "jjja");
    person_expects(&app, "  1912586504 alone: 1 step, no data");
    person_types(&app, "j\n");
    ck_assert_uint_eq(start_of_number(5), 1912586504);
}

/* Without two ways there is no question. */
static const struct {
    struct layout *(*disk)(void);
    const char *keys, *says;
} others[] = {
    { disks_legacy, "ja",
      "There is no room at 204800000 yet. Its container must change" },
    { disks_touching, "a", "Pending: start of 1: 63 -> 56" },
    { disks_aligned, "a", "does not start off its boundary" },
    { disks_openbsd, "a", "the table in it would have to be moved" },
};

TEST_EACH(where_there_is_one_way_nothing_is_asked, others)
{
    person_opens(&app, others[_i].disk(), 24, 80);
    person_types(&app, others[_i].keys);
    ck_assert_int_eq(app_screen(&app), SCREEN_TABLE);
    ck_assert_msg(strstr(app.message, others[_i].says), "%s", app.message);
}

/* What is cut in its line is whole in the text below. */
TEST(a_small_window_has_the_whole_price)
{
    person_opens(&app, disks_legacy(), 12, 40);
    person_types(&app, "aj");
    person_expects(&app, "195.3 GiB written, about 89 min");
}

/* Another program has changed the table meanwhile. */
TEST(a_partition_that_is_gone_has_no_ways)
{
    struct event event = { .kind = EVENT_LAYOUT, .layout = disks_aligned() };

    open_ways();
    event.info = app.info;
    (void)app_update(&app, &event);
    person_lacks(&app, "alone");
    person_types(&app, "\n");
    ck_assert_int_eq(app_screen(&app), SCREEN_TABLE);
    ck_assert_uint_eq(app_pending(&app), 0);
}

/* The first cure of the screen Why is the same plan. */
TEST(the_cure_that_needs_the_plan_opens_it)
{
    person_opens(&app, disks_legacy(), 24, 80);
    person_types(&app, "y");
    person_expects(&app, ">  2048  1 MiB");
    person_expects(&app, "Enter plan");
    person_lacks(&app, "Not possible");
    person_types(&app, "\n");
    ck_assert_int_eq(app_screen(&app), SCREEN_PLAN);
    person_expects(&app, "> 1 MiB");
    person_types(&app, "q");
    ck_assert_int_eq(app_screen(&app), SCREEN_WHY);
}
