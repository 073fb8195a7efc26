/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_workloads.c - rates, turns and places on drives in virtual time */
#include "device/measure/workloads.h"

#include "model/base/mem.h"
#include "support/odd_drive.h"
#include "support/test.h"
#include "support/workload_scene.h"

static const struct {
    enum workload_kind kind;
    uint64_t start;
    double us; /* of one request */
    double bytes;
} rates[] = {
    { WORKLOAD_DURABLE_RANDOM, 64, 1000, 4096 },
    { WORKLOAD_DURABLE_RANDOM, 63, 5000, 4096 },
    { WORKLOAD_DURABLE_SEQUENTIAL, 2048, 1000, 4096 },
    { WORKLOAD_DURABLE_SEQUENTIAL, 34, 5000, 4096 },
    /* The page cache writes whole pages and reads the missing parts. */
    { WORKLOAD_CACHED_SEQUENTIAL, 64, 1000, 4096 },
    { WORKLOAD_CACHED_SEQUENTIAL, 63, 1500, 4096 },
    { WORKLOAD_READ_4K, 63, 250, 4096 },
    { WORKLOAD_READ_16K, 64, 250, 16384 },
    { WORKLOAD_READ_64K, 63, 250, 65536 },
    { WORKLOAD_READ_1M, 64, 250, 1 << 20 },
    { WORKLOAD_AVERAGE_READ, 0, 250, 1 << 20 },
    { WORKLOAD_ACCESS_TIME, 0, 250, 4096 },
};

TEST_EACH(rates_are_those_of_the_drive, rates)
{
    struct workload_order order = { .kind = rates[_i].kind,
                                    .start_lba = rates[_i].start };
    struct scene scene = { .bounds = { 0, 0 } };

    scene_init(&scene, &ssd, &order, 1, 1);
    scene_run(&scene);
    ck_assert_uint_eq(scene.count, 1);
    const struct workload_result *result = &scene.results[0];
    ck_assert_int_eq(result->kind, rates[_i].kind);
    assert_near(result->mean_us, rates[_i].us);
    assert_near(result->per_second, 1e6 / rates[_i].us);
    assert_near(result->bytes_per_second, rates[_i].bytes * 1e6 / rates[_i].us);
    for (size_t i = 0; i < WORKLOAD_PERCENTILES; i++)
        assert_near(result->percentile_us[i], rates[_i].us);
    scene_finish_well(&scene);
}

/* 100 us each into the drive's cache, and 1 ms for a flush: at the end, and wherever the
 * area of 2 MiB would be written again. */
static const struct {
    enum workload_kind kind;
    uint64_t requests;
} plain[] = {
    { WORKLOAD_WRITE_4K, 4096 },    { WORKLOAD_WRITE_16K, 1024 },
    { WORKLOAD_WRITE_64K, 256 },    { WORKLOAD_WRITE_1M, 16 },
    { WORKLOAD_AVERAGE_WRITE, 16 }, { WORKLOAD_ALIGN_BENCH, 4096 },
};

TEST_EACH(what_is_not_synced_is_flushed_and_that_counts, plain)
{
    struct workload_order order = { .kind = plain[_i].kind, .bytes = 16 * MIB };
    struct scene scene = { .bounds = { 0, 0 } };

    scene_init(&scene, &ssd, &order, 1, 2);
    scene_run(&scene);
    ck_assert_uint_eq(scene.sim.flushes, 3);
    ck_assert_uint_eq(scene.results[0].requests, plain[_i].requests);
    ck_assert_uint_eq(scene.results[0].bytes, 16 * MIB);
    ck_assert_double_eq_tol(scene.results[0].seconds,
                            (double)plain[_i].requests * 1e-4 + 3e-3, 1e-9);
    ck_assert_double_eq_tol(scene.results[0].bytes_per_second,
                            16.0 * MIB / scene.results[0].seconds, 1e-3);
    scene_finish_well(&scene);
}

