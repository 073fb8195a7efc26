/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_probe_safe.c - no verdict without evidence, and the limits of every run */
#include "device/measure/probe.h"

#include "support/probe_scene.h"
#include "support/rng.h"
#include "support/test.h"

#define KIB 1024U
#define MIB (1U << 20)

static const struct sim_physics ssd_4k = {
    .physical = 4 * KIB, .write_us = 100, .rmw_us = 100, .read_us = 80, .sigma = 0.1
};
static const struct sim_physics ssd_512 = { .write_us = 100,
                                            .read_us = 80,
                                            .sigma = 0.1 };

/* --- no verdict --- */

TEST_TIMES(a_flush_that_lies_is_no_verdict, 6)
{
    static const struct sim_physics physics = { .physical = 4 * KIB,
                                                .write_us = 200,
                                                .rmw_us = 8333,
                                                .rpm = 7200,
                                                .read_us = 100,
                                                .seek_us = 4000,
                                                .sigma = 0.1,
                                                .is_flush_lying = true };
    struct probe_scene scene;

    probe_scene_init(&scene, &physics, (uint64_t)_i + 1);
    probe_scene_run(&scene);
    ck_assert_int_eq(scene.result.verdict, MEASURE_INCONCLUSIVE);
    ck_assert_int_eq(scene.result.reason, REASON_FLUSH_LIES);
    ck_assert_ptr_null(probe_scene_broken(&scene));
    ck_assert_double_lt(scene.result.seconds, 1);
    probe_scene_finish(&scene);
}

/* Without a seek a read only waits for the platter: 0 to 8.3 ms, random. */
TEST(a_flush_that_lies_is_seen_by_every_seed)
{
    static const struct sim_physics physics = { .physical = 4 * KIB,
                                                .write_us = 200,
                                                .rmw_us = 8333,
                                                .rpm = 7200,
                                                .read_us = 100,
                                                .sigma = 0.1,
                                                .is_flush_lying = true };

    for (uint64_t seed = 1; seed <= rng_rounds(200); seed++) {
        struct probe_scene scene;
        probe_scene_init(&scene, &physics, seed);
        probe_scene_run(&scene);
        ck_assert_msg(scene.result.reason == REASON_FLUSH_LIES, "seed %u",
                      (unsigned)seed);
        probe_scene_finish(&scene);
    }
}

TEST_TIMES(too_much_noise_is_no_verdict, 3)
{
    static const struct sim_physics physics = { .write_us = 100, .sigma = 2 };
    struct probe_scene scene;

    probe_scene_init(&scene, &physics, (uint64_t)_i + 1);
    probe_scene_run(&scene);
    ck_assert_int_eq(scene.result.verdict, MEASURE_INCONCLUSIVE);
    ck_assert_int_eq(scene.result.reason, REASON_WRITES);
    /* All requests, or all bytes but less than the largest write. */
    ck_assert(scene.result.writes == 1500 ||
              scene.result.bytes_written > (32ULL << 20) - 65536);
    ck_assert_ptr_null(probe_scene_broken(&scene));
    probe_scene_finish(&scene);
}

TEST_TIMES(blocks_beyond_what_is_looked_for_are_no_verdict, 5)
{
    static const struct sim_physics physics = {
        .physical = 128 * KIB, .write_us = 300, .rmw_us = 300, .sigma = 0.1
    };
    struct probe_scene scene;

    probe_scene_init(&scene, &physics, (uint64_t)_i + 1);
    probe_scene_run(&scene);
    ck_assert_int_eq(scene.result.verdict, MEASURE_INCONCLUSIVE);
    ck_assert_uint_eq(scene.result.physical, 0);
    /* Grids of 64 KiB explain some of it: only the proof finds that they are wrong. */
    ck_assert_uint_gt(scene.result.candidates_rejected, 0);
    ck_assert_ptr_null(probe_scene_broken(&scene));
    probe_scene_finish(&scene);
}

TEST_TIMES(time_is_a_bound, 2)
{
    static const struct sim_physics physics = { .write_us = 30000, .sigma = 0.1 };
    struct probe_scene scene;

    probe_scene_init(&scene, &physics, 1);
    scene.request.max_seconds = _i ? 1 : 0;
    probe_scene_run(&scene);
    ck_assert_int_eq(scene.result.verdict, MEASURE_INCONCLUSIVE);
    ck_assert_int_eq(scene.result.reason, REASON_TIME);
    ck_assert_double_lt(scene.result.seconds, _i ? 1.1 : 8.1);
    ck_assert_ptr_null(probe_scene_broken(&scene));
    probe_scene_finish(&scene);
}

