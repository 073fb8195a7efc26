/* SPDX-License-Identifier: GPL-3.0-or-later */
/* prop_bench.c - laws of the bench on simulated drives of many kinds, in virtual time */
#include "device/measure/bench.h"

#include <stdio.h>

#include "model/base/mem.h"
#include "support/sim_drive.h"
#include "support/test.h"

/* Drives that are decided soon, and drives that use up the limits. */
#define ROUNDS     150
#define ROUNDS_FEW 40
#define MIB        (1U << 20)
#define TURN_US    (60e6 / 7200)
#define SLOW_US    (60e6 / 5400)
#define ANYTHING   1e9

static const struct test_area area = { MIB / 2, MIB, 0 };

#define DISK_OF(turns)                                                                   \
    .rpm = turns, .write_us = 300, .seek_us = 2000, .read_us = 50, .sigma = 0.02
#define DISK DISK_OF(7200)
#define SSD  .write_us = 100, .read_us = 60

/* The correct verdict for each, and where its ratio lies. */
static const struct kind {
    const char *name;
    struct sim_physics physics;
    enum measure_verdict want;
    double low, high;    /* of the ratio */
    unsigned unsure_max; /* of a hundred */
    double seconds;      /* maximum of the median */
} kinds[] = {
    { "disk, 512e",
      { DISK, .physical = 4096, .rmw_us = 1.1 * TURN_US },
      MEASURE_DIFFERENT,
      2.85,
      3.15,
      1,
      3 },
    { "disk, 512e, 5400 rpm",
      { DISK_OF(5400), .physical = 4096, .rmw_us = 1.1 * SLOW_US },
      MEASURE_DIFFERENT,
      2.85,
      3.15,
      1,
      3 },
    { "disk, 512e, half a turn",
      { DISK, .physical = 4096, .rmw_us = 0.5 * TURN_US },
      MEASURE_DIFFERENT,
      1.9,
      2.1,
      1,
      3 },
    { "disk, XP jumper",
      { DISK, .physical = 4096, .shift = 3584, .rmw_us = 1.1 * TURN_US },
      MEASURE_DIFFERENT,
      0.3,
      0.36,
      1,
      3 },
    { "disk, XP jumper, 5400 rpm",
      { DISK_OF(5400), .physical = 4096, .shift = 3584, .rmw_us = 1.1 * SLOW_US },
      MEASURE_DIFFERENT,
      0.3,
      0.36,
      1,
      3 },
    { "disk, 512 native", { DISK, .physical = 512 }, MEASURE_SAME, 0.97, 1.03, 1, 3 },
    { "disk, 512e, other work",
      { DISK, .physical = 4096, .rmw_us = 1.1 * TURN_US, .spike_share = 0.05,
        .spike_factor = 20 },
      MEASURE_DIFFERENT,
      2.6,
      3.4,
      1,
      4 },
    { "disk, 512e, busy machine",
      { DISK, .physical = 4096, .rmw_us = 1.1 * TURN_US, .load_share = 0.3, .load_ms = 20,
        .load_factor = 5 },
      MEASURE_DIFFERENT,
      2.8,
      3.2,
      1,
      8 },
    { "ssd x1.3",
      { SSD, .sigma = 0.2, .physical = 4096, .rmw_us = 15 },
      MEASURE_DIFFERENT,
      1.03,
      ANYTHING,
      1,
      0.3 },
    { "ssd x2",
      { SSD, .sigma = 0.2, .physical = 4096, .rmw_us = 50 },
      MEASURE_DIFFERENT,
      1.3,
      ANYTHING,
      1,
      0.3 },
    { "ssd x1.1",
      { SSD, .sigma = 0.2, .physical = 4096, .rmw_us = 5 },
      MEASURE_DIFFERENT,
      1.03,
      ANYTHING,
      1,
      0.5 },
    { "ssd x1.05",
      { SSD, .sigma = 0.2, .physical = 4096, .rmw_us = 2.5 },
      MEASURE_DIFFERENT,
      1.03,
      ANYTHING,
      100,
      10 },
    { "ssd weak, spikes",
      { .write_us = 500,
        .sigma = 0.1,
        .physical = 4096,
        .rmw_us = 60,
        .spike_share = 0.01,
        .spike_factor = 20 },
      MEASURE_DIFFERENT,
      1.1,
      1.4,
      1,
      0.5 },
    { "ssd, 512 native", { SSD, .sigma = 0.12 }, MEASURE_SAME, 0.97, 1.03, 1, 3 },
    { "ssd, 512 native, uneven", { SSD, .sigma = 0.2 }, MEASURE_SAME, 0.97, 1.03, 20, 3 },
    { "ssd, steady", { SSD, .sigma = 0.02 }, MEASURE_SAME, 0.97, 1.03, 1, 3 },
    { "ssd, spikes",
      { SSD, .sigma = 0.12, .spike_share = 0.01, .spike_factor = 20 },
      MEASURE_SAME,
      0.97,
      1.03,
      3,
      3 },
    { "ssd, noisy x1.3",
      { SSD, .sigma = 0.6, .physical = 4096, .rmw_us = 15 },
      MEASURE_DIFFERENT,
      1.03,
      ANYTHING,
      1,
      1 },
    { "ssd, noisy", { SSD, .sigma = 0.6 }, MEASURE_SAME, 0.9, 1.1, 100, 10 },
    { "ssd, every other slow",
      { SSD, .sigma = 0.1, .burst_every = 2, .burst_us = 400 },
      MEASURE_SAME,
      0.9,
      1.1,
      100,
      10 },
    { "ssd, every fourth slow",
      { SSD, .sigma = 0.1, .burst_every = 4, .burst_us = 400 },
      MEASURE_SAME,
      0.9,
      1.1,
      100,
      10 },
    { "ssd, drifting",
      { SSD, .sigma = 0.3, .drift = 2 },
      MEASURE_SAME,
      0.9,
      1.1,
      100,
      10 },
    { "ssd, drifting x1.5",
      { SSD, .sigma = 0.3, .drift = 2, .physical = 4096, .rmw_us = 25 },
      MEASURE_DIFFERENT,
      1.03,
      ANYTHING,
      1,
      1 },
    { "ssd x1.5, half carried over",
      { SSD, .sigma = 0.1, .physical = 4096, .rmw_us = 25, .carry_share = 0.5 },
      MEASURE_DIFFERENT,
      1.4,
      1.6,
      1,
      1 },
    { "ssd x1.5, carried over",
      { SSD, .sigma = 0.1, .physical = 4096, .rmw_us = 25, .carry_share = 1 },
      MEASURE_DIFFERENT,
      1.4,
      1.6,
      1,
      1 },
    { "ssd x1.5, buffer of 16",
      { SSD, .sigma = 0.1, .physical = 4096, .rmw_us = 25, .buffer_slots = 16,
        .buffer_us = 20, .pause_us = 60 },
      MEASURE_DIFFERENT,
      1.4,
      1.6,
      1,
      1 },
    { "stick x1.5",
      { .write_us = 6000,
        .read_us = 300,
        .sigma = 0.2,
        .physical = 4096,
        .rmw_us = 1500 },
      MEASURE_DIFFERENT,
      1.2,
      1.8,
      1,
      3 },
    { "stick",
      { .write_us = 6000, .read_us = 300, .sigma = 0.1 },
      MEASURE_SAME,
      0.97,
      1.03,
      5,
      6 },
    { "flash, 16 KiB pages",
      { SSD, .sigma = 0.2, .physical = 16384, .rmw_us = 100 },
      MEASURE_DIFFERENT,
      1,
      2,
      100,
      10 },
    { "flash, 8 KiB pages",
      { SSD, .sigma = 0.2, .physical = 8192, .rmw_us = 100 },
      MEASURE_DIFFERENT,
      1,
      2,
      100,
      10 },
};

