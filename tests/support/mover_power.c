/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mover_power.c - the moves of a scene as one whose power fails
 */
#include "support/mover_power.h"

#include <string.h>

static enum power_loss_end run(void *context, struct cutting *disk, bool is_back,
                               struct err *err)
{
    static const enum power_loss_end ends[] = { [SCENE_ALL_NEW] = POWER_DONE,
                                                [SCENE_ROLLED_BACK] = POWER_BACK,
                                                [SCENE_FAILED] = POWER_STOPPED };
    struct mover_power *power = context;

    return ends[mover_scene_run(&power->scene, disk, is_back, err)];
}

static const char *check(void *context, struct cutting *disk, bool is_end)
{
    struct mover_power *power = context;
    const char *wrong = mover_scene_check(&power->scene, disk, is_end);

    return wrong || is_end || !power->look ? wrong : power->look(power, disk);
}

static const char *name_of(const struct mover_content *content)
{
    return content ? content->name : "mover";
}

void mover_power_make(struct mover_power *power, unsigned round,
                      const struct mover_content *content)
{
    mover_scene_make_with(&power->scene, round, content);
    power->loss = (struct power_loss_scene){
        .disk = &power->scene.disk, .run = run, .check = check, .context = power
    };
    (void)snprintf(power->loss.name, sizeof(power->loss.name), "%s-%llu",
                   name_of(content), (unsigned long long)power->scene.rng.seed);
}

bool mover_power_make_named(struct mover_power *power, const char *name,
                            const struct mover_content *content)
{
    size_t length = strlen(name_of(content));

    if (strncmp(name, name_of(content), length) != 0 || name[length] != '-' ||
        setenv("ALIDADE_SEED", name + length + 1, true))
        return false;
    mover_power_make(power, 0, content);
    return true;
}
