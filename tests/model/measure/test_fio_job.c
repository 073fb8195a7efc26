/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_fio_job.c - job files equal the published ones, and warn of what they destroy */
#include "model/measure/fio_job.h"

#include <stdlib.h>
#include <string.h>

#include "model/base/mem.h"
#include "support/test.h"

/* As printed in the article of 2019, except for the partition's name. */
static const char published[] = "[global]\n"
                                "filename=/dev/sdz1\n"
                                "runtime=60\n"
                                "\n"
                                "[seqwrite_job]\n"
                                "rw=write\n"
                                "bs=4k\n"
                                "size=100G\n"
                                "ioengine=psync\n"
                                "fsync=1\n"
                                "iodepth=1\n"
                                "numjobs=1\n"
                                "new_group=1\n";

static char *text_of(enum fio_job job, const char *target)
{
    struct err err = { 0 };
    char *text = NULL;

    ck_assert(fio_job_text(job, target, &text, &err));
    return text;
}

TEST_TIMES(the_job_is_the_published_one_below_its_comments, 2)
{
    static const enum fio_job jobs[] = { FIO_PARTITION, FIO_FILE };
    CLEANUP(freep) char *text = text_of(jobs[_i], "/dev/sdz1");

    ck_assert_str_eq(strstr(text, "[global]"), published);
}

TEST_TIMES(the_direct_form_passes_the_page_cache_by, 2)
{
    static const enum fio_job jobs[] = { FIO_PARTITION_DIRECT, FIO_FILE_DIRECT };
    CLEANUP(freep) char *text = text_of(jobs[_i], "/dev/sdz1");

    ck_assert_ptr_nonnull(strstr(text, "\ndirect=1\nfdatasync=1\n"));
    ck_assert_ptr_null(strstr(text, "\nfsync=1\n"));
}

TEST_TIMES(what_is_before_the_job_is_comments_and_names_the_target, FIO_JOB_COUNT)
{
    CLEANUP(freep) char *text = text_of((enum fio_job)_i, "/dev/sdz1");

    ck_assert_ptr_nonnull(strstr(text, "/dev/sdz1"));
    ck_assert(strstr(text, "/dev/sdz1") < strstr(text, "[global]"));
    for (char *line = text; *line != '['; line = strchr(line, '\n') + 1)
        ck_assert_int_eq(*line, '#');
    bool says_destroys = strstr(text, "DESTROYS") != NULL;
    ck_assert_int_eq(says_destroys, !fio_job_is_in_file((enum fio_job)_i));
}

TEST(colons_are_no_lists_of_files)
{
    CLEANUP(freep) char *text = text_of(FIO_PARTITION, "/dev/disk/by-path/usb-0:1:1.0");

    ck_assert_ptr_nonnull(strstr(text, "\nfilename=/dev/disk/by-path/usb-0\\:1\\:1.0\n"));
}

static const char *const refused[] = { "", "/dev/sdz1\nfilename=/dev/sda", "/dev/\x7f" };

TEST_EACH(a_path_that_would_be_an_option_is_refused, refused)
{
    struct err err = { 0 };
    char *text = NULL;

    ck_assert(!fio_job_text(FIO_PARTITION, refused[_i], &text, &err));
    ck_assert_int_eq(err.code, ERR_USAGE);
    ck_assert_ptr_null(text);
}