TEST(a_synced_align_bench_shows_what_a_start_costs)
{
    const struct workload_order orders[] = {
        { .kind = WORKLOAD_ALIGN_BENCH,
          .start_lba = 40,
          .bytes = MIB,
          .is_synced = true },
        { .kind = WORKLOAD_ALIGN_BENCH,
          .start_lba = 42,
          .bytes = MIB,
          .is_synced = true },
    };
    struct scene scene = { .bounds = { 0, 0 } };

    scene_init(&scene, &ssd, orders, 2, 3);
    scene_run(&scene);
    ck_assert_uint_eq(scene.count, 2);
    ck_assert(scene.results[0].is_synced);
    ck_assert_double_eq_tol(scene.results[0].seconds, 0.256, 1e-6);
    ck_assert_double_eq_tol(scene.results[1].seconds, 1.28, 1e-6);
    ck_assert_uint_eq(scene.results[1].bytes, MIB);
    scene_finish_well(&scene);
}

/* Strides from one that leaves the area at once to one that overlaps itself. */
static const uint64_t strides[] = { 512, 4096, 4608, 65536, 3 * MIB, 8 * MIB, 1U << 31 };

TEST_EACH(strides_wrap_inside_the_area_and_keep_their_grid, strides)
{
    struct workload_order order = {
        .kind = WORKLOAD_ALIGN_BENCH,
        .start_lba = 8,
        .bytes = 12 * MIB,
        .stride = strides[_i],
        .is_synced = true,
    };
    struct scene scene = { .bounds = { 0, 0 } };

    scene_init(&scene, &ssd, &order, 1, 4);
    scene_run(&scene);
    ck_assert_uint_eq(scene.results[0].requests, 12 * MIB / 4096);
    if (strides[_i] % 4096 == 0)
        assert_near(scene.results[0].mean_us, 1000);
    else
        ck_assert(scene.results[0].mean_us > 4000);
    scene_finish_well(&scene);
}

/* 7200 rpm; two more turns for a write that rewrites two partial blocks. */
TEST(a_rotating_drive_makes_120_a_second_and_40)
{
    const struct sim_physics disk = {
        .physical = 4096,
        .rpm = 7200,
        .write_us = 300,
        .rmw_us = 8333.333,
        .seek_us = 9000,
        .read_us = 50,
    };
    struct workload_order orders[WORKLOAD_MAX];
    size_t count = workload_orders(PRESET_FIO, &plan_63, orders);
    struct scene scene = { .bounds = { 0, 0 } };

    scene_init(&scene, &disk, orders, count, 5);
    scene_run(&scene);
    ck_assert_uint_eq(scene.count, 4);
    assert_near(scene.results[0].per_second, 120);
    assert_near(scene.results[1].per_second, 40);
    scene_finish_well(&scene);
}

/* 30 per cent slower each second: run one after the other, the last would seem slow. */
TEST_TIMES(drift_meets_all_orders_alike, rng_rounds(8))
{
    struct sim_physics physics = ssd;
    struct workload_order orders[4];
    struct scene scene = { .bounds = { 0, 0 } };

    physics.rmw_us = 0;
    physics.drift = 0.3;
    for (size_t i = 0; i < 4; i++)
        orders[i] = (struct workload_order){ WORKLOAD_DURABLE_RANDOM, 64, .bytes = 0 };
    scene_init(&scene, &physics, orders, 4, (uint64_t)_i);
    scene_run(&scene);
    for (size_t i = 1; i < 4; i++)
        ck_assert_double_eq_tol(scene.results[i].mean_us / scene.results[0].mean_us, 1,
                                0.1);
    scene_finish_well(&scene);
}

