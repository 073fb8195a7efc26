/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_probe.c - physical sectors of drives that report them correctly, wrongly or not */
#include "device/measure/probe.h"

#include "support/probe_scene.h"
#include "support/test.h"

#define KIB   1024U
#define MIB   (1U << 20)
#define SEEDS 4

/* --- drives of every kind; PHYSICAL 0: nothing to find --- */

static const struct {
    const char *name;
    struct sim_physics physics;
    uint32_t physical, offset;
    double max_seconds; /* virtual ones */
} kinds[] = {
    /* clang-format off */
    { "ssd, 512 native", { .write_us = 100, .sigma = 0.1 }, 0, 0, 1 },
    { "ssd, 512 native, noisy",
      { .write_us = 100, .sigma = 0.2, .spike_share = 0.01, .spike_factor = 20 },
      0, 0, 1 },
    { "without any noise", { .write_us = 100 }, 0, 0, 1 },
    { "loop device", { .write_us = 15, .sigma = 0.2, .is_no_drive = true }, 0, 0, 1 },
    { "ssd, 1 KiB", { .physical = KIB, .write_us = 100, .rmw_us = 100, .sigma = 0.1 },
      KIB, 0, 1 },
    { "ssd, 1 KiB from sector 1",
      { .physical = KIB, .shift = 512, .write_us = 100, .rmw_us = 100, .sigma = 0.1 },
      KIB, 512, 1 },
    { "ssd, 2 KiB",
      { .physical = 2 * KIB, .write_us = 100, .rmw_us = 100, .sigma = 0.1 },
      2 * KIB, 0, 1 },
    { "ssd, 4 KiB",
      { .physical = 4 * KIB, .write_us = 100, .rmw_us = 100, .sigma = 0.1 },
      4 * KIB, 0, 1 },
    { "ssd, 4 KiB, without any noise",
      { .physical = 4 * KIB, .write_us = 100, .rmw_us = 100 }, 4 * KIB, 0, 1 },
    { "ssd, 4 KiB, jumpered",
      { .physical = 4 * KIB, .shift = 3584, .write_us = 100, .rmw_us = 100,
        .sigma = 0.1 },
      4 * KIB, 3584, 1 },
    { "ssd, 8 KiB",
      { .physical = 8 * KIB, .write_us = 100, .rmw_us = 100, .sigma = 0.1 },
      8 * KIB, 0, 1 },
    { "flash, 16 KiB from 8 KiB on",
      { .physical = 16 * KIB, .shift = 8 * KIB, .write_us = 200, .rmw_us = 200,
        .sigma = 0.1, .spike_share = 0.005, .spike_factor = 20 },
      16 * KIB, 8 * KIB, 1 },
    { "flash, 32 KiB",
      { .physical = 32 * KIB, .write_us = 200, .rmw_us = 200, .sigma = 0.1 },
      32 * KIB, 0, 1 },
    { "flash, 64 KiB",
      { .physical = 64 * KIB, .write_us = 300, .rmw_us = 300, .sigma = 0.1 },
      64 * KIB, 0, 1 },
    { "flash, 64 KiB from 3584 on",
      { .physical = 64 * KIB, .shift = 3584, .write_us = 300, .rmw_us = 300,
        .sigma = 0.1 },
      64 * KIB, 3584, 1 },
    { "weak penalty",
      { .physical = 4 * KIB, .write_us = 400, .rmw_us = 60, .sigma = 0.1,
        .spike_share = 0.01, .spike_factor = 20 },
      4 * KIB, 0, 1 },
    { "ssd, 4 KiB, others at work",
      { .physical = 4 * KIB, .write_us = 100, .rmw_us = 100, .sigma = 0.15,
        .load_share = 0.3, .load_ms = 5, .load_factor = 3 },
      4 * KIB, 0, 1 },
    { "ssd, 512 native, others at work",
      { .write_us = 100, .sigma = 0.1, .load_share = 0.2, .load_ms = 5,
        .load_factor = 2 },
      0, 0, 1 },
    { "ssd, 512 native, a cache that empties",
      { .write_us = 300, .sigma = 0.2, .burst_every = 50, .burst_us = 20000 }, 0, 0, 2 },
    { "ssd, 512 native, ever slower", { .write_us = 300, .sigma = 0.2, .drift = 0.5 },
      0, 0, 2 },
    { "usb stick, 16 KiB",
      { .physical = 16 * KIB, .write_us = 5000, .rmw_us = 3000, .sigma = 0.3,
        .spike_share = 0.01, .spike_factor = 20 },
      16 * KIB, 0, 5 },
    { "disk, 512e, one turn",
      { .physical = 4 * KIB, .write_us = 200, .rmw_us = 8333, .rpm = 7200, .sigma = 0.1 },
      4 * KIB, 0, 3 },
    { "disk, 512e, half a turn",
      { .physical = 4 * KIB, .write_us = 200, .rmw_us = 4166, .rpm = 7200, .sigma = 0.1 },
      4 * KIB, 0, 3 },
    { "disk, 512e, jumpered, 5400",
      { .physical = 4 * KIB, .shift = 3584, .write_us = 200, .rmw_us = 11111,
        .rpm = 5400, .sigma = 0.1 },
      4 * KIB, 3584, 3 },
    { "disk, 8 KiB",
      { .physical = 8 * KIB, .write_us = 200, .rmw_us = 8333, .rpm = 7200, .sigma = 0.1,
        .seek_us = 1000 },
      8 * KIB, 0, 3 },
    { "disk, 512 native",
      { .write_us = 200, .rpm = 7200, .sigma = 0.1 }, 0, 0, 8 },
    { "disk, 512 native, 5400, with seeks",
      { .write_us = 200, .rpm = 5400, .sigma = 0.1, .seek_us = 2000 },
      0, 0, 8 },
    { "4Kn", { .logical = 4 * KIB, .write_us = 100, .sigma = 0.1 }, 0, 0, 1 },
    { "4Kn, disk", { .logical = 4 * KIB, .write_us = 200, .rpm = 7200, .sigma = 0.1 },
      0, 0, 8 },
    { "4Kn, 16 KiB from 4 KiB on",
      { .logical = 4 * KIB, .physical = 16 * KIB, .shift = 4 * KIB, .write_us = 100,
        .rmw_us = 100, .sigma = 0.1 },
      16 * KIB, 4 * KIB, 1 },
    { "32 KiB sectors", { .logical = 32 * KIB, .write_us = 100, .sigma = 0.1 }, 0, 0, 1 },
    /* clang-format on */
};
#define KINDS (int)(sizeof(kinds) / sizeof(kinds[0]))

