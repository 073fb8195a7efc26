/* SPDX-License-Identifier: GPL-3.0-or-later */
/* probe_scene.c - a probe on a drive in virtual time */
#include "support/probe_scene.h"

#include <stdlib.h>

#define MIB         (1U << 20)
#define STEPS_MAX   8000U
#define WRITES_MAX  1500U
#define BYTES_MAX   (32ULL * MIB)
#define SECONDS_MAX 8.0
/* One request may be under way when the time is over. */
#define SECONDS_LATE 0.5

void probe_scene_init(struct probe_scene *scene, const struct sim_physics *physics,
                      uint64_t seed)
{
    struct sim_physics own = *physics;

    own.size_bytes = own.size_bytes ? own.size_bytes : 6 * MIB;
    *scene = (struct probe_scene){
        .area = { MIB, 4 * MIB, 0 },
        .request = { .seed = seed * 2654435761U + 1 },
    };
    sim_drive_init(&scene->sim, &own, seed);
    scene->limits = (struct limits){
        .size = own.size_bytes / scene->sim.physics.logical,
        .logical = scene->sim.physics.logical,
        .physical = 4096,
        .physical_reported = scene->sim.physics.logical,
        .physical_source = SOURCE_ASSUMED,
        .alignment_source = SOURCE_DEFAULT,
    };
}

void probe_scene_finish(struct probe_scene *scene)
{
    probe_free(scene->probe);
    sim_drive_finish(&scene->sim);
}

static void begin(struct probe_scene *scene)
{
    scene->request.limits = &scene->limits;
    scene->request.areas = &scene->area;
    scene->request.area_count = 1;
    scene->sim.allowed_start = scene->area.start;
    scene->sim.allowed_end = scene->area.start + scene->area.bytes;
    scene->hash = sim_drive_hash(&scene->sim);
    scene->probe = probe_new(&scene->sim.drive, &scene->request);
}

static void finish_steps(struct probe_scene *scene)
{
    while (scene->steps < STEPS_MAX && probe_step(scene->probe) == STEP_MORE)
        scene->steps++;
    scene->result = *probe_result(scene->probe);
}

void probe_scene_run(struct probe_scene *scene)
{
    begin(scene);
    finish_steps(scene);
}

void probe_scene_run_stopped(struct probe_scene *scene, unsigned stop_after)
{
    begin(scene);
    while (scene->steps < stop_after && probe_step(scene->probe) == STEP_MORE)
        scene->steps++;
    probe_stop(scene->probe);
    finish_steps(scene);
}

const char *probe_scene_broken(const struct probe_scene *scene)
{
    const struct probe_result *result = &scene->result;
    const struct {
        bool is_kept;
        const char *law;
    } laws[] = {
        { scene->steps < STEPS_MAX, "it ends" },
        { !scene->sim.writes_changing, "it writes what lay there" },
        { !scene->sim.writes_outside, "it writes inside the window" },
        { sim_drive_hash(&scene->sim) == scene->hash, "the drive is what it was" },
        { result->writes <= WRITES_MAX, "it writes so many times" },
        { result->bytes_written <= BYTES_MAX, "it writes so much" },
        { result->writes == scene->sim.writes, "it counts its writes" },
        { result->bytes_written == scene->sim.bytes_written, "it counts its bytes" },
        { result->seconds <= SECONDS_MAX + SECONDS_LATE, "it ends in time" },
        { result->is_unchanged, "it compares, and nothing has changed" },
    };

    for (size_t i = 0; i < sizeof(laws) / sizeof(laws[0]); i++)
        if (!laws[i].is_kept)
            return laws[i].law;
    return NULL;
}
