/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kind_guard.c - the zones of a partition become guards before its move, and what they
 * were after it */
#include <errno.h>

#include "device/move/store/kinds.h"

enum { GUARD_BEGIN, GUARD_HASH, GUARD_WRITE, GUARD_CHECK };

static uint64_t guard_magic_at(const struct fix_move *move, uint64_t place)
{
    return place + move->shift.zones.magic;
}

/* --- GUARD --- */

/* Else another program has made another content since the log. */
static bool has_logged_zones(struct redo *redo, const struct fix_move *move)
{
    return !redo->has_zones || redo->has_zones(redo->context, move);
}

/* The sector with the signature is no guard: no other one was written, or a person has
 * restored the header, and the partition may have been in use since.  What is saved may
 * be obsolete: it is saved again, after what it is the only copy of was restored. */
static enum redo_state guard_begin(struct redo *redo)
{
    const struct fix_move *move = redo->task->move;
    bool is_guard = false;
    int error = guard_is_at(redo, guard_magic_at(move, move->shift.from), &is_guard);

    redo->task->stage = is_guard ? GUARD_CHECK : GUARD_HASH;
    if (error || is_guard)
        return redo_result(redo, error, REDO_MORE);
    error = guards_restore(redo, move, move->shift.from, false);
    if (!error && !has_logged_zones(redo, move))
        error = ESTALE;
    if (!error)
        error = saved_write(redo, move);
    if (error != ESTALE)
        return redo_result(redo, error, REDO_MORE);
    redo->at = (struct shift_sectors){ move->shift.from, move->shift.length };
    return REDO_FOREIGN;
}

static enum redo_state guard_redo(struct redo *redo)
{
    const struct fix_move *move = redo->task->move;
    enum redo_state state;

    switch (redo->task->stage) {
    case GUARD_BEGIN:
        return guard_begin(redo);
    case GUARD_HASH:
        state = units_make(redo, move);
        redo->compared_move = state == REDO_NEXT ? move : NULL;
        redo->task->stage = state == REDO_NEXT ? GUARD_WRITE : GUARD_HASH;
        return state == REDO_NEXT ? REDO_MORE : state;
    case GUARD_CHECK:
        state = units_check(redo, move, move->shift.from);
        redo->task->stage = state == REDO_NEXT ? GUARD_WRITE : GUARD_CHECK;
        return state == REDO_NEXT ? REDO_MORE : state;
    default:
        return redo_result(redo, guards_write(redo, move, move->shift.from), REDO_NEXT);
    }
}

/* Under a guard in place of the signature the data is as it was: else it is not restored.
 */
static enum redo_state check_guarded(struct redo *redo, uint64_t place)
{
    const struct fix_move *move = redo->task->move;
    bool is_guard = false;
    int error = guard_is_at(redo, guard_magic_at(move, place), &is_guard);

    return error      ? redo_result(redo, error, REDO_FAILED)
           : is_guard ? units_check(redo, move, place)
                      : REDO_NEXT;
}

static enum redo_state guard_undo(struct redo *redo)
{
    const struct fix_move *move = redo->task->move;
    enum redo_state state = check_guarded(redo, move->shift.from);

    return state == REDO_NEXT
               ? redo_result(redo, guards_restore(redo, move, move->shift.from, true),
                             REDO_NEXT)
               : state;
}

/* The zones at both places, as far as they are guards in this step. */
static void guard_extent(const struct redo *redo, const struct log_step *row,
                         const struct fix_move *move, struct extent_list *list)
{
    (void)redo;
    (void)row;
    for (size_t i = 0; i < move->shift.zones.count; i++) {
        const struct zone *zone = &move->shift.zones.at[i];
        extent_list_add(list, move->shift.from + zone->start, zone->length);
        extent_list_add(list, move->shift.to + zone->start, zone->length);
    }
}

/* What a guard has replaced is in the journal before: one that has not got it is older
 * than the disk. */
static enum redo_state guard_check(struct redo *redo)
{
    const struct fix_move *move = redo->task->move;
    enum redo_state state = kind_table_check(redo);
    bool is_guard = false;

    if (state != REDO_MORE)
        return state;
    int error = guard_is_at(redo, guard_magic_at(move, move->shift.from), &is_guard);
    if (!error && is_guard)
        error = saved_read(redo, move);
    redo->is_disk_newer = error == EBADMSG;
    return error == EBADMSG ? REDO_OTHER : redo_result(redo, error, REDO_MORE);
}

const struct fix_kind fix_kind_guard = { .id = "guard",
                                         .check = guard_check,
                                         .redo = guard_redo,
                                         .undo = guard_undo,
                                         .extent = guard_extent };

/* --- UNGUARD --- */

/* With the sector with the signature restored the move is complete, and the partition may
 * be in use: what is no guard is no concern of this step any more. */
static enum redo_state unguard_check(struct redo *redo)
{
    const struct fix_move *move = redo->task->move;
    enum redo_state state = kind_table_check(redo);
    bool is_guard = false;

    if (state != REDO_MORE)
        return state;
    int error = guard_is_at(redo, guard_magic_at(move, move->shift.to), &is_guard);
    return error || !is_guard ? redo_result(redo, error, REDO_MORE)
                              : guards_check_zones(redo, move, move->shift.to);
}

static enum redo_state unguard_redo(struct redo *redo)
{
    const struct fix_move *move = redo->task->move;
    enum redo_state state = check_guarded(redo, move->shift.to);

    return state == REDO_NEXT
               ? redo_result(redo, guards_restore(redo, move, move->shift.to, true),
                             REDO_NEXT)
               : state;
}

static enum redo_state unguard_undo(struct redo *redo)
{
    const struct fix_move *move = redo->task->move;

    return redo_result(redo, guards_write(redo, move, move->shift.to), REDO_NEXT);
}

static enum redo_state unguard_can_undo(struct redo *redo)
{
    const struct fix_move *move = redo->task->move;
    bool is_guard = false;
    int error = guard_is_at(redo, guard_magic_at(move, move->shift.to), &is_guard);

    /* Guards would be written over what another program has written. */
    is_guard &= !redo_gives_up(redo, move);
    return redo_result(redo, error, is_guard ? REDO_MORE : REDO_COMMITTED);
}

const struct fix_kind fix_kind_unguard = { .id = "unguard",
                                           .check = unguard_check,
                                           .redo = unguard_redo,
                                           .undo = unguard_undo,
                                           .can_undo = unguard_can_undo,
                                           .extent = guard_extent };
