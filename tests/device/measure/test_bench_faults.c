/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_bench_faults.c - faults of the drive during a bench, and how they are reported */
#include "device/measure/bench.h"

#include <errno.h>
#include <stdint.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "model/base/mem.h"
#include "support/bench_scene.h"
#include "support/tap.h"

static const struct sim_physics disk_512e = { DISK, .physical = 4096,
                                              .rmw_us = 1.1 * TURN_US };
static const struct sim_physics disk_512n = { DISK, .physical = 512 };
static const struct sim_physics ssd_same = { SSD };
static const struct sim_physics ssd_noisy = { .size_bytes = 8 * MIB,
                                              .write_us = 100,
                                              .sigma = 0.6 };

static void start(struct bench_scene *scene, const struct sim_physics *physics,
                  uint64_t base, uint64_t against)
{
    struct test_request request = bench_scene_ask(base, against);

    bench_scene_begin(scene, physics, &request);
}

/* While classifying, in the pairs, and in the kernel's part; of runs and single
 * writes. */
static const struct {
    const struct sim_physics *physics;
    uint64_t write;
} failing[] = {
    { &disk_512n, 1 },  { &disk_512n, 12 },  { &disk_512n, 13 },
    { &disk_512n, 60 }, { &disk_512n, 140 }, { &disk_512n, 152 },
    { &ssd_same, 20 },  { &ssd_same, 21 },   { &ssd_same, 100 },
};

START_TEST(a_failed_write_is_the_last)
{
    struct bench_scene scene;

    start(&scene, failing[_i].physics, 63, 64);
    scene.sim.fail_write = failing[_i].write;
    struct bench_result result = bench_scene_run(&scene);
    bench_scene_check_harmless(&scene);
    ck_assert_uint_eq(scene.sim.writes, failing[_i].write - 1);
    ck_assert_uint_eq(result.verdict, MEASURE_INCONCLUSIVE);
    ck_assert_uint_eq(result.reason, REASON_WRITE_ERROR);
    ck_assert_uint_eq(result.worth, WORTH_UNSURE);
    bench_scene_end(&scene);
}
END_TEST

/* Its bytes are still in memory and are written once more. */
START_TEST(a_sector_that_a_write_tore_is_mended)
{
    struct bench_scene scene;

    start(&scene, &disk_512e, 63, 64);
    scene.sim.tear_write = failing[_i].write;
    scene.sim.is_mendable = true;
    struct bench_result result = bench_scene_run(&scene);
    bench_scene_check_harmless(&scene);
    ck_assert(!scene.sim.is_bad);
    ck_assert_uint_eq(result.verdict, MEASURE_INCONCLUSIVE);
    ck_assert_uint_eq(result.reason, REASON_REWRITTEN);
    ck_assert(result.is_unchanged);
    ck_assert_uint_eq(scene.sim.writes, failing[_i].write);
    bench_scene_end(&scene);
}
END_TEST

START_TEST(an_area_that_changes_is_left_alone)
{
    struct bench_scene scene;

    start(&scene, &ssd_same, 63, 64);
    scene.sim.meddle_after = 3;
    scene.sim.meddle_byte = bench_scene_area.start + 100;
    struct bench_result result = bench_scene_run(&scene);
    ck_assert_uint_eq(result.reason, REASON_CHANGING);
    ck_assert_uint_eq(result.verdict, MEASURE_INCONCLUSIVE);
    ck_assert_uint_eq(scene.sim.writes, 0);
    bench_scene_end(&scene);
}
END_TEST

START_TEST(a_change_afterwards_is_told)
{
    struct bench_scene scene;

    start(&scene, &ssd_same, 63, 64);
    (void)bench_scene_run(&scene); /* only to count its reads */
    uint64_t reads = scene.sim.reads;
    bench_scene_end(&scene);
    start(&scene, &ssd_same, 63, 64);
    /* The area is compared in four pieces: after the first of them. */
    scene.sim.meddle_after = reads - 3;
    scene.sim.meddle_byte = bench_scene_area.start + bench_scene_area.bytes - 1;
    struct bench_result result = bench_scene_run(&scene);
    ck_assert_uint_eq(result.reason, REASON_CHANGED);
    ck_assert_uint_eq(result.verdict, MEASURE_INCONCLUSIVE);
    ck_assert(!result.is_unchanged);
    ck_assert_uint_eq(scene.sim.writes_changing, 0);
    bench_scene_end(&scene);
}
END_TEST

