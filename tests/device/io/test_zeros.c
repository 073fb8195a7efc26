/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_zeros.c - holes of an image file are known to be zeros, stay holes and are moved
 */
#include "device/io/zeros.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

#include "device/io/sink_disk.h"
#include "model/base/mem.h"
#include "support/image.h"
#include "support/test.h"

#define MIB ((uint64_t)1 << 20)

/* One MiB of data from the second MiB on, of four. */
static struct sink_disk *open_image(struct image *image)
{
    CLEANUP(freep) uint8_t *data = xmalloc(MIB);
    struct err err = { 0 };
    bool is_busy;

    image_make(image, 4 * MIB);
    memset(data, 0x5a, MIB);
    image_put(image, MIB, data, MIB);
    struct sink_disk *disk = sink_disk_open(image->path, false, &is_busy, &err);
    ck_assert_msg(disk, "%s", err.text);
    return disk;
}

static uint64_t stored(const struct image *image)
{
    struct stat status;

    ck_assert_int_eq(fstat(image->fd, &status), 0);
    return (uint64_t)status.st_blocks * 512;
}

static const struct {
    uint64_t offset, count;
    bool are_zeros;
} rows[] = {
    { 0, MIB, true },           { 0, MIB + 1, false },
    { MIB, 512, false },        { 2 * MIB - 512, 1024, false },
    { 2 * MIB, 2 * MIB, true }, { 4 * MIB - 512, 512, true },
};

TEST_EACH(holes_are_zeros, rows)
{
    struct image image;
    CLEANUP(sink_disk_closep) struct sink_disk *disk = open_image(&image);
    struct zeros zeros = sink_disk_zeros(disk);

    ck_assert_int_eq(zeros_at(&zeros, rows[_i].offset, rows[_i].count),
                     rows[_i].are_zeros);
    image_remove(&image);
}

TEST(nothing_is_known_without_holes)
{
    struct zeros zeros = { 0 };

    ck_assert(!zeros_at(&zeros, 0, 512));
}

/* Writes zeros over the data, and beyond it but for a sector at each end. */
static void write_zeros(const struct sink *sink)
{
    CLEANUP(freep) uint8_t *bytes = xcalloc(4, MIB);
    CLEANUP(freep) uint8_t *now = xmalloc(4 * MIB);

    bytes[0] = 1;
    bytes[4 * MIB - 512 - 1] = 1;
    ck_assert_int_eq(sink->write(sink->context, 512, bytes, 4 * MIB - 512), 0);
    ck_assert_int_eq(sink->flush(sink->context), 0);
    ck_assert_int_eq(sink->read_back(sink->context, 512, now, 4 * MIB - 512), 0);
    ck_assert_mem_eq(now, bytes, 4 * MIB - 512);
}

TEST(zeros_that_are_moved_over_data_become_holes)
{
    struct image image;
    CLEANUP(sink_disk_closep) struct sink_disk *disk = open_image(&image);
    struct sink sink = sink_disk_moved(disk);

    write_zeros(&sink);
    ck_assert_uint_le(stored(&image), (uint64_t)2 * 65536);
    image_remove(&image);
}

TEST(what_is_not_a_whole_part_is_written)
{
    struct image image;
    CLEANUP(sink_disk_closep) struct sink_disk *disk = open_image(&image);
    CLEANUP(freep) uint8_t *bytes = xcalloc(1, MIB);
    CLEANUP(freep) uint8_t *now = xmalloc(MIB);
    struct sink sink = sink_disk_moved(disk);
    size_t count = 3 * 65536;

    ck_assert_int_eq(sink.write(sink.context, MIB + 512, bytes, count), 0);
    memset(bytes, 0x5a, MIB);
    memset(bytes + 512, 0, count);
    ck_assert_int_eq(sink.read_back(sink.context, MIB, now, MIB), 0);
    ck_assert_mem_eq(now, bytes, MIB);
    ck_assert_uint_eq(stored(&image), MIB - (uint64_t)2 * 65536);
    image_remove(&image);
}

/* Its owner wants it so: it cannot run out of space. */
TEST(what_is_allocated_in_full_stays_so)
{
    struct image image;
    struct err err = { 0 };
    bool is_busy;

    sink_disk_close(open_image(&image));
    ck_assert_int_eq(posix_fallocate(image.fd, 0, 4 * MIB), 0);
    CLEANUP(sink_disk_closep)
    struct sink_disk *disk = sink_disk_open(image.path, false, &is_busy, &err);
    struct sink sink = sink_disk_moved(disk);
    write_zeros(&sink);
    ck_assert_uint_ge(stored(&image), 4 * MIB);
    image_remove(&image);
}

TEST(zeros_that_are_not_moved_are_written_over_data)
{
    struct image image;
    CLEANUP(sink_disk_closep) struct sink_disk *disk = open_image(&image);
    struct sink sink = sink_disk_pages(disk);

    write_zeros(&sink);
    ck_assert_uint_ge(stored(&image), MIB);
    image_remove(&image);
}

/* Zeros over data are written, those over a hole are not; what is between is. */
TEST(holes_stay_holes_where_zeros_are_written)
{
    struct image image;
    CLEANUP(sink_disk_closep) struct sink_disk *disk = open_image(&image);
    CLEANUP(freep) uint8_t *bytes = xcalloc(4, MIB);
    CLEANUP(freep) uint8_t *now = xmalloc(4 * MIB);
    struct sink sink = sink_disk_pages(disk);
    uint64_t before = stored(&image);

    bytes[3 * MIB + 5] = 1;
    ck_assert_int_eq(sink.write(sink.context, 0, bytes, 4 * MIB), 0);
    ck_assert_int_eq(sink.flush(sink.context), 0);
    ck_assert_int_eq(sink.read_back(sink.context, 0, now, 4 * MIB), 0);
    ck_assert_mem_eq(now, bytes, 4 * MIB);
    ck_assert_uint_le(stored(&image), before + 65536);
    image_remove(&image);
}