TEST_TIMES(each_kind_of_drive_is_found_out, KINDS *SEEDS)
{
    struct probe_scene scene;
    int kind = _i / SEEDS;

    probe_scene_init(&scene, &kinds[kind].physics, (uint64_t)_i + 1);
    probe_scene_run(&scene);
    const struct probe_result *result = &scene.result;
    const char *broken = probe_scene_broken(&scene);
    ck_assert_msg(!broken, "%s, seed %d: %s", kinds[kind].name, _i, broken);
    bool is_right = kinds[kind].physical ? result->verdict == MEASURE_DIFFERENT
                                         : result->verdict == MEASURE_SAME;
    ck_assert_msg(is_right && result->physical == kinds[kind].physical &&
                      result->offset == kinds[kind].offset,
                  "%s, seed %d: verdict %d, reason %d, %u + %u", kinds[kind].name, _i,
                  (int)result->verdict, (int)result->reason, result->physical,
                  result->offset);
    ck_assert_int_eq(result->reason, REASON_NONE);
    ck_assert(!result->is_contradiction);
    ck_assert_msg(result->seconds <= kinds[kind].max_seconds, "%s, seed %d: %.2f s",
                  kinds[kind].name, _i, result->seconds);
    probe_scene_finish(&scene);
}

/* --- further members of the result --- */

