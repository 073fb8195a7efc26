/* SPDX-License-Identifier: GPL-3.0-or-later */
/* prop_bench_kinds.c - a table of kinds of drives, many of which answer now and pay later
 *
 * The truth is the mean time of 4,000 durable writes as from one start alone, divided by
 * that as from the other alone, once caches are full. No verdict contradicts it, none
 * says "not worth it" where it is 1.2 or more, a kind that hides nothing is left open in
 * at most a tenth of the runs where it is 1.3 or more, and the interval of a difference
 * misses it in at most a tenth. */
#include "device/measure/bench.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "model/base/mem.h"
#include "support/odd_drive.h"
#include "support/rng.h"
#include "support/test.h"

#define KIB            1024U
#define MIB            (1U << 20)
#define RUNS           6U /* of a kind; ALIDADE_RUNS for more */
#define RUNS_MAX       1000U
#define SUSTAINED_RUNS 2U
#define TRUTH_WRITES   4000U
#define BLOCK          4096U
#define PAGE_BLOCKS    16U /* of the largest pages: each has as many places */
/* Below it, a difference is none. */
#define NOTHING 1.03
#define PLAIN   1.3
/* A cache of 17 to 64 MiB, by the seed: more than a run writes by default. It answers as
 * slowly as the medium and hides only the price of partial blocks. */
#define BEYOND_BYTES UINT64_MAX
#define BEYOND_RUN   .physical = 4 * KIB, .cache_bytes = BEYOND_BYTES

static const struct test_area area = { MIB / 2, MIB, 0 };

