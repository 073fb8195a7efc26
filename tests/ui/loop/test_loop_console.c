/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_loop_console.c - a screen is painted again after what the kernel has written on it
 */
#include "ui/loop/console.h"

#include <limits.h>
#include <stdio.h>

#include "support/test.h"
#include "support/tree.h"

static struct tree tree;
static char messages[PATH_MAX], levels[PATH_MAX];

static void put(const char *path, const char *mode, const char *text)
{
    FILE *file = fopen(path, mode);

    ck_assert_ptr_nonnull(file);
    ck_assert_int_ge(fputs(text, file), 0);
    ck_assert_int_eq(fclose(file), 0);
}

static void setup(void)
{
    tree_init(&tree);
    ck_assert_int_gt(snprintf(messages, PATH_MAX, "%s/kmsg", tree.root), 0);
    ck_assert_int_gt(snprintf(levels, PATH_MAX, "%s/printk", tree.root), 0);
    put(messages, "w", "0,1,1,-;from before\n");
    put(levels, "w", "7\t4\t1\t7\n");
}

static void teardown(void)
{
    tree_finish(&tree);
}

TEST_FIXTURE(setup, teardown);

static const struct {
    const char *record;
    bool is_shown;
} records[] = {
    { "3,2,2,-;I/O error, dev sda, sector 63\n", true },
    { "30,2,2,-;of a daemon, level 6\n", true },
    { "7,2,2,-;for developers\n", false },
};

TEST_EACH(quiet_comes_two_seconds_after_the_last_message_and_key, records)
{
    struct console console;

    console_begin(&console, true, messages, levels);
    console_take(&console, 100);
    ck_assert_int_eq(console_wait(&console, 0, 100), -1);
    put(messages, "a", records[_i].record);
    console_take(&console, 5000);
    ck_assert_int_eq(console_wait(&console, 0, 5000), records[_i].is_shown ? 2000 : -1);
    ck_assert(!console_is_quiet(&console, 0, 6999));
    ck_assert(!console_is_quiet(&console, 5500, 7499));
    ck_assert_int_eq(console_is_quiet(&console, 5500, 7500), records[_i].is_shown);
    ck_assert(!console_is_quiet(&console, 5500, 99999));
    console_end(&console);
}

TEST(another_screen_is_painted_whole_where_the_kernel_writes)
{
    for (int is_shared = 0; is_shared < 2; is_shared++) {
        struct console console;
        console_begin(&console, is_shared, messages, levels);
        ck_assert(!console_changes(&console, 3));
        ck_assert(!console_changes(&console, 3));
        ck_assert_int_eq(console_changes(&console, 4), is_shared);
        ck_assert(!console_changes(&console, 4));
        console_end(&console);
    }
}

TEST(without_the_files_of_the_kernel_there_are_no_messages)
{
    struct console console;

    console_begin(&console, true, "/nowhere/kmsg", "/nowhere/printk");
    console_take(&console, 1);
    ck_assert_int_eq(console_wait(&console, 0, 1), -1);
    ck_assert(!console_changes(&console, 1));
    ck_assert(console_changes(&console, 2));
    console_end(&console);
}
