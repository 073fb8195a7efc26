/* SPDX-License-Identifier: GPL-3.0-or-later */
/* journal_speed.h - how fast the drive of a journal writes, measured where it will be */
#ifndef ALIDADE_DEVICE_MOVE_FIXING_JOURNAL_SPEED_H
#define ALIDADE_DEVICE_MOVE_FIXING_JOURNAL_SPEED_H

#include "device/io/sink.h"
#include "model/move/log/records.h"
#include "model/move/plan/move_cost.h"

/* Writes single blocks of zeros to a journal at PLACE of SINK that does not exist yet,
 * and flushes each, then fills the start of it. Sets .write and .flush of RET; all of it
 * takes about a second at most. Returns 0 or an errno. */
int journal_measure(const struct sink *sink, const struct record_place *place,
                    struct move_speed *ret);

#endif
