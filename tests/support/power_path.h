/* SPDX-License-Identifier: GPL-3.0-or-later */
/* power_path.h - where the power was cut in a row of runs, also as a replay id
 *
 * See power_loss.h. */
#ifndef ALIDADE_TESTS_POWER_PATH_H
#define ALIDADE_TESTS_POWER_PATH_H

#include "support/power_loss.h"

enum { POWER_STEPS_MAX = 400, POWER_ID_MAX = 80 + 24 * POWER_STEPS_MAX };

/* What ends a run, and the direction of the next one. */
struct power_step {
    enum { STEP_CUT, STEP_CUT_ALL, STEP_KILL, STEP_STALE } kind;
    unsigned call;
    size_t subset, block; /* subset: of STEP_CUT; block: CUTTING_NO_BLOCK or its first */
    bool is_back;
};

struct power_path {
    struct power_step steps[POWER_STEPS_MAX];
    size_t count;
};

/* Writes CALL.SUBSET.BLOCK. */
void power_step_put(FILE *to, const struct power_step *step);
void power_path_put(const struct power_path *path, const char *scene,
                    enum power_loss_behaviour behaviour, char ret[POWER_ID_MAX]);
/* AT: what is behind the name of the scene. False: it is no replay id. */
bool power_path_read(struct power_path *path, const char *at,
                     enum power_loss_behaviour *ret) MUST_USE;
const char *power_loss_name(enum power_loss_behaviour behaviour);

#endif
