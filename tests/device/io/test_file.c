/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_file.c - whole reads at a place, or why not */
#include "device/io/file.h"

#include <errno.h>
#include <string.h>
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

/* Two bytes at the start of the second page, of four; the rest is holes. */
static void make_sparse(struct image *image)
{
    image_make(image, 16384);
    image_put(image, 4096, "ab", 2);
}

static const struct {
    uint64_t at, end, data, hole;
} storage[] = {
    { 0, 16384, 4096, 0 },       { 0, 4096, 4096, 0 },       { 0, 100, 100, 0 },
    { 4096, 16384, 4096, 8192 }, { 5000, 6000, 5000, 6000 }, { 8192, 16384, 16384, 8192 },
};

TEST_EACH(data_and_holes_are_found, storage)
{
    CLEANUP(image_remove) struct image image;

    make_sparse(&image);
    ck_assert_uint_eq(file_next_data(image.fd, storage[_i].at, storage[_i].end),
                      storage[_i].data);
    ck_assert_uint_eq(file_next_hole(image.fd, storage[_i].at, storage[_i].end),
                      storage[_i].hole);
}

static const struct {
    uint64_t offset;
    size_t count;
} spans[] = { { 0, 16384 }, { 0, 4096 },    { 4095, 3 },     { 4097, 8000 },
              { 100, 1 },   { 8000, 8384 }, { 10000, 6384 }, { 16384, 0 } };

TEST_EACH(holes_are_read_as_zeros, spans)
{
    CLEANUP(image_remove) struct image image;
    char want[16384], buf[16384];

    make_sparse(&image);
    memset(buf, 'x', sizeof(buf));
    ck_assert_int_eq(file_read_at(image.fd, spans[_i].offset, want, spans[_i].count), 0);
    ck_assert_int_eq(file_read_sparse(image.fd, spans[_i].offset, buf, spans[_i].count),
                     0);
    ck_assert_mem_eq(buf, want, spans[_i].count);
    if (spans[_i].count < sizeof(buf))
        ck_assert_int_eq(buf[spans[_i].count], 'x');
}

static const struct {
    uint64_t offset;
    size_t count;
} beyond[] = { { 0, 16385 }, { 4096, 12289 }, { 10000, 6385 }, { 20000, 1 } };

TEST_EACH(a_hole_that_ends_too_early_is_an_io_error, beyond)
{
    CLEANUP(image_remove) struct image image;
    char buf[16385];

    make_sparse(&image);
    ck_assert_int_eq(file_read_sparse(image.fd, beyond[_i].offset, buf, beyond[_i].count),
                     EIO);
}

TEST(what_cannot_be_read_says_why)
{
    char buf[1];

    ck_assert_int_eq(file_read_at(-1, 0, buf, sizeof(buf)), EBADF);
    ck_assert_int_eq(file_read_sparse(-1, 0, buf, sizeof(buf)), EBADF);
}
