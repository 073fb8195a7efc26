/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_journal_speed.c - what is written to measure a journal's drive, and what it tells
 */
#include "device/move/fixing/journal_speed.h"

#include <errno.h>
#include <stdbool.h>

#include "support/test.h"

enum { OFFSET = 1 << 20, BLOCK = 4096, JOURNAL_BYTES_ALL = 6 << 20 };

/* A drive that notes what it gets. */
struct drive {
    uint64_t first, end; /* bytes that were written */
    unsigned flushes, calls;
    unsigned failing; /* the number of the call that fails; 0: none */
    bool has_data;    /* other than zeros was written */
};

static int drive_call(struct drive *drive)
{
    return ++drive->calls == drive->failing ? EIO : 0;
}

static int drive_write(void *context, uint64_t offset, const void *bytes, size_t count)
{
    struct drive *drive = context;
    const uint8_t *given = bytes;

    for (size_t i = 0; i < count; i++)
        drive->has_data |= given[i];
    if (!drive->end || offset < drive->first)
        drive->first = offset;
    if (offset + count > drive->end)
        drive->end = offset + count;
    return drive_call(drive);
}

static int drive_flush(void *context)
{
    struct drive *drive = context;

    drive->flushes++;
    return drive_call(drive);
}

static int measure(struct drive *drive, uint64_t bytes, struct move_speed *ret)
{
    const struct sink sink = { .write = drive_write,
                               .flush = drive_flush,
                               .context = drive };
    const struct record_place place = {
        .logical = 512, .start = OFFSET / 512, .block = BLOCK, .bytes = bytes
    };

    return journal_measure(&sink, &place, ret);
}

/* Not its heads: an older journal could be there, which tells how to resume. */
TEST(only_the_areas_of_the_journal_are_written)
{
    struct drive drive = { .calls = 0 };
    struct move_speed speed = { .read = 1, .near = 2, .far = 3 };

    ck_assert_int_eq(measure(&drive, JOURNAL_BYTES_ALL, &speed), 0);
    ck_assert_uint_eq(drive.first, OFFSET + 2 * BLOCK);
    ck_assert_uint_gt(drive.end, drive.first + 8 * BLOCK);
    ck_assert_uint_le(drive.end, OFFSET + JOURNAL_BYTES_ALL);
    ck_assert(!drive.has_data);
    ck_assert_uint_eq(drive.flushes, 8 + 1);
    ck_assert(speed.write > 0 && speed.flush > 0);
    ck_assert(speed.read == 1 && speed.near == 2 && speed.far == 3);
}

TEST(the_smallest_journal_is_measured_inside_itself)
{
    struct drive drive = { .calls = 0 };
    struct move_speed speed = { 0 };
    uint64_t bytes = 2 * BLOCK + BLOCK;

    ck_assert_int_eq(measure(&drive, bytes, &speed), 0);
    ck_assert_uint_eq(drive.end, OFFSET + bytes);
    ck_assert(speed.write > 0 && speed.flush > 0);
}

TEST(an_error_tells_no_speed)
{
    struct drive drive = { .calls = 0 };
    struct move_speed speed = { 0 };

    ck_assert_int_eq(measure(&drive, JOURNAL_BYTES_ALL, &speed), 0);
    for (unsigned number = drive.calls; number > 0; number--) {
        struct drive other = { .failing = number };
        speed = (struct move_speed){ 0 };
        ck_assert_int_eq(measure(&other, JOURNAL_BYTES_ALL, &speed), EIO);
        ck_assert(speed.write == 0 && speed.flush == 0);
        ck_assert_uint_eq(other.calls, number);
    }
}
