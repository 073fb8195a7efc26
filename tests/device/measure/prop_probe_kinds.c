/* SPDX-License-Identifier: GPL-3.0-or-later */
/* prop_probe_kinds.c - a table of kinds of drives, many of which hide their blocks
 *
 * A size or an offset that is not that of the drive is never named, on any of them.  A
 * kind that hides nothing is never called one without a difference, and left open in at
 * most a tenth of the runs. */
#include "device/measure/probe.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "support/odd_drive.h"
#include "support/probe_scene.h"
#include "support/rng.h"
#include "support/test.h"

#define KIB  1024U
#define RUNS 6U /* of a kind; ALIDADE_RUNS for more */

static const struct kind {
    const char *name;
    double write_us, rmw_us; /* from half of it to twice as long */
    uint32_t physical;       /* 1: any from 4 to 64 KiB */
    bool is_shifted, is_hiding;
    double sigma, rpm;
    struct odd_physics odd;
    struct sim_physics sim;
} kinds[] = {
    /* clang-format off */
    { "ssd without blocks", 100, 0, 0, false, false, 0.1, 0, {}, {} },
    { "ssd, log-normal tail", 100, 0, 0, false, false, 0.3, 0, {}, {} },
    { "disk without blocks", 200, 0, 0, false, false, 0.1, 7200, {}, {} },
    { "ssd, 4 KiB", 100, 100, 4 * KIB, false, false, 0.1, 0, {}, {} },
    { "ssd, jumper", 100, 100, 4 * KIB, true, false, 0.1, 0, {}, {} },
    { "ssd, pages", 200, 200, 1, false, false, 0.2, 0, {}, {} },
    { "ssd, shifted pages", 200, 200, 1, true, false, 0.2, 0, {}, {} },
    { "ssd, weak penalty", 200, 70, 4 * KIB, true, false, 0.1, 0, {}, {} },
    { "ssd, tail", 100, 100, 4 * KIB, true, false, 0.4, 0, {}, {} },
    { "disk, 512e", 200, 8333, 4 * KIB, false, false, 0.1, 7200, {}, {} },
    { "disk, jumper", 200, 11111, 4 * KIB, true, false, 0.1, 5400, {}, {} },
    { "carry-over of half", 100, 200, 4 * KIB, true, false, 0.1, 0,
      { .carry = 0.5 }, {} },
    { "carry-over of 0.8", 100, 200, 4 * KIB, true, false, 0.1, 0,
      { .carry = 0.8 }, {} },
    { "carry-over", 100, 200, 1, true, false, 0.1, 0, { .carry = 1 }, {} },
    { "buffer of 4", 20, 200, 4 * KIB, true, true, 0.1, 0,
      { .buffer = 4, .drain_us = 150 }, {} },
    { "buffer of 16", 20, 200, 4 * KIB, true, true, 0.1, 0,
      { .buffer = 16, .drain_us = 100 }, {} },
    { "buffer of 64", 20, 200, 1, true, true, 0.1, 0,
      { .buffer = 64, .drain_us = 100 }, {} },
    { "buffer that drains as fast", 100, 100, 1, true, true, 0.1, 0,
      { .buffer = 16, .drain_us = 20 }, {} },
    { "cache of 1 MiB", 100, 100, 4 * KIB, true, true, 0.1, 0,
      { .cache_bytes = 1 << 20 }, {} },
    { "cache of 8 MiB", 100, 100, 1, true, true, 0.1, 0, { .cache_bytes = 8 << 20 }, {} },
    { "cache of 64 MiB", 100, 100, 4 * KIB, true, true, 0.1, 0,
      { .cache_bytes = 64 << 20 }, {} },
    { "penalty after 50 writes", 100, 100, 4 * KIB, true, true, 0.1, 0,
      { .idle_writes = 50 }, {} },
    { "penalty after 400 writes", 100, 100, 1, true, true, 0.1, 0,
      { .idle_writes = 400 }, {} },
    { "garbage collection", 100, 100, 4 * KIB, true, false, 0.1, 0,
      { .stall_every = 40, .stall_us = 10000 }, {} },
    { "garbage collection, no blocks", 100, 0, 0, false, false, 0.1, 0,
      { .stall_every = 40, .stall_us = 10000 }, {} },
    { "throttling", 100, 100, 4 * KIB, true, false, 0.1, 0,
      { .throttle_after_us = 10000 }, {} },
    { "throttling, no blocks", 100, 0, 0, false, false, 0.1, 0,
      { .throttle_after_us = 10000 }, {} },
    { "drift", 100, 100, 4 * KIB, true, false, 0.1, 0, {}, { .drift = 0.5 } },
    { "bridge", 100, 300, 4 * KIB, true, false, 0.1, 0, { .bridge_us = 250 }, {} },
    { "bridge, no blocks", 100, 0, 0, false, false, 0.1, 0, { .bridge_us = 250 }, {} },
    { "volume with slow reads", 300, 0, 0, false, false, 0.2, 0, {},
      { .read_us = 4000 } },
    { "stripes of 128 KiB", 100, 0, 0, false, true, 0.1, 0,
      { .stripe_us = 200, .stripe_bytes = 128 * KIB }, {} },
    { "stripes and blocks", 100, 100, 4 * KIB, true, false, 0.1, 0,
      { .stripe_us = 100, .stripe_bytes = 128 * KIB }, {} },
    { "others at work", 100, 100, 4 * KIB, true, false, 0.1, 0, {},
      { .load_share = 0.3, .load_ms = 5, .load_factor = 3 } },
    { "others at work, no blocks", 100, 0, 0, false, false, 0.1, 0, {},
      { .load_share = 0.3, .load_ms = 5, .load_factor = 3 } },
    /* clang-format on */
};
#define KINDS (int)(sizeof(kinds) / sizeof(kinds[0]))

