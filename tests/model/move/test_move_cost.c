/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_move_cost.c - how a partition is moved, and how many hours that takes */
#include "model/move/plan/move_cost.h"

#include <math.h>

#include "model/base/mem.h"
#include "support/test.h"

#define KIB  UINT64_C(1024)
#define MIB  (1024 * KIB)
#define GIB  (1024 * MIB)
#define HOUR 3600.0

enum { GRID = 4096 };

/* 7200 turns a minute, the mean of outer and inner tracks. */
static const struct move_speed hdd = {
    .read = 110e6, .write = 110e6, .flush = 0.009, .near = 0.009, .far = 0.016
};
/* Another drive of this kind, and a stick that writes 15 MB/s. */
static const struct move_speed stick = { .write = 15e6, .flush = 0.03 };

/* --- 912 GiB on a hard disk --- */

static const struct {
    uint64_t room; /* KiB */
    const struct move_speed *other;
    uint64_t distance;
    enum move_mode mode;
    double hours;
} legacy[] = {
    { 2458, NULL, 7 * 512, MOVE_JOURNAL, 19.8 },     /* 2.4 MiB at the end */
    { 7987, NULL, 7 * 512, MOVE_JOURNAL, 10.9 },     /* 7.8 MiB */
    { 68 * KIB, NULL, 7 * 512, MOVE_JOURNAL, 7.8 },  /* in its swap partition */
    { 260 * KIB, NULL, 7 * 512, MOVE_JOURNAL, 7.8 }, /* more is not faster */
    { 68 * KIB, &hdd, 7 * 512, MOVE_JOURNAL, 5.2 },  /* a file on another disk */
    { 68 * KIB, &stick, 7 * 512, MOVE_JOURNAL, 18.4 },
    { 304, NULL, 1984 * 512, MOVE_HOLE, 12.2 }, /* only records fit */
    { 2458, NULL, 1984 * 512, MOVE_HOLE, 12.2 },
    { 7987, NULL, 1984 * 512, MOVE_JOURNAL, 10.9 },
    { 68 * KIB, NULL, 1984 * 512, MOVE_JOURNAL, 7.8 },
    { 68 * KIB, NULL, 64 * MIB, MOVE_HOLE, 5.1 },
};

TEST_EACH(a_hard_disk_takes_hours_that_its_journal_decides, legacy)
{
    struct move_shift shift = { 912 * GIB, legacy[_i].distance };
    struct move_journal journal = { legacy[_i].room * KIB, legacy[_i].other };
    struct move_cost cost = move_cost(&shift, &journal, &hdd, GRID);

    ck_assert_int_eq(cost.mode, legacy[_i].mode);
    ck_assert_int_eq(cost.time, MOVE_TIME_KNOWN);
    ck_assert_double_eq_tol(cost.seconds / HOUR, legacy[_i].hours, 0.05);
}

TEST(checks_before_and_after_take_as_long_as_reading)
{
    const struct move_shift shifts[] = {
        { 800 * GIB, 512 }, { 112 * GIB, 512 }, { 99 * GIB, 0 }, { 0, 512 }
    };
    const struct move_speed unknown = { .write = 110e6 };

    ck_assert_double_eq_tol(move_check_seconds(shifts, 4, &hdd) / HOUR, 2.5, 0.05);
    ck_assert_double_eq(move_check_seconds(shifts, 4, &unknown), 0);
}

/* --- other drives, 63 to 2048, with a journal of two batches of 32 MiB --- */

static const struct {
    struct move_speed speed;
    double hole, journal; /* bytes per second */
} drives[] = {
    { { 150e6, 150e6, 0.025, 1e-9, 1e-9 }, 26.6e6, 48e6 },
    { { 450e6, 450e6, 0.002, 1e-9, 1e-9 }, 156e6, 147.4e6 },
    { { 2.5e9, 2.5e9, 0.00005, 1e-9, 1e-9 }, 1.18e9, 0.83e9 },
    { { 20e6, 10e6, 0.03, 1e-9, 1e-9 }, 5.6e6, 4e6 },
};

