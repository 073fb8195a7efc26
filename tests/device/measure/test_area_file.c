/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_area_file.c - a changed test area is saved byte by byte */
#include "device/measure/area_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "model/base/mem.h"
#include "support/test.h"

static char folder[64];

static void setup(void)
{
    strcpy(folder, "/tmp/alidade-window-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    ck_assert_int_eq(setenv("XDG_STATE_HOME", folder, 1), 0);
}

static void teardown(void)
{
    CLEANUP(freep) char *inner = xasprintf("%s/alidade", folder);

    (void)rmdir(inner); /* one test creates none */
    ck_assert_int_eq(rmdir(folder), 0);
}

static void check_bytes(const char *path, const unsigned char *want, size_t count)
{
    unsigned char got[16];
    FILE *file = fopen(path, "r");

    ck_assert_ptr_nonnull(file);
    ck_assert_uint_eq(fread(got, 1, sizeof(got), file), count);
    ck_assert_int_eq(memcmp(got, want, count), 0);
    ck_assert_int_eq(fclose(file), 0);
    ck_assert_int_eq(unlink(path), 0);
}

TEST_FIXTURE(setup, teardown);

TEST(its_bytes_are_those_that_were_read_and_its_name_says_where)
{
    const unsigned char bytes[] = { 0, 1, 0, 255, '\n', 0 };
    struct err err = { 0 };
    CLEANUP(freep) char *path = NULL;

    ck_assert_msg(area_file_save("/dev/sd.a", 1048576, bytes, sizeof(bytes), &path, &err),
                  "%s", err.text);
    ck_assert_ptr_nonnull(strstr(path, "/alidade/sd.a-"));
    ck_assert_ptr_nonnull(strstr(path, "-byte-1048576.bin"));
    ck_assert_ptr_null(strstr(path, ".alidade"));
    struct stat status;
    ck_assert_int_eq(stat(path, &status), 0);
    ck_assert_uint_eq(status.st_mode & 0777, 0600);
    check_bytes(path, bytes, sizeof(bytes));
}

TEST(no_file_is_written_over)
{
    const unsigned char first[] = { 1 }, second[] = { 2 };
    struct err err = { 0 };
    CLEANUP(freep) char *path = NULL;
    CLEANUP(freep) char *other = NULL;

    ck_assert(area_file_save("/dev/sda", 0, first, 1, &path, &err));
    /* The same second gives the same name: it is refused and the first file stays. */
    if (area_file_save("/dev/sda", 0, second, 1, &other, &err))
        check_bytes(other, second, 1);
    else
        ck_assert_int_eq(err.code, ERR_REFUSED);
    check_bytes(path, first, 1);
}
