/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_pace.c - the rate of a move and the time that is left, in virtual time */
#include "model/move/plan/pace.h"

#include "support/test.h"

#define MIB 1048576.0

enum { TICK_MS = 50 };

/* Goes on for SECONDS at RATE MiB a second, as a worker tells it. */
static void run(struct pace *pace, unsigned seconds, unsigned rate)
{
    struct pace_sample at = pace->now;

    for (unsigned i = 1; i <= seconds * 1000 / TICK_MS; i++)
        pace_add(pace, at.ms + i * TICK_MS,
                 at.bytes + UINT64_C(1048576) * i * rate * TICK_MS / 1000);
}

static const struct {
    unsigned seconds, rate, later, later_rate;
    double want; /* MiB a second */
} rows[] = {
    { 0, 0, 0, 0, 0 },      /* only begun */
    { 4, 80, 0, 0, 0 },     /* nothing is told in the first 5 s */
    { 5, 80, 0, 0, 80 },    /* then it is */
    { 3600, 80, 0, 0, 80 }, /* and after an hour */
    { 20, 80, 10, 20, 60 }, /* all of the last 30 s counts */
    { 60, 80, 15, 20, 50 }, /* half the window */
    { 60, 80, 30, 20, 20 }, /* what is older does not count */
    { 60, 80, 30, 0, 0 },   /* stalled for as long */
    { 60, 80, 600, 7, 7 },
};

TEST_EACH(rate_is_that_of_the_last_30_seconds, rows)
{
    struct pace pace = { 0 };

    pace_add(&pace, 777, 0);
    run(&pace, rows[_i].seconds, rows[_i].rate);
    run(&pace, rows[_i].later, rows[_i].later_rate);
    ck_assert_double_eq_tol(pace_rate(&pace) / MIB, rows[_i].want,
                            rows[_i].want * 0.04 + 0.001);
    ck_assert_uint_le(pace.count, PACE_SAMPLES);
}

TEST(time_left_follows_from_the_rate)
{
    struct pace pace = { 0 };

    ck_assert_double_eq(pace_left(&pace, 1000), 0);
    pace_add(&pace, 0, 0);
    run(&pace, 10, 100);
    ck_assert_double_eq_tol(pace_left(&pace, UINT64_C(3600) * 100 * 1048576), 3600, 1);
    ck_assert_double_eq(pace_left(&pace, 0), 0);
}

TEST(updates_that_are_rare_or_late_count_too)
{
    struct pace pace = { 0 };

    pace_add(&pace, 0, 0);
    pace_add(&pace, 12000, 12 << 20);
    ck_assert_double_eq_tol(pace_rate(&pace) / MIB, 1, 0.001);
    pace_add(&pace, 90000, 12 << 20);
    pace_add(&pace, 91000, 13 << 20);
    ck_assert_double_lt(pace_rate(&pace) / MIB, 0.1);
}

TEST(what_was_resumed_does_not_count_as_fast)
{
    struct pace pace = { 0 };

    pace_add(&pace, 0, UINT64_C(500) << 30);
    run(&pace, 8, 10);
    ck_assert_double_eq_tol(pace_rate(&pace) / MIB, 10, 0.5);
}

TEST(fewer_bytes_begin_anew)
{
    struct pace pace = { 0 };

    pace_add(&pace, 0, 0);
    run(&pace, 40, 100);
    pace_add(&pace, 40050, 0);
    ck_assert_double_eq(pace_rate(&pace), 0);
    run(&pace, 6, 3);
    ck_assert_double_eq_tol(pace_rate(&pace) / MIB, 3, 0.2);
}
