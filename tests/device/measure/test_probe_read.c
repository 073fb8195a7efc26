/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_probe_read.c - reads across powers of two: steps that are found without a write */
#include "device/measure/probe.h"

#include "support/probe_scene.h"
#include "support/test.h"

#define KIB   1024U
#define MIB   (1U << 20)
#define SEEDS 3

/* --- steps that exist, and drives without any --- */

static const struct {
    const char *name;
    struct sim_physics physics;
    uint64_t step; /* 0: nothing is found */
    double max_seconds;
} kinds[] = {
    /* clang-format off */
    { "nothing", { .read_us = 80, .sigma = 0.1 }, 0, 1 },
    { "nothing but noise",
      { .read_us = 80, .sigma = 0.4, .spike_share = 0.02, .spike_factor = 20 }, 0, 1 },
    { "nothing, others at work",
      { .read_us = 80, .sigma = 0.1, .load_share = 0.3, .load_ms = 5, .load_factor = 4 },
      0, 1 },
    { "all reads alike", { .read_us = 80 }, 0, 1 },
    { "pages of 1 KiB",
      { .read_us = 80, .sigma = 0.1, .split_bytes = KIB, .split_us = 40 }, KIB, 1 },
    { "pages of 16 KiB",
      { .read_us = 80, .sigma = 0.1, .split_bytes = 16 * KIB, .split_us = 40 },
      16 * KIB, 1 },
    { "pages of 16 KiB, without any noise",
      { .read_us = 80, .split_bytes = 16 * KIB, .split_us = 40 }, 16 * KIB, 1 },
    { "a tenth of a read",
      { .read_us = 80, .sigma = 0.05, .split_bytes = 8 * KIB, .split_us = 8 },
      8 * KIB, 1 },
    { "erase blocks of 4 MiB, a card",
      { .read_us = 800, .sigma = 0.1, .split_bytes = 4 * MIB, .split_us = 200 },
      4 * MIB, 3 },
    { "sectors of 4 KiB, pages of 64 KiB",
      { .logical = 4 * KIB, .read_us = 80, .sigma = 0.1, .split_bytes = 64 * KIB,
        .split_us = 40 },
      64 * KIB, 1 },
    { "a disk", { .read_us = 80, .sigma = 0.1, .rpm = 7200, .seek_us = 8000 }, 0, 8.1 },
    /* clang-format on */
};
#define KINDS (int)(sizeof(kinds) / sizeof(kinds[0]))

static void init(struct probe_scene *scene, const struct sim_physics *physics,
                 uint64_t seed)
{
    struct sim_physics large = *physics;

    /* The largest step has to be met several times. */
    large.size_bytes = 40 * MIB;
    probe_scene_init(scene, &large, seed);
    scene->request.is_read_only = true;
}

TEST_TIMES(a_step_is_seen_or_nothing_is, KINDS *SEEDS)
{
    struct probe_scene scene;
    int kind = _i / SEEDS;

    init(&scene, &kinds[kind].physics, (uint64_t)_i + 1);
    probe_scene_run(&scene);
    const struct probe_result *result = &scene.result;
    ck_assert_msg(result->step_bytes == kinds[kind].step, "%s, seed %d: %llu",
                  kinds[kind].name, _i, (unsigned long long)result->step_bytes);
    enum measure_verdict want = kinds[kind].step ? MEASURE_DIFFERENT : MEASURE_SAME;
    ck_assert_msg(result->verdict == want, "%s, seed %d: verdict %d, reason %d",
                  kinds[kind].name, _i, (int)result->verdict, (int)result->reason);
    ck_assert_int_eq(result->reason, REASON_READS_ONLY);
    if (kinds[kind].step) {
        double us = kinds[kind].physics.split_us;
        ck_assert_double_eq_tol(result->step_us, us, us / 2);
        ck_assert_double_gt(result->ratio, 1);
        ck_assert_double_le(result->interval.low, result->ratio);
    }
    ck_assert_double_le(result->seconds, kinds[kind].max_seconds);
    /* It tells about flash, never about sectors, and never writes. */
    ck_assert(result->is_read && result->is_unchanged && !result->is_contradiction);
    ck_assert_uint_eq(result->physical, 0);
    ck_assert_uint_eq(scene.sim.writes + result->writes, 0);
    ck_assert_uint_eq(scene.sim.reads, result->reads);
    probe_scene_finish(&scene);
}