START_TEST(without_an_area_nothing_is_written)
{
    struct bench_scene scene;
    struct test_request request = bench_scene_ask(63, 64);

    request.area_count = 0;
    bench_scene_begin(&scene, &ssd_same, &request);
    ck_assert_uint_eq(bench_scene_run(&scene).reason, REASON_NO_SPACE);
    ck_assert_uint_eq(scene.sim.writes, 0);
    bench_scene_end(&scene);
    start(&scene, &ssd_same, 63, 64);
    scene.sim.is_bad = true;
    scene.sim.bad_byte = bench_scene_area.start;
    ck_assert_uint_eq(bench_scene_run(&scene).reason, REASON_READ_ERROR);
    ck_assert_uint_eq(scene.sim.writes, 0);
    bench_scene_end(&scene);
}
END_TEST

START_TEST(an_area_too_small_for_a_run_is_not_used)
{
    static const struct test_area tiny = { MIB, 4 * 4096, 0 };
    struct bench_scene scene;
    struct test_request request = bench_scene_ask(63, 64);

    request.areas = &tiny;
    bench_scene_begin(&scene, &disk_512n, &request);
    ck_assert_uint_eq(bench_scene_run(&scene).reason, REASON_NO_SPACE);
    ck_assert_uint_eq(scene.sim.writes, 0);
    bench_scene_end(&scene);
}
END_TEST

static int bad_read(void *context, uint64_t offset, void *bytes, size_t count)
{
    (void)context, (void)offset, (void)bytes, (void)count; /* the same for all */
    return EIO;
}

START_TEST(a_disk_in_use_that_cannot_be_read_is_left)
{
    struct bench_scene scene;
    struct test_request request = bench_scene_ask(63, 64);
    struct measure_live live;

    request.is_read_only = true;
    bench_scene_begin(&scene, &ssd_same, &request);
    scene.sim.drive.read = bad_read;
    struct bench_result result = bench_scene_run(&scene);
    ck_assert_uint_eq(result.verdict, MEASURE_INCONCLUSIVE);
    ck_assert_uint_eq(result.reason, REASON_READ_ERROR);
    bench_live(scene.bench, &live);
    ck_assert_uint_eq(live.errors, 3);
    bench_scene_end(&scene);
}
END_TEST

/* Small: each is run once for every step there is. */
#define SMALL .size_bytes = MIB, .write_us = 100, .read_us = 60, .sigma = 0.5
static const struct sim_physics stopped_on[] = {
    { SMALL },
    { SMALL, .is_read_only = true },
    { SMALL, .is_not_direct = true },
};
static const struct test_area small_area = { 65536, 512 * 1024, 0 };

static void check_stopped(unsigned after, const struct bench_scene *scene,
                          uint64_t writes, bool had_verdict)
{
    const struct bench_result *result = bench_result(scene->bench);
    bool is_told = result->reason == REASON_STOPPED || result->reason == REASON_CACHED;

    ck_assert_msg(scene->sim.writes == writes, "a write after step %u", after);
    ck_assert_msg(had_verdict || is_told, "reason %d after step %u", (int)result->reason,
                  after);
    bench_scene_check_harmless(scene);
}

START_TEST(a_stop_is_heard_at_any_step)
{
    for (unsigned after = 0, is_over = 0; !is_over; after += rng_stride()) {
        struct bench_scene scene;
        struct measure_live live;
        struct test_request request = bench_scene_ask(63, 64);
        request.areas = &small_area;
        request.max_pairs = 30;
        bench_scene_begin(&scene, &stopped_on[_i], &request);
        for (unsigned i = 0; i < after && !is_over; i++)
            is_over = bench_step(scene.bench) == STEP_DONE;
        uint64_t writes = scene.sim.writes;
        bench_live(scene.bench, &live);
        bench_stop(scene.bench);
        unsigned more = 0;
        while (bench_step(scene.bench) == STEP_MORE)
            ck_assert_uint_le(++more, 3);
        check_stopped(after, &scene, writes, live.phase >= MEASURE_KERNEL);
        bench_scene_end(&scene);
    }
}
END_TEST

/* It would have gone on for a narrower interval. */
START_TEST(what_is_known_at_a_stop_is_said)
{
    /* So uneven that the first check does not sharpen the ratio enough. */
    static const struct sim_physics physics = { .size_bytes = 8 * MIB,
                                                .write_us = 100,
                                                .sigma = 0.9,
                                                .physical = 4096,
                                                .rmw_us = 100 };
    struct bench_scene scene;
    struct measure_live live = { 0 };

    start(&scene, &physics, 63, 64);
    while (live.bench.pairs < 24) {
        ck_assert_uint_eq(bench_step(scene.bench), STEP_MORE);
        bench_live(scene.bench, &live);
    }
    ck_assert_uint_eq(live.bench.verdict, MEASURE_INCONCLUSIVE);
    bench_stop(scene.bench);
    struct bench_result result = bench_scene_run(&scene);
    ck_assert_uint_eq(result.verdict, MEASURE_DIFFERENT);
    ck_assert_uint_eq(result.reason, REASON_NONE);
    bench_scene_end(&scene);
}
END_TEST

