/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_journal_file.c - the file of a journal is new or empty, and written in full */
#include "device/move/fixing/journal_file.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support/image.h"
#include "support/refused.h"
#include "support/test.h"

enum { BYTES = (2 << 20) + 4096 };

TEST(a_new_file_has_storage_for_all_of_it)
{
    struct image image;
    struct stat status;
    struct err err = { 0 };
    char path[128];

    image_make(&image, 0);
    (void)snprintf(path, sizeof(path), "%s/journal", image.folder);
    ck_assert_msg(journal_file_create(path, BYTES, &err), "%s", err.text);
    ck_assert_int_eq(stat(path, &status), 0);
    ck_assert_int_eq(status.st_size, BYTES);
    ck_assert_int_ge(status.st_blocks * 512, BYTES);
    ck_assert_uint_eq(status.st_mode & 0777, 0600);
    ck_assert(journal_file_remove(path));
    image_remove(&image);
}

TEST(an_empty_file_is_taken_and_a_full_one_is_not)
{
    struct image image;
    struct err err = { 0 };
    uint8_t byte = 1, now;

    image_make(&image, 0);
    ck_assert(journal_file_create(image.path, BYTES, &err));
    image_put(&image, 0, &byte, 1);
    ck_assert(!journal_file_create(image.path, BYTES, &err));
    ck_assert_refused(&err, REFUSAL_JOURNAL_FILE_NOT_CREATED);
    ck_assert_int_eq(pread(image.fd, &now, 1, 0), 1);
    ck_assert_uint_eq(now, byte);
    image_remove(&image);
}

TEST(a_folder_that_is_not_there_is_named)
{
    struct err err = { 0 };

    ck_assert(!journal_file_create("/no/such/folder/journal", BYTES, &err));
    ck_assert_str_eq(err.text,
                     "The journal /no/such/folder/journal cannot be created: "
                     "No such file or directory. Name another file with --journal=FILE.");
}
