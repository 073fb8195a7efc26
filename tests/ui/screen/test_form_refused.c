/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_form_refused.c - a form that cannot be, with the reason by its name */
#include "support/disks.h"
#include "support/refused.h"
#include "support/test.h"
#include "ui/person.h"
#include "ui/screen/forms/form_row.h"

/* Where its end is kept, a start behind it leaves no sector. */
TEST(a_start_behind_the_end_that_is_kept_is_refused)
{
    struct app app;

    person_opens(&app, disks_half_free(), 24, 80);
    person_types(&app, "m30000000\t ");
    person_expects(&app, "The start must lie before the end.");
    struct form_attempt attempt = form_try(&app);
    ck_assert_refused(&attempt.err, REFUSAL_START_AFTER_END);
    app_finish(&app);
}

/* The table is read again while the form is open. */
TEST(the_form_of_a_partition_that_is_gone_says_so)
{
    struct disks_spec spec = { .size = 2000409264, .label = LABEL_MSDOS };
    struct event event = { .kind = EVENT_LAYOUT };
    struct app app;

    person_opens(&app, disks_legacy(), 24, 80);
    person_types(&app, "jjjm1912586512");
    event.layout = disks_build(&spec);
    event.info = app.info;
    (void)app_update(&app, &event); /* asks for nothing that a test gives */
    person_expects(&app, "That partition is not there any more.");
    struct form_attempt attempt = form_try(&app);
    ck_assert_refused(&attempt.err, REFUSAL_PARTITION_GONE);
    app_finish(&app);
}
