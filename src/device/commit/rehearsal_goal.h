/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rehearsal_goal.h - a preview as what libparted is asked to make of the table */
#ifndef ALIDADE_DEVICE_COMMIT_REHEARSAL_GOAL_H
#define ALIDADE_DEVICE_COMMIT_REHEARSAL_GOAL_H

#include "device/commit/rehearsal_compare.h"
#include "device/parted/edit.h"
#include "model/disk/layout.h"

/* What PREVIEW is to libparted that has BASE before it; free() RET's targets.  False
 * where libparted has no such change: a damaged table that is repaired, one for other
 * sectors, a new GPT that is not as libparted makes them. */
bool rehearsal_goal(const struct layout *base, const struct layout *preview,
                    struct parted_goal *ret);

/* PREVIEW as it can be held against what libparted with SKILLS (enum parted_skill) has
 * made of GOAL; free() *RET.  Returns how many. */
size_t rehearsal_goal_wants(const struct parted_goal *goal, const struct layout *preview,
                            unsigned skills, struct rehearsal_want **ret);

#endif
