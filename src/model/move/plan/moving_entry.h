/* SPDX-License-Identifier: GPL-3.0-or-later */
/* moving_entry.h - the table's entry of a partition while its data is moved */
#ifndef ALIDADE_MODEL_MOVE_PLAN_MOVING_ENTRY_H
#define ALIDADE_MODEL_MOVE_PLAN_MOVING_ENTRY_H

#include "model/base/err.h"
#include "model/disk/layout.h"
#include "model/move/plan/fix_plan.h"

/* The entry of a partition that is moved: in this order. */
enum moving_place {
    MOVING_OLD,
    MOVING_ENVELOPE, /* old and new place and all between, in progress */
    MOVING_NEW,
};

/* Returns NOW with the entry of step INDEX of PLAN, a move of data, at PLACE.
 * layout_unref(). NULL (ERR_REFUSED) if it has no such entry at one of these places, or
 * if another one takes sectors of them or of the journal. */
struct layout *moving_entry_set(const struct layout *now, const struct journal_plan *plan,
                                size_t index, enum moving_place place,
                                struct err *err) MUST_USE;

#endif