static const struct sim_physics ssd_4k = {
    .physical = 4 * KIB, .write_us = 100, .rmw_us = 100, .read_us = 80, .sigma = 0.1
};
static const struct sim_physics ssd_jumpered = { .physical = 4 * KIB,
                                                 .shift = 3584,
                                                 .write_us = 100,
                                                 .rmw_us = 100,
                                                 .read_us = 80,
                                                 .sigma = 0.1 };

TEST(the_proof_says_how_much_slower_and_how_sure)
{
    struct probe_scene scene;

    probe_scene_init(&scene, &ssd_4k, 1);
    probe_scene_run(&scene);
    /* Two partial blocks: 300 us against 100. */
    ck_assert_double_gt(scene.result.ratio, 2.5);
    ck_assert_double_lt(scene.result.ratio, 3.5);
    ck_assert_double_lt(scene.result.interval.low, scene.result.ratio);
    ck_assert_double_gt(scene.result.interval.high, scene.result.ratio);
    ck_assert_double_gt(scene.result.interval.low, 1);
    ck_assert(scene.result.is_drive && !scene.result.is_read);
    ck_assert_uint_eq(scene.result.area.start, MIB);
    ck_assert_uint_eq(scene.result.area.bytes, 4 * MIB);
    probe_scene_finish(&scene);
}

static unsigned fastest_bar(const struct probe_result *result)
{
    unsigned ret = 0;

    for (unsigned i = 0; i < PROBE_BARS; i++) {
        ck_assert_uint_gt(result->bars[i].count, 2);
        ck_assert_double_le(result->bars[i].low_us, result->bars[i].median_us);
        ck_assert_double_ge(result->bars[i].high_us, result->bars[i].median_us);
        if (result->bars[i].median_us < result->bars[ret].median_us)
            ret = i;
    }
    return ret;
}

/* The bar that lies on the grid, and how the bars are made. */
static const struct {
    struct sim_physics physics;
    unsigned fastest;
    uint32_t bytes, step, first;
} bars[] = {
    /* clang-format off */
    { { .physical = 4 * KIB, .write_us = 100, .rmw_us = 100, .sigma = 0.1 },
      0, 4 * KIB, 512, 0 },
    { { .physical = 4 * KIB, .shift = 3584, .write_us = 100, .rmw_us = 100,
        .sigma = 0.1 },
      7, 4 * KIB, 512, 0 },
    { { .physical = 4 * KIB, .shift = 3584, .write_us = 200, .rmw_us = 11111,
        .rpm = 5400, .sigma = 0.1 },
      7, 4 * KIB, 512, 0 },
    { { .physical = 16 * KIB, .shift = 8 * KIB, .write_us = 100, .rmw_us = 100,
        .sigma = 0.1 },
      4, 16 * KIB, 2 * KIB, 0 },
    { { .physical = 16 * KIB, .shift = 9 * KIB, .write_us = 100, .rmw_us = 100,
        .sigma = 0.1 },
      4, 16 * KIB, 2 * KIB, KIB },
    { { .physical = 64 * KIB, .write_us = 100, .rmw_us = 100, .sigma = 0.1 },
      0, 64 * KIB, 8 * KIB, 0 },
    { { .logical = 4 * KIB, .physical = 16 * KIB, .write_us = 100, .rmw_us = 100,
        .sigma = 0.1 },
      0, 32 * KIB, 4 * KIB, 0 },
    /* clang-format on */
};

TEST_EACH(the_fast_bar_is_the_grid, bars)
{
    struct probe_scene scene;

    probe_scene_init(&scene, &bars[_i].physics, 1);
    probe_scene_run(&scene);
    ck_assert_int_eq(scene.result.verdict, MEASURE_DIFFERENT);
    ck_assert_uint_eq(scene.result.bar_bytes, bars[_i].bytes);
    ck_assert_uint_eq(scene.result.bar_step, bars[_i].step);
    ck_assert_uint_eq(scene.result.bar_first, bars[_i].first);
    /* Blocks smaller than eight steps have several. */
    uint32_t blocks = 8 * bars[_i].step / scene.result.physical;
    ck_assert_uint_eq(fastest_bar(&scene.result) % (PROBE_BARS / blocks),
                      bars[_i].fastest);
    probe_scene_finish(&scene);
}

