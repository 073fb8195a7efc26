/* SPDX-License-Identifier: GPL-3.0-or-later */
/* workload_scene.c - a drive in virtual time, and the workloads that run on it */
#include "support/workload_scene.h"

#include <check.h>

const struct test_area area_8 = { .start = 8 * MIB, .bytes = 8 * MIB };

const struct workload_plan plan_63 = {
    .base = 63,
    .against = 64,
    .grid = { 0, 8 },
};

const struct sim_physics ssd = {
    .physical = 4096,
    .write_us = 1000,
    .rmw_us = 2000,
    .read_us = 250,
    .cache_us = 100,
};

const struct sim_physics scene_drives[SCENE_DRIVES] = {
    { .physical = 4096,
      .write_us = 100,
      .rmw_us = 100,
      .read_us = 50,
      .cache_us = 30,
      .sigma = 0.3,
      .spike_share = 0.01,
      .spike_factor = 20 },
    { .physical = 4096,
      .rpm = 7200,
      .write_us = 300,
      .rmw_us = 8333,
      .seek_us = 9000,
      .read_us = 50,
      .sigma = 0.02 },
    { .logical = 4096, .physical = 4096, .write_us = 10, .read_us = 10, .cache_us = 5 },
    { .physical = 16384, .shift = 3584, .write_us = 400, .rmw_us = 60, .read_us = 100 },
};

void scene_init(struct scene *scene, const struct sim_physics *physics,
                const struct workload_order *orders, size_t count, uint64_t seed)
{
    struct sim_physics small = *physics;

    *scene = (struct scene){ .bounds = scene->bounds };
    small.size_bytes = 24 * MIB;
    sim_drive_init(&scene->sim, &small, seed);
    scene->sim.allowed_start = area_8.start;
    scene->sim.allowed_end = area_8.start + area_8.bytes;
    scene->hash = sim_drive_hash(&scene->sim);
    if (scene->bounds.seconds <= 0)
        scene->bounds = workload_bounds(orders, count, 0, 0);
    scene->workloads =
        workloads_new(&scene->sim.drive, &area_8, 1, orders, count, &scene->bounds, seed);
}

void scene_run(struct scene *scene)
{
    double share = 0;

    while (workloads_step(scene->workloads) == STEP_MORE) {
        ck_assert(workloads_share(scene->workloads) >= share);
        share = workloads_share(scene->workloads);
        ck_assert(share <= 1);
    }
    ck_assert_double_eq(workloads_share(scene->workloads), 1);
    scene->count = workloads_results(scene->workloads, scene->results, WORKLOAD_MAX);
}

void scene_finish(struct scene *scene)
{
    ck_assert_uint_eq(scene->sim.writes_outside, 0);
    ck_assert_uint_eq(scene->sim.writes_changing, 0);
    ck_assert_uint_eq(workloads_written_bytes(scene->workloads),
                      scene->sim.bytes_written);
    workloads_free(scene->workloads);
    sim_drive_finish(&scene->sim);
}

/* All ran to the end, and the bytes are what they were. */
void scene_finish_well(struct scene *scene)
{
    ck_assert_int_eq(workloads_reason(scene->workloads), REASON_NONE);
    ck_assert(workloads_is_unchanged(scene->workloads));
    ck_assert_uint_eq(sim_drive_hash(&scene->sim), scene->hash);
    scene_finish(scene);
}

void assert_near(double is, double want)
{
    ck_assert_double_eq_tol(is / want, 1, 0.01);
}