/* A small area that does not begin at a whole MiB. */
TEST(a_small_area_serves_too)
{
    const struct test_area small = { .start = 8 * MIB + 65536, .bytes = TEST_AREA_MIN };
    struct workload_order orders[WORKLOAD_MAX];
    struct workload_result results[WORKLOAD_MAX];
    size_t count = workload_orders(PRESET_NONE, &plan_63, orders);
    struct measure_bounds bounds = workload_bounds(orders, count, 0, 0);
    struct sim_drive sim;

    sim_drive_init(&sim, &ssd, 18);
    sim.allowed_start = small.start;
    sim.allowed_end = small.start + small.bytes;
    struct workloads *workloads =
        workloads_new(&sim.drive, &small, 1, orders, count, &bounds, 18);
    while (workloads_step(workloads) == STEP_MORE)
        continue;
    ck_assert_int_eq(workloads_reason(workloads), REASON_NONE);
    ck_assert_uint_eq(sim.writes_outside, 0);
    /* All but a MiB at a time. */
    ck_assert_uint_eq(workloads_results(workloads, results, WORKLOAD_MAX), count - 3);
    assert_near(results[0].mean_us, 1000);
    assert_near(results[1].mean_us, 5000);
    workloads_free(workloads);
    sim_drive_finish(&sim);
}

/* A drive's cache would answer a second reading. */
TEST(sequential_reads_go_where_no_other_has_read)
{
    const struct sim_physics cached = { .read_us = 3000 };
    struct workload_order orders[8];
    struct scene scene = { .bounds = { 0, 0 } };

    for (size_t i = 0; i < 8; i++)
        orders[i] = (struct workload_order){ WORKLOAD_READ_1M, 64, .bytes = 0 };
    scene_init(&scene, &cached, orders, 8, 19);
    scene_run(&scene);
    uint64_t bytes = 0;
    for (size_t i = 0; i < scene.count; i++)
        bytes += scene.results[i].bytes;
    ck_assert_uint_eq(scene.count, 8);
    ck_assert_uint_le(bytes, scene.sim.physics.size_bytes);
    scene_finish_well(&scene);
}

/* --- ratios --- */

static const struct workload_result *find_result(const struct scene *scene,
                                                 enum workload_kind kind, uint64_t start)
{
    for (size_t i = 0; i < scene->count; i++)
        if (scene->results[i].kind == kind && scene->results[i].start_lba == start)
            return &scene->results[i];
    ck_abort_msg("no result");
    return NULL;
}

TEST(each_ratio_has_its_interval)
{
    struct scene scene = { .bounds = { 0, 0 } };
    struct workload_order orders[WORKLOAD_MAX];
    size_t count = workload_orders(PRESET_NONE, &plan_63, orders);

    scene_init(&scene, &ssd, orders, count, 21);
    scene_run(&scene);
    const struct workload_result *off = find_result(&scene, WORKLOAD_DURABLE_RANDOM, 63);
    ck_assert(workload_is_decided(off));
    assert_near(off->ratio, 5);
    ck_assert(off->interval.low <= off->ratio && off->ratio <= off->interval.high);
    const struct workload_result *on = find_result(&scene, WORKLOAD_DURABLE_RANDOM, 64);
    ck_assert_double_eq(on->ratio, 1);
    for (size_t i = 0; i < scene.count; i++)
        if (!workload_has_start(scene.results[i].kind))
            ck_assert_double_eq(scene.results[i].ratio, 0);
        else if (workload_writes(scene.results[i].kind))
            ck_assert(scene.results[i].interval.high > 0);
    scene_finish_well(&scene);
}

/* Noise, other programs and drift, but no difference between the starts: at most one
 * ratio in 50 excludes 1. */
TEST(without_a_difference_hardly_any_ratio_is_decided)
{
    const struct sim_physics noisy = {
        .write_us = 100,
        .read_us = 50,
        .cache_us = 30,
        .sigma = 0.4,
        .spike_share = 0.01,
        .spike_factor = 20,
        .load_share = 0.2,
        .load_ms = 30,
        .load_factor = 3,
        .drift = 0.1,
    };
    struct workload_order orders[WORKLOAD_MAX];
    size_t count = workload_orders(PRESET_NONE, &plan_63, orders);
    unsigned decided = 0, all = 0;

    for (uint64_t seed = 0; seed < rng_rounds(12); seed++) {
        struct scene scene = { .bounds = { 0, 0 } };
        scene_init(&scene, &noisy, orders, count, seed);
        scene_run(&scene);
        for (size_t i = 0; i < scene.count; i++) {
            all += scene.results[i].ratio > 0;
            decided += workload_is_decided(&scene.results[i]);
        }
        scene_finish_well(&scene);
    }
    ck_assert_msg(decided * 50 <= all, "%u of %u", decided, all);
}

