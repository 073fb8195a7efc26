/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_loop_recent.c - what was used last outlives the session, where it can */
#include "ui/loop/recent.h"

#include <stdlib.h>
#include <unistd.h>

#include "model/base/mem.h"
#include "support/test.h"
#include "support/tree.h"

static struct tree tree;

static void setup(void)
{
    tree_init(&tree);
    ck_assert_int_eq(setenv("XDG_STATE_HOME", tree.root, 1), 0);
}

static void teardown(void)
{
    tree_finish(&tree);
}

TEST_FIXTURE(setup, teardown);

TEST(what_was_used_is_there_in_the_next_session)
{
    struct recent recent = { 0 }, next = { 0 };

    recent_add(&recent, RECENT_IMAGE, "/tmp/disk.img");
    loop_recent_save(&recent);
    loop_recent_load(&next);
    ck_assert_uint_eq(next.used[RECENT_IMAGE].count, 1);
    ck_assert_str_eq(next.used[RECENT_IMAGE].at[0], "/tmp/disk.img");
    recent_finish(&recent);
    recent_finish(&next);
}

TEST(nothing_is_written_where_nothing_was_used)
{
    CLEANUP(freep) char *folder = xasprintf("%s/alidade", tree.root);
    struct recent recent = { 0 };

    loop_recent_load(&recent);
    loop_recent_save(&recent);
    ck_assert_int_ne(access(folder, F_OK), 0);
}

/* A folder stands where the file should be. */
TEST(it_is_forgotten_where_it_cannot_be_saved)
{
    struct recent recent = { 0 };

    tree_write(&tree, "", "alidade/recent/in the way");
    recent_add(&recent, RECENT_IMAGE, "/tmp/disk.img");
    loop_recent_save(&recent);
    ck_assert(recent.is_changed);
    loop_recent_load(&recent);
    ck_assert_uint_eq(recent.used[RECENT_IMAGE].count, 1);
    recent_finish(&recent);
}