START_TEST(what_is_live_fits_together)
{
    struct bench_scene scene;
    struct measure_live live = { 0 };
    double share = 0;
    enum measure_phase phase = MEASURE_READING;

    start(&scene, _i ? &ssd_noisy : &disk_512e, 63, 65);
    for (bool is_over = false; !is_over;) {
        is_over = bench_step(scene.bench) == STEP_DONE;
        bench_live(scene.bench, &live);
        ck_assert(live.phase >= phase && live.share >= share && live.share <= 1);
        ck_assert_uint_eq(live.bench.bytes_written, scene.sim.bytes_written);
        for (unsigned i = 0; i < ARM_COUNT; i++)
            ck_assert_uint_eq(live.bench.arms[i].count, live.bench.pairs);
        ck_assert(live.bench.interval.low <= live.bench.ratio);
        ck_assert(live.bench.interval.high >= live.bench.ratio);
        ck_assert(live.bench.p > 0 && live.bench.p <= 1);
        phase = live.phase;
        share = live.share;
    }
    ck_assert_uint_eq(live.phase, MEASURE_ENDED);
    ck_assert_double_ge(live.share, 1);
    ck_assert_mem_eq(&live.bench, bench_result(scene.bench), sizeof(live.bench));
    bench_scene_end(&scene);
}
END_TEST

/* Half a second between two updates at most, or a round. */
START_TEST(a_slow_drive_is_seen_at_work)
{
    struct bench_scene scene;
    struct measure_live live;
    unsigned news = 0, pairs = 0;

    start(&scene, &disk_512e, 63, 64);
    while (bench_step(scene.bench) == STEP_MORE) {
        bench_live(scene.bench, &live);
        news += live.bench.pairs != pairs;
        pairs = live.bench.pairs;
    }
    ck_assert_uint_ge(news, 4);
    bench_scene_end(&scene);
}
END_TEST

/* Only the GNU C library counts allocations. */
#ifdef __GLIBC__
START_TEST(nothing_is_taken_while_it_runs)
{
    struct bench_scene scene;

    start(&scene, _i ? &ssd_noisy : &disk_512e, 63, 65);
    struct mallinfo2 before = mallinfo2();
    while (bench_step(scene.bench) == STEP_MORE) {
        struct mallinfo2 now = mallinfo2();
        ck_assert_uint_eq(now.uordblks, before.uordblks);
        ck_assert_uint_eq(now.hblkhd, before.hblkhd);
    }
    bench_scene_end(&scene);
}
END_TEST
#endif

START_TEST(a_pause_costs_no_time)
{
    struct bench_scene scene;
    struct test_request request = bench_scene_ask(63, 64);

    request.max_seconds = 3;
    bench_scene_begin(&scene, &disk_512n, &request);
    while (bench_step(scene.bench) == STEP_MORE)
        scene.sim.now_ns += UINT64_C(1000000000);
    const struct bench_result *result = bench_result(scene.bench);
    ck_assert_uint_eq(result->verdict, MEASURE_SAME);
    ck_assert_double_le(result->seconds, 3);
    bench_scene_end(&scene);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("bench_faults");
    TCase *tcase = tcase_create("faults");

    tcase_add_loop_test(tcase, a_failed_write_is_the_last, 0, (int)ARRAY_SIZE(failing));
    tcase_add_loop_test(tcase, a_sector_that_a_write_tore_is_mended, 0, 4);
    tcase_add_test(tcase, an_area_that_changes_is_left_alone);
    tcase_add_test(tcase, a_change_afterwards_is_told);
    tcase_add_test(tcase, without_an_area_nothing_is_written);
    tcase_add_test(tcase, an_area_too_small_for_a_run_is_not_used);
    tcase_add_test(tcase, a_disk_in_use_that_cannot_be_read_is_left);
    tcase_add_loop_test(tcase, a_stop_is_heard_at_any_step, 0,
                        (int)ARRAY_SIZE(stopped_on));
    tcase_add_test(tcase, what_is_known_at_a_stop_is_said);
    tcase_add_loop_test(tcase, what_is_live_fits_together, 0, 2);
    tcase_add_test(tcase, a_slow_drive_is_seen_at_work);
#ifdef __GLIBC__
    tcase_add_loop_test(tcase, nothing_is_taken_while_it_runs, 0, 2);
#endif
    tcase_add_test(tcase, a_pause_costs_no_time);
    suite_add_tcase(suite, tcase);
    return run_tap(suite);
}
