/* SPDX-License-Identifier: GPL-3.0-or-later */
/* probe_scene.h - a probe on a drive in virtual time, with the laws of every run */
#ifndef ALIDADE_SUPPORT_PROBE_SCENE_H
#define ALIDADE_SUPPORT_PROBE_SCENE_H

#include "device/measure/probe.h"
#include "support/sim_drive.h"

struct probe_scene {
    struct sim_drive sim;
    struct limits limits;
    struct test_area area;
    struct test_request request;
    struct probe *probe;
    uint64_t hash; /* of the drive before */
    unsigned steps;
    struct probe_result result;
};

/* A drive of 6 MiB or more with a area of 4 MiB from its second one on; LIMITS are
 * those of a drive that reports nothing.  Anything may be changed before the start. */
void probe_scene_init(struct probe_scene *scene, const struct sim_physics *physics,
                      uint64_t seed);
void probe_scene_finish(struct probe_scene *scene);

/* Steps to the end, or until STOP_AFTER steps and then to the end. */
void probe_scene_run(struct probe_scene *scene);
void probe_scene_run_stopped(struct probe_scene *scene, unsigned stop_after);

/* NULL, or the law that was broken: own bytes, inside the area, bounded, unchanged. */
const char *probe_scene_broken(const struct probe_scene *scene);

#endif
