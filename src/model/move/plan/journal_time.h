/* SPDX-License-Identifier: GPL-3.0-or-later */
/* journal_time.h - how long the moves of a journal's plan take */
#ifndef ALIDADE_MODEL_MOVE_PLAN_JOURNAL_TIME_H
#define ALIDADE_MODEL_MOVE_PLAN_JOURNAL_TIME_H

#include "model/move/plan/fix_plan.h"
#include "model/move/plan/move_cost.h"

/* Sets *RET to the seconds that the moves of PLAN take from step FIRST on, and
 * READINGS of all their data beside them, on a drive with SPEED, and tells how much of
 * them is known; *RET is 0 if nothing is. A drive whose speed of writing is unknown
 * writes no faster than it reads: that is a minimum. */
enum move_time journal_time(const struct journal_plan *plan, size_t first,
                            const struct move_speed *speed, unsigned readings,
                            double *ret);

#endif