TEST_EACH(the_faster_way_is_taken, drives)
{
    struct move_shift shift = { 100 * GIB, 1985 * 512 };
    struct move_journal small = { MOVE_RECORD_BYTES, NULL };
    struct move_journal journal = { MOVE_JOURNAL_MAX, NULL };
    struct move_shift far = { 100 * GIB, 7 * 512 };
    struct move_cost hole = move_cost(&shift, &small, &drives[_i].speed, GRID);
    struct move_cost batches = move_cost(&far, &journal, &drives[_i].speed, GRID);
    struct move_cost best = move_cost(&shift, &journal, &drives[_i].speed, GRID);
    double bytes = (double)shift.bytes;

    ck_assert_double_eq_tol(bytes / hole.seconds / drives[_i].hole, 1, 0.02);
    ck_assert_double_eq_tol(bytes / batches.seconds / drives[_i].journal, 1, 0.02);
    ck_assert_int_eq(best.mode,
                     drives[_i].hole > drives[_i].journal ? MOVE_HOLE : MOVE_JOURNAL);
    ck_assert_double_eq(best.seconds,
                        hole.seconds < batches.seconds ? hole.seconds : batches.seconds);
}

TEST(a_page_a_flush_takes_longer_than_a_day)
{
    const struct move_speed slow = { 150e6, 150e6, 0.025, 1e-9, 1e-9 };
    struct move_shift shift = { 15 * 1000000000ULL, 4096 };
    struct move_journal journal = { MOVE_RECORD_BYTES, NULL };

    ck_assert_double_gt(move_cost(&shift, &journal, &slow, GRID).seconds, 24 * HOUR);
}

/* --- sizes --- */

static const struct {
    uint64_t bytes, distance, room, grid;
    enum move_mode mode;
    uint64_t batch, flushes, written;
} sizes[] = {
    { 0, 512, 0, 4096, MOVE_NONE, 0, 0, 0 },
    { MIB, 0, 0, 4096, MOVE_NONE, 0, 0, 0 },
    { MIB, 8192, 0, 4096, MOVE_IMPOSSIBLE, 0, 0, 0 },
    { MIB, 8192, 304 * KIB - 1, 4096, MOVE_IMPOSSIBLE, 0, 0, 0 },
    { MIB, 8192, 304 * KIB, 4096, MOVE_HOLE, 8192, 128, MIB },
    { MIB, 12287, 304 * KIB, 4096, MOVE_HOLE, 8192, 128, MIB },
    { MIB + 1, 8192, 304 * KIB, 4096, MOVE_HOLE, 8192, 129, MIB + 1 },
    /* shorter than a physical sector: never as a hole */
    { MIB, 4095, 304 * KIB, 4096, MOVE_IMPOSSIBLE, 0, 0, 0 },
    { MIB, 8192, 304 * KIB, 16384, MOVE_IMPOSSIBLE, 0, 0, 0 },
    { MIB, 512, 312 * KIB - 1, 4096, MOVE_IMPOSSIBLE, 0, 0, 0 },
    { MIB, 512, 312 * KIB, 4096, MOVE_JOURNAL, 4096, 256, 2 * MIB },
    { GIB, 512, GIB, 4096, MOVE_JOURNAL, 32 * MIB, 32, 2 * GIB },
    { GIB, GIB, GIB, 4096, MOVE_HOLE, 64 * MIB, 16, GIB },
};

TEST_EACH(pieces_and_batches_are_whole_physical_sectors, sizes)
{
    struct move_shift shift = { sizes[_i].bytes, sizes[_i].distance };
    struct move_journal journal = { sizes[_i].room, NULL };
    struct move_cost cost = move_cost(&shift, &journal, &hdd, sizes[_i].grid);

    ck_assert_int_eq(cost.mode, sizes[_i].mode);
    ck_assert_uint_eq(cost.batch, sizes[_i].batch);
    ck_assert_uint_eq(cost.flushes, sizes[_i].flushes);
    ck_assert_uint_eq(cost.written, sizes[_i].written);
}

