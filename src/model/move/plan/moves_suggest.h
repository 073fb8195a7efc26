/* SPDX-License-Identifier: GPL-3.0-or-later */
/* moves_suggest.h - what suggestions take from the plan for the whole disk */
#ifndef ALIDADE_MODEL_MOVE_PLAN_MOVES_SUGGEST_H
#define ALIDADE_MODEL_MOVE_PLAN_MOVES_SUGGEST_H

#include "model/align/suggest.h"
#include "model/move/plan/moves_default.h"

/* Returns the context of LAYOUT with the result of its default plan if there is one, see
 * moves_make_default(), on a drive with SPEED: what is 0 of that is as of a hard disk.
 * GAP is that of LAYOUT.  moves_suggest_finish(). */
struct suggest_context moves_suggest_context(const struct layout *layout,
                                             struct boot_gap gap,
                                             const struct move_speed *speed);
/* Returns the same context once more, to be finished, too. */
struct suggest_context moves_suggest_ref(const struct suggest_context *context);
void moves_suggest_finish(struct suggest_context *context);

/* Returns the aim of the default plan of CONTEXT. */
enum moves_aim moves_suggest_aim(const struct suggest_context *context);

#endif