static const struct kind {
    const char *name;
    double write_us, least, most; /* price of a partial block: share of a write */
    bool is_hiding;               /* may be left open */
    double sigma, rpm;
    struct odd_physics odd;
    struct sim_physics sim;
} kinds[] = {
    /* clang-format off */
    { "ssd without blocks", 100, 0, 0, false, 0.1, 0, {}, {} },
    { "ssd, log-normal tail, none", 100, 0, 0, true, 0.5, 0, {}, {} },
    { "disk without blocks", 300, 0, 0, false, 0.02, 7200, {}, {} },
    { "ssd, 4 KiB", 100, 0.3, 1, false, 0.1, 0, { .physical = 4 * KIB }, {} },
    { "ssd, uneven", 100, 0.3, 1, false, 0.3, 0, { .physical = 4 * KIB }, {} },
    { "ssd, weak", 100, 0.05, 0.3, true, 0.1, 0, { .physical = 4 * KIB }, {} },
    { "ssd, tail", 100, 0.4, 1, false, 0.5, 0, { .physical = 4 * KIB }, {} },
    { "ssd, jumper", 100, 0.5, 1, false, 0.1, 0,
      { .physical = 4 * KIB, .shift = 3584 }, {} },
    { "pages of 8 KiB", 100, 0.5, 2, true, 0.1, 0, { .physical = 8 * KIB }, {} },
    { "pages of 16 KiB", 100, 0.5, 2, true, 0.1, 0, { .physical = 16 * KIB }, {} },
    { "pages of 64 KiB", 100, 0.5, 2, true, 0.1, 0, { .physical = 64 * KIB }, {} },
    { "disk, 512e", 300, 30, 30, false, 0.02, 7200, { .physical = 4 * KIB }, {} },
    { "disk, jumper", 300, 37, 37, false, 0.02, 5400,
      { .physical = 4 * KIB, .shift = 3584 }, {} },
    { "carry-over of half", 100, 0.32, 0.69, false, 0.1, 0,
      { .physical = 4 * KIB, .carry = 0.5 }, {} },
    { "carry-over of 0.8", 100, 0.32, 0.69, false, 0.1, 0,
      { .physical = 4 * KIB, .carry = 0.8 }, {} },
    { "carry-over", 100, 0.32, 0.69, false, 0.1, 0,
      { .physical = 4 * KIB, .carry = 1 }, {} },
    { "carry-over, jumper", 100, 0.5, 0.69, false, 0.1, 0,
      { .physical = 4 * KIB, .shift = 3584, .carry = 1 }, {} },
    { "buffer of 4", 20, 3, 6, true, 0.1, 0,
      { .physical = 4 * KIB, .buffer = 4, .drain_us = 150 }, {} },
    { "buffer of 16", 20, 3, 6, true, 0.1, 0,
      { .physical = 4 * KIB, .buffer = 16, .drain_us = 100 }, {} },
    { "buffer of 64", 20, 3, 6, true, 0.1, 0,
      { .physical = 4 * KIB, .buffer = 64, .drain_us = 100 }, {} },
    { "queue of 4", 20, 3, 6, true, 0.1, 0,
      { .physical = 4 * KIB, .buffer = 4, .drain_us = 100, .is_queue = true }, {} },
    { "queue of 16", 20, 3, 6, true, 0.1, 0,
      { .physical = 4 * KIB, .buffer = 16, .drain_us = 100, .is_queue = true }, {} },
    { "queue of 64", 20, 3, 6, true, 0.1, 0,
      { .physical = 4 * KIB, .buffer = 64, .drain_us = 100, .is_queue = true }, {} },
    { "queue of 16, none", 20, 0, 0, true, 0.1, 0,
      { .buffer = 16, .drain_us = 100, .is_queue = true }, {} },
    { "buffer that drains as fast", 100, 0.3, 1, true, 0.1, 0,
      { .physical = 4 * KIB, .buffer = 16, .drain_us = 40 }, {} },
    { "buffer nearly as fast", 30, 1, 2, true, 0.1, 0,
      { .physical = 4 * KIB, .buffer = 16, .drain_us = 28 }, {} },
    { "buffer, pauses of the host", 20, 2, 4, true, 0.1, 0,
      { .physical = 4 * KIB, .buffer = 16, .drain_us = 100 }, { .pause_us = 60 } },
    { "buffer that keeps up", 20, 1, 2, true, 0.1, 0,
      { .physical = 4 * KIB, .buffer = 64, .drain_us = 60 }, { .pause_us = 140 } },
    { "queue, pauses of the host", 20, 2, 4, true, 0.1, 0,
      { .physical = 4 * KIB, .buffer = 16, .drain_us = 100, .is_queue = true },
      { .pause_us = 60 } },
    { "cache of 1 MiB", 30, 20, 40, true, 0.1, 0,
      { .physical = 4 * KIB, .cache_bytes = MIB, .full_us = 600 }, {} },
    { "cache of 2 MiB", 30, 2, 4, true, 0.1, 0,
      { .physical = 4 * KIB, .cache_bytes = 2 * MIB, .full_us = 70 }, {} },
    { "cache of 8 MiB", 30, 2, 4, true, 0.1, 0,
      { .physical = 4 * KIB, .cache_bytes = 8 * MIB, .full_us = 70 }, {} },
    { "cache of 12 MiB, none", 30, 0, 0, true, 0.1, 0,
      { .cache_bytes = 12 * MIB, .full_us = 70 }, {} },
    { "cache of 64 MiB", 30, 2, 4, true, 0.1, 0,
      { .physical = 4 * KIB, .cache_bytes = 64 * MIB, .full_us = 70 }, {} },
    { "cache beyond the run", 100, 0.3, 1, true, 0.1, 0, { BEYOND_RUN }, {} },
    { "the same, uneven", 100, 0.4, 1, true, 0.3, 0, { BEYOND_RUN }, {} },
    { "the same, with a tail", 1000, 0.4, 1, true, 0.5, 0, { BEYOND_RUN }, {} },
    { "the same, hides most", 100, 0.8, 1, true, 0.1, 0,
      { BEYOND_RUN, .cached_share = 0.05 }, {} },
    { "the same, of a stick", 5000, 0.4, 1, true, 0.1, 0, { BEYOND_RUN },
      { .read_us = 300 } },
    { "stick, uneven", 5000, 0.4, 1, true, 0.5, 0, { BEYOND_RUN }, { .read_us = 300 } },
    { "stick with stalls", 5000, 0.4, 1, true, 0.002, 0,
      { BEYOND_RUN, .stall_every = 4, .stall_us = 4000 }, { .read_us = 300 } },
    { "disk, log beyond the run", 300, 30, 30, true, 0.02, 7200,
      { BEYOND_RUN, .is_log = true }, {} },
    { "the same, 5400 rpm", 300, 37, 37, true, 0.02, 5400, { BEYOND_RUN, .is_log = true },
      {} },
    { "the same, with detours", 300, 30, 30, true, 0.02, 7200,
      { BEYOND_RUN, .is_log = true, .stall_every = 3, .stall_us = 3000 }, {} },
    { "the same, partial blocks", 300, 30, 30, true, 0.02, 7200,
      { BEYOND_RUN, .is_partial_log = true }, {} },
    { "the same, and detours", 300, 30, 30, true, 0.02, 7200,
      { BEYOND_RUN, .is_partial_log = true, .stall_every = 8, .stall_us = 3000 }, {} },
    { "the same, one a run", 300, 30, 30, true, 0.02, 7200,
      { BEYOND_RUN, .is_log = true, .stall_every = 4, .stall_us = 3000 }, {} },
    { "the same, rare detours", 300, 30, 30, true, 0.02, 7200,
      { BEYOND_RUN, .is_log = true, .stall_every = 8, .stall_us = 4000 }, {} },
    { "array with a battery", 600, 2, 4, true, 0.1, 0,
      { .physical = 4 * KIB, .cache_bytes = 64 * MIB, .full_us = 1500 },
      { .read_us = 4000 } },
    { "penalty after 50 writes", 100, 0.5, 1, true, 0.1, 0,
      { .physical = 4 * KIB, .idle_writes = 50 }, {} },
    { "penalty after 400 writes", 100, 0.5, 1, true, 0.1, 0,
      { .physical = 4 * KIB, .idle_writes = 400 }, {} },
    { "penalty after 2000 writes", 100, 0.5, 1, true, 0.1, 0,
      { .physical = 4 * KIB, .idle_writes = 2000 }, {} },
    { "garbage collection", 100, 0.8, 1.2, true, 0.1, 0,
      { .physical = 4 * KIB, .stall_every = 40, .stall_us = 1000 }, {} },
    { "garbage collection, rare", 100, 0.8, 1.2, true, 0.1, 0,
      { .physical = 4 * KIB, .stall_every = 150, .stall_us = 10000 }, {} },
    { "garbage collection, none", 100, 0, 0, true, 0.1, 0,
      { .stall_every = 40, .stall_us = 10000 }, {} },
    { "throttling", 100, 0.4, 1, true, 0.1, 0,
      { .physical = 4 * KIB, .throttle_after_us = 1050000 }, {} },
    { "throttling, none", 100, 0, 0, true, 0.1, 0,
      { .throttle_after_us = 1050000 }, {} },
    { "drift", 100, 0.4, 1, false, 0.1, 0, { .physical = 4 * KIB }, { .drift = 0.5 } },
    { "bridge", 100, 2, 3, false, 0.1, 0,
      { .physical = 4 * KIB, .bridge_us = 250 }, {} },
    { "bridge, none", 100, 0, 0, false, 0.1, 0, { .bridge_us = 250 }, {} },
    { "volume with slow reads", 300, 0, 0, true, 0.2, 0, {}, { .read_us = 4000 } },
    { "slow reads, 4 KiB", 300, 0.4, 1, false, 0.2, 0,
      { .physical = 4 * KIB }, { .read_us = 4000 } },
    { "stripes of 128 KiB", 100, 2, 2, true, 0.1, 0,
      { .stripe_us = 200, .stripe_bytes = 128 * KIB }, {} },
    { "lying flush, head", 300, 30, 30, true, 0.1, 7200,
      { .physical = 4 * KIB },
      { .seek_us = 4000, .is_flush_lying = true, .cache_us = 40 } },
    { "lying flush, no head", 300, 0.5, 1, true, 0.1, 0,
      { .physical = 4 * KIB, .cache_bytes = 1ULL << 40 },
      { .is_flush_lying = true, .cache_us = 20 } },
    { "others at work", 100, 0.5, 1, false, 0.1, 0,
      { .physical = 4 * KIB }, { .load_share = 0.3, .load_ms = 5, .load_factor = 3 } },
    { "others at work, none", 100, 0, 0, false, 0.1, 0, {},
      { .load_share = 0.3, .load_ms = 5, .load_factor = 3 } },
    { "stick", 5000, 0.4, 1, false, 0.1, 0, { .physical = 4 * KIB },
      { .read_us = 300 } },
    { "stick, none", 5000, 0, 0, false, 0.1, 0, {}, { .read_us = 300 } },
    /* clang-format on */
};
#define KINDS (int)(sizeof(kinds) / sizeof(kinds[0]))

