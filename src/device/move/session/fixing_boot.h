/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fixing_boot.h - what a fix that is complete means for the boot loaders of its disk */
#ifndef ALIDADE_DEVICE_MOVE_SESSION_FIXING_BOOT_H
#define ALIDADE_DEVICE_MOVE_SESSION_FIXING_BOOT_H

#include "model/base/lines.h"
#include "model/move/plan/fix_plan.h"
#include "model/move/plan/moves.h"

/* Sets RET to the data that the steps of PLAN from FIRST to before END move, in terms of
 * LAYOUT, the table that is there now; no more than the steps are set, which the caller
 * frees. */
void fixing_find_moved(const struct journal_plan *plan, size_t first, size_t end,
                       const struct layout *layout, struct moves *ret);
/* Adds a sentence for each boot loader that is in what PLAN has moved on the disk at
 * PATH, or leads there, as boot_notes_after_lines(); nothing if it cannot be read. */
void fixing_boot_lines(const char *path, const struct journal_plan *plan,
                       struct lines *ret_to_do, struct lines *ret_done);

#endif
