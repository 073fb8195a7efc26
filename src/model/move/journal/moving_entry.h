/* SPDX-License-Identifier: GPL-3.0-or-later */
/* moving_entry.h - changes the table's entry of a partition while its data is moved
 *
 * The journal has no copy of the table: what is there counts. So other entries may have
 * changed since the move began, by the user or by another program, as long as none of
 * them takes sectors that the move needs. */
#ifndef ALIDADE_MODEL_MOVE_JOURNAL_MOVING_ENTRY_H
#define ALIDADE_MODEL_MOVE_JOURNAL_MOVING_ENTRY_H

#include "model/base/err.h"
#include "model/disk/layout.h"
#include "model/move/journal/journal_format.h"
#include "model/move/shift/shift_steps.h"

/* Returns NOW, the layout that is on the disk, with the entry of step INDEX of PLAN, a
 * move of data, as LABEL says; with both copies of a GPT alike, although a power cut left
 * them different. layout_unref().
 *
 * Returns NULL (ERR_REFUSED) and tells what to do if NOW is not a table of PLAN's disk;
 * if it has no entry with the old place, the new one, or that of the envelope; or if
 * another entry takes sectors of these or of the journal. */
struct layout *moving_entry_set(const struct layout *now, const struct journal_plan *plan,
                                size_t index, enum shift_label label,
                                struct err *err) MUST_USE;

#endif
