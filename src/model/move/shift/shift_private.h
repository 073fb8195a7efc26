/* SPDX-License-Identifier: GPL-3.0-or-later */
/* shift_private.h - what the files of a move's geometry share */
#ifndef ALIDADE_MODEL_MOVE_SHIFT_SHIFT_PRIVATE_H
#define ALIDADE_MODEL_MOVE_SHIFT_SHIFT_PRIVATE_H

#include "model/move/shift/shift.h"

uint64_t shift_distance(const struct shift *shift);
/* Returns the old and the new place and all between them. */
struct shift_sectors shift_envelope(const struct shift *shift);
/* Returns the saved sectors of zone NUMBER, as indexes in .lba. */
struct shift_sectors shift_zone_saved(const struct shift *shift, size_t number);

#endif
