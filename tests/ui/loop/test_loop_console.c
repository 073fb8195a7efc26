/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_loop_console.c - a screen is painted again after what the kernel has written on it
 */
#include "ui/loop/console.h"

#include <stdio.h>

#include "model/base/mem.h"
#include "support/test.h"
#include "support/tree.h"

static struct tree tree;

static void setup(void)
{
    tree_init(&tree);
    tree_write(&tree, "0,1,1,-;from before\n", "dev/kmsg");
    tree_write(&tree, "7\t4\t1\t7\n", "proc/sys/kernel/printk");
}

static void teardown(void)
{
    tree_finish(&tree);
}

static void tell(const char *record)
{
    CLEANUP(freep) char *path = xasprintf("%s/kmsg", tree.dev_path);
    FILE *file = fopen(path, "a");

    ck_assert_ptr_nonnull(file);
    ck_assert_int_ge(fputs(record, file), 0);
    ck_assert_int_eq(fclose(file), 0);
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

    console_begin(&console, true, &tree.sys);
    console_take(&console, 100);
    ck_assert_int_eq(console_wait(&console, 0, 100), -1);
    tell(records[_i].record);
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
        console_begin(&console, is_shared, &tree.sys);
        ck_assert(!console_changes(&console, 3));
        ck_assert(!console_changes(&console, 3));
        ck_assert_int_eq(console_changes(&console, 4), is_shared);
        ck_assert(!console_changes(&console, 4));
        console_end(&console);
    }
}

TEST(without_the_files_of_the_kernel_there_are_no_messages)
{
    struct sys nowhere = { tree.root, tree.root, tree.root };
    struct console console;

    console_begin(&console, true, &nowhere);
    console_take(&console, 1);
    ck_assert_int_eq(console_wait(&console, 0, 1), -1);
    ck_assert(!console_changes(&console, 1));
    ck_assert(console_changes(&console, 2));
    console_end(&console);
}
