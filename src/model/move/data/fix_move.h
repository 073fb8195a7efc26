/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fix_move.h - the moves of data in the log of a fix
 *
 * A move is a group: GUARD, the table with the envelope, SHIFT, the table with the new
 * entry, UNGUARD.  The fix can rest before it and behind it. */
#ifndef ALIDADE_MODEL_MOVE_DATA_FIX_MOVE_H
#define ALIDADE_MODEL_MOVE_DATA_FIX_MOVE_H

#include "model/move/log/log_build.h"
#include "model/move/plan/fields.h"
#include "model/move/shift/shift.h"

struct fix_move {
    uint16_t guard, carry, unguard; /* indexes of its steps */
    struct shift shift;             /* without tables */
    struct fields fields;
};

/* Sets *RET to the moves of LOG, in their order; *COUNT is their number.  The caller must
 * free() them.  False, and *RET is NULL: the steps of one cannot be, or a table is
 * written to sectors that it moves. */
bool fix_moves_find(const struct redo_log *log, struct fix_move **ret,
                    size_t *count) MUST_USE;
/* Returns the one that STEP belongs to; NULL: none. */
const struct fix_move *fix_move_of(const struct fix_move *moves, size_t count,
                                   size_t step);
/* Returns the old and the new place of MOVE and all between. */
struct shift_sectors fix_move_envelope(const struct fix_move *move);

/* Adds such a group to BUILD, with number, group, words and flags of LIKE.  SHIFT is
 * valid and has the grid of the log.  ENVELOPE is the plan of the table from what it is
 * after all steps so far, and AFTER that from there to the new entry.  False
 * (ERR_REFUSED): see log_build_plan(). */
bool fix_move_add(struct log_build *build, const struct log_step *like,
                  const struct shift *shift, const struct fields *fields,
                  const struct write_plan *envelope, const struct write_plan *after,
                  struct err *err) MUST_USE;

#endif