TEST(the_bars_of_a_drive_that_does_not_care_are_alike)
{
    static const struct sim_physics physics = { .write_us = 100, .sigma = 0.1 };
    struct probe_scene scene;

    probe_scene_init(&scene, &physics, 1);
    probe_scene_run(&scene);
    for (unsigned i = 0; i < PROBE_BARS; i++)
        ck_assert_double_eq_tol(scene.result.bars[i].median_us, 100, 10);
    ck_assert_uint_eq(scene.result.bar_bytes, 4 * KIB);
    probe_scene_finish(&scene);
}

/* What the drive reports, and whether the found sector (4096 at SHIFT) contradicts it. */
static const struct {
    uint32_t shift;
    uint64_t reported;
    bool has_offset;
    uint64_t offset;
    bool want;
} claims[] = {
    { 0, 512, false, 0, false },       /* reports nothing: 512/512 */
    { 0, 512, true, 0, false },        /* nearly the same */
    { 3584, 512, true, 0, false },     /* hides its sectors */
    { 0, 4096, true, 0, false },       /* 512e that reports it */
    { 3584, 4096, true, 3584, false }, /* and its jumper */
    { 3584, 4096, true, 0, true },     /* but not its jumper */
    { 0, 4096, true, 3584, true },     /* a jumper that does not exist */
    { 0, 8192, true, 0, true },
};

TEST_EACH(a_contradiction_needs_a_claim, claims)
{
    struct probe_scene scene;

    probe_scene_init(&scene, claims[_i].shift ? &ssd_jumpered : &ssd_4k, 1);
    scene.limits.physical_reported = claims[_i].reported;
    scene.limits.physical_source =
        claims[_i].reported > 512 ? SOURCE_REPORTED : SOURCE_ASSUMED;
    if (claims[_i].has_offset) {
        scene.limits.alignment_source = SOURCE_REPORTED;
        scene.limits.alignment_offset = claims[_i].offset;
        scene.limits.alignment_reported = claims[_i].offset;
    }
    probe_scene_run(&scene);
    ck_assert_int_eq(scene.result.verdict, MEASURE_DIFFERENT);
    ck_assert_uint_eq(scene.result.offset, claims[_i].shift);
    ck_assert_uint_eq(scene.result.reported_physical, claims[_i].reported);
    ck_assert_uint_eq(scene.result.reported_offset, claims[_i].offset);
    ck_assert_int_eq(scene.result.is_contradiction, claims[_i].want);
    probe_scene_finish(&scene);
}

TEST(finding_nothing_contradicts_no_report)
{
    static const struct sim_physics physics = { .write_us = 100, .sigma = 0.1 };
    struct probe_scene scene;

    probe_scene_init(&scene, &physics, 1);
    scene.limits.physical_reported = 4096;
    scene.limits.physical_source = SOURCE_REPORTED;
    probe_scene_run(&scene);
    ck_assert_int_eq(scene.result.verdict, MEASURE_SAME);
    ck_assert(!scene.result.is_contradiction);
    probe_scene_finish(&scene);
}

TEST(the_same_seed_on_the_same_drive_says_the_same)
{
    struct probe_scene a, b;

    probe_scene_init(&a, &ssd_4k, 3);
    probe_scene_init(&b, &ssd_4k, 3);
    probe_scene_run(&a);
    probe_scene_run(&b);
    ck_assert_uint_eq(a.result.writes, b.result.writes);
    ck_assert_double_eq(a.result.seconds, b.result.seconds);
    ck_assert_double_eq(a.result.ratio, b.result.ratio);
    ck_assert_uint_eq(a.result.seed, a.request.seed);
    probe_scene_finish(&a);
    probe_scene_finish(&b);
}