TEST(a_journal_on_another_drive_is_not_written_here)
{
    struct move_shift shift = { GIB, 512 };
    struct move_journal journal = { GIB, &stick };

    ck_assert_uint_eq(move_cost(&shift, &journal, &hdd, GRID).written, GIB);
}

/* --- what is unknown --- */

#define NONE                                                                             \
    {                                                                                    \
        .read = 0                                                                        \
    }
#define DRIVE(flush, near, far)                                                          \
    {                                                                                    \
        1e8, 1e8, flush, near, far                                                       \
    }

static const struct {
    struct move_speed speed, other;
    bool is_elsewhere;
    uint64_t distance;
    enum move_mode mode;
    enum move_time time;
} unknown[] = {
    { NONE, NONE, false, 512, MOVE_JOURNAL, MOVE_TIME_UNKNOWN },
    { NONE, NONE, false, 8192, MOVE_UNDECIDED, MOVE_TIME_UNKNOWN },
    { NONE, NONE, false, 32 * MIB, MOVE_HOLE, MOVE_TIME_UNKNOWN },
    { NONE, NONE, false, GIB, MOVE_HOLE, MOVE_TIME_UNKNOWN },
    { { .read = 1e8 }, NONE, false, 512, MOVE_JOURNAL, MOVE_TIME_UNKNOWN },
    { { .write = 1e8 }, NONE, false, 512, MOVE_JOURNAL, MOVE_TIME_UNKNOWN },
    { DRIVE(0, 0, 0), NONE, false, 512, MOVE_JOURNAL, MOVE_TIME_MINIMUM },
    { DRIVE(0, 0, 0), NONE, false, 8192, MOVE_UNDECIDED, MOVE_TIME_MINIMUM },
    { DRIVE(0, 0.01, 0.01), NONE, false, 512, MOVE_JOURNAL, MOVE_TIME_MINIMUM },
    { DRIVE(0.01, 0, 0.01), NONE, false, 512, MOVE_JOURNAL, MOVE_TIME_MINIMUM },
    { DRIVE(0.01, 0.01, 0), NONE, false, 512, MOVE_JOURNAL, MOVE_TIME_MINIMUM },
    { DRIVE(0.01, 0.01, 0), NONE, false, GIB, MOVE_HOLE, MOVE_TIME_KNOWN },
    { DRIVE(0.01, 0.01, 0), NONE, false, 8192, MOVE_UNDECIDED, MOVE_TIME_MINIMUM },
    /* the time of the hole is known, and less than the minimum of the journal */
    { DRIVE(1e-5, 1e-5, 0), NONE, false, MIB, MOVE_HOLE, MOVE_TIME_KNOWN },
    { DRIVE(0.01, 0.01, 0), NONE, true, 512, MOVE_JOURNAL, MOVE_TIME_MINIMUM },
    { DRIVE(0.01, 0.01, 0),
      { .write = 1e8 },
      true,
      512,
      MOVE_JOURNAL,
      MOVE_TIME_MINIMUM },
    { DRIVE(0.01, 0.01, 0),
      { .flush = 0.1 },
      true,
      512,
      MOVE_JOURNAL,
      MOVE_TIME_MINIMUM },
    { DRIVE(0.01, 0.01, 0),
      { .write = 1e8, .flush = 0.01 },
      true,
      512,
      MOVE_JOURNAL,
      MOVE_TIME_KNOWN },
};

TEST_EACH(what_is_unknown_stays_unknown, unknown)
{
    struct move_shift shift = { 10 * GIB, unknown[_i].distance };
    struct move_journal journal = { GIB, unknown[_i].is_elsewhere ? &unknown[_i].other
                                                                  : NULL };
    struct move_cost cost = move_cost(&shift, &journal, &unknown[_i].speed, GRID);

    ck_assert_int_eq(cost.mode, unknown[_i].mode);
    ck_assert_int_eq(cost.time, unknown[_i].time);
    ck_assert_int_eq(cost.seconds > 0, unknown[_i].time != MOVE_TIME_UNKNOWN);
    ck_assert(isfinite(cost.seconds));
}

