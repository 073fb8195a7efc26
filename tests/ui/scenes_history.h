/* SPDX-License-Identifier: GPL-3.0-or-later */
/* scenes_history.h - the list of saved tables, as the golden tests see it */
#ifndef ALIDADE_TESTS_SCENES_HISTORY_H
#define ALIDADE_TESTS_SCENES_HISTORY_H

#include "ui/scenes.h"

/* More scenes; NULL past the last one. */
const struct scene *scenes_history_at(size_t index);

#endif
