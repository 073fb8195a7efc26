/* SPDX-License-Identifier: GPL-3.0-or-later */
/* shift_effort.h - what a drive has to do for a move */
#ifndef ALIDADE_MODEL_MOVE_SHIFT_SHIFT_EFFORT_H
#define ALIDADE_MODEL_MOVE_SHIFT_SHIFT_EFFORT_H

#include "model/move/shift/shift.h"

struct shift_effort {
    uint64_t sectors; /* that are read and written, one after the other */
    uint64_t seeks;   /* to other places, where a head or a flush takes time */
};

/* Returns that of SHIFT, from its first to its last piece. IS_ELSEWHERE: the journal is
 * on another drive, which works at the same time. */
struct shift_effort shift_effort_of(const struct shift *shift, bool is_elsewhere);

#endif