static double between(struct rng *rng, double least, double most)
{
    return least + (most - least) * (double)rng_below(rng, 1001) / 1000;
}

/* A disk, and a buffer at its rate, stay as they are. */
static struct sim_physics choose_sim(const struct kind *kind, struct rng *rng,
                                     double *ret_scale)
{
    struct sim_physics sim = kind->sim;
    bool is_fixed = kind->rpm > 0 || kind->odd.buffer || sim.is_flush_lying;

    *ret_scale = is_fixed ? 1 : exp2(between(rng, -1, 1));
    sim.size_bytes = 2 * MIB;
    sim.write_us = kind->write_us * *ret_scale;
    sim.read_us = sim.read_us > 0 ? sim.read_us : 60 * *ret_scale;
    sim.sigma = kind->sigma;
    sim.rpm = kind->rpm;
    sim.seek_us = kind->rpm > 0 && sim.seek_us <= 0 ? 2000 : sim.seek_us;
    return sim;
}

static struct odd_physics choose_odd(const struct kind *kind, struct rng *rng,
                                     double scale)
{
    struct odd_physics odd = kind->odd;

    odd.rmw_us = kind->write_us * scale * between(rng, kind->least, kind->most);
    odd.full_us *= scale;
    if (odd.cache_bytes == BEYOND_BYTES)
        odd.cache_bytes = (17 + rng_below(rng, 64 - 16)) * MIB;
    return odd;
}

