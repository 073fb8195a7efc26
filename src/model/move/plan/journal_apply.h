/* SPDX-License-Identifier: GPL-3.0-or-later */
/* journal_apply.h - the steps of a fix that move no data, on a table */
#ifndef ALIDADE_MODEL_MOVE_PLAN_JOURNAL_APPLY_H
#define ALIDADE_MODEL_MOVE_PLAN_JOURNAL_APPLY_H

#include "model/base/err.h"
#include "model/disk/layout.h"
#include "model/move/plan/fix_plan.h"

/* True if the object of step INDEX is where the step puts it. */
bool journal_step_is_done(const struct layout *now, const struct journal_plan *plan,
                          size_t index);
/* Returns NOW with step INDEX done, which moves no data. A swap area has its header
 * created again with it. layout_unref(). NULL (ERR_REFUSED) if another entry is in the
 * way, or its object is not at its old place. */
struct layout *journal_step_apply(const struct layout *now,
                                  const struct journal_plan *plan, size_t index,
                                  struct err *err) MUST_USE;

/* Drops the notes in BUILDER that say what writing the table cures: that the copies of a
 * GPT differ. */
void journal_drop_notes(struct layout_builder *builder);

#endif
