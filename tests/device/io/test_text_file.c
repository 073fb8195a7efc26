/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_text_file.c - scripts go to new files alone, and come back as they were */
#include "device/io/text_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "model/base/mem.h"
#include "support/refused.h"
#include "support/test.h"

static char folder[64];
static char *path;

static void setup(void)
{
    strcpy(folder, "/tmp/alidade-text-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    path = xasprintf("%s/script", folder);
}

static void teardown(void)
{
    (void)unlink(path); /* some tests make none */
    free(path);
    ck_assert_int_eq(rmdir(folder), 0);
}

static void write_bytes(const char *bytes, size_t count)
{
    FILE *file = fopen(path, "w");

    ck_assert_ptr_nonnull(file);
    ck_assert_uint_eq(fwrite(bytes, 1, count, file), count);
    ck_assert_int_eq(fclose(file), 0);
}

TEST_FIXTURE(setup, teardown);

TEST(what_was_saved_is_loaded)
{
    struct err err = { 0 };
    char *text;

    ck_assert(text_file_save(path, "label: gpt\n\nstart=2048\n", &err));
    ck_assert(text_file_load(path, &text, &err));
    ck_assert_str_eq(text, "label: gpt\n\nstart=2048\n");
    free(text);
}

TEST(a_file_that_is_there_stays_as_it_is)
{
    struct err err = { 0 };
    char *text;

    ck_assert(text_file_save(path, "old", &err));
    ck_assert(!text_file_save(path, "new", &err));
    ck_assert_refused(&err, REFUSAL_FILE_EXISTS);
    ck_assert_ptr_nonnull(strstr(err.text, path));
    ck_assert(text_file_load(path, &text, &(struct err){ 0 }));
    ck_assert_str_eq(text, "old");
    free(text);
}

TEST(a_folder_that_is_not_there_is_said)
{
    struct err err = { 0 };

    ck_assert(!text_file_save("/nowhere/script", "new", &err));
    ck_assert_refused(&err, REFUSAL_FILE_NOT_MADE);
    ck_assert_ptr_nonnull(strstr(err.text, "/nowhere/script"));
}

/* The folder is empty but for the file: teardown() removes it. */
TEST(a_file_is_replaced_as_a_whole)
{
    struct err err = { 0 };

    for (int i = 0; i < 2; i++) {
        CLEANUP(freep) char *want = xasprintf("text %d\n", i);
        CLEANUP(freep) char *text = NULL;

        ck_assert_msg(text_file_replace(path, want, &err), "%s", err.text);
        ck_assert(text_file_load(path, &text, &err));
        ck_assert_str_eq(text, want);
    }
}

TEST(what_cannot_be_replaced_stays)
{
    struct err err = { 0 };

    ck_assert(!text_file_replace("/nowhere/script", "new", &err));
    ck_assert_ptr_nonnull(strstr(err.text, "/nowhere/script"));
    CLEANUP(freep) char *inside = xasprintf("%s/folder", folder);
    CLEANUP(freep) char *file = xasprintf("%s/file", inside);
    err = (struct err){ 0 };
    ck_assert_int_eq(mkdir(inside, 0700), 0);
    ck_assert(text_file_save(file, "old", &err));
    ck_assert(!text_file_replace(inside, "new", &err));
    ck_assert_int_eq(err.code, ERR_IO);
    ck_assert_int_eq(unlink(file), 0);
    ck_assert_int_eq(rmdir(inside), 0);
}

static const struct {
    const char *bytes;
    size_t count;
} binaries[] = {
    { "a\0b", 3 },
    { "\0", 1 },
};

TEST_EACH(bytes_that_are_no_text_are_refused, binaries)
{
    struct err err = { 0 };
    char *text = NULL;

    write_bytes(binaries[_i].bytes, binaries[_i].count);
    ck_assert(!text_file_load(path, &text, &err));
    ck_assert_int_eq(err.code, ERR_UNREADABLE);
    ck_assert_ptr_null(text);
}

TEST(a_file_that_is_too_large_is_refused)
{
    struct err err = { 0 };
    char *text;

    write_bytes("a", 1);
    ck_assert_int_eq(truncate(path, 1024 * 1024 + 1), 0);
    ck_assert(!text_file_load(path, &text, &err));
    ck_assert_int_eq(err.code, ERR_UNREADABLE);
}

static const char *const no_files[] = { "/nowhere/script", "/", "/dev/null" };

TEST_EACH(what_is_no_file_is_refused, no_files)
{
    struct err err = { 0 };
    char *text;

    ck_assert(!text_file_load(no_files[_i], &text, &err));
    ck_assert_int_eq(err.code, ERR_UNREADABLE);
    ck_assert_ptr_nonnull(strstr(err.text, no_files[_i]));
}