/* Mean time of writes as from START alone, with what hides a penalty at its end. */
static double mean_of_start(const struct sim_physics *physics,
                            const struct odd_physics *odd_physics, uint64_t seed,
                            uint64_t start)
{
    struct rng rng = { seed, seed };
    struct sim_drive sim;
    struct odd_drive odd;
    uint8_t bytes[BLOCK];

    sim_drive_init(&sim, physics, rng_next(&rng));
    odd_drive_init(&odd, &sim, odd_physics);
    odd.bytes = odd_physics->cache_bytes;
    odd.writes = odd_physics->idle_writes;
    uint64_t begin = 0;
    for (unsigned i = 0; i < TRUTH_WRITES + TRUTH_WRITES / 10; i++) {
        uint64_t place = area.start + 512 * (start % 8) +
                         BLOCK * rng_below(&rng, area.bytes / BLOCK - PAGE_BLOCKS);
        if (i == TRUTH_WRITES / 10)
            begin = sim.now_ns;
        memcpy(bytes, sim.bytes + place, BLOCK);
        (void)sim.drive.write(sim.drive.context, DRIVE_DURABLE, place, bytes, BLOCK);
    }
    double us = (double)(sim.now_ns - begin) * 1e-3 / TRUTH_WRITES;
    sim_drive_finish(&sim);
    return us;
}

/* On a disk, random places would hide what the runs of the bench show. */
static double truth_of(const struct kind *kind, const struct sim_physics *physics,
                       const struct odd_physics *odd, uint64_t seed)
{
    struct sim_physics still = *physics;
    struct odd_physics steady = *odd;

    if (kind->rpm > 0) {
        double turn = 60e6 / kind->rpm;
        double more = ceil((physics->write_us + odd->rmw_us) / turn);
        more = odd->physical ? more : 0;
        return odd->shift ? 1 / (1 + more) : 1 + more;
    }
    still.pause_us = 0;
    /* Of the time, which is the same for both. */
    still.drift = steady.throttle_after_us = 0;
    still.is_flush_lying = false;
    return mean_of_start(&still, &steady, seed, 63) /
           mean_of_start(&still, &steady, seed, 64);
}

struct tally {
    unsigned runs, different, same, open;
    unsigned reversed;   /* the other start is better */
    unsigned invented;   /* different, and there is nothing */
    unsigned no;         /* not worth fixing */
    unsigned worth_no;   /* the same, where the truth is WORTH_RATIO */
    unsigned plain_open; /* open where the truth is PLAIN */
    unsigned outside;    /* different, and the truth is not in the interval */
    unsigned small;      /* open, but not worth fixing whatever it is */
    unsigned reasons[REASON_COUNT];
    double truths[RUNS_MAX], errors[RUNS_MAX], seconds[RUNS_MAX];
};

