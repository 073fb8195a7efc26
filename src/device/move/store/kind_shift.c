/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kind_shift.c - the data of a partition is moved, or as much of it as was moved goes
 * back */
#include "device/move/store/kinds.h"
#include "device/move/store/private.h"

/* While data is moved a guard is in place of the signature: at the old place, at the new
 * one, or in the piece that was cut.  A partition whose header a person has restored can
 * only go back. */
static enum redo_state shift_check_magic(struct redo *redo)
{
    const struct shift *shift = &redo->task->move->shift;
    uint64_t places[] = { shift->from, shift->to };

    for (size_t i = 0; i < 2; i++) {
        bool is_guard = false;
        if (guard_is_at(redo, places[i] + shift->zones.magic, &is_guard) || is_guard)
            return REDO_MORE;
    }
    redo->at = (struct shift_sectors){ shift->from + shift->zones.magic, 1 };
    return REDO_FOREIGN;
}

/* The way back begins at one end of the partition. */
static bool has_run_back(const struct redo *redo)
{
    const struct record_head *head = &redo->store->head;
    uint64_t length = redo->task->move->shift.length;

    return head->back_end <= length && (!head->back_first || head->back_end == length);
}

static enum redo_state shift_check(struct redo *redo)
{
    struct redo_task *task = redo->task;
    const struct record_head *head = &redo->store->head;

    task->run = shift_run_forward(&task->move->shift);
    if (task->is_back) {
        task->run = (struct shift_run){ true, head->back_first, head->back_end };
        redo->at = fix_move_envelope(task->move);
        if (!has_run_back(redo))
            return REDO_LOST;
    }
    task->count = shift_piece_count(&task->move->shift, &task->run);
    return kind_table_check(redo);
}

/* The hashes are those with guards in the zones: that these are guards is looked at too.
 */
static enum redo_state shift_compare(struct redo *redo)
{
    const struct fix_move *move = redo->task->move;
    uint64_t place = shift_target(&move->shift, &redo->task->run);
    enum redo_state state = units_compare(redo, move, place);

    if (state != REDO_NEXT)
        return state;
    redo->compared_move = move;
    redo->moved++;
    if (redo->skips_check || redo_gives_up(redo, move))
        return state;
    redo->compared++;
    state = guards_check_zones(redo, move, place);
    return state == REDO_MORE ? REDO_NEXT : state == REDO_FOREIGN ? REDO_MISMATCH : state;
}

/* What was moved is compared before the table leads there; what went back, before the
 * journal goes. */
static enum redo_state shift_move(struct redo *redo)
{
    struct redo_task *task = redo->task;
    enum redo_state state;

    switch (task->stage) {
    case SHIFT_BEGIN:
        task->stage = SHIFT_MOVE;
        state = task->is_back ? REDO_MORE : shift_check_magic(redo);
        if (state == REDO_MORE)
            state = pieces_find(redo);
        return state == REDO_MORE ? guards_check_either(redo, task->move) : state;
    case SHIFT_MOVE:
        state = pieces_move(redo);
        if (state != REDO_NEXT || !task->count)
            return state;
        task->stage = SHIFT_COMPARE;
        return REDO_MORE;
    default:
        return shift_compare(redo);
    }
}

/* True if what was found in STATE ends a move, and its content is given up. */
static bool shift_is_dropped(const struct redo *redo, enum redo_state state)
{
    return (state == REDO_FOREIGN || state == REDO_LOST) &&
           redo_gives_up(redo, redo->task->move);
}

/* Data that cannot be moved any more stays where it is; nothing of it can be mounted. */
static enum redo_state shift_go_on(struct redo *redo)
{
    enum redo_state state = shift_move(redo);

    return shift_is_dropped(redo, state)
               ? redo_result(redo, guards_clear(redo, redo->task->move), REDO_NEXT)
               : state;
}

/* A piece that was partly written has its source: it is finished, so that no block of its
 * target stays unreadable. */
static enum redo_state finish_piece(struct redo *redo)
{
    struct redo_task *task = redo->task;
    enum redo_state state = source_read(redo, 1);

    if (state != REDO_MORE)
        return state;
    int error = piece_write(redo, task->piece, piece_bytes(redo, task->piece));
    task->piece++;
    if (!error)
        error = fix_store_flush(redo->store);
    return redo_result(redo, error, REDO_MORE);
}

static enum redo_state shift_turn(struct redo *redo, struct record_head *head)
{
    struct redo_task *task = redo->task;
    enum redo_state state = pieces_find(redo);

    if (shift_is_dropped(redo, state)) {
        task->piece = 0;
        return redo_result(redo, guards_clear(redo, task->move), REDO_MORE);
    }
    if (state == REDO_MORE && task->move->shift.mode == MOVE_HOLE &&
        task->piece < task->count)
        state = finish_piece(redo);
    struct shift_run back = shift_run_back(&task->move->shift, task->piece);
    head->back_first = back.first;
    head->back_end = back.end;
    return state == REDO_MORE
               ? guards_check_unmoved(redo, task->move, back.first, back.end)
               : state;
}

static void shift_extent(const struct redo *redo, const struct log_step *row,
                         const struct fix_move *move, struct extent_list *list)
{
    struct shift_sectors all = fix_move_envelope(move);

    (void)redo;
    (void)row;
    extent_list_add(list, all.lba, all.length);
}

const struct fix_kind fix_kind_shift = { .id = "shift",
                                         .check = shift_check,
                                         .redo = shift_go_on,
                                         .undo = shift_go_on,
                                         .turn = shift_turn,
                                         .extent = shift_extent };
