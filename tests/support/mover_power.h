/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mover_power.h - the moves of a scene as one whose power fails
 */
#ifndef ALIDADE_TESTS_MOVER_POWER_H
#define ALIDADE_TESTS_MOVER_POWER_H

#include "support/mover_scene.h"
#include "support/power_loss.h"

struct mover_power {
    struct mover_scene scene;
    struct power_loss_scene loss;
    /* Looks at each image, which is before recovery; NULL, or what is wrong. Optional. */
    const char *(*look)(struct mover_power *power, struct cutting *image);
    void *context;
};

/* Makes the scene of ROUND, see mover_scene_make_with(); the name is that of CONTENT, or
 * mover, and the seed: mover-20100111. Keeps .look and .context. mover_scene_finish(). */
void mover_power_make(struct mover_power *power, unsigned round,
                      const struct mover_content *content);
/* The same of NAME. False: it is not that of CONTENT. */
bool mover_power_make_named(struct mover_power *power, const char *name,
                            const struct mover_content *content) MUST_USE;

#endif
