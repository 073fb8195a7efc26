/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fix_time.h - how long a fix takes where the drive was not measured */
#ifndef ALIDADE_DEVICE_MOVE_SESSION_FIX_TIME_H
#define ALIDADE_DEVICE_MOVE_SESSION_FIX_TIME_H

#include "device/io/sys.h"
#include "model/move/plan/fix_plan.h"
#include "model/move/plan/typical_speed.h"

/* Returns the speed of a usual drive like the one at PATH, with TRANSPORT; NULL: its kind
 * is not known, or it is an image file. */
const struct typical_speed *fix_time_typical(const struct sys *sys, const char *path,
                                             const char *transport);
/* Returns one translated sentence on the time of PLAN on such a drive; NULL if that
 * cannot be told; free(). */
char *fix_time_words(const struct typical_speed *typical, const struct journal_plan *plan,
                     bool is_checked);

#endif
