/* SPDX-License-Identifier: GPL-3.0-or-later */
/* scenes_found.h - contents that no entry names, for the golden tests */
#ifndef ALIDADE_TESTS_UI_SCENES_FOUND_H
#define ALIDADE_TESTS_UI_SCENES_FOUND_H

#include "ui/scenes.h"

/* As scene_at(). */
const struct scene *scenes_found_at(size_t index);

#endif
