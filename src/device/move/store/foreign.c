/* SPDX-License-Identifier: GPL-3.0-or-later */
/* foreign.c - whether the data that is moved is where the journal says */
#include "device/move/store/foreign.h"

#include <errno.h>

#include "device/move/store/kinds.h"
#include "model/base/mem.h"
#include "model/base/num.h"

static void tell_progress(const struct redo *redo, const struct fix_move *move,
                          uint64_t done)
{
    if (redo->told)
        redo->told(redo->context, done, move->shift.length);
}

/* Compares the units that are wholly in ALL, indexes of MOVE, at PLACE. */
static enum redo_state compare_units(struct redo *redo, const struct fix_move *move,
                                     uint64_t place, struct shift_piece all)
{
    enum redo_state state = REDO_MORE;

    redo->task->unit = 0;
    while (state == REDO_MORE) {
        uint64_t unit = redo->task->unit;
        state = units_compare(redo, move, place);
        uint64_t each = redo->units.bytes / redo->log->logical, first = unit * each;
        uint64_t end = num_min(first + each, move->shift.length);
        tell_progress(redo, move, end);
        if (state == REDO_MISMATCH && (first < all.first || end > all.first + all.length))
            state = REDO_MORE;
    }
    tell_progress(redo, move, move->shift.length);
    return state;
}

static enum redo_state compare_moved(struct redo *redo, const struct fix_move *move)
{
    struct redo_task *task = redo->task;
    const struct record_head *head = &redo->store->head;

    task->run = shift_run_forward(&move->shift);
    if (task->is_back)
        task->run = (struct shift_run){ true, head->back_first, head->back_end };
    task->count = shift_piece_count(&move->shift, &task->run);
    enum redo_state state = pieces_find(redo);
    if (state != REDO_MORE || !task->piece)
        return state == REDO_MORE ? REDO_NEXT : state;
    return compare_units(redo, move, shift_target(&move->shift, &task->run),
                         shift_pieces_from(&move->shift, &task->run, 0,
                                           num_min(task->piece, task->count)));
}

static enum redo_state compare_at_work(struct redo *redo)
{
    const struct fix_move *move = redo->task->move;
    uint16_t step = redo->store->head.run.step;

    return step == move->carry
               ? compare_moved(redo, move)
               : compare_units(redo, move,
                               step < move->carry ? move->shift.from : move->shift.to,
                               (struct shift_piece){ 0, move->shift.length });
}

enum redo_state redo_compare(struct redo *redo)
{
    const struct fix_move *move = redo_move_at_work(redo);
    struct redo_task task = { .move = move,
                              .is_back = redo->store->head.run.direction == RUN_BACK };
    struct redo_task *before = redo->task;

    if (!move || redo->skips_check)
        return REDO_MORE;
    redo->task = &task;
    enum redo_state state = compare_at_work(redo);
    redo->task = before;
    /* A batch that was cut would be written first: it is compared when it goes on. */
    return state == REDO_FAILED && redo->error == EBADMSG ? REDO_OTHER
           : state == REDO_NEXT || state == REDO_FAILED   ? REDO_MORE
                                                          : state;
}
