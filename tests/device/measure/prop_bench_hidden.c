/* SPDX-License-Identifier: GPL-3.0-or-later */
/* prop_bench_hidden.c - drives that answer now and pay later: no verdict hides the price
 *
 * The truth of each drive is the mean time of 4,000 durable writes at one start alone
 * divided by that at the other. */
#include <stdio.h>
#include <stdlib.h>

#include "device/measure/bench.h"
#include "model/base/mem.h"
#include "support/sim_drive.h"
#include "support/test.h"

#define ROUNDS       30 /* or as ALIDADE_ROUNDS says */
#define TRUTH_WRITES 4000
#define MIB          (1U << 20)
/* From this truth on nothing may be called not worth fixing; up to the other nothing may
 * be called different, but for one of 200. */
#define TRUE_DIFFERENCE 1.2
#define NO_DIFFERENCE   1.005

static const struct test_area area = { MIB / 2, MIB, 0 };

#define SSD .write_us = 100, .read_us = 60, .sigma = 0.1, .physical = 4096

static const struct kind {
    const char *name;
    struct sim_physics physics;
    unsigned open_max; /* of a hundred; 100: the drive may hide it from all */
} kinds[] = {
    { "plain x1.5", { SSD, .rmw_us = 25 }, 10 },
    { "carry of 0.5", { SSD, .rmw_us = 25, .carry_share = 0.5 }, 10 },
    { "carry of 0.8", { SSD, .rmw_us = 25, .carry_share = 0.8 }, 10 },
    { "carry of 1", { SSD, .rmw_us = 25, .carry_share = 1 }, 10 },
    { "carry of 1, x1.9", { SSD, .rmw_us = 45, .carry_share = 1 }, 10 },
    { "carry, same",
      { .write_us = 100, .read_us = 60, .sigma = 0.1, .carry_share = 1 },
      100 },
    { "buffer of 4",
      { SSD, .rmw_us = 25, .buffer_slots = 4, .buffer_us = 20, .pause_us = 60 },
      100 },
    { "buffer of 16",
      { SSD, .rmw_us = 25, .buffer_slots = 16, .buffer_us = 20, .pause_us = 60 },
      100 },
    { "buffer of 64",
      { SSD, .rmw_us = 25, .buffer_slots = 64, .buffer_us = 20, .pause_us = 60 },
      100 },
    { "buffer of 64, no pause",
      { SSD, .rmw_us = 25, .buffer_slots = 64, .buffer_us = 20 },
      100 },
    { "buffer that keeps up",
      { SSD, .rmw_us = 25, .buffer_slots = 64, .buffer_us = 20, .pause_us = 140 },
      100 },
    { "buffer that nearly keeps up",
      { SSD, .rmw_us = 25, .buffer_slots = 64, .buffer_us = 20, .pause_us = 100 },
      100 },
    { "buffer, same",
      { .write_us = 100,
        .read_us = 60,
        .sigma = 0.1,
        .buffer_slots = 16,
        .buffer_us = 20,
        .pause_us = 60 },
      100 },
    { "cache of 1 MiB", { SSD, .rmw_us = 25, .fill_bytes = 1 * MIB }, 100 },
    { "cache of 2 MiB", { SSD, .rmw_us = 25, .fill_bytes = 2 * MIB }, 100 },
    { "cache of 4 MiB", { SSD, .rmw_us = 25, .fill_bytes = 4 * MIB }, 100 },
    { "cache of 4 MiB, x1.9", { SSD, .rmw_us = 45, .fill_bytes = 4 * MIB }, 100 },
    { "cache of 8 MiB, x1.9", { SSD, .rmw_us = 45, .fill_bytes = 8 * MIB }, 100 },
    { "cache of 11 MiB, x1.9", { SSD, .rmw_us = 45, .fill_bytes = 11 * MIB }, 100 },
    { "cache of 64 MiB", { SSD, .rmw_us = 25, .fill_bytes = 64 * MIB }, 100 },
    { "lying", { SSD, .rmw_us = 25, .is_flush_lying = true }, 100 },
    { "slow reads of a volume",
      { .write_us = 300, .read_us = 900, .sigma = 0.2, .physical = 512 },
      100 },
    { "pages of 16 KiB",
      { .write_us = 100, .read_us = 60, .sigma = 0.1, .physical = 16384, .rmw_us = 60 },
      100 },
    { "pages of 64 KiB",
      { .write_us = 100, .read_us = 60, .sigma = 0.1, .physical = 65536, .rmw_us = 60 },
      100 },
    { "bridge of 400 us",
      { .write_us = 500, .read_us = 460, .sigma = 0.05, .physical = 4096, .rmw_us = 75 },
      10 },
    { "throttled", { SSD, .rmw_us = 25, .drift = 1 }, 10 },
    { "throttled, same",
      { .write_us = 100, .read_us = 60, .sigma = 0.1, .drift = 1 },
      100 },
    { "collects garbage",
      { SSD, .rmw_us = 25, .burst_every = 200, .burst_us = 5000 },
      10 },
    { "collects garbage, same",
      { .write_us = 100,
        .read_us = 60,
        .sigma = 0.1,
        .burst_every = 200,
        .burst_us = 5000 },
      100 },
    { "long tails x1.5",
      { .write_us = 100, .read_us = 60, .sigma = 0.5, .physical = 4096, .rmw_us = 25 },
      10 },
    { "long tails, same", { .write_us = 100, .read_us = 60, .sigma = 0.5 }, 100 },
    { "other work",
      { SSD, .rmw_us = 25, .load_share = 0.3, .load_ms = 20, .load_factor = 4 },
      10 },
    { "same", { .write_us = 100, .read_us = 60, .sigma = 0.1 }, 10 },
};

