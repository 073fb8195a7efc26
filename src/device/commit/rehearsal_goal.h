/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rehearsal_goal.h - converts a preview to a goal for libparted */
#ifndef ALIDADE_DEVICE_COMMIT_REHEARSAL_GOAL_H
#define ALIDADE_DEVICE_COMMIT_REHEARSAL_GOAL_H

#include "device/commit/rehearsal_compare.h"
#include "device/parted/edit.h"
#include "model/disk/layout.h"

/* Makes the goal for libparted that changes BASE to PREVIEW; the caller frees RET's
 * targets.  Returns false if libparted does not support the change: a repair, a table for
 * another sector size, a new GPT with another geometry than libparted's. */
bool rehearsal_goal(const struct layout *base, const struct layout *preview,
                    struct parted_goal *ret);

/* Collects the partitions of PREVIEW with the fields that can be compared with
 * libparted's result for GOAL and SKILLS (enum parted_skill); the caller frees *RET.
 * Returns their number. */
size_t rehearsal_goal_wants(const struct parted_goal *goal, const struct layout *preview,
                            unsigned skills, struct rehearsal_want **ret);

#endif
