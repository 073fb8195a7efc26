/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_opener.c - programs that have a disk open are named, and no others */
#include "device/system/opener.h"

#include <stdio.h>
#include <unistd.h>

#include "model/base/mem.h"
#include "support/test.h"
#include "support/tree.h"

/* Descriptor 3 of process PID leads to TARGET below the tree's /dev. */
static void put_process(struct tree *tree, const char *pid, const char *command,
                        const char *target)
{
    CLEANUP(freep) char *link = xasprintf("%s/proc/%s/fd/3", tree->root, pid);
    CLEANUP(freep) char *to = xasprintf("%s/%s", tree->dev_path, target);

    tree_write(tree, command, "proc/%s/comm", pid);
    tree_write(tree, "", "proc/%s/fd/0", pid); /* no link at all */
    ck_assert_int_eq(symlink(to, link), 0);
}

TEST(who_has_it_open_is_named)
{
    char names[64], few[12], own[24];
    CLEANUP(tree_finish) struct tree tree;

    tree_init(&tree);
    (void)snprintf(own, sizeof(own), "%ld", (long)getpid());
    put_process(&tree, "812", "udis\033ksd\n", "sda1");
    put_process(&tree, "4711", "dd\n", "sda");
    put_process(&tree, own, "test\n", "sda1");
    put_process(&tree, "self", "test\n", "sda1"); /* no process, but a link to one */
    opener_names(&tree.sys, "sda1", names, sizeof(names));
    ck_assert_str_eq(names, "udis?ksd (812)");
    opener_names(&tree.sys, "sda", names, sizeof(names));
    ck_assert_str_eq(names, "dd (4711)");
    opener_names(&tree.sys, "sdb", names, sizeof(names));
    ck_assert_str_eq(names, "");
    opener_names(&tree.sys, "sda1", few, sizeof(few));
    ck_assert_str_eq(few, "udis?ksd (8");
}

static const struct {
    const char *target, *flags;
    const char *path;
    bool is_disk, is_named;
} writers[] = {
    { "sda", "0100000", "sda", true, false },
    { "sda", "0100001", "sda", true, true },
    { "sda", "02", "sda", true, true },
    { "sda", "0140002", "sda", true, true },
    { "sda", NULL, "sda", true, false }, /* no word on it */
    { "sda12", "0140002", "sda", true, true },
    { "sda12", "0140000", "sda", true, false },
    { "sda12", "0140002", "sda", false, false },
    { "sdaa", "0140002", "sda", true, false },
    { "sd", "0140002", "sda", true, false },
    { "nvme0n1p3", "02", "nvme0n1", true, true },
    { "nvme0n12", "02", "nvme0n1", true, false },
    { "nvme0n1p", "02", "nvme0n1", true, false },
    { "sdap3", "02", "sda", true, false },
};

TEST_EACH(writers_of_a_disk_and_of_its_partitions_are_named, writers)
{
    char names[128];
    CLEANUP(tree_finish) struct tree tree;

    tree_init(&tree);
    CLEANUP(freep)
    char *path = xasprintf("%s/%s", tree.dev_path, writers[_i].path);
    put_process(&tree, "11", "qemu\n", writers[_i].target);
    if (writers[_i].flags) {
        CLEANUP(freep)
        char *info = xasprintf("pos:\t0\nflags:\t%s\nmnt_id:\t7\n", writers[_i].flags);
        tree_write(&tree, info, "proc/11/fdinfo/3");
    }
    opener_writers(&tree.sys, path, writers[_i].is_disk, names, sizeof(names));
    ck_assert_str_eq(names, writers[_i].is_named ? "qemu (11)" : "");
}

TEST(without_proc_nobody_is_named)
{
    char names[64] = "x";
    struct sys sys = { "/no/such", "/no/such", "/dev" };

    opener_names(&sys, "sda", names, sizeof(names));
    ck_assert_str_eq(names, "");
}
