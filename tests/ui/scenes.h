/* SPDX-License-Identifier: GPL-3.0-or-later */
/* scenes.h - an app on each of its screens, as the golden tests look at them */
#ifndef ALIDADE_TESTS_SCENES_H
#define ALIDADE_TESTS_SCENES_H

#include <stddef.h>

#include "ui/app/app.h"
#include "ui/app/disk.h"

struct scene {
    const char *name;                 /* of the golden file */
    void (*prepare)(struct app *app); /* from app_init() on */
};

/* NULL past the last one. */
const struct scene *scene_at(size_t index);

#endif
