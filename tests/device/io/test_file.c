/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_file.c - whole reads at a place, or why not */
#include "device/io/file.h"

#include <errno.h>
#include <unistd.h>

#include "model/base/mem.h"
#include "support/image.h"
#include "support/test.h"

TEST(a_place_is_read_whole_without_seeking)
{
    CLEANUP(image_remove) struct image image;
    char buf[8] = { 0 };

    image_make(&image, 8192);
    image_put(&image, 8184, "alidade", 8);
    ck_assert_int_eq(lseek(image.fd, 100, SEEK_SET), 100);
    ck_assert_int_eq(file_read_at(image.fd, 8184, buf, sizeof(buf)), 0);
    ck_assert_str_eq(buf, "alidade");
    ck_assert_int_eq(lseek(image.fd, 0, SEEK_CUR), 100);
}

TEST(what_ends_too_early_is_an_io_error)
{
    CLEANUP(image_remove) struct image image;
    char buf[16];

    image_make(&image, 8192);
    ck_assert_int_eq(file_read_at(image.fd, 8184, buf, sizeof(buf)), EIO);
    ck_assert_int_eq(file_read_at(image.fd, 10000, buf, 1), EIO);
    ck_assert_int_eq(file_read_at(image.fd, 8192, buf, 0), 0);
}

TEST(what_cannot_be_read_says_why)
{
    char buf[1];

    ck_assert_int_eq(file_read_at(-1, 0, buf, sizeof(buf)), EBADF);
}