static void judge(double truth, const struct bench_result *result, struct tally *tally)
{
    bool is_different = result->verdict == MEASURE_DIFFERENT;
    bool is_open = result->verdict == MEASURE_INCONCLUSIVE;
    double size = fabs(log(truth));

    tally->different += is_different;
    tally->same += result->verdict == MEASURE_SAME;
    tally->open += is_open;
    tally->invented += is_different && size <= log(NOTHING);
    tally->reversed +=
        is_different && size > log(NOTHING) && (result->ratio > 1) != (truth > 1);
    tally->no += result->worth == WORTH_NO;
    tally->worth_no += result->worth == WORTH_NO && truth >= WORTH_RATIO;
    tally->plain_open += is_open && size >= log(PLAIN);
    tally->outside += is_different && (truth < result->interval.low / NOTHING ||
                                       truth > result->interval.high * NOTHING);
    tally->small += is_open && result->worth == WORTH_NO;
    tally->reasons[result->reason]++;
    tally->truths[tally->runs] = truth;
    tally->errors[tally->runs] = is_different ? fabs(result->ratio / truth - 1) : 0;
    tally->seconds[tally->runs++] = result->seconds;
}

static void run_bench(struct rng *rng, struct sim_drive *sim, bool is_sustained,
                      struct bench_result *ret)
{
    sim->allowed_start = area.start;
    sim->allowed_end = area.start + area.bytes;
    struct test_request request = {
        .starts = { .base = 63, .against = 64, .aligned = 64 },
        .areas = &area,
        .area_count = 1,
        .seed = rng_next(rng),
        .is_sustained = is_sustained,
    };
    CLEANUP(bench_freep) struct bench *bench = bench_new(&sim->drive, &request);

    while (bench_step(bench) == STEP_MORE)
        continue;
    *ret = *bench_result(bench);
    LAW(rng, ret->is_unchanged);
    LAW(rng, !sim->writes_outside && !sim->writes_changing);
    LAW(rng, sim->bytes_written <= (is_sustained ? ret->max.bytes : 16 * MIB));
}

static void run_once(const struct kind *kind, unsigned round, bool is_sustained,
                     struct tally *tally)
{
    struct rng rng = rng_start(round);
    double scale;
    struct sim_physics physics = choose_sim(kind, &rng, &scale);
    struct odd_physics odd_physics = choose_odd(kind, &rng, scale);
    struct bench_result result;
    struct sim_drive sim;
    struct odd_drive odd;

    sim_drive_init(&sim, &physics, rng_next(&rng));
    odd_drive_init(&odd, &sim, &odd_physics);
    run_bench(&rng, &sim, is_sustained, &result);
    judge(truth_of(kind, &physics, &odd_physics, rng_next(&rng)), &result, tally);
    if (getenv("ALIDADE_EACH"))
        printf("# %s, ALIDADE_SEED=%llu: truth %.3f, %s %.3f (%.3f to %.3f), %.3f s\n",
               kind->name, (unsigned long long)rng.seed, tally->truths[tally->runs - 1],
               measure_bench_verdict_id(result.verdict), result.ratio,
               result.interval.low, result.interval.high, result.seconds);
    sim_drive_finish(&sim);
}

static void print(const struct kind *kind, struct tally *tally)
{
    stats_sort(tally->truths, tally->runs);
    stats_sort(tally->errors, tally->runs);
    stats_sort(tally->seconds, tally->runs);
    printf("# %-26s truth %.2f to %.2f: different %u, same %u, open %u (%u small); "
           "reversed %u, invented %u, no %u, worth no %u, outside %u; error %.3f; %.2f s",
           kind->name, tally->truths[0], tally->truths[tally->runs - 1], tally->different,
           tally->same, tally->open, tally->small, tally->reversed, tally->invented,
           tally->no, tally->worth_no, tally->outside,
           stats_median(tally->errors, tally->runs),
           stats_median(tally->seconds, tally->runs));
    for (unsigned i = 1; i < REASON_COUNT; i++)
        if (tally->reasons[i])
            printf("; %s %u", measure_reason_id(i), tally->reasons[i]);
    printf("\n");
    (void)fflush(stdout); /* printed for people */
}

static unsigned runs_or(unsigned runs)
{
    const char *given = getenv("ALIDADE_RUNS");

    return given ? (unsigned)strtoul(given, NULL, 10) : rng_rounds(runs);
}