struct tally {
    unsigned rounds, right, unsure, wrong;
    unsigned reasons[REASON_COUNT];
    double seconds[ROUNDS], ratios[ROUNDS];
};

static void run_to_its_end(struct rng *rng, struct bench *bench)
{
    unsigned steps = 0;

    while (bench_step(bench) == STEP_MORE)
        LAW(rng, ++steps < 10000);
}

static void check_harmless(struct rng *rng, const struct sim_drive *sim,
                           const struct bench_result *result)
{
    LAW(rng, result->is_unchanged);
    LAW(rng, !sim->writes_outside && !sim->writes_changing);
    LAW(rng, sim->bytes_written <= 16 * MIB);
    LAW(rng, sim->bytes_written == result->bytes_written);
}

static void count(struct tally *tally, const struct kind *kind, const struct rng *rng,
                  const struct bench_result *result)
{
    bool is_right = result->verdict == kind->want && result->ratio >= kind->low &&
                    result->ratio <= kind->high;

    if (result->verdict == MEASURE_INCONCLUSIVE) {
        tally->unsure++;
    } else if (is_right) {
        tally->right++;
    } else {
        tally->wrong++;
        printf("# %s: ALIDADE_SEED=%llu says %s, %f\n", kind->name,
               (unsigned long long)rng->seed, measure_bench_verdict_id(result->verdict),
               result->ratio);
    }
    tally->reasons[result->reason]++;
    tally->seconds[tally->rounds] = result->seconds;
    tally->ratios[tally->rounds++] = result->ratio;
}

