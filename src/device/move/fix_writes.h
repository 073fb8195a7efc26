/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fix_writes.h - the sectors that a fix writes to */
#ifndef ALIDADE_DEVICE_MOVE_FIX_WRITES_H
#define ALIDADE_DEVICE_MOVE_FIX_WRITES_H

#include "device/move/fix_check.h"
#include "model/move/journal_place.h"
#include "model/move/moves.h"

/* Sets *RET to the new places of MOVES, and to that of the journal if PLACE is on the
 * disk, in sectors of LOGICAL bytes; returns their number. The caller frees *RET. */
size_t fix_writes_find(const struct moves *moves, const struct journal_place *place,
                       uint64_t logical, struct fix_write **ret);

#endif
