/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_fio_files.c - job files are only written to new files */
#include "device/measure/fio_files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "device/io/text_file.h"
#include "model/base/mem.h"
#include "support/test.h"

static char folder[64];
static struct lines paths;

static void setup(void)
{
    strcpy(folder, "/tmp/alidade-fio-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
}

static void teardown(void)
{
    for (size_t i = 0; i < paths.count; i++)
        ck_assert_int_eq(unlink(paths.at[i]), 0);
    lines_finish(&paths);
    ck_assert_int_eq(rmdir(folder), 0);
}

TEST_FIXTURE(setup, teardown);

TEST(each_job_is_loaded_with_its_own_target)
{
    struct err err = { 0 };

    ck_assert(fio_files_save(folder, "/dev/sdz1", "/mnt/new", &paths, &err));
    ck_assert_uint_eq(paths.count, 4);
    for (size_t i = 0; i < paths.count; i++) {
        CLEANUP(freep) char *text = NULL;
        ck_assert(text_file_load(paths.at[i], &text, &err));
        const char *target = strstr(paths.at[i], ".fs.") ? "/mnt/new" : "/dev/sdz1";
        CLEANUP(freep) char *line = xasprintf("\nfilename=%s\n", target);
        ck_assert_ptr_nonnull(strstr(text, line));
    }
}

TEST(a_job_that_is_there_is_not_written_over)
{
    struct err err = { 0 };
    struct lines again = { 0 };

    ck_assert(fio_files_save(folder, "/dev/sdz1", "/mnt/new", &paths, &err));
    ck_assert(!fio_files_save(folder, "/dev/sdy1", "/mnt/new", &again, &err));
    ck_assert_int_eq(err.code, ERR_REFUSED);
    ck_assert_ptr_nonnull(strstr(err.text, paths.at[0]));
    ck_assert_uint_eq(again.count, 0);
}

TEST(a_folder_that_is_missing_is_made)
{
    struct err err = { 0 };
    CLEANUP(freep) char *below = xasprintf("%s/jobs", folder);

    ck_assert(fio_files_save(below, "/dev/sdz1", "/mnt/new", &paths, &err));
    ck_assert_uint_eq(paths.count, 4);
    for (size_t i = 0; i < paths.count; i++)
        ck_assert_int_eq(unlink(paths.at[i]), 0);
    lines_finish(&paths);
    ck_assert_int_eq(rmdir(below), 0);
}

TEST(a_folder_that_cannot_be_made_is_named)
{
    struct err err = { 0 };
    CLEANUP(freep) char *below = xasprintf("%s/no/jobs", folder);

    ck_assert(!fio_files_save(below, "/dev/sdz1", "/mnt/new", &paths, &err));
    ck_assert_int_eq(err.code, ERR_USAGE);
    ck_assert_ptr_nonnull(strstr(err.text, below));
}
