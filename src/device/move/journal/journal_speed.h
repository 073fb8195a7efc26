/* SPDX-License-Identifier: GPL-3.0-or-later */
/* journal_speed.h - how fast the drive of a journal writes, measured where it will be */
#ifndef ALIDADE_DEVICE_MOVE_JOURNAL_JOURNAL_SPEED_H
#define ALIDADE_DEVICE_MOVE_JOURNAL_JOURNAL_SPEED_H

#include "device/move/journal/journal.h"
#include "model/move/plan/move_cost.h"

/* Fills the start of the areas of a journal that does not exist yet with zeros, then
 * writes single blocks and flushes each. Sets .write and .flush of RET; all of it takes
 * about a second at most. Returns 0 or an errno. */
int journal_measure(struct journal *journal, struct move_speed *ret);

#endif