struct tally {
    unsigned slower, reversed, same, open, worth_no;
    double seconds;
};

/* Mean time of a durable write at START alone. */
static double alone_us(const struct kind *kind, uint64_t start, unsigned seed)
{
    static const uint8_t bytes[4096];
    struct sim_physics physics = kind->physics;
    struct rng rng = rng_start(seed);
    struct sim_drive sim;

    physics.size_bytes = 2 * MIB;
    sim_drive_init(&sim, &physics, seed);
    uint64_t from = sim.now_ns;
    for (unsigned i = 0; i < TRUTH_WRITES; i++)
        ck_assert_int_eq(
            sim.drive.write(sim.drive.context, DRIVE_DURABLE,
                            area.start + rng_below(&rng, 200) * 4096 + start % 8 * 512,
                            bytes, sizeof(bytes)),
            0);
    double us = (double)(sim.now_ns - from) * 1e-3 / TRUTH_WRITES;
    sim_drive_finish(&sim);
    return us;
}

static void count(struct tally *tally, const struct bench_result *result)
{
    tally->slower += result->verdict == MEASURE_DIFFERENT && result->ratio > 1;
    tally->reversed += result->verdict == MEASURE_DIFFERENT && result->ratio < 1;
    tally->same += result->verdict == MEASURE_SAME;
    tally->open += result->verdict == MEASURE_INCONCLUSIVE;
    tally->worth_no += result->worth == WORTH_NO;
    tally->seconds += result->seconds;
}

/* A cache that the usual writes do not fill: those of --sustained do. */
TEST(sustained_writes_see_past_a_cache)
{
    struct sim_physics physics = { SSD, .size_bytes = 2 * MIB, .rmw_us = 25,
                                   .fill_bytes = 20 * MIB };

    for (int is_sustained = 0; is_sustained < 2; is_sustained++) {
        struct sim_drive sim;
        sim_drive_init(&sim, &physics, 1);
        struct test_request request = {
            .starts = { .base = 63, .against = 64, .aligned = 64 },
            .areas = &area,
            .area_count = 1,
            .seed = 1,
            .is_sustained = is_sustained,
        };
        CLEANUP(bench_freep) struct bench *bench = bench_new(&sim.drive, &request);
        while (bench_step(bench) == STEP_MORE)
            continue;
        const struct bench_result *result = bench_result(bench);
        ck_assert_int_eq(result->verdict,
                         is_sustained ? MEASURE_DIFFERENT : MEASURE_SAME);
        ck_assert(!is_sustained || (result->ratio > 1.4 && result->ratio < 1.6));
        ck_assert_uint_ge(result->first.bytes, is_sustained ? 19 * MIB : 0);
        ck_assert_uint_le(result->first.bytes, is_sustained ? 21 * MIB : 0);
        ck_assert_uint_le(sim.bytes_written, result->max.bytes);
        sim_drive_finish(&sim);
    }
}

static void run_one(const struct kind *kind, unsigned round, struct tally *tally)
{
    struct rng rng = rng_start(round);
    struct sim_physics physics = kind->physics;
    struct sim_drive sim;

    physics.size_bytes = 2 * MIB;
    sim_drive_init(&sim, &physics, rng_next(&rng));
    struct test_request request = {
        .starts = { .base = 63, .against = 64, .aligned = 64 },
        .areas = &area,
        .area_count = 1,
        .seed = rng_next(&rng),
    };
    CLEANUP(bench_freep) struct bench *bench = bench_new(&sim.drive, &request);
    while (bench_step(bench) == STEP_MORE)
        continue;
    LAW(&rng, sim.bytes_written <= 16 * MIB && !sim.writes_changing);
    count(tally, bench_result(bench));
    sim_drive_finish(&sim);
}

static unsigned rounds_wanted(void)
{
    const char *given = getenv("ALIDADE_ROUNDS");

    return given ? (unsigned)strtoul(given, NULL, 0) : rng_rounds(ROUNDS);
}

TEST_EACH(what_is_hidden_is_not_denied, kinds)
{
    const struct kind *kind = &kinds[_i];
    double truth = alone_us(kind, 63, 1) / alone_us(kind, 64, 2);
    unsigned rounds = rounds_wanted();
    struct tally tally = { 0 };

    for (unsigned round = 0; round < rounds; round++)
        run_one(kind, round, &tally);
    printf("# %-28s truth %.2f: slower %3u, reversed %u, same %3u, open %3u; worth no "
           "%3u; %.2f s\n",
           kind->name, truth, tally.slower, tally.reversed, tally.same, tally.open,
           tally.worth_no, tally.seconds / rounds);
    (void)fflush(stdout); /* printed for people */
    ck_assert_uint_eq(tally.reversed, 0);
    if (truth >= TRUE_DIFFERENCE)
        ck_assert_uint_eq(tally.worth_no, 0);
    if (truth <= NO_DIFFERENCE)
        ck_assert_uint_le(tally.slower * 200, rounds);
    ck_assert_uint_le(tally.open * 100, kind->open_max * rounds);
}
