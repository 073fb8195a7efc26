/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fix_writes.h - the sectors that a fix writes to */
#ifndef ALIDADE_DEVICE_MOVE_FINDINGS_FIX_WRITES_H
#define ALIDADE_DEVICE_MOVE_FINDINGS_FIX_WRITES_H

#include "device/move/findings/fix_check.h"
#include "model/move/plan/journal_place.h"
#include "model/move/plan/moves.h"

/* Returns what is written at START, the new one of a swap area, or of the partition that
 * the journal is in: its header, or what is in place of that, in whole blocks of GRID. */
struct fix_write fix_write_at_start(struct alignment grid, uint64_t logical,
                                    uint64_t start);

/* Sets *RET to what MOVES, the steps of a plan for LAYOUT, write beside the table, and to
 * the journal if PLACE is on the disk; returns their number. The caller frees *RET. */
size_t fix_writes_find(const struct layout *layout, const struct moves *moves,
                       const struct journal_place *place, struct fix_write **ret);

#endif
