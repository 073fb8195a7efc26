/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bench_scene.c - a bench at work on a simulated drive, and what no drive may change */
#include "support/bench_scene.h"

#include <check.h>

const struct test_area bench_scene_area = { MIB, 4 * MIB, 0 };

struct test_request bench_scene_ask(uint64_t base, uint64_t against)
{
    return (struct test_request){
        .starts = { .base = base, .against = against, .aligned = 64 },
        .areas = &bench_scene_area,
        .area_count = 1,
        .seed = 4711,
    };
}

void bench_scene_begin(struct bench_scene *scene, const struct sim_physics *physics,
                       const struct test_request *request)
{
    sim_drive_init(&scene->sim, physics, 99);
    scene->sim.allowed_start = request->areas[0].start;
    scene->sim.allowed_end = request->areas[0].start + request->areas[0].bytes;
    scene->hash = sim_drive_hash(&scene->sim);
    scene->bench = bench_new(&scene->sim.drive, request);
}

struct bench_result bench_scene_run(struct bench_scene *scene)
{
    for (unsigned i = 0; i < 20000; i++)
        if (bench_step(scene->bench) == STEP_DONE)
            return *bench_result(scene->bench);
    ck_abort_msg("it does not end");
}

void bench_scene_check_harmless(const struct bench_scene *scene)
{
    const struct bench_result *result = bench_result(scene->bench);

    ck_assert_uint_eq(scene->sim.writes_outside, 0);
    ck_assert_uint_eq(scene->sim.writes_changing, 0);
    ck_assert_uint_le(scene->sim.bytes_written, 16 * MIB);
    ck_assert(sim_drive_hash(&scene->sim) == scene->hash);
    ck_assert_uint_ge(result->bytes_written, scene->sim.bytes_written);
    ck_assert(result->is_unchanged);
}

void bench_scene_end(struct bench_scene *scene)
{
    bench_free(scene->bench);
    sim_drive_finish(&scene->sim);
}

struct bench_result bench_scene_measure(const struct sim_physics *physics,
                                        const struct test_request *request)
{
    struct bench_scene scene;

    bench_scene_begin(&scene, physics, request);
    struct bench_result result = bench_scene_run(&scene);
    bench_scene_check_harmless(&scene);
    ck_assert_uint_eq(result.bytes_written, scene.sim.bytes_written);
    ck_assert_uint_eq(result.seed, request->seed);
    bench_scene_end(&scene);
    return result;
}
