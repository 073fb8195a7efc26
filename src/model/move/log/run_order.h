/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_order.h - the order in which a fix is carried out, completed or taken back
 *
 *     forward 0, forward 1 ... forward N - 1, exit N, done
 *     forward I, turn: back I, back I - 1 ... to the rest point R before I, exit R, done
 *
 * Each of these is a head: it is durable before its task begins, and all tasks before it
 * are done.  A program that finds a head goes on with its task, from any state of it. */
#ifndef ALIDADE_MODEL_MOVE_LOG_RUN_ORDER_H
#define ALIDADE_MODEL_MOVE_LOG_RUN_ORDER_H

#include "model/move/log/log.h"

/* The numbers are those of the format of a head. */
enum run_direction {
    RUN_FORWARD = 1, /* redo STEP */
    RUN_BACK,        /* undo STEP */
    RUN_EXIT,        /* write the exits of rest point STEP; there is no way back */
    RUN_DONE,        /* clear the heads */
};

struct run_head {
    enum run_direction direction;
    uint16_t step; /* RUN_EXIT: number of steps that stay done; RUN_DONE: 1 if the fix was
                    * taken back, else 0 */
};

/* Returns the head to begin with. */
struct run_head run_order_first(void);
/* True if HEAD can be one of a fix with LOG. */
bool run_order_is_sound(const struct redo_log *log, struct run_head head);
/* Returns the head to write when the task of HEAD is done; RUN_DONE is the last one, and
 * is its own next. */
struct run_head run_order_next(const struct redo_log *log, struct run_head head);
/* True if HEAD goes forward, so that it can be turned. */
bool run_order_can_turn(struct run_head head);
/* Returns the head to write so that the fix goes back: the step at work is undone first,
 * as far as it was carried out. */
struct run_head run_order_turn(struct run_head head);
/* Returns the rest point at which a fix with HEAD ends if it only goes on. */
size_t run_order_end(const struct redo_log *log, struct run_head head);

#endif
