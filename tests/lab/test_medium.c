/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_medium.c - what a request to the emulated drive costs, to the microsecond */
#include "lab/medium.h"

#include <math.h>

#include "model/base/mem.h"
#include "support/test.h"

/* One turn of a platter is so long, and 4096 bytes of it. */
#define TURN  8000.0
#define BLOCK (TURN / 256)

static const struct medium_physics ssd = {
    .physical = 4096, .write_us = 100, .rmw_us = 300, .read_us = 50, .split_us = 7
};
static const struct medium_physics jumper = {
    .physical = 4096, .shift = 3584, .write_us = 100, .rmw_us = 300
};
static const struct medium_physics native = { .physical = 512, .write_us = 100 };
static const struct medium_physics platter = {
    .physical = 4096, .rmw_us = TURN, .rpm = 7500, .seek_us = 1000, .cache_us = 20
};

static const struct {
    const struct medium_physics *physics;
    uint64_t sector;
    size_t bytes;
    double want_us;
} writes[] = {
    { &ssd, 64, 4096, 100 },    { &ssd, 63, 4096, 700 },   { &ssd, 63, 512, 400 },
    { &ssd, 64, 512, 400 },     { &ssd, 64, 8192, 100 },   { &ssd, 63, 65536, 700 },
    { &ssd, 64, 4608, 400 },    { &ssd, 0, 512, 400 },     { &jumper, 63, 4096, 100 },
    { &jumper, 64, 4096, 700 }, { &jumper, 0, 3584, 400 }, { &jumper, 7, 4096, 100 },
    { &native, 63, 4096, 100 }, { &native, 63, 512, 100 },
};

TEST_EACH(a_block_written_in_part_costs_more, writes)
{
    CLEANUP(freep) struct medium *medium = xcalloc(1, sizeof(*medium));

    medium_init(medium, writes[_i].physics);
    double us = medium_write(medium, 0, writes[_i].sector * 512, writes[_i].bytes, true);
    ck_assert_double_eq_tol(us, writes[_i].want_us, 1e-6);
}

TEST(a_read_across_a_boundary_costs_more)
{
    CLEANUP(freep) struct medium *medium = xcalloc(1, sizeof(*medium));

    medium_init(medium, &ssd);
    ck_assert_double_eq_tol(medium_read(medium, 0, 4096, 4096), 50, 1e-6);
    ck_assert_double_eq_tol(medium_read(medium, 0, 4096 - 512, 512), 50, 1e-6);
    ck_assert_double_eq_tol(medium_read(medium, 0, 4096 - 512, 1024), 57, 1e-6);
}

TEST(a_durable_write_waits_for_its_place)
{
    CLEANUP(freep) struct medium *medium = xcalloc(1, sizeof(*medium));
    double now = 5 * TURN;

    medium_init(medium, &platter);
    ck_assert_double_eq_tol(medium_write(medium, now, 0, 4096, true), BLOCK, 1e-6);
    now += BLOCK;
    /* The next one comes a moment too late: a turn but for that moment. */
    double us = medium_write(medium, now + 30, 4096, 4096, true);
    ck_assert_double_eq_tol(us, TURN - 30 + BLOCK, 1e-6);
    /* A block written in part is read, and comes by again a turn later. */
    us = medium_write(medium, now + 30 + us + 30, 8192 + 512, 4096, true);
    ck_assert_double_eq_tol(us, 3 * TURN - 30 + BLOCK / 8 + BLOCK, 1e-6);
}

TEST(what_follows_the_last_read_waits_for_nothing)
{
    CLEANUP(freep) struct medium *medium = xcalloc(1, sizeof(*medium));

    medium_init(medium, &platter);
    (void)medium_read(medium, 100, 8192, 4096);
    ck_assert_double_eq_tol(medium_read(medium, 4711, 12288, 4096), BLOCK, 1e-6);
    ck_assert_double_eq_tol(medium_read(medium, TURN, 0, 4096), TURN + BLOCK, 1e-6);
}

TEST(a_cache_takes_writes_and_pays_at_the_flush)
{
    CLEANUP(freep) struct medium *medium = xcalloc(1, sizeof(*medium));
    struct medium_physics physics = platter;

    physics.cache = 1;
    medium_init(medium, &physics);
    ck_assert_double_eq_tol(medium_write(medium, 0, 8192 + 512, 4096, false), 20, 1e-6);
    ck_assert_double_ge(medium_flush(medium, 20), 2 * TURN);
    ck_assert_double_eq_tol(medium_flush(medium, 0), 0, 1e-6);
    ck_assert_double_ge(medium_write(medium, 0, 512, 4096, true), 2 * TURN);
    ck_assert_double_eq_tol(medium_flush(medium, 0), 0, 1e-6);
}

TEST(a_cache_joins_neighbours)
{
    CLEANUP(freep) struct medium *medium = xcalloc(1, sizeof(*medium));
    struct medium_physics physics = platter;

    physics.cache = 1;
    medium_init(medium, &physics);
    for (int i = 7; i >= 0; i--)
        (void)medium_write(medium, 0, 4096 + 512 * (uint64_t)i, 512, false);
    ck_assert_double_lt(medium_flush(medium, 0), TURN + 1000 + 2 * BLOCK);
    /* Far more than it holds, at every second block. */
    double us = 0;
    for (uint64_t i = 0; i <= MEDIUM_CACHE; i++)
        us += medium_write(medium, us, 8192 * i, 4096, false);
    ck_assert_double_gt(us, (MEDIUM_CACHE + 1) * 20.0 + MEDIUM_CACHE * BLOCK);
    ck_assert_uint_eq(medium->waiting_count, 1);
}

TEST(a_flush_that_lies_costs_nothing)
{
    CLEANUP(freep) struct medium *medium = xcalloc(1, sizeof(*medium));
    struct medium_physics physics = platter;

    physics.lying = 1;
    medium_init(medium, &physics);
    ck_assert_double_eq_tol(medium_write(medium, 0, 512, 4096, true), 20, 1e-6);
    ck_assert_double_eq_tol(medium_flush(medium, 0), 0, 1e-6);
}

TEST(noise_is_as_large_as_it_is_said)
{
    CLEANUP(freep) struct medium *medium = xcalloc(1, sizeof(*medium));
    struct medium_physics physics = native;
    double sum = 0;
    unsigned spikes = 0;

    physics.jitter = 20;
    physics.spike = 10;
    medium_init(medium, &physics);
    for (int i = 0; i < 10000; i++) {
        double us = medium_write(medium, 0, 0, 4096, true);
        ck_assert((us >= 80 && us <= 120) || (us >= 1600 && us <= 2400));
        spikes += us > 1000;
        sum += us > 1000 ? us / 20 : us;
    }
    ck_assert_uint_ge(spikes, 60);
    ck_assert_uint_le(spikes, 140);
    ck_assert_double_eq_tol(sum / 10000, 100, 1);
}
