/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_checks.c - the checkers of a disk read that disk, also if another one is opened */
#include "device/check/checks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "model/base/mem.h"
#include "support/disks.h"
#include "support/image.h"
#include "support/test.h"
#include "support/tree.h"

/* What stands for e2fsck tells its operands. */
static void put_checker(const char *folder)
{
    CLEANUP(freep) char *path = xasprintf("%s/e2fsck", folder);
    FILE *file = fopen(path, "w");

    ck_assert_ptr_nonnull(file);
    ck_assert_int_ge(fputs("#!/bin/sh\necho \"$@\"\n", file), 0);
    ck_assert_int_eq(fclose(file), 0);
    ck_assert_int_eq(chmod(path, 0700), 0);
    ck_assert_int_eq(setenv("PATH", folder, 1), 0);
    ck_assert_int_eq(setenv("XDG_STATE_HOME", folder, 1), 0);
}

static bool log_has(const char *log, const char *words)
{
    CLEANUP(freep) char *command = xasprintf("/bin/grep -q -F -e '%s' %s", words, log);

    return system(command) == 0;
}

TEST(the_path_that_was_given_can_change)
{
    struct disks_part part = {
        .kind = EXTENT_PARTITION, .number = 1, .start = 63, .length = 2048
    };
    CLEANUP(layout_unrefp)
    struct layout *layout = disks_build(&(struct disks_spec){
        .size = 8192, .label = LABEL_MSDOS, .parts = &part, .count = 1 });
    struct checker_result result = { .number = 1, .checker = checker_of(INSIDE_EXT) };
    CLEANUP(checker_list_finish) struct checker_list list = { 0 };
    struct tree tree;
    struct image image;
    char path[sizeof(image.path)];

    tree_init(&tree);
    image_make(&image, UINT64_C(8192) * 512);
    put_checker(image.folder);
    checker_list_add(&list, &result);
    copy_text(path, sizeof(path), image.path);
    struct checks *checks = checks_new(&tree.sys, path, layout, &list);
    copy_text(path, sizeof(path), "/dev/other");
    const struct job_work work = checks_job(checks);
    while (work.step(work.context))
        ;
    CLEANUP(freep) char *target = xasprintf("%s?offset=32256", image.path);
    ck_assert_int_eq(checks_results(checks)->at[0].verdict, CHECKER_CLEAN);
    ck_assert(log_has(checks_log(checks), target));
    ck_assert(!log_has(checks_log(checks), "/dev/other"));
    checks_free(checks);
    (void)!system("/bin/rm -r \"$XDG_STATE_HOME\"/e2fsck \"$XDG_STATE_HOME\"/alidade");
    image_remove(&image);
    tree_finish(&tree);
}
