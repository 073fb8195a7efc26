/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bench_scene.h - a bench at work on a simulated drive, and what no drive may change */
#ifndef ALIDADE_SUPPORT_BENCH_SCENE_H
#define ALIDADE_SUPPORT_BENCH_SCENE_H

#include "device/measure/bench.h"
#include "support/sim_drive.h"

#define MIB     (1U << 20)
#define TURN_US (60e6 / 7200)

/* Rows of a sim_physics, to which more is added. */
#define DISK                                                                             \
    .size_bytes = 8 * MIB, .rpm = 7200, .write_us = 300, .seek_us = 2000, .read_us = 50, \
    .sigma = 0.02
#define SSD .size_bytes = 8 * MIB, .write_us = 100, .read_us = 60, .sigma = 0.12

/* Where scenes are measured that ask for no other place. */
extern const struct test_area bench_scene_area;

struct bench_scene {
    struct sim_drive sim;
    struct bench *bench;
    uint64_t hash;
};

/* BASE against AGAINST, with 64 as the aligned one. */
struct test_request bench_scene_ask(uint64_t base, uint64_t against);
void bench_scene_begin(struct bench_scene *scene, const struct sim_physics *physics,
                       const struct test_request *request);
/* To its end, from wherever it is. */
struct bench_result bench_scene_run(struct bench_scene *scene);
/* Every byte is what it was, and none was written outside of the area. */
void bench_scene_check_harmless(const struct bench_scene *scene);
void bench_scene_end(struct bench_scene *scene);
/* All of it. */
struct bench_result bench_scene_measure(const struct sim_physics *physics,
                                        const struct test_request *request);

#endif