static const struct sim_physics pages = {
    .read_us = 80, .sigma = 0.1, .split_bytes = 16 * KIB, .split_us = 40
};

TEST(what_cannot_be_written_is_read)
{
    struct probe_scene scene;

    init(&scene, &pages, 1);
    scene.request.is_read_only = false;
    scene.sim.drive.can_write = false;
    probe_scene_run(&scene);
    ck_assert(scene.result.is_read);
    ck_assert_int_eq(scene.result.verdict, MEASURE_DIFFERENT);
    ck_assert_uint_eq(scene.result.step_bytes, 16 * KIB);
    ck_assert_uint_eq(scene.sim.writes, 0);
    probe_scene_finish(&scene);
}

TEST(a_bad_sector_is_passed_over)
{
    struct probe_scene scene;
    struct measure_live live;

    init(&scene, &pages, 1);
    scene.sim.is_bad = true;
    scene.sim.bad_byte = 16 * MIB; /* a place with many of the larger powers */
    probe_scene_run(&scene);
    ck_assert_int_eq(scene.result.verdict, MEASURE_DIFFERENT);
    ck_assert_uint_eq(scene.result.step_bytes, 16 * KIB);
    probe_live(scene.probe, &live);
    ck_assert_uint_le(live.errors, 8);
    probe_scene_finish(&scene);
}

static int bad_read(void *context, uint64_t offset, void *bytes, size_t count)
{
    (void)context; /* the same for all */
    (void)offset;
    (void)bytes;
    (void)count;
    return 5;
}

TEST(a_disk_that_cannot_be_read_is_left)
{
    struct probe_scene scene;

    init(&scene, &pages, 1);
    scene.sim.drive.read = bad_read;
    probe_scene_run(&scene);
    ck_assert_int_eq(scene.result.verdict, MEASURE_INCONCLUSIVE);
    ck_assert_int_eq(scene.result.reason, REASON_READ_ERROR);
    ck_assert_uint_lt(scene.steps, 20);
    probe_scene_finish(&scene);
}

TEST(a_disk_without_room_for_steps_shows_none)
{
    struct probe_scene scene;
    struct sim_physics small = pages;

    small.size_bytes = 4 * KIB;
    probe_scene_init(&scene, &small, 1);
    scene.request.is_read_only = true;
    probe_scene_run(&scene);
    ck_assert_int_eq(scene.result.verdict, MEASURE_INCONCLUSIVE);
    ck_assert_int_eq(scene.result.reason, REASON_READS_ONLY);
    probe_scene_finish(&scene);
}

/* The search saw other work; the proof has its own reads. */
TEST_TIMES(a_step_that_is_gone_when_it_is_proved_is_none, 3)
{
    struct probe_scene scene;
    struct measure_live live = { 0 };

    init(&scene, &pages, 1);
    scene.request.limits = &scene.limits;
    scene.probe = probe_new(&scene.sim.drive, &scene.request);
    while (live.phase != MEASURE_PROVING) {
        ck_assert_int_eq(probe_step(scene.probe), STEP_MORE);
        probe_live(scene.probe, &live);
    }
    scene.sim.physics.split_us = _i;
    while (probe_step(scene.probe) == STEP_MORE)
        continue;
    const struct probe_result *result = probe_result(scene.probe);
    ck_assert_uint_ge(result->candidates_rejected, 1);
    ck_assert_uint_eq(result->step_bytes, 0);
    ck_assert_int_ne(result->verdict, MEASURE_DIFFERENT);
    probe_scene_finish(&scene);
}

TEST_TIMES(stops_at_any_step, 20)
{
    struct probe_scene scene;

    init(&scene, &pages, 1);
    probe_scene_run_stopped(&scene, (unsigned)_i * 7);
    ck_assert_uint_le(scene.steps, (unsigned)_i * 7 + 1);
    if (scene.result.verdict != MEASURE_DIFFERENT) {
        ck_assert_int_eq(scene.result.verdict, MEASURE_INCONCLUSIVE);
        ck_assert_int_eq(scene.result.reason, REASON_STOPPED);
    }
    probe_scene_finish(&scene);
}