static void run_one(const struct kind *kind, unsigned round, struct tally *tally)
{
    struct rng rng = rng_start(round);
    struct sim_physics physics = kind->physics;
    struct sim_drive sim;
    /* Of some only: it takes longer than all the rest. */
    bool is_hashed = round % 16 == 0;

    physics.size_bytes = 2 * MIB;
    sim_drive_init(&sim, &physics, rng_next(&rng));
    sim.allowed_start = area.start;
    sim.allowed_end = area.start + area.bytes;
    uint64_t hash = is_hashed ? sim_drive_hash(&sim) : 0;
    struct test_request request = {
        .starts = { .base = 63, .against = 64, .aligned = 64 },
        .areas = &area,
        .area_count = 1,
        .seed = rng_next(&rng),
    };
    CLEANUP(bench_freep) struct bench *bench = bench_new(&sim.drive, &request);
    run_to_its_end(&rng, bench);
    check_harmless(&rng, &sim, bench_result(bench));
    LAW(&rng, !is_hashed || sim_drive_hash(&sim) == hash);
    count(tally, kind, &rng, bench_result(bench));
    sim_drive_finish(&sim);
}

static void print(const struct kind *kind, const struct tally *tally)
{
    unsigned last = tally->rounds - 1;

    printf("# %-24s of %3u: right %3u, unsure %3u, wrong %u; "
           "ratio %.3f, %.3f to %.3f; seconds %.3f, at most %.3f",
           kind->name, tally->rounds, tally->right, tally->unsure, tally->wrong,
           stats_median(tally->ratios, tally->rounds), tally->ratios[0],
           tally->ratios[last], stats_median(tally->seconds, tally->rounds),
           tally->seconds[last]);
    for (unsigned i = 1; i < REASON_COUNT; i++)
        if (tally->reasons[i])
            printf("; %s %u", measure_reason_id((enum measure_reason)i),
                   tally->reasons[i]);
    printf("\n");
    (void)fflush(stdout); /* printed for people */
}

/* One law for each kind: none wrong, few unsure, soon enough. */
TEST_EACH(no_verdict_is_wrong_and_few_are_missing, kinds)
{
    const struct kind *kind = &kinds[_i];
    CLEANUP(freep) struct tally *tally = xcalloc(1, sizeof(*tally));
    unsigned rounds = kind->unsure_max > 1 ? ROUNDS_FEW : ROUNDS;

    for (unsigned round = 0; round < rounds; round++)
        run_one(kind, round, tally);
    stats_sort(tally->seconds, rounds);
    stats_sort(tally->ratios, rounds);
    print(kind, tally);
    ck_assert_uint_eq(tally->wrong, 0);
    ck_assert_uint_le(tally->unsure * 100, kind->unsure_max * rounds);
    ck_assert_double_le(stats_median(tally->seconds, rounds), kind->seconds);
}
