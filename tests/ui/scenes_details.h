/* SPDX-License-Identifier: GPL-3.0-or-later */
/* scenes_details.h - all that is known of a disk or a partition, as the golden tests see
 * it */
#ifndef ALIDADE_TESTS_SCENES_DETAILS_H
#define ALIDADE_TESTS_SCENES_DETAILS_H

#include "ui/scenes.h"

/* More scenes, with those of scenes_plan_at() behind them; NULL past the last one. */
const struct scene *scenes_details_at(size_t index);

#endif
