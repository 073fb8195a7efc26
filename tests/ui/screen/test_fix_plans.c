/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_fix_plans.c - the wizard's second step: the list of plans */
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

static int count_cursors(void)
{
    CLEANUP(freep) char *screen = person_sees(&app);
    int count = 0;

    for (const char *at = screen; (at = strstr(at, "│ > ")) != NULL; at++)
        count++;
    return count;
}

/* Each pair of keys does the same; the list has no ends. */
static const struct {
    uint32_t down, up;
} ways[] = { { KEY_CODE_DOWN, KEY_CODE_UP },
             { KEY_CODE_TAB, KEY_CODE_BACK_TAB },
             { 'j', 'k' } };

TEST_EACH(the_plans_are_the_one_list_of_the_second_step, ways)
{
    static const char *const rows[] = { "> by hand", "> 4 KiB", "> 1 MiB" };

    wizard_open(&app, disks_legacy());
    person_types(&app, "\n");
    person_expects(&app, "> 1 MiB");
    ck_assert_int_eq(count_cursors(), 1);
    for (int i = 0; i < 3; i++) {
        (void)wizard_press(&app, ways[_i].down);
        person_expects(&app, rows[i]);
        ck_assert_int_eq(count_cursors(), 1);
    }
    for (int i = 1; i >= 0; i--) {
        (void)wizard_press(&app, ways[_i].up);
        person_expects(&app, rows[i]);
    }
    person_expects(&app, "  1b             63         56");
}

TEST(each_step_of_the_plan_has_its_sentence)
{
    wizard_open(&app, disks_legacy());
    person_types(&app, "\nk");
    person_expects(&app, "Partition 2: its data, 814.3 GiB, is moved");
    (void)wizard_press(&app, KEY_CODE_PAGE_DOWN);
    person_expects(&app, "Partition 5: its swap is made again");
}
