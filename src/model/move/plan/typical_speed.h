/* SPDX-License-Identifier: GPL-3.0-or-later */
/* typical_speed.h - the speed of a usual drive of a kind, where nothing was measured */
#ifndef ALIDADE_MODEL_MOVE_PLAN_TYPICAL_SPEED_H
#define ALIDADE_MODEL_MOVE_PLAN_TYPICAL_SPEED_H

#include "model/move/plan/move_cost.h"

struct typical_speed {
    const char *words; /* N_(): "a hard disk with 100 MB/s" */
    struct move_speed speed;
};

/* Returns that of a drive with TRANSPORT, as in struct disk_info; NULL where that says
 * nothing, as of a volume or an image. */
const struct typical_speed *typical_speed_of(const char *transport, bool is_rotational);

/* Returns the speed of a drive that was only read, as READ tells with .read and .far, and
 * is else like USUAL; without that, what flushes take is not known. */
struct move_speed typical_speed_with(const struct typical_speed *usual,
                                     const struct move_speed *read);

/* Returns USUAL, or a hard disk where that is NULL. */
const struct typical_speed *typical_speed_or_any(const struct typical_speed *usual);
/* Returns SPEED with what is unknown of it as USUAL has it; for NULL, as a hard disk. */
struct move_speed typical_speed_complete(const struct move_speed *speed,
                                         const struct typical_speed *usual);

#endif
