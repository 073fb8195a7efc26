/* SPDX-License-Identifier: GPL-3.0-or-later */
/* moves_edit.h - the steps of a plan as edits, which show it among the pending changes */
#ifndef ALIDADE_MODEL_MOVE_PLAN_MOVES_EDIT_H
#define ALIDADE_MODEL_MOVE_PLAN_MOVES_EDIT_H

#include "model/edit/queue.h"
#include "model/move/plan/moves.h"

/* Sets RET, with space for one edit for each step of MOVES, to its steps in their order.
 * LAYOUT is the one that MOVES was made for. */
void moves_edits(const struct layout *layout, const struct moves *moves,
                 struct edit *ret);

/* True if data is moved by one of the pending edits of QUEUE. */
bool moves_are_queued(const struct queue *queue);
/* True if the pending edits of QUEUE do nothing that a plan does not do, so that
 * moves_queued_starts() describes all of them. */
bool moves_alone_are_queued(const struct queue *queue);
/* Sets RET, with space for one start for each extent of the base of QUEUE, to where its
 * pending edits have the partitions begin that do not stay, or stay although they are off
 * their grid; returns their number. */
size_t moves_queued_starts(const struct queue *queue, struct moves_start *ret);

#endif
