/* SPDX-License-Identifier: GPL-3.0-or-later */
/* source.c - reads what is moved, and compares it with its hashes from before
 *
 * A unit is compared as a whole when its first piece is read: what was moved of it
 * already is read where it is now.  So what another program, the drive or memory has
 * changed is not moved on; nor is what a journal of another time takes for not moved. */
#include <string.h>

#include "device/move/store/kinds.h"
#include "model/base/mem.h"
#include "model/base/num.h"

/* Attempts to read a unit whose hash is another one. */
enum { UNIT_READS = 3 };

/* --- where it is --- */

/* Returns the indexes that this run has moved. */
static struct shift_piece moved_so_far(const struct redo *redo)
{
    const struct redo_task *task = redo->task;

    return task->piece ? shift_pieces_from(&task->move->shift, &task->run, 0, task->piece)
                       : (struct shift_piece){ task->run.first, 0 };
}

/* Returns where sector INDEX is at this time; *RET_END: the next one that is elsewhere,
 * or that may be. */
static uint64_t source_place(const struct redo *redo, uint64_t index, uint64_t *ret_end)
{
    const struct redo_task *task = redo->task;
    const struct shift *shift = &task->move->shift;
    struct shift_piece moved = moved_so_far(redo);
    uint64_t borders[] = { moved.first, moved.first + moved.length, task->run.first,
                           task->run.end };
    bool is_moved = index >= moved.first && index - moved.first < moved.length;
    bool is_in_run = index >= task->run.first && index < task->run.end;

    *ret_end = shift->length;
    for (size_t i = 0; i < ARRAY_SIZE(borders); i++)
        if (borders[i] > index)
            *ret_end = num_min(*ret_end, borders[i]);
    return is_in_run && !is_moved ? shift_source(shift, &task->run)
           : is_in_run            ? shift_target(shift, &task->run)
                                  : shift->from;
}

/* Reads indexes to their places in memory. */
static int read_indexes(struct redo *redo, uint64_t first, uint64_t end)
{
    int error = 0;

    while (first < end && !error) {
        uint64_t until, place = source_place(redo, first, &until);
        until = num_min(until, end);
        error = redo_read(redo, place + first, until - first,
                          source_byte(redo, &redo->source, first));
        first = until;
    }
    return error;
}

/* --- units --- */

/* Reads whole units, and compares them. */
static enum redo_state source_read_units(struct redo *redo, uint64_t first, uint64_t end)
{
    uint64_t each = redo->units.bytes / redo->log->logical;
    int error = read_indexes(redo, first, end);

    for (uint64_t at = first; at < end && !error; at += each) {
        uint64_t stop = num_min(at + each, end);
        bool is_right = false;
        for (unsigned i = 0; i < UNIT_READS && !is_right && !error; i++) {
            error = i ? read_indexes(redo, at, stop) : 0;
            is_right = !error && unit_is_as_before(redo, at / each, source_at(redo, at));
        }
        if (!error && !is_right) {
            uint64_t until;
            redo->at =
                (struct shift_sectors){ source_place(redo, at, &until) + at, stop - at };
            return REDO_MISMATCH;
        }
    }
    return redo_result(redo, error, REDO_MORE);
}

static enum redo_state read_by_units(struct redo *redo, struct shift_piece pieces)
{
    struct redo_source *source = &redo->source;
    struct shift_piece all = source_units(redo, pieces);
    uint64_t end = all.first + all.length;

    source_keep(redo, source, all, source);
    enum redo_state state = source_read_units(redo, all.first, source->first);
    if (state == REDO_MORE)
        state = source_read_units(redo, source->end, end);
    source->first = state == REDO_MORE ? all.first : 0;
    source->end = state == REDO_MORE ? end : 0;
    return state;
}

/* --- pieces --- */

/* Shares the memory, if NEED bytes fit each half.  A slot is written from there in whole
 * blocks: behind each half there is one. */
static void share_memory(struct redo *redo, uint64_t need)
{
    uint64_t block = redo->store->head.place.block;
    uint64_t half = num_round_down((redo->buffer_bytes - block) / 2, block);

    if (!redo->reads_ahead || redo->next.bytes || half < need)
        return;
    source_forget(redo);
    redo->source.room = redo->next.room = (size_t)half;
    redo->next.bytes = redo->buffer + half + block;
}

/* Without hashes, or memory for whole units, what is moved is only compared at the end.
 */
static bool has_units(struct redo *redo, struct shift_piece pieces)
{
    uint64_t bytes = pieces.length * redo->log->logical;

    if (!units_load(redo, redo->task->move) ||
        bytes + 2 * redo->units.bytes > redo->buffer_bytes)
        return false;
    share_memory(redo, bytes + 2 * redo->units.bytes);
    return true;
}

static enum redo_state read_plainly(struct redo *redo, struct shift_piece pieces)
{
    struct redo_source *source = &redo->source;

    source_forget(redo);
    source->base = pieces.first;
    int error = read_indexes(redo, pieces.first, pieces.first + pieces.length);
    source->first = error ? 0 : pieces.first;
    source->end = error ? 0 : pieces.first + pieces.length;
    return redo_result(redo, error, REDO_MORE);
}

enum redo_state source_read(struct redo *redo, uint64_t count)
{
    const struct redo_task *task = redo->task;
    struct shift_piece pieces =
        shift_pieces_from(&task->move->shift, &task->run, task->piece, count);
    enum redo_state state = REDO_MORE;

    if (source_has(&redo->source, pieces))
        return state;
    if (!has_units(redo, pieces))
        return read_plainly(redo, pieces);
    ahead_take(redo, pieces);
    if (!source_has(&redo->source, pieces))
        state = read_by_units(redo, pieces);
    if (state == REDO_MORE)
        ahead_start(redo, count);
    return state;
}
