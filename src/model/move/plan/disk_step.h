/* SPDX-License-Identifier: GPL-3.0-or-later */
/* disk_step.h - a change of a disk as a list of steps that are written one by one */
#ifndef ALIDADE_MODEL_MOVE_PLAN_DISK_STEP_H
#define ALIDADE_MODEL_MOVE_PLAN_DISK_STEP_H

#include "model/edit/queue.h"
#include "model/move/plan/moves.h"

/* One step: the table becomes that of AFTER; ACTION tells what becomes of the data.  Each
 * step begins when the one before it is durable, so a failure or a power cut leaves the
 * table before or after one of them. */
struct disk_step {
    enum moves_action action;
    struct layout *after; /* of the last step: the preview */
};

/* Returns the steps of the pending edits of QUEUE, in *RET: each EDIT_MOVE is one, each
 * run of other edits is one.  They hold references: disk_steps_free(). */
size_t disk_steps_of_queue(const struct queue *queue, struct disk_step **ret);
void disk_steps_free(struct disk_step *steps, size_t count); /* accepts NULL, 0 */

#endif
