/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_resume_keys.c - the keys beside a move that has not ended */
#include "model/base/mem.h"
#include "support/disks.h"
#include "support/test.h"
#include "ui/person.h"

static struct app app;

static void setup(void)
{
    person_opens(&app, disks_moving(), 24, 80);
}

static void teardown(void)
{
    app_finish(&app);
}

TEST_FIXTURE(setup, teardown);

TEST(the_help_of_a_move_tells_what_its_keys_do)
{
    person_types(&app, "?");
    person_expects(
        &app, "f               complete the move: what is left, compared, then the rest");
    person_expects(&app, "t               take the move back: the data to its old place");
    person_expects(&app, "q               leave it as it is: nothing is written");
    person_lacks(&app, "which key quits");
}

/* Nothing else can be changed meanwhile. */
TEST(changes_are_not_offered_beside_a_move)
{
    person_types(&app, "q?");
    for (int i = 0; i < 8; i++) {
        person_lacks(&app, "make a partition");
        person_lacks(&app, "write the changes");
        person_types(&app, " ");
    }
    app.rows = 15;
    app.cols = 60;
    person_types(&app, "q");
    person_expects(&app, "A finish");
    person_lacks(&app, "n new");
    person_lacks(&app, "W write");
    app.rows = 12;
    app.cols = 40;
    person_lacks(&app, "n new");
    person_lacks(&app, "W write");
}
