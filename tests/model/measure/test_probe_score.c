/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_probe_score.c - which grid explains the times of writes, and when none does */
#include "model/measure/probe_score.h"

#include <math.h>

#include "support/rng.h"
#include "support/test.h"

static const struct {
    struct probe_grid grid;
    uint64_t offset;
    uint32_t bytes;
    unsigned want;
} cut[] = {
    { { 4096, 0 }, 8192, 4096, 0 },        { { 4096, 0 }, 8192, 65536, 0 },
    { { 4096, 0 }, 8192 + 512, 4096, 2 },  { { 4096, 0 }, 8192, 512, 1 },
    { { 4096, 0 }, 8192 + 3584, 512, 1 },  { { 4096, 0 }, 8192 + 3584, 1024, 2 },
    { { 4096, 0 }, 8192 + 2048, 2048, 1 }, { { 4096, 3584 }, 63 * 512, 4096, 0 },
    { { 4096, 3584 }, 64 * 512, 4096, 2 }, { { 4096, 3584 }, 0, 4096, 2 },
    { { 4096, 3584 }, 0, 512, 1 },         { { 65536, 0 }, 0, 32768, 1 },
    { { 65536, 0 }, 49152, 32768, 2 },     { { 1024, 512 }, UINT64_C(1) << 60, 1024, 2 },
};

TEST_EACH(counts_blocks_that_are_written_in_part, cut)
{
    ck_assert_uint_eq(probe_grid_cuts(cut[_i].grid, cut[_i].offset, cut[_i].bytes),
                      cut[_i].want);
}

static double chance(struct rng *rng)
{
    return (double)(rng_next(rng) >> 11) / 9007199254740992.0;
}

/* A drive with a GRID: 100 us a write, LOSS more for each cut block, and random NOISE. */
struct world {
    struct probe_grid grid;
    double loss, noise;
    double drift; /* us from each write to the next */
};

static void measure(struct probe_samples *samples, const struct world *world,
                    size_t count, struct rng *rng)
{
    for (size_t i = 0; i < count; i++) {
        uint32_t sizes = (uint32_t)__builtin_ctz(PROBE_PHYSICAL_MAX / samples->logical);
        uint32_t bytes = samples->logical << rng_below(rng, sizes + 1);
        uint64_t offset = (UINT64_C(1) << 40) + samples->logical * rng_below(rng, 16384);
        unsigned cuts =
            world->grid.physical ? probe_grid_cuts(world->grid, offset, bytes) : 0;
        probe_samples_add(samples, offset, bytes,
                          100 + world->loss * cuts + world->noise * chance(rng) +
                              world->drift * (double)samples->count);
    }
}

static struct probe_score score_of(const struct world *world, uint32_t logical,
                                   size_t count, uint64_t seed)
{
    static struct probe_samples samples;
    struct rng rng = { seed, seed };
    struct probe_score score;

    probe_samples_init(&samples, logical);
    measure(&samples, world, count, &rng);
    probe_samples_score(&samples, &score);
    return score;
}

static const struct probe_grid grids[] = {
    { 1024, 0 },     { 1024, 512 }, { 2048, 1536 },  { 4096, 0 },      { 4096, 3584 },
    { 4096, 512 },   { 8192, 0 },   { 8192, 7680 },  { 16384, 8192 },  { 32768, 0 },
    { 32768, 1024 }, { 65536, 0 },  { 65536, 3584 }, { 65536, 65024 },
};

TEST_EACH(finds_the_grid, grids)
{
    struct world world = { grids[_i], 100, 100, 0 };
    struct probe_score score = score_of(&world, 512, 1500, 7);

    ck_assert_uint_eq(score.best.physical, grids[_i].physical);
    ck_assert_uint_eq(score.best.offset, grids[_i].offset);
    ck_assert_double_gt(score.likelihood, 20);
    ck_assert_double_gt(score.gap, 4);
}

/* Moves each time to the next write, which pays for the cut blocks; its own size costs
 * time too. */
static void pay_late(struct probe_samples *samples)
{
    for (size_t i = samples->count - 1; i; i--) {
        const struct probe_sample *before = &samples->rows[i - 1];
        samples->rows[i].us = before->us + (double)samples->rows[i].bytes / 64;
    }
}

TEST_EACH(finds_the_grid_of_a_drive_that_pays_in_the_next_write, grids)
{
    static struct probe_samples samples;
    struct world world = { grids[_i], 100, 100, 0 };
    struct rng rng = { 7, 7 };
    struct probe_score score, late;

    probe_samples_init(&samples, 512);
    measure(&samples, &world, 1500, &rng);
    pay_late(&samples);
    probe_samples_score(&samples, &score);
    probe_samples_score_late(&samples, &late);
    ck_assert_double_lt(score.likelihood, 12);
    ck_assert_uint_eq(late.best.physical, grids[_i].physical);
    ck_assert_uint_eq(late.best.offset, grids[_i].offset);
    ck_assert_double_gt(late.likelihood, 20);
    ck_assert_double_gt(late.gap, 4);
}

