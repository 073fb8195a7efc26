/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_help.c - help finds actions and runs them; messages about keys */
#include <string.h>

#include "model/base/mem.h"
#include "support/disks.h"
#include "support/test.h"
#include "ui/person.h"

static const struct {
    const char *keys, *seen;
} searches[] = {
    { "?\n", "Actions" },
    { "?\n\n", "Every extent" }, /* Tab, the first action: the other list */
    { "?/BOOT FL\n", "b               boot flag on or off" },
    { "?/Ctrl-R\n", "read everything again" },
    { "?/xyzzy\n", "No action is called so." },
    { "?/xyzzy\n\n", "No action is called so." },
    { "?/boot flag\n\n", "1 change pending" },
    { "?/delete\n\n", "delete (y/N)?" },
    { "?/delete\n\n\n", "d Del" },
    { "?/delete\n\ny\n", "Pending: delete partition 1" },
    { "?/msdos to\n\ny\n", "Pending: convert msdos to gpt" },
    { "?\nq", "x columns" },
    { "?2jjjjjjjj?", "one row up, down" },
};

TEST_EACH(help_finds_actions_and_runs_them, searches)
{
    struct app app;

    person_opens(&app, disks_legacy(), 24, 80);
    person_types(&app, searches[_i].keys);
    person_expects(&app, searches[_i].seen);
    app_finish(&app);
}

static const struct {
    int rows, cols;
    const char *seen;
} pages[] = {
    { 24, 80, "zoom in, out, to all" },
    { 60, 80, "zoom in around the edge" },
    { 60, 200, "zoom in around the edge" },
};

TEST_EACH(each_action_has_a_line_of_help_where_all_fit, pages)
{
    struct app app;

    person_opens(&app, disks_legacy(), pages[_i].rows, pages[_i].cols);
    person_types(&app, "?");
    person_expects(&app, pages[_i].seen);
    app_finish(&app);
}

/* Keys, and signs of the selected row with what they mean. */
static const struct {
    const char *keys, *sign, *meaning;
} signs[] = {
    { "?2", "1b ", "the partition's number" },
    { "?2", "b  ", "it has the boot flag" },
    { "?2", "! +7 s ", "Starts at sector 63 = 56 + 7" },
    { "?2", "56 ", "a better start, and nothing is in its way" },
    { "jjj?2", "5l ", "a logical partition, inside the extended one" },
    { "jj?2", "3e ", "the extended partition: logical ones lie in it" },
    { "jjjj?2", "- ", "free space" },
    { "bb?2", "! +7 s ", "Starts at" },
    { "b?2", "* ", "changed, not written" },
    { " k?2", "+ ", "marked: delete" },
};

TEST_EACH(the_signs_of_the_selected_row_are_explained, signs)
{
    struct app app;

    person_opens(&app, disks_legacy(), 24, 80);
    person_types(&app, signs[_i].keys);
    CLEANUP(freep) char *screen = person_sees(&app);
    const char *sign = strstr(screen, signs[_i].sign);
    ck_assert(strstr(screen, "The selected row") && sign);
    ck_assert(strstr(sign, signs[_i].meaning));
    app_finish(&app);
}

TEST(a_key_without_a_meaning_says_so)
{
    struct app app;

    person_opens(&app, disks_legacy(), 24, 80);
    person_types(&app, "T");
    person_expects(&app, "T: no such key here, ? shows all.");
    person_types(&app, "j");
    person_lacks(&app, "no such key");
    app_finish(&app);
}

/* At once, not only on the list of changes. */
TEST(a_conversion_says_what_it_loses)
{
    struct app app;

    person_opens(&app, disks_aligned(), 24, 80);
    person_types(&app, "C");
    person_expects(&app, "lost: all GUIDs");
    app_finish(&app);
}
