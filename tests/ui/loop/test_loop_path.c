/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_loop_path.c - file names are completed as far as all of them agree */
#include "ui/loop/path.h"

#include <stdlib.h>
#include <unistd.h>

#include "model/base/mem.h"
#include "support/test.h"
#include "support/tree.h"

static struct tree tree;

static void setup(void)
{
    tree_init(&tree);
    tree_write(&tree, "", "disks/alpha.img");
    tree_write(&tree, "", "disks/alphabet.img");
    tree_write(&tree, "", "disks/beta/one");
    tree_write(&tree, "", "disks/.hidden");
    tree_write(&tree, "",
               "disks/gr\xc3\xb6\xc3\x9f"
               "e");                                    /* o and then sz */
    tree_write(&tree, "", "disks/gr\xc3\xb6\xc3\xb6n"); /* o and o again */
    ck_assert_int_eq(chdir(tree.root), 0);
}

static void teardown(void)
{
    ck_assert_int_eq(chdir("/"), 0);
    tree_finish(&tree);
}

TEST_FIXTURE(setup, teardown);

static const struct {
    const char *typed, *completed;
} paths[] = {
    { "di", "disks/" },
    { "disks", "disks/" },
    { "disks/a", "disks/alpha" },
    { "disks/alpha.", "disks/alpha.img" },
    { "disks/b", "disks/beta/" },
    { "disks/beta/", "disks/beta/one" },
    { "disks/", "disks/" }, /* they have nothing in common; hidden ones do not count */
    { "disks/.", "disks/." },
    { "disks/.h", "disks/.hidden" },
    { "disks/g", "disks/gr\xc3\xb6" }, /* no half of a character */
    { "disks/none", "disks/none" },
    { "no-folder/a", "no-folder/a" },
    { "disks/alpha.img/", "disks/alpha.img/" },
};

TEST_EACH(names_are_completed_as_far_as_they_agree, paths)
{
    CLEANUP(freep) char *completed = loop_path_complete(paths[_i].typed);

    ck_assert_str_eq(completed, paths[_i].completed);
}
