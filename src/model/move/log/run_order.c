/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_order.c - the order in which a fix is carried out, completed or taken back */
#include "model/move/log/run_order.h"

#include <assert.h>

static struct run_head run_head(enum run_direction direction, size_t step)
{
    return (struct run_head){ direction, (uint16_t)step };
}

struct run_head run_order_first(void)
{
    return run_head(RUN_FORWARD, 0);
}

bool run_order_is_sound(const struct redo_log *log, struct run_head head)
{
    switch (head.direction) {
    case RUN_FORWARD:
    case RUN_BACK:
        return head.step < log->steps.count;
    case RUN_EXIT:
        return log_is_rest(log, head.step);
    case RUN_DONE:
        return head.step <= 1;
    }
    return false;
}

struct run_head run_order_next(const struct redo_log *log, struct run_head head)
{
    switch (head.direction) {
    case RUN_FORWARD:
        return head.step + 1U < log->steps.count ? run_head(RUN_FORWARD, head.step + 1U)
                                                 : run_head(RUN_EXIT, head.step + 1U);
    case RUN_BACK:
        return log_is_rest(log, head.step) ? run_head(RUN_EXIT, head.step)
                                           : run_head(RUN_BACK, head.step - 1U);
    case RUN_EXIT:
        return run_head(RUN_DONE, head.step < log->steps.count);
    case RUN_DONE:
        break;
    }
    return head;
}

bool run_order_can_turn(struct run_head head)
{
    return head.direction == RUN_FORWARD;
}

struct run_head run_order_turn(struct run_head head)
{
    assert(run_order_can_turn(head));
    return run_head(RUN_BACK, head.step);
}

size_t run_order_end(const struct redo_log *log, struct run_head head)
{
    while (head.direction < RUN_EXIT)
        head = run_order_next(log, head);
    return head.step;
}
