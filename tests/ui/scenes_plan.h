/* SPDX-License-Identifier: GPL-3.0-or-later */
/* scenes_plan.h - the page that plans the whole disk, as the golden tests see it */
#ifndef ALIDADE_TESTS_SCENES_PLAN_H
#define ALIDADE_TESTS_SCENES_PLAN_H

#include "ui/scenes.h"

/* More scenes, with those of scenes_measure_at() behind them; NULL past the last one. */
const struct scene *scenes_plan_at(size_t index);

#endif