static double scaled(struct rng *rng, double middle)
{
    return middle * exp2((double)rng_below(rng, 2001) / 1000 - 1);
}

static struct odd_physics choose_odd(const struct kind *kind, struct rng *rng)
{
    struct odd_physics odd = kind->odd;

    odd.physical = kind->physical == 1 ? 4 * KIB << rng_below(rng, 5) : kind->physical;
    if (kind->is_shifted)
        odd.shift = 512 * (uint32_t)rng_below(rng, odd.physical / 512);
    /* A disk loses whole turns. */
    odd.rmw_us = kind->rpm > 0 ? kind->rmw_us : scaled(rng, kind->rmw_us);
    return odd;
}

static struct sim_physics choose_sim(const struct kind *kind, struct rng *rng)
{
    struct sim_physics sim = kind->sim;

    sim.write_us = scaled(rng, kind->write_us);
    sim.read_us = sim.read_us > 0 ? sim.read_us : 50;
    sim.sigma = kind->sigma;
    sim.rpm = kind->rpm;
    return sim;
}

struct tally {
    unsigned found, none, open, wrong, missed;
};

static void judge(const struct kind *kind, const struct odd_physics *odd,
                  const struct probe_result *result, struct tally *tally)
{
    bool is_there = odd->physical > 0;

    tally->found += result->verdict == MEASURE_DIFFERENT;
    tally->none += result->verdict == MEASURE_SAME;
    tally->open += result->verdict == MEASURE_INCONCLUSIVE;
    tally->wrong += result->verdict == MEASURE_DIFFERENT &&
                    (result->physical != odd->physical || result->offset != odd->shift);
    tally->missed += result->verdict == MEASURE_SAME && is_there && !kind->is_hiding;
}

static void run_once(const struct kind *kind, unsigned round, struct tally *tally)
{
    struct rng rng = rng_start(round);
    struct odd_physics physics = choose_odd(kind, &rng);
    struct sim_physics sim = choose_sim(kind, &rng);
    struct probe_scene scene;
    struct odd_drive odd;

    probe_scene_init(&scene, &sim, rng_next(&rng));
    odd_drive_init(&odd, &scene.sim, &physics);
    probe_scene_run(&scene);
    judge(kind, &physics, &scene.result, tally);
    const char *broken = probe_scene_broken(&scene);
    ck_assert_msg(!broken, "%s, ALIDADE_SEED=%llu: %s", kind->name,
                  (unsigned long long)rng.seed, broken);
    probe_scene_finish(&scene);
}

TEST_TIMES(no_kind_of_drive_makes_it_name_a_wrong_block, KINDS)
{
    const struct kind *kind = &kinds[_i];
    const char *given = getenv("ALIDADE_RUNS");
    unsigned runs = given ? (unsigned)strtoul(given, NULL, 10) : rng_rounds(RUNS);
    struct tally tally = { 0 };

    for (unsigned i = 0; i < runs; i++)
        run_once(kind, (unsigned)_i * 1000 + i, &tally);
    printf("# %-30s found %u, none %u, open %u, wrong %u, missed %u\n", kind->name,
           tally.found, tally.none, tally.open, tally.wrong, tally.missed);
    ck_assert_uint_eq(tally.wrong, 0);
    ck_assert_uint_eq(tally.missed, 0);
    if (!kind->is_hiding)
        ck_assert_uint_le(10 * tally.open, runs);
}