TEST_TIMES(without_a_way_past_the_page_cache_nothing_is_done, 2)
{
    static const struct sim_physics physics = { .write_us = 100, .is_not_direct = true };
    struct probe_scene scene;

    probe_scene_init(&scene, &physics, 1);
    scene.request.is_read_only = _i;
    probe_scene_run(&scene);
    ck_assert_int_eq(scene.result.verdict, MEASURE_INCONCLUSIVE);
    ck_assert_int_eq(scene.result.reason, REASON_CACHED);
    ck_assert_uint_eq(scene.sim.writes + scene.sim.reads, 0);
    probe_scene_finish(&scene);
}

TEST_TIMES(a_failed_write_is_the_last_one, 4)
{
    /* In the warm-up, the bars, the search, and the proof. */
    static const struct {
        const struct sim_physics *physics;
        uint64_t when;
    } rows[] = { { &ssd_4k, 1 }, { &ssd_4k, 40 }, { &ssd_512, 160 }, { &ssd_4k, 140 } };
    struct probe_scene scene;

    probe_scene_init(&scene, rows[_i].physics, 1);
    scene.sim.fail_write = rows[_i].when;
    probe_scene_run(&scene);
    ck_assert_int_eq(scene.result.verdict, MEASURE_INCONCLUSIVE);
    ck_assert_int_eq(scene.result.reason, REASON_WRITE_ERROR);
    ck_assert_uint_eq(scene.sim.writes, rows[_i].when - 1);
    ck_assert_uint_eq(scene.result.physical, 0);
    ck_assert(scene.result.is_unchanged);
    struct measure_live live;
    probe_live(scene.probe, &live);
    ck_assert_uint_eq(live.errors, 1);
    probe_scene_finish(&scene);
}

TEST(an_area_that_changes_is_not_written_to)
{
    struct probe_scene scene;

    probe_scene_init(&scene, &ssd_4k, 1);
    scene.sim.meddle_after = 4;
    scene.sim.meddle_byte = MIB + 5000;
    probe_scene_run(&scene);
    ck_assert_int_eq(scene.result.verdict, MEASURE_INCONCLUSIVE);
    ck_assert_int_eq(scene.result.reason, REASON_CHANGING);
    ck_assert_uint_eq(scene.sim.writes, 0);
    probe_scene_finish(&scene);
}

TEST(a_changed_area_is_reported)
{
    struct probe_scene scene;

    probe_scene_init(&scene, &ssd_4k, 1);
    scene.sim.meddle_after = 8;
    scene.sim.meddle_byte = MIB;
    probe_scene_run(&scene);
    ck_assert_int_eq(scene.result.verdict, MEASURE_INCONCLUSIVE);
    ck_assert_int_eq(scene.result.reason, REASON_CHANGED);
    ck_assert(!scene.result.is_unchanged);
    ck_assert_uint_eq(scene.result.physical, 0);
    probe_scene_finish(&scene);
}

TEST(an_area_that_cannot_be_read_is_not_written_to)
{
    struct probe_scene scene;

    probe_scene_init(&scene, &ssd_4k, 1);
    scene.sim.is_bad = true;
    scene.sim.bad_byte = 2 * MIB;
    probe_scene_run(&scene);
    ck_assert_int_eq(scene.result.verdict, MEASURE_INCONCLUSIVE);
    ck_assert_int_eq(scene.result.reason, REASON_READ_ERROR);
    ck_assert_uint_eq(scene.sim.writes, 0);
    probe_scene_finish(&scene);
}

static const struct {
    uint64_t start, bytes;
    enum measure_verdict want;
} areas[] = {
    { MIB, 512 * KIB, MEASURE_DIFFERENT },
    { MIB + 65536, 512 * KIB, MEASURE_DIFFERENT },
    { MIB, 448 * KIB, MEASURE_DIFFERENT },
    { MIB, 384 * KIB, MEASURE_INCONCLUSIVE },
    { MIB + 512, 512 * KIB, MEASURE_DIFFERENT },
};

