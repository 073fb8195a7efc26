/* SPDX-License-Identifier: GPL-3.0-or-later */
/* live.c - how far the move at work has come */
#include "device/move/store/kinds.h"
#include "model/base/num.h"

void redo_put_guard(const struct redo *redo, size_t step, uint64_t index, uint8_t *ret)
{
    guard_put(redo, fix_move_of(redo->moves, redo->move_count, step),
              &(struct guard_sector){ .index = index }, false, ret);
}

const struct fix_move *redo_move_at_work(const struct redo *redo)
{
    const struct run_head *run = &redo->store->head.run;

    return run->direction < RUN_EXIT
               ? fix_move_of(redo->moves, redo->move_count, run->step)
               : NULL;
}

bool redo_is_checking(const struct redo *redo)
{
    const struct redo_task *task = redo->task;

    return task && (task->unit ||
                    (task->kind == &fix_kind_shift && task->stage == SHIFT_COMPARE));
}

static uint64_t task_sectors_done(const struct redo_task *task)
{
    const struct shift *shift = &task->move->shift;
    uint64_t count = num_min(task->piece, task->count);

    return count ? shift_pieces_from(shift, &task->run, 0, count).length : 0;
}

/* Of a step before SHIFT nothing is moved, behind it all is. */
void redo_live(const struct redo *redo, struct move_progress *ret)
{
    const struct fix_move *move = redo_move_at_work(redo);
    const struct redo_task *task = redo->task;

    *ret = (struct move_progress){ .mode = MOVE_NONE };
    if (!move)
        return;
    uint64_t logical = redo->log->logical, done = 0, total = move->shift.length;
    ret->mode = move->shift.mode;
    ret->frontier = move->shift.from;
    if (redo_is_checking(redo)) {
        done = num_min(total, task->unit * (redo->units.bytes / logical));
    } else if (task && task->kind == &fix_kind_shift) {
        done = task_sectors_done(task);
        total = task->run.end - task->run.first;
        if (task->piece < task->count)
            ret->frontier = piece_source(redo, task->piece).lba;
    } else if (redo->store->head.run.step > move->carry) {
        done = total;
    }
    ret->bytes_done = done * logical;
    ret->bytes_total = total * logical;
}
