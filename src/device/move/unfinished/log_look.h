/* SPDX-License-Identifier: GPL-3.0-or-later */
/* log_look.h - how far the move has come that a redo log is at */
#ifndef ALIDADE_DEVICE_MOVE_UNFINISHED_LOG_LOOK_H
#define ALIDADE_DEVICE_MOVE_UNFINISHED_LOG_LOOK_H

#include "device/move/find/finder.h"
#include "device/move/unfinished/unfinished_look.h"
#include "model/move/log/log.h"

/* Sets progress, phase, bytes and guard of RET, whose plan and step are set, from the
 * journal FOUND with LOG; nothing if no data is being moved. */
void log_look_at_move(const struct fix_place_found *found, const struct redo_log *log,
                      struct unfinished_look *ret);

#endif
