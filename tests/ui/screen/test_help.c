/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_help.c - help finds text and runs actions; messages about keys */
#include <string.h>

#include "model/base/mem.h"
#include "support/disks.h"
#include "support/test.h"
#include "ui/app/keymap.h"
#include "ui/person.h"

static const struct {
    const char *keys, *seen;
} searches[] = {
    { "?", "Enter choose" },
    { "?\n", "> F               align all partitions" },
    { "?\n", "Enter run" },
    { "?\njj", "> B               measure what" },
    { "?\n\n", "Align all partitions" },
    { "?/Ctrl-Z\nj", "Enter choose" }, /* below are no more: it scrolls */
    { "?/Ctrl-Z\nk", "> Ctrl-L" },
    { "?2\n", "> F   " },
    { "?/BOOT FL\n", "> b               turn the boot flag" },
    { "?/Ctrl-R\n", "> R F5 Ctrl-R     read everything again" },
    { "?/explain\n", "> y               why it is judged so" }, /* as its button */
    { "?/on the platter\n", ">   A sector of 512 bytes takes" },
    { "?/align and m\n\n", "> F   " }, /* what is below the title */
    { "?/xyzzy\n", "This help does not have 'xyzzy'." },
    { "?/xyzzy\nf", "This help does not have 'xyzzy'." },
    { "?f", "Find:" },
    { "?/zoom\nf", "> - _             zoom out" },
    { "?/zoom\nff", "> + =             zoom in" }, /* from the top again */
    { "?/boot flag\n\n", "1 change pending" },
    { "?/delete\n\n", "delete (y/N)?" },
    { "?/delete\n\n\n", "> d Del" },
    { "?/delete\n\ny\n", "Pending: delete partition 1" },
    { "?/msdos to\n\ny\n", "Pending: convert msdos to gpt" },
    { "?\nq", "x columns" },
    { "?2jjjjjjjj?", "plan how to align" },
    { "?/zoom\n?", "Enter choose" },
};

TEST_EACH(help_finds_text_and_runs_what_is_chosen, searches)
{
    struct app app;

    person_opens(&app, disks_legacy(), 24, 80);
    person_types(&app, searches[_i].keys);
    person_expects(&app, searches[_i].seen);
    app_finish(&app);
}

/* Text that goes on in the next line is found, too. */
TEST(help_finds_text_in_every_width)
{
    struct app app;

    for (int cols = 40; cols <= 200; cols++) {
        person_opens(&app, disks_legacy(), 24, cols);
        person_types(&app, "?/it is right without knowing the disk\n");
        person_expects(&app, "> ");
        person_lacks(&app, "does not have");
        app_finish(&app);
    }
}

/* The words are beside the keys where both have their place. */
static const struct {
    int rows, cols;
    bool has_words;
} windows[] = {
    { 24, 80, false }, { 40, 159, false }, { 40, 160, true }, { 60, 200, true }
};

TEST_EACH(a_wide_window_shows_the_words_beside_the_keys, windows)
{
    struct app app;

    person_opens(&app, disks_legacy(), windows[_i].rows, windows[_i].cols);
    person_types(&app, "?");
    person_expects(&app, "F               align all");
    (windows[_i].has_words ? person_expects : person_lacks)(&app, "The selected row");
    person_types(&app, "2");
    person_expects(&app, "The selected row");
    app_finish(&app);
}

TEST(all_rows_are_reached_by_the_space_bar)
{
    bool seen[ACTION_COUNT] = { false };
    struct app app;

    person_opens(&app, disks_legacy(), 24, 80);
    person_types(&app, "?");
    for (int page = 0; page < 10; page++) {
        CLEANUP(freep) char *screen = person_sees(&app);
        for (enum action i = ACTION_NONE + 1; i < ACTION_COUNT; i++)
            seen[i] = seen[i] || strstr(screen, keymap_row(&app, i)->help);
        person_types(&app, " ");
    }
    for (enum action i = ACTION_NONE + 1; i < ACTION_COUNT; i++)
        if (keymap_key(&app, SCREEN_TABLE, i, 0) != KEY_CODE_NONE)
            ck_assert_msg(seen[i], "%s", keymap_row(&app, i)->help);
    person_lacks(&app, "Space read on");
    app_finish(&app);
}

/* Keys, and signs of the selected row with what they mean. */
static const struct {
    const char *keys, *sign, *meaning;
} signs[] = {
    { "?2", "1b ", "the partition's number" },
    { "?2", "b  ", "it has the boot flag" },
    { "?2", "! +7 s ", "Starts at sector 63 = 56 + 7" },
    { "?2", "(2048) ", "Partition 2 must make room first." },
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

TEST(the_help_goes_back_to_the_line_it_came_from)
{
    struct app app;

    person_opens(&app, disks_legacy(), 12, 40);
    person_types(&app, "p");
    CLEANUP(freep) char *first = person_sees(&app);
    person_types(&app, "jjj");
    CLEANUP(freep) char *scrolled = person_sees(&app);
    ck_assert_str_ne(first, scrolled);
    person_types(&app, "?jjjjq");
    CLEANUP(freep) char *again = person_sees(&app);
    ck_assert_str_eq(scrolled, again);
    person_types(&app, "qp");
    CLEANUP(freep) char *opened = person_sees(&app);
    ck_assert_str_eq(opened, first);
    app_finish(&app);
}
