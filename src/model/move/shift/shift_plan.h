/* SPDX-License-Identifier: GPL-3.0-or-later */
/* shift_plan.h - the geometry of one move of a fix */
#ifndef ALIDADE_MODEL_MOVE_SHIFT_SHIFT_PLAN_H
#define ALIDADE_MODEL_MOVE_SHIFT_SHIFT_PLAN_H

#include "model/disk/layout.h"
#include "model/move/plan/fix_plan.h"
#include "model/move/shift/shift.h"

/* Makes the geometry of step INDEX of PLAN, in SHIFT: that is set but for its
 * zones, which the caller has set. COST is that of the move with this journal; MEMORY
 * bytes are there for buffers. False if it is not possible with them. */
bool shift_plan_make(const struct journal_plan *plan, size_t index,
                     const struct move_cost *cost, uint64_t memory,
                     struct shift *shift) MUST_USE;
/* Returns as many of MEMORY bytes as a drive reads in half a second, if it has read BYTES
 * in NS nanoseconds; 8 MiB at least. With more, a stop would take long. */
uint64_t shift_plan_memory(uint64_t memory, uint64_t bytes, uint64_t ns);

#endif
