/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_loop_files.c - scripts of a folder are offered, newest first */
#include "ui/loop/files.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "model/base/mem.h"
#include "support/test.h"
#include "support/tree.h"
#include "ui/app/ask_files.h"

static struct tree tree;

static void setup(void)
{
    tree_init(&tree);
    ck_assert_int_eq(setenv("TZ", "UTC-2", 1), 0);
}

static void teardown(void)
{
    tree_finish(&tree);
}

TEST_FIXTURE(setup, teardown);

/* A script that was written so many hours after 1970 began. */
static void script(const char *name, time_t hours)
{
    CLEANUP(freep) char *path = xasprintf("%s/scripts/%s", tree.root, name);
    struct timespec times[2] = { { .tv_sec = hours * 3600 }, { .tv_sec = hours * 3600 } };

    tree_write(&tree, "label: gpt\n", "scripts/%s", name);
    ck_assert_int_eq(utimensat(AT_FDCWD, path, times, 0), 0);
}

TEST(scripts_are_offered_newest_first)
{
    CLEANUP(freep) char *folder = xasprintf("%s/scripts", tree.root);
    CLEANUP(freep) char *newest = xasprintf("%s/b.sfdisk", folder);
    CLEANUP(file_choices_finish) struct file_choices choices = { 0 };

    script("a.sfdisk", 3);
    script("b.sfdisk", 5);
    script("c.sfdisk", 4);
    script("other.txt", 9);
    script(".sfdisk", 9);
    script("bad\nname.sfdisk", 9);
    tree_write(&tree, "", "scripts/folder.sfdisk/file");
    loop_files_scripts(folder, &choices);
    ck_assert_uint_eq(choices.paths.count, 3);
    ck_assert_uint_eq(choices.notes.count, 3);
    ck_assert_str_eq(choices.paths.at[0], newest);
    ck_assert_str_eq(choices.notes.at[0], "1970-01-01 07:00");
    ck_assert_str_eq(choices.notes.at[2], "1970-01-01 05:00");
}

TEST(a_folder_that_cannot_be_read_offers_nothing)
{
    CLEANUP(freep) char *folder = xasprintf("%s/nowhere", tree.root);
    struct file_choices choices = { 0 };

    loop_files_scripts(folder, &choices);
    ck_assert_uint_eq(choices.paths.count, 0);
}
