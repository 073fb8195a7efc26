/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_plan_starts.c - the page that plans the whole disk: starts by hand */
#include <string.h>

#include "model/base/mem.h"
#include "support/disks.h"
#include "support/refused.h"
#include "support/test.h"
#include "ui/person.h"
#include "ui/screen/wizard/plan_state.h"

/* The foot has the words too, with fewer spaces. */
#define AIM_BY_HAND "by hand     "

static struct app app;

static void open_plan(struct layout *layout)
{
    person_opens(&app, layout, 24, 80);
    person_types(&app, "A");
}

/* Its first step is partition 1; what is chosen by hand goes with the default aim. */
static void open_nudge(struct layout *layout)
{
    open_plan(layout);
    person_types(&app, "\t");
    person_expects(&app, "> 4 KiB");
}

static void teardown(void)
{
    app_finish(&app);
}

TEST_FIXTURE(NULL, teardown);

static void expect_message(const char *text)
{
    ck_assert_msg(strstr(app.message, text) != NULL, "'%s' is not in '%s'", text,
                  app.message);
}

TEST(a_start_by_hand_is_planned_with_the_others)
{
    open_nudge(disks_legacy());
    person_types(&app, "m2MiB\n");
    person_expects(&app, "> by hand");
    person_expects(&app, "4096");
    person_lacks(&app, "will not be aligned");
    person_types(&app, "m57\n");
    person_expects(&app, "57");
    person_expects(&app, "Partition 1 will not be aligned");
    person_types(&app, "\t");
    person_expects(&app, "> 4 KiB");
    person_lacks(&app, "will not be aligned");
    ck_assert_uint_eq(app_pending(&app), 0);
}

/* Before Enter: the verdict, the list and the cost follow each key. */
TEST(what_is_typed_is_planned_at_once)
{
    open_nudge(disks_legacy());
    person_types(&app, "m");
    person_expects(&app, "Start of partition 1: 56");
    person_expects(&app, "> by hand");
    person_types(&app, "57");
    person_expects(&app, "57 = 56 + 1");
    person_lacks(&app, "will not be aligned");
    person_types(&app, "\025"
                       "2MiB");
    person_lacks(&app, "57");
    person_expects(&app, "      4096    +4033");
    person_expects(&app, "> 1b");
    person_types(&app, "\033");
    person_lacks(&app, AIM_BY_HAND);
    person_lacks(&app, "4096");
    ck_assert_uint_eq(app_pending(&app), 0);
}

TEST(what_is_typed_and_cannot_be_is_told_at_once)
{
    open_nudge(disks_legacy());
    person_types(&app, "m9999999999");
    person_expects(&app, "'9999999999' lies outside the disk");
    person_expects(&app, "> 4 KiB");
    person_types(&app, "x");
    person_expects(&app, "9999999999x");
    person_lacks(&app, "lies outside the disk");
    person_types(&app, "\025204796620");
    person_expects(&app, "Partition 2 does not fit before the end of the disk");
    person_types(&app, "\025");
    person_expects(&app, "> 4 KiB");
    person_expects(&app, "its data, 97.7 GiB, is moved");
}

static const struct {
    const char *keys;
    const char *message;
} refusals[] = {
    { "mxyz\n", "xyz" },
    { "m9999999999\n", "9999999999" },
    { "m1953525167\n", "1953525167" },
};

TEST_EACH(a_start_that_cannot_be_changes_nothing, refusals)
{
    open_nudge(disks_legacy());
    person_types(&app, refusals[_i].keys);
    expect_message(refusals[_i].message);
    ck_assert(app.is_message_error);
    person_lacks(&app, AIM_BY_HAND);
    person_expects(&app, "> 4 KiB");
}

/* The start that cannot be is shown with what is missing, and can be changed. */
TEST(a_start_without_a_plan_can_be_changed)
{
    open_plan(disks_touching());
    person_types(&app, "m5000000\n");
    person_expects(&app, "> by hand");
    person_expects(&app, "4999829 sectors are");
    person_expects(&app, "does not fit");
    person_types(&app, "m63\n");
    person_lacks(&app, "does not fit before the end of the disk: 4999829");
    person_expects(&app, "Steps");
}

TEST(nothing_typed_forgets_the_start)
{
    open_nudge(disks_legacy());
    person_types(&app, "jm204796640\n");
    person_expects(&app, "> by hand");
    person_types(&app, "m");
    person_expects(&app, "Start of partition 2 (nothing: as planned):");
    person_types(&app, "\025\n");
    person_lacks(&app, AIM_BY_HAND);
    person_expects(&app, "> 1 MiB");
}

TEST(a_start_of_a_deleted_partition_is_forgotten)
{
    open_nudge(disks_legacy());
    person_types(&app, "jm204796640\nq");
    person_types(&app, "dA");
    person_expects(&app, "> 1 MiB");
    person_lacks(&app, AIM_BY_HAND);
    person_types(&app, "qu");
    ck_assert_uint_eq(app_pending(&app), 0);
    person_types(&app, "A");
    person_expects(&app, "> by hand");
}

/* Ids change when a table is read again after it was written. */
TEST(a_start_is_of_the_partition_it_was_typed_for)
{
    struct event event = { .kind = EVENT_LAYOUT };

    open_nudge(disks_legacy());
    person_types(&app, "jm204796640\nq");
    event.layout = disks_touching();
    event.info = app.info;
    (void)app_update(&app, &event); /* asks for nothing that a test gives */
    person_types(&app, "A");
    person_lacks(&app, AIM_BY_HAND);
}

/* The row that was selected may then be no partition. */
TEST(a_start_is_typed_while_the_table_is_read_again)
{
    struct disks_spec spec = { .size = 2000409264, .label = LABEL_NONE };
    struct event event = { .kind = EVENT_LAYOUT };

    open_nudge(disks_legacy());
    person_types(&app, "m57");
    event.layout = disks_build(&spec);
    event.info = app.info;
    (void)app_update(&app, &event); /* asks for nothing that a test gives */
    person_expects(&app, "Only a partition can have a start by hand.");
    struct plan plan = *plan_of(&app);
    struct err err = { 0 };
    ck_assert(!plan_enter_start(&app, "57", &plan, &err));
    ck_assert_refused(&err, REFUSAL_START_OF_NO_PARTITION);
    person_types(&app, "6\n");
    expect_message("Only a partition can have a start by hand.");
    ck_assert_int_eq(app_screen(&app), SCREEN_PLAN);
}

TEST(another_disk_begins_anew)
{
    struct event event = { .kind = EVENT_LAYOUT };

    open_nudge(disks_legacy());
    person_types(&app, "m4096\nq");
    event.layout = disks_touching();
    copy_text(event.info.path, sizeof(event.info.path), "/dev/sdb");
    (void)app_update(&app, &event); /* asks for nothing that a test gives */
    person_types(&app, "A");
    person_lacks(&app, "> by hand");
    person_expects(&app, "> 4 KiB");
}