TEST_TIMES(no_kind_of_drive_is_judged_against_the_truth, KINDS)
{
    const struct kind *kind = &kinds[_i];
    unsigned runs = runs_or(RUNS);
    CLEANUP(freep) struct tally *tally = xcalloc(1, sizeof(*tally));

    for (unsigned i = 0; i < runs && i < RUNS_MAX; i++)
        run_once(kind, (unsigned)_i * 1000 + i, false, tally);
    print(kind, tally);
    ck_assert_uint_eq(tally->reversed, 0);
    ck_assert_uint_eq(tally->worth_no, 0);
    ck_assert_uint_le(200 * tally->invented, runs);
    /* The truth comes later than what a cache shows of it. */
    if (kind->odd.cached_share <= 0)
        ck_assert_uint_le(tally->outside, (runs + 9) / 10);
    /* A platter is seen to have taken the writes: no cache did. */
    if (kind->rpm > 0 && !kind->odd.physical)
        ck_assert_uint_le(runs - tally->no, (runs + 9) / 10);
    if (!kind->is_hiding)
        ck_assert_uint_le(10 * tally->plain_open, runs);
}

/* A slow drive does not come to the end of its cache. */
TEST_TIMES(no_sustained_run_denies_what_comes_after_a_cache, KINDS)
{
    const struct kind *kind = &kinds[_i];
    unsigned runs = kind->odd.cache_bytes == BEYOND_BYTES ? runs_or(SUSTAINED_RUNS) : 0;
    CLEANUP(freep) struct tally *tally = xcalloc(1, sizeof(*tally));

    for (unsigned i = 0; i < runs && i < RUNS_MAX; i++)
        run_once(kind, (unsigned)_i * 1000 + i, true, tally);
    if (runs)
        print(kind, tally);
    ck_assert_uint_eq(tally->reversed, 0);
    ck_assert_uint_eq(tally->worth_no, 0);
}

/* Of any size, whether it is faster than the medium or only hides the penalty. */
TEST_TIMES(a_sustained_run_sees_past_a_cache, 8)
{
    struct rng rng = rng_start((unsigned)_i);
    bool is_fast = _i % 2;
    struct sim_physics physics = {
        .size_bytes = 2 * MIB,
        .write_us = is_fast ? 30 : 100,
        .read_us = 60,
        .sigma = 0.1,
    };
    struct odd_physics odd_physics = {
        .physical = 4 * KIB,
        .rmw_us = 25,
        .cache_bytes = (17 + rng_below(&rng, 64 - 17)) * MIB,
        .full_us = is_fast ? 70 : 0,
    };
    struct bench_result result;
    struct sim_drive sim;
    struct odd_drive odd;

    sim_drive_init(&sim, &physics, rng_next(&rng));
    odd_drive_init(&odd, &sim, &odd_physics);
    run_bench(&rng, &sim, true, &result);
    ck_assert_int_eq(result.verdict, MEASURE_DIFFERENT);
    ck_assert_int_eq(result.worth, WORTH_YES);
    ck_assert(result.ratio > 1.45 && result.ratio < 1.55);
    ck_assert_uint_ge(result.first.bytes + MIB, odd_physics.cache_bytes);
    ck_assert_uint_le(result.first.bytes, odd_physics.cache_bytes + MIB);
    sim_drive_finish(&sim);
}

/* An answer, where there is nothing to see: all bytes were written. */
TEST_TIMES(a_sustained_run_says_no_where_there_is_nothing, 4)
{
    struct rng rng = rng_start((unsigned)_i);
    struct sim_physics physics = {
        .size_bytes = 2 * MIB,
        .write_us = 100,
        .read_us = 60,
        .sigma = _i % 2 ? 0.1 : 0.4,
    };
    struct bench_result result;
    struct sim_drive sim;

    sim_drive_init(&sim, &physics, rng_next(&rng));
    run_bench(&rng, &sim, true, &result);
    ck_assert_int_eq(result.verdict, MEASURE_SAME);
    ck_assert_int_eq(result.worth, WORTH_NO);
    ck_assert_uint_gt(result.bytes_written, result.max.bytes - MIB);
    sim_drive_finish(&sim);
}

/* A slow drive has not written enough when the time is over. */
TEST(a_sustained_run_that_ends_early_says_nothing)
{
    struct rng rng = rng_start(0);
    struct sim_physics physics = {
        .size_bytes = 2 * MIB, .write_us = 5000, .read_us = 300, .sigma = 0.05
    };
    struct bench_result result;
    struct sim_drive sim;

    sim_drive_init(&sim, &physics, rng_next(&rng));
    run_bench(&rng, &sim, true, &result);
    ck_assert_int_eq(result.verdict, MEASURE_SAME);
    ck_assert_int_eq(result.worth, WORTH_UNSURE);
    ck_assert_uint_lt(result.bytes_written, WORTH_NO_BYTES);
    sim_drive_finish(&sim);
}