TEST(finds_larger_blocks_than_a_sector_of_4096)
{
    struct world world = { { 16384, 4096 }, 100, 100, 0 };
    struct probe_score score = score_of(&world, 4096, 300, 7);

    ck_assert_uint_eq(score.best.physical, 16384);
    ck_assert_uint_eq(score.best.offset, 4096);
    ck_assert_double_gt(score.gap, 4);
}

TEST(finds_it_without_any_noise)
{
    struct world world = { { 4096, 3584 }, 100, 0, 0 };
    struct probe_score score = score_of(&world, 512, 200, 7);

    ck_assert_uint_eq(score.best.physical, 4096);
    ck_assert_uint_eq(score.best.offset, 3584);
    ck_assert(isfinite(score.likelihood) && isfinite(score.gap));
}

TEST_TIMES(noise_alone_is_explained_by_nothing, 20)
{
    struct world world = { { 0, 0 }, 0, 100, 0 };
    struct probe_score score = score_of(&world, 512, 1000, 100 + (uint64_t)_i);

    ck_assert_double_lt(score.likelihood, 9);
    ck_assert_double_gt(score.hidden, 0);
    ck_assert_double_lt(score.hidden, 1.2);
}

TEST(equal_times_hide_nothing)
{
    struct world world = { { 0, 0 }, 0, 0, 0 };
    struct probe_score score = score_of(&world, 512, 1000, 7);

    ck_assert_double_eq_tol(score.likelihood, 0, 1e-9);
    ck_assert_double_eq_tol(score.spread_us, 0, 1e-9);
    ck_assert_double_lt(score.hidden, 1);
}

TEST(a_few_samples_may_hide_anything)
{
    struct world world = { { 0, 0 }, 0, 100, 0 };

    ck_assert(isinf(score_of(&world, 512, 12, 7).hidden));
    ck_assert(isinf(score_of(&world, 512, 1, 7).hidden));
}

TEST(more_samples_hide_less)
{
    struct world world = { { 0, 0 }, 0, 100, 0 };

    ck_assert_double_gt(score_of(&world, 512, 200, 7).hidden,
                        score_of(&world, 512, 1500, 7).hidden);
}

TEST_TIMES(what_is_there_is_never_said_to_be_hidden_less, 20)
{
    /* A loss of a quarter of a deviation (uniform noise: 100 / sqrt(12)). */
    struct world world = { { 65536, 512 }, 100 / sqrt(12) / 4, 100, 0 };
    struct probe_score score = score_of(&world, 512, 600, 100 + (uint64_t)_i);

    ck_assert_double_gt(score.hidden, 0.25);
}

TEST_TIMES(a_drive_that_becomes_slower_is_no_grid, 20)
{
    struct world world = { { 0, 0 }, 0, 20, 5 };
    struct probe_score score = score_of(&world, 512, 1000, 100 + (uint64_t)_i);

    ck_assert_double_lt(score.likelihood, 9);
}

TEST(drift_hides_no_grid)
{
    struct world world = { { 4096, 3584 }, 50, 100, 5 };
    struct probe_score score = score_of(&world, 512, 1000, 7);

    ck_assert_uint_eq(score.best.physical, 4096);
    ck_assert_uint_eq(score.best.offset, 3584);
}

TEST(one_that_takes_a_thousand_times_as_long_says_no_more)
{
    static struct probe_samples samples;
    struct world world = { { 4096, 0 }, 50, 50, 0 };
    struct rng rng = { 7, 7 };
    struct probe_score score;

    probe_samples_init(&samples, 512);
    measure(&samples, &world, 300, &rng);
    for (size_t i = 0; i < samples.count; i += 50)
        samples.rows[i].us *= 1000;
    probe_samples_score(&samples, &score);
    ck_assert_uint_eq(score.best.physical, 4096);
    ck_assert_uint_eq(score.best.offset, 0);
    ck_assert_double_lt(score.spread_us, 200);
}

/* The memory of a longer one is used again for a shorter one. */
TEST(an_earlier_run_leaves_nothing_behind)
{
    static struct probe_samples fresh, used;
    struct world world = { { 4096, 512 }, 50, 100, 1 };
    struct rng earlier = { 1, 1 }, one = { 2, 2 }, other = { 2, 2 };
    struct probe_score want, got;

    probe_samples_init(&used, 512);
    measure(&used, &world, 500, &earlier);
    probe_samples_score(&used, &got);
    probe_samples_init(&used, 512);
    measure(&used, &world, 301, &other);
    probe_samples_score(&used, &got);
    probe_samples_init(&fresh, 512);
    measure(&fresh, &world, 301, &one);
    probe_samples_score(&fresh, &want);
    ck_assert_double_eq(got.likelihood, want.likelihood);
    ck_assert_double_eq(got.gap, want.gap);
    ck_assert_double_eq(got.hidden, want.hidden);
    ck_assert_double_eq(got.median_us, want.median_us);
    ck_assert_double_eq(got.spread_us, want.spread_us);
}

TEST(keeps_as_many_samples_as_there_is_room_for)
{
    static struct probe_samples samples;

    probe_samples_init(&samples, 512);
    for (size_t i = 0; i < PROBE_SAMPLES_MAX + 10; i++)
        probe_samples_add(&samples, i * 512, 512, 1);
    ck_assert_uint_eq(samples.count, PROBE_SAMPLES_MAX);
}
