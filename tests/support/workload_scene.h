/* SPDX-License-Identifier: GPL-3.0-or-later */
/* workload_scene.h - a drive in virtual time, and the workloads that run on it */
#ifndef ALIDADE_SUPPORT_WORKLOAD_SCENE_H
#define ALIDADE_SUPPORT_WORKLOAD_SCENE_H

#include "device/measure/workloads.h"
#include "support/sim_drive.h"

#define MIB (1U << 20)

/* Of 24 MiB each. */
extern const struct test_area area_8;      /* in the middle */
extern const struct workload_plan plan_63; /* 63 against 64 on a grid of 8 */
/* Without moving parts: 1 ms a durable write, 2 ms more for each block of 4 KiB that is
 * written in part, 0.25 ms a read, 0.1 ms into the cache. */
extern const struct sim_physics ssd;
/* Noisy, rotating, native, jumpered. */
#define SCENE_DRIVES 4
extern const struct sim_physics scene_drives[SCENE_DRIVES];

/* One drive, and all that is asked of it. */
struct scene {
    struct measure_bounds bounds; /* seconds 0: the defaults */
    struct sim_drive sim;
    struct workloads *workloads;
    struct workload_result results[WORKLOAD_MAX];
    size_t count;
    uint64_t hash;
};

void scene_init(struct scene *scene, const struct sim_physics *physics,
                const struct workload_order *orders, size_t count, uint64_t seed);
/* To the end; shares rise to 1. */
void scene_run(struct scene *scene);
/* Nothing was written outside the area, and only what lay there. */
void scene_finish(struct scene *scene);
/* ... and all ran to its end. */
void scene_finish_well(struct scene *scene);
/* Within one per cent. */
void assert_near(double is, double want);

#endif
