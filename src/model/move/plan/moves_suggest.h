/* SPDX-License-Identifier: GPL-3.0-or-later */
/* moves_suggest.h - what suggestions take from the plan for the whole disk */
#ifndef ALIDADE_MODEL_MOVE_PLAN_MOVES_SUGGEST_H
#define ALIDADE_MODEL_MOVE_PLAN_MOVES_SUGGEST_H

#include "model/align/suggest.h"

/* Returns the context of LAYOUT, with the result of its nudge plan if there is one.
 * GAP is that of LAYOUT. The caller must
 * moves_suggest_finish() it. */
struct suggest_context moves_suggest_context(const struct layout *layout,
                                             struct boot_gap gap);
/* Returns the same context once more, to be finished, too. */
struct suggest_context moves_suggest_ref(const struct suggest_context *context);
void moves_suggest_finish(struct suggest_context *context);

#endif
