/* SPDX-License-Identifier: GPL-3.0-or-later */
/* scenes_moves.h - a move that has not ended, and one that runs, for the golden tests */
#ifndef ALIDADE_TESTS_UI_SCENES_MOVES_H
#define ALIDADE_TESTS_UI_SCENES_MOVES_H

#include "ui/scenes.h"

/* As scene_at(). */
const struct scene *scenes_moves_at(size_t index);

/* The legacy disk, with a note that partition 2 is being moved. */
void scenes_moves_open(struct app *app);
/* What was found of that move; PLAN stays the caller's. */
struct report_fix_status scenes_moves_status(struct journal_plan *plan);

#endif
