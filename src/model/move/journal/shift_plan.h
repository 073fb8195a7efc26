/* SPDX-License-Identifier: GPL-3.0-or-later */
/* shift_plan.h - the geometry of one move of a journal's plan */
#ifndef ALIDADE_MODEL_MOVE_JOURNAL_SHIFT_PLAN_H
#define ALIDADE_MODEL_MOVE_JOURNAL_SHIFT_PLAN_H

#include "model/disk/layout.h"
#include "model/move/journal/journal_format.h"
#include "model/move/shift/shift.h"

/* Finds the sectors of NOW's table that change while step INDEX of PLAN moves data, in
 * RET; returns their number. They are ascending, and none touches the next. */
size_t shift_plan_tables(const struct layout *now, const struct journal_plan *plan,
                         size_t index, struct shift_sectors ret[SHIFT_TABLES_MAX]);

/* Makes the geometry of step INDEX of PLAN, in SHIFT: that is set but for zones and
 * tables, which the caller has set. COST is that of the move with this journal; MEMORY
 * bytes are there for buffers. False if it is not possible with them. */
bool shift_plan_make(const struct journal_plan *plan, size_t index,
                     const struct move_cost *cost, uint64_t memory,
                     struct shift *shift) MUST_USE;
/* Returns the bytes that SHIFT saves. */
uint64_t shift_saved_bytes(const struct shift *shift, uint64_t logical);
/* Sets whether SHIFT keeps free space: if it fits the journal. */
void shift_plan_keep_free(const struct journal_plan *plan, struct shift *shift);

/* Returns as many of MEMORY bytes as a drive reads in half a second, if it has read BYTES
 * in NS nanoseconds; 8 MiB at least. With more, a stop would take long. */
uint64_t shift_plan_memory(uint64_t memory, uint64_t bytes, uint64_t ns);

/* Makes that of a move that has begun, from what the journal has SAVED. */
bool shift_plan_of_saved(const struct journal_plan *plan, size_t index,
                         const struct journal_saved *saved, struct shift *ret) MUST_USE;

#endif