/* Of 0.7 s and 3 MiB all orders get their turns. */
TEST_TIMES(bounds_hold_for_the_whole_run, SCENE_DRIVES)
{
    struct scene scene = { .bounds = { .bytes = 3 * MIB, .seconds = 0.7 } };
    struct workload_order orders[WORKLOAD_MAX];
    size_t count = workload_orders(PRESET_OPENBSD, &plan_63, orders);

    scene_init(&scene, &scene_drives[_i], orders, count, 22);
    uint64_t begun = scene.sim.now_ns;
    scene_run(&scene);
    /* The area of 2 MiB is read three times, and one request may be under way. */
    ck_assert_uint_le(scene.sim.now_ns - begun, 1400000000);
    ck_assert_uint_le(scene.sim.bytes_written, 3 * MIB);
    ck_assert(workloads_is_unchanged(scene.workloads));
    scene_finish(&scene);
}

TEST(a_disk_that_answers_before_its_platter_is_told)
{
    const struct sim_physics lying = {
        .physical = 4096,
        .rpm = 7200,
        .write_us = 300,
        .rmw_us = 8333,
        .seek_us = 9000,
        .read_us = 50,
        .cache_us = 20,
        .is_flush_lying = true,
    };
    struct workload_order orders[WORKLOAD_MAX];
    size_t count = workload_orders(PRESET_FIO, &plan_63, orders);

    for (size_t i = 0; i < 2; i++) {
        struct scene scene = { .bounds = { 0, 0 } };
        scene_init(&scene, i ? &scene_drives[1] : &lying, orders, count, 23);
        scene_run(&scene);
        ck_assert_int_eq(workloads_flush_lies(scene.workloads), i == 0);
        scene_finish_well(&scene);
    }
}

/* Drives that answer now and pay in the next request: the mean time of one start alone
 * over that of the other alone, which the noise makes half a per cent longer than 100 us.
 */
#define TRUTH ((100.5 + 200) / 100.5)
static const double carries[] = { 0, 0.5, 0.8, 1 };

TEST_EACH(what_the_next_request_pays_is_no_gain_of_the_other_start, carries)
{
    const struct sim_physics prompt = { .write_us = 100, .read_us = 50, .sigma = 0.1 };
    const struct odd_physics late = { .physical = 4096,
                                      .rmw_us = 100,
                                      .carry = carries[_i] };
    struct workload_order orders[WORKLOAD_MAX];
    struct workload_result results[WORKLOAD_MAX];
    size_t count = workload_orders(PRESET_FIO, &plan_63, orders);
    struct measure_bounds bounds = workload_bounds(orders, count, 0, 0);
    struct sim_drive sim;
    struct odd_drive odd;

    sim_drive_init(&sim, &prompt, (uint64_t)_i);
    odd_drive_init(&odd, &sim, &late);
    struct workloads *workloads =
        workloads_new(&sim.drive, &area_8, 1, orders, count, &bounds, 24);
    while (workloads_step(workloads) == STEP_MORE)
        continue;
    ck_assert_uint_eq(workloads_results(workloads, results, WORKLOAD_MAX), 4);
    ck_assert_int_eq(results[1].kind, WORKLOAD_DURABLE_SEQUENTIAL);
    ck_assert(results[1].interval.low <= TRUTH && results[1].interval.high >= TRUTH);
    ck_assert_double_eq_tol(results[1].ratio, TRUTH, 0.05);
    workloads_free(workloads);
    sim_drive_finish(&sim);
}