TEST_EACH(a_small_area_is_enough, areas)
{
    static const struct sim_physics physics = {
        .physical = 64 * KIB, .shift = 512, .write_us = 100, .rmw_us = 100, .sigma = 0.1
    };
    struct probe_scene scene;

    probe_scene_init(&scene, &physics, 1);
    scene.area = (struct test_area){ areas[_i].start, areas[_i].bytes, 3 };
    probe_scene_run(&scene);
    ck_assert_int_eq(scene.result.verdict, areas[_i].want);
    ck_assert_int_eq(scene.result.reason,
                     areas[_i].want == MEASURE_DIFFERENT ? REASON_NONE : REASON_NO_SPACE);
    ck_assert_uint_eq(scene.result.area.partition, 3);
    ck_assert_ptr_null(probe_scene_broken(&scene));
    probe_scene_finish(&scene);
}

/* --- stopping, and the live state --- */

TEST_TIMES(stops_at_any_step, 64)
{
    struct probe_scene scene;

    probe_scene_init(&scene, &ssd_4k, 1);
    scene.area.bytes = MIB;
    probe_scene_run_stopped(&scene, (unsigned)_i * 3);
    ck_assert_ptr_null(probe_scene_broken(&scene));
    /* One to stop, one or two to compare. */
    ck_assert_uint_le(scene.steps, (unsigned)_i * 3 + 3);
    if (scene.result.verdict != MEASURE_DIFFERENT) {
        ck_assert_int_eq(scene.result.verdict, MEASURE_INCONCLUSIVE);
        ck_assert_int_eq(scene.result.reason, REASON_STOPPED);
    }
    probe_scene_finish(&scene);
}

TEST(what_is_proved_outlives_a_stop)
{
    static const struct sim_physics physics = {
        .physical = 64 * KIB, .write_us = 300, .rmw_us = 300, .sigma = 0.1
    };
    struct probe_scene whole, scene;

    probe_scene_init(&whole, &physics, 1);
    probe_scene_run(&whole);
    probe_scene_init(&scene, &physics, 1);
    /* While the bars are timed again: eight steps compare, and some writes before. */
    probe_scene_run_stopped(&scene, whole.steps - 30);
    ck_assert_int_eq(scene.result.verdict, MEASURE_DIFFERENT);
    ck_assert_int_eq(scene.result.reason, REASON_NONE);
    ck_assert_uint_eq(scene.result.physical, 64 * KIB);
    ck_assert_uint_lt(scene.result.writes, whole.result.writes);
    ck_assert_ptr_null(probe_scene_broken(&scene));
    probe_scene_finish(&whole);
    probe_scene_finish(&scene);
}

TEST(every_phase_is_seen_and_the_share_never_falls)
{
    struct probe_scene scene;
    struct measure_live live = { .share = 0 };
    unsigned seen = 0;

    probe_scene_init(&scene, &ssd_4k, 1);
    scene.request.limits = &scene.limits;
    scene.request.areas = &scene.area;
    scene.request.area_count = 1;
    scene.probe = probe_new(&scene.sim.drive, &scene.request);
    do {
        double before = live.share;
        probe_live(scene.probe, &live);
        ck_assert(live.is_probe);
        ck_assert_double_ge(live.share, before);
        ck_assert_double_le(live.share, 1);
        seen |= 1U << live.phase;
    } while (probe_step(scene.probe) == STEP_MORE);
    probe_live(scene.probe, &live);
    ck_assert_int_eq(live.phase, MEASURE_ENDED);
    ck_assert_double_eq(live.share, 1);
    ck_assert_int_eq(live.probe.verdict, MEASURE_DIFFERENT);
    ck_assert_double_ge(live.seconds, live.probe.seconds);
    ck_assert_uint_eq(seen, 1U << MEASURE_READING | 1U << MEASURE_TIMING |
                                1U << MEASURE_CLASSIFYING | 1U << MEASURE_SEARCHING |
                                1U << MEASURE_PROVING | 1U << MEASURE_COMPARING);
    ck_assert_int_eq(probe_step(scene.probe), STEP_DONE);
    probe_scene_finish(&scene);
}

TEST(pauses_between_steps_are_left_out)
{
    struct probe_scene a, b;

    probe_scene_init(&a, &ssd_4k, 3);
    probe_scene_init(&b, &ssd_4k, 3);
    probe_scene_run(&a);
    b.request.limits = &b.limits;
    b.request.areas = &b.area;
    b.request.area_count = 1;
    b.probe = probe_new(&b.sim.drive, &b.request);
    while (probe_step(b.probe) == STEP_MORE)
        b.sim.now_ns += UINT64_C(1000000000);
    ck_assert_double_eq(probe_result(b.probe)->seconds, a.result.seconds);
    probe_scene_finish(&a);
    probe_scene_finish(&b);
}
