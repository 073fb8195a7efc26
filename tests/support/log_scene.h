/* SPDX-License-Identifier: GPL-3.0-or-later */
/* log_scene.h - redo logs of some random changes of a random table, one after the other
 */
#ifndef ALIDADE_TESTS_LOG_SCENE_H
#define ALIDADE_TESTS_LOG_SCENE_H

#include "model/move/log/log_build.h"
#include "support/rng.h"
#include "support/sectors.h"

enum { LOG_SCENE_PLANS = 4 };

/* A group for each plan; between them the fix can rest.  All owned; log_scene_finish().
 */
struct log_scene {
    struct rng rng;
    size_t plan_count;
    struct write_plan plans[LOG_SCENE_PLANS];
    /* By number of plans that are done. */
    struct layout *layouts[LOG_SCENE_PLANS + 1];
    struct sectors disks[LOG_SCENE_PLANS + 1];
    size_t rests[LOG_SCENE_PLANS + 1]; /* the rest point: number of steps */
    struct write_plan exits[LOG_SCENE_PLANS + 1];
    struct layout *exit_layouts[LOG_SCENE_PLANS + 1];
    struct redo_log log;
};

/* Returns false where the round gives no plan: there is no table, or nothing that could
 * be changed; nothing has to be finished. */
bool log_scene_make(unsigned round, struct log_scene *ret);
void log_scene_finish(struct log_scene *scene);

/* Returns the number of writes of PLAN in its epoch from write FROM on: up to a flush, or
 * to where headers of swap areas begin or end. */
size_t log_scene_epoch(const struct write_plan *plan, size_t from);

#endif
