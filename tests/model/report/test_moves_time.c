/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_moves_time.c - the time of a plan, from what was measured of the drive */
#include "model/report/moves_time.h"

#include "model/base/mem.h"
#include "support/disks.h"
#include "support/test.h"

#define HOUR 3600.0

static struct layout *layout;
static struct moves moves;
static struct saved_result saved;

/* The drive of test_move_cost.c, as workloads measure it. */
static void setup(void)
{
    static const struct moves_want nudge = { .aim = MOVES_NUDGE };
    struct err err = { 0 };

    layout = disks_legacy();
    ck_assert_msg(moves_make(layout, &nudge, &moves, &err), "%s", err.text);
    saved = (struct saved_result){
        .workload_count = 6,
        .workloads = {
            { .kind = WORKLOAD_READ_1M, .is_aligned = true, .bytes_per_second = 110e6 },
            { .kind = WORKLOAD_WRITE_1M, .start_lba = 63, .bytes_per_second = 40e6 },
            { .kind = WORKLOAD_WRITE_1M, .is_aligned = true, .bytes_per_second = 110e6 },
            { .kind = WORKLOAD_DURABLE_SEQUENTIAL, .start_lba = 63, .mean_us = 25000 },
            { .kind = WORKLOAD_DURABLE_SEQUENTIAL, .is_aligned = true, .mean_us = 9000 },
            { .kind = WORKLOAD_ACCESS_TIME, .mean_us = 16000,
              .percentile_us = { 8000, 9000, 16000, 22000, 25000, 30000 } },
        },
    };
}

static void teardown(void)
{
    moves_finish(&moves);
    layout_unref(layout);
}

static struct moves_time time_of(const struct saved_result *result)
{
    struct moves_time time;

    moves_time_make(layout, &moves, result, NULL, 0, &time);
    return time;
}

TEST_FIXTURE(setup, teardown);

TEST(the_speed_is_that_of_aligned_starts)
{
    struct move_speed speed = moves_speed(&saved);

    ck_assert_double_eq(speed.read, 110e6);
    ck_assert_double_eq(speed.write, 110e6);
    ck_assert_double_eq_tol(speed.flush, 0.009, 1e-9);
    ck_assert_double_eq_tol(speed.near, 0.009, 1e-9);
    ck_assert_double_eq_tol(speed.far, 0.016, 1e-9);
}

TEST(a_known_speed_gives_hours_with_both_readings)
{
    struct moves_time time = time_of(&saved);
    double seconds, without, sum = 0;

    ck_assert_int_eq(moves_time_of(&time, &moves, &seconds), MOVE_TIME_KNOWN);
    ck_assert_int_eq(time.places.at[0].kind, JOURNAL_SWAP);
    ck_assert_double_eq_tol(time.places.at[0].cost.seconds / HOUR, 7.8, 0.1);
    ck_assert_double_eq_tol(seconds / HOUR, 7.8 + 2 * 2.5, 0.2);
    for (size_t i = 0; i < moves.step_count; i++) {
        ck_assert_int_eq(moves_time_step(&time, layout, &moves.steps[i], &without),
                         MOVE_TIME_KNOWN);
        sum += without;
    }
    ck_assert_double_eq_tol(sum + time.check_seconds, seconds, 1);
    moves_time_finish(&time);
}

TEST(what_is_missing_makes_it_a_minimum)
{
    double whole, seconds;

    struct moves_time known = time_of(&saved);
    (void)moves_time_of(&known, &moves, &whole);
    saved.workload_count = 3;
    struct moves_time time = time_of(&saved);
    ck_assert_int_eq(moves_time_of(&time, &moves, &seconds), MOVE_TIME_MINIMUM);
    ck_assert_double_gt(seconds, 0);
    ck_assert_double_lt(seconds, whole);
    moves_time_finish(&time);
    moves_time_finish(&known);
}

/* No result, none of reads and writes, and none at an aligned start. */
TEST(nothing_measured_is_no_time)
{
    double seconds = 1;

    for (unsigned i = 0; i < 3; i++) {
        saved.workload_count = i;
        struct moves_time time = time_of(i ? &saved : NULL);
        ck_assert_int_eq(moves_time_of(&time, &moves, &seconds), MOVE_TIME_UNKNOWN);
        ck_assert_double_eq(seconds, 0);
        ck_assert_uint_eq(time.places.count, 2);
        CLEANUP(freep) char *words = moves_time_words(MOVE_TIME_UNKNOWN, seconds);
        ck_assert_str_eq(words, "not known");
        moves_time_finish(&time);
    }
}

TEST(a_plan_without_data_takes_no_time)
{
    double seconds = 1;

    moves.sectors = 0;
    struct moves_time time = time_of(NULL);
    ck_assert_int_eq(moves_time_of(&time, &moves, &seconds), MOVE_TIME_KNOWN);
    ck_assert_double_eq(seconds, 0);
    ck_assert_uint_gt(time.places.count, 0);
    moves_time_finish(&time);
}