TEST(a_minimum_is_not_above_the_time)
{
    struct move_shift shift = { 10 * GIB, 8192 };
    struct move_journal journal = { GIB, NULL };
    struct move_speed partly = { .read = hdd.read, .write = hdd.write };
    double known = move_cost(&shift, &journal, &hdd, GRID).seconds;

    ck_assert_double_le(move_cost(&shift, &journal, &partly, GRID).seconds, known);
    /* the hole: once read, once written */
    ck_assert_double_eq_tol(move_cost(&shift, &journal, &partly, GRID).seconds,
                            2 * 10.0 * (double)GIB / 110e6, 1e-6);
}

/* --- several moves --- */

TEST(the_cost_of_several_moves_is_their_sum)
{
    const struct move_shift shifts[] = { { GIB, 512 }, { 0, 512 }, { 3 * GIB, GIB } };
    struct move_journal journal = { GIB, NULL };
    struct move_cost a = move_cost(&shifts[0], &journal, &hdd, GRID);
    struct move_cost b = move_cost(&shifts[2], &journal, &hdd, GRID);
    struct move_cost sum = move_cost_sum(shifts, 3, &journal, &hdd, GRID);

    ck_assert_int_eq(sum.mode, MOVE_MIXED);
    ck_assert_uint_eq(sum.batch, a.batch);
    ck_assert_uint_eq(sum.flushes, a.flushes + b.flushes);
    ck_assert_uint_eq(sum.written, a.written + b.written);
    ck_assert_int_eq(sum.time, MOVE_TIME_KNOWN);
    ck_assert_double_eq_tol(sum.seconds, a.seconds + b.seconds, 1e-6);
    ck_assert_int_eq(move_cost_sum(shifts, 2, &journal, &hdd, GRID).mode, MOVE_JOURNAL);
    ck_assert_int_eq(move_cost_sum(shifts + 1, 1, &journal, &hdd, GRID).mode, MOVE_NONE);
    journal.bytes = MOVE_RECORD_BYTES;
    ck_assert_int_eq(move_cost_sum(shifts, 3, &journal, &hdd, GRID).mode,
                     MOVE_IMPOSSIBLE);
}

static const struct move_shift undecided[][3] = {
    { { GIB, 512 }, { GIB, 8192 }, { GIB, 512 } },
    { { GIB, 8192 }, { GIB, 512 }, { GIB, 512 } },
    { { GIB, 512 }, { GIB, 512 }, { GIB, 8192 } },
};

/* Less than what is written would be promised. */
TEST_EACH(what_is_written_in_all_is_unknown_where_that_of_one_move_is, undecided)
{
    const struct move_speed none = { 0 };
    struct move_journal journal = { GIB, NULL };
    struct move_cost sum = move_cost_sum(undecided[_i], 3, &journal, &none, GRID);

    ck_assert_int_eq(sum.mode, MOVE_MIXED);
    ck_assert_uint_eq(sum.written, 0);
    ck_assert_uint_eq(sum.flushes, 0);
    ck_assert_uint_eq(sum.batch, 0);
}

TEST(a_sum_is_known_as_well_as_its_parts)
{
    const struct move_shift shifts[] = { { GIB, 512 }, { 3 * GIB, GIB } };
    const struct move_speed partly = { 1e8, 1e8, 0.01, 0.01, 0 };
    struct move_journal journal = { GIB, NULL };

    ck_assert_int_eq(move_cost_sum(shifts, 2, &journal, &partly, GRID).time,
                     MOVE_TIME_MINIMUM);
    ck_assert_int_eq(move_cost_sum(shifts, 0, &journal, &partly, GRID).time,
                     MOVE_TIME_KNOWN);
}
