/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_recent.c - types and paths that were used last come first, and are kept */
#include "ui/app/recent.h"

#include <string.h>

#include "model/base/mem.h"
#include "support/test.h"

static void expect_used(const struct recent *recent, enum recent_kind kind,
                        const char *wanted)
{
    char all[512] = "";

    for (size_t i = 0; i < recent->used[kind].count; i++) {
        strcat(all, recent->used[kind].at[i]);
        strcat(all, " ");
    }
    ck_assert_str_eq(all, wanted);
}

TEST(what_was_used_last_comes_first)
{
    struct recent recent = { 0 };

    recent_add(&recent, RECENT_MSDOS_TYPE, "83");
    recent_add(&recent, RECENT_MSDOS_TYPE, "82");
    recent_add(&recent, RECENT_MSDOS_TYPE, "8e");
    expect_used(&recent, RECENT_MSDOS_TYPE, "8e 82 83 ");
    recent_add(&recent, RECENT_MSDOS_TYPE, recent.used[RECENT_MSDOS_TYPE].at[2]);
    expect_used(&recent, RECENT_MSDOS_TYPE, "83 8e 82 ");
    recent_drop(&recent, RECENT_MSDOS_TYPE, "8e");
    recent_drop(&recent, RECENT_MSDOS_TYPE, "7");
    expect_used(&recent, RECENT_MSDOS_TYPE, "83 82 ");
    expect_used(&recent, RECENT_GPT_TYPE, "");
    recent_finish(&recent);
}

TEST(only_the_last_ones_are_kept)
{
    struct recent recent = { 0 };
    char type[] = "a";

    for (; type[0] <= 'z'; type[0]++)
        recent_add(&recent, RECENT_MSDOS_TYPE, type);
    expect_used(&recent, RECENT_MSDOS_TYPE, "z y x w v u t s r q p o ");
    recent_finish(&recent);
}

TEST(it_is_saved_and_read_with_absolute_paths)
{
    struct recent recent = { 0 }, again = { 0 };

    recent_add(&recent, RECENT_SCRIPT, "disk.sfdisk");
    recent_add(&recent, RECENT_SCRIPT, "/root/a file");
    recent_add(&recent, RECENT_MSDOS_TYPE, "82");
    CLEANUP(freep) char *text = recent_text(&recent, "/home/u");
    ck_assert_str_eq(text, "msdos 82\nscript /root/a file\nscript /home/u/disk.sfdisk\n");
    recent_parse(&again, text, "/elsewhere");
    ck_assert(!again.is_changed);
    CLEANUP(freep) char *same = recent_text(&again, "/elsewhere");
    ck_assert_str_eq(same, text);
    recent_finish(&recent);
    recent_finish(&again);
}

/* Then they are the same as those of a list of files. */
TEST(paths_in_the_folder_of_now_become_relative_again)
{
    struct recent recent = { 0 };

    recent_parse(&recent,
                 "script /home/u/a\nscript /home/us/b\nscript /home/u/c/d\n"
                 "script /home/u/\nmsdos /home/u/83\n",
                 "/home/u");
    expect_used(&recent, RECENT_SCRIPT, "a /home/us/b c/d /home/u/ ");
    expect_used(&recent, RECENT_MSDOS_TYPE, "/home/u/83 ");
    recent_finish(&recent);
}

/* The file may be damaged, or of another version. */
TEST(lines_that_are_not_understood_are_left_out)
{
    struct recent recent = { 0 };

    recent_parse(&recent,
                 "\n\nscript\nscript \nscripts /a\nimage /b\nimage /b\n"
                 "image /c\033[2J\nnew thing\nimage /d",
                 "");
    expect_used(&recent, RECENT_IMAGE, "/b /d ");
    expect_used(&recent, RECENT_SCRIPT, "");
    recent_finish(&recent);
}

TEST(what_no_field_can_hold_is_not_added)
{
    struct recent recent = { 0 };
    char text[300];

    memset(text, 'a', sizeof(text));
    text[299] = '\0';
    recent_add(&recent, RECENT_IMAGE, text);
    recent_add(&recent, RECENT_IMAGE, "");
    recent_add(&recent, RECENT_IMAGE, "a\nb");
    expect_used(&recent, RECENT_IMAGE, "");
    ck_assert(!recent.is_changed);
    recent_finish(&recent);
}
