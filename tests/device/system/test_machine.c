/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_machine.c - what is not mounted is named with its cure */
#include "device/system/machine.h"

#include <string.h>

#include "model/base/mem.h"
#include "support/test.h"
#include "support/tree.h"

static struct tree tree;

static void setup(void)
{
    tree_init(&tree);
    tree_disk(&tree, "sda", "virtual", "8:0", 100000);
}

static void teardown(void)
{
    tree_finish(&tree);
}
TEST_FIXTURE(setup, teardown);

static const struct {
    bool has_proc, has_sys;
    const char *cures[2]; /* in order; NULL: none */
} lacks[] = {
    { true, true, { NULL, NULL } },
    { false, true, { "'mount -t proc proc /proc'", NULL } },
    { true, false, { "'mount -t sysfs sysfs /sys'", NULL } },
    { false, false, { "'mount -t proc proc /proc'", "'mount -t sysfs sysfs /sys'" } },
};

TEST_EACH(each_lack_is_named_once_with_its_cure, lacks)
{
    struct sys sys = tree.sys;
    CLEANUP(lines_finish) struct lines lines = { 0 };
    size_t count = 0;

    if (!lacks[_i].has_proc)
        sys.proc = "/nonexistent";
    if (!lacks[_i].has_sys)
        sys.sys = "/nonexistent";
    machine_lacks(&sys, NULL, &lines);
    for (; count < lines.count && count < ARRAY_SIZE(lacks[_i].cures) &&
           lacks[_i].cures[count];
         count++)
        ck_assert_ptr_nonnull(strstr(lines.at[count], lacks[_i].cures[count]));
    ck_assert_uint_eq(lines.count, count);
    ck_assert(count == ARRAY_SIZE(lacks[_i].cures) || !lacks[_i].cures[count]);
}

TEST(an_image_is_seen_without_sys)
{
    struct sys sys = { "/nonexistent", tree.sys.proc, tree.sys.dev };
    CLEANUP(lines_finish) struct lines lines = { 0 };

    tree_write(&tree, "", "image");
    CLEANUP(freep) char *path = xasprintf("%s/image", tree.root);
    machine_lacks(&sys, path, &lines);
    ck_assert_uint_eq(lines.count, 0);
    sys.proc = "/nonexistent";
    machine_lacks(&sys, path, &lines);
    ck_assert_uint_eq(lines.count, 1);
}

TEST(available_memory_is_that_of_meminfo_or_of_the_kernel)
{
    ck_assert_uint_gt(sys_available_memory(&tree.sys), 0);
    tree_write(&tree,
               "MemTotal: 50 kB\nMemFree: 30 kB\nMemAvailable:   12 kB\nSwap: 1 kB\n",
               "proc/meminfo");
    ck_assert_uint_eq(sys_available_memory(&tree.sys), 12 * 1024);
}
