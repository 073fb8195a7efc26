/* SPDX-License-Identifier: GPL-3.0-or-later */
/* moves_edit.h - the part of a plan that edits carry out: it moves no data */
#ifndef ALIDADE_MODEL_MOVE_MOVES_EDIT_H
#define ALIDADE_MODEL_MOVE_MOVES_EDIT_H

#include "model/edit/edit.h"
#include "model/move/moves.h"

/* Sets RET_EDITS, with space for one edit for each step of MOVES, to those steps that
 * move no data and are possible on LAYOUT, for which MOVES was made, without the others;
 * and RET_IS_EDIT for each step to whether it is one of them.  Returns their number. */
size_t moves_edits(const struct layout *layout, const struct moves *moves,
                   struct edit *ret_edits, bool *ret_is_edit);

#endif
