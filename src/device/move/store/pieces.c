/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pieces.c - moves data piece by piece, into space whose content was moved before
 *
 * Each piece is durable before the next one is written.  A mark has the hashes of the
 * pieces that are in memory: it becomes durable with the first of them. */
#include <string.h>

#include "device/move/store/kinds.h"
#include "device/move/store/private.h"
#include "model/base/num.h"

static struct hash piece_hash(const struct redo *redo, uint64_t piece)
{
    return hash_of(piece_bytes(redo, piece),
                   (size_t)(piece_source(redo, piece).length * redo->log->logical));
}

/* --- marks --- */

static bool mark_read(struct redo *redo, unsigned block, struct record_mark *ret)
{
    struct fix_store *store = redo->store;
    uint64_t at = store->head.areas[AREA_MARKS].offset + block * store->head.place.block;

    return !fix_store_read(store->journal, store->offset + at, store->bytes,
                           RECORD_BYTES) &&
           record_mark_decode(store->bytes, RECORD_BYTES, &store->head, ret) ==
               RECORD_IS_VALID &&
           ret->step == redo->store->head.run.step &&
           ret->is_back == redo->task->is_back && ret->piece <= redo->task->count &&
           ret->hash_count <= redo->task->count - ret->piece;
}

/* Sets RET to the newest mark of this run, or to one of no piece.  The next one does not
 * overwrite it. */
static void mark_find(struct redo *redo, struct record_mark *ret)
{
    struct record_mark mark;

    *ret = (struct record_mark){ 0 };
    redo->task->mark = 0;
    for (unsigned block = 0; block < 2; block++)
        if (mark_read(redo, block, &mark) && mark.piece >= ret->piece) {
            *ret = mark;
            redo->task->mark = 1 - block;
        }
}

int mark_write(struct redo *redo, unsigned count)
{
    struct fix_store *store = redo->store;
    struct redo_task *task = redo->task;
    struct record_mark mark = { .owner = store->head.owner,
                                .step = store->head.run.step,
                                .is_back = task->is_back,
                                .piece = task->piece,
                                .hash_count = (uint16_t)count };

    for (unsigned i = 0; i < count; i++)
        mark.hashes[i] = piece_hash(redo, task->piece + i);
    record_mark_encode(&mark, store->bytes);
    int error = fix_store_write(store,
                                store->head.areas[AREA_MARKS].offset +
                                    task->mark * (uint64_t)store->head.place.block,
                                RECORD_BYTES);
    task->mark = 1 - task->mark;
    return error;
}

/* --- from wherever a cut has left it --- */

/* True if AT can be read and has HASH; *RET_ERROR: that of reading. */
static bool has_hash(struct redo *redo, struct shift_sectors at, const struct hash *hash,
                     int *ret_error)
{
    uint8_t *bytes = redo->buffer;

    source_forget(redo);
    *ret_error = redo_read(redo, at.lba, at.length, bytes);
    if (*ret_error)
        return false;
    struct hash found = hash_of(bytes, (size_t)(at.length * redo->log->logical));
    return hash_equal(&found, hash);
}

/* A piece whose target has its hash is durable.  The first other one is still whole at
 * its source, or another program wrote there. */
static enum redo_state pieces_after(struct redo *redo, const struct record_mark *mark)
{
    struct redo_task *task = redo->task;
    int error = 0;

    task->piece = mark->piece;
    for (unsigned i = 0; i < mark->hash_count; i++, task->piece++) {
        struct shift_sectors source = piece_source(redo, task->piece);
        if (has_hash(redo, piece_target(redo, task->piece), &mark->hashes[i], &error))
            continue;
        if (has_hash(redo, source, &mark->hashes[i], &error))
            break;
        redo->at = source;
        return redo_result(redo, error, REDO_FOREIGN);
    }
    return redo_result(redo, 0, REDO_MORE);
}

enum redo_state pieces_find(struct redo *redo)
{
    struct record_mark mark;

    mark_find(redo, &mark);
    redo->task->piece = mark.piece;
    redo->task->read = redo->task->written = 0;
    return redo->task->move->shift.mode == MOVE_HOLE ? pieces_after(redo, &mark)
                                                     : ring_find(redo);
}

/* --- the next piece --- */

static bool are_zeros(const struct redo *redo, uint64_t count)
{
    const struct redo_task *task = redo->task;
    const struct shift *shift = &task->move->shift;
    struct shift_piece all = shift_pieces_from(shift, &task->run, task->piece, count);
    uint64_t logical = redo->log->logical;

    return zeros_at(&redo->zeros, (shift_source(shift, &task->run) + all.first) * logical,
                    all.length * logical) &&
           zeros_at(&redo->zeros, (shift_target(shift, &task->run) + all.first) * logical,
                    all.length * logical);
}

/* Returns how many of the next pieces are known to be zeros where they are and where they
 * go; in a large hole that is one question. */
static uint64_t count_zeros(const struct redo *redo)
{
    enum { ZEROS_AT_ONCE = 4096 };
    uint64_t count = num_min(redo->task->count - redo->task->piece, ZEROS_AT_ONCE);

    while (count && !are_zeros(redo, count))
        count /= 2;
    return count;
}

/* Pieces that are there already: those before them are durable before the mark is, and
 * that is before a slot of one of them is overwritten. */
static int pass_zeros(struct redo *redo, uint64_t count)
{
    int error = fix_store_flush(redo->store);

    redo->task->piece += count;
    if (!error)
        error = mark_write(redo, 0);
    return error ? error : fix_store_flush(redo->store);
}

static enum redo_state hole_read(struct redo *redo)
{
    struct redo_task *task = redo->task;
    uint64_t left = task->count - task->piece;

    task->written = 0;
    task->read = (unsigned)num_min(task->move->shift.hashes, left);
    enum redo_state state = source_read(redo, task->read);
    return state == REDO_MORE ? redo_result(redo, mark_write(redo, task->read), state)
                              : state;
}

static enum redo_state hole_move(struct redo *redo)
{
    struct redo_task *task = redo->task;
    enum redo_state state = task->written == task->read ? hole_read(redo) : REDO_MORE;

    if (state != REDO_MORE)
        return state;
    int error = piece_write(redo, task->piece, piece_bytes(redo, task->piece));
    if (!error)
        error = fix_store_flush(redo->store);
    task->piece++;
    task->written++;
    return redo_result(redo, error, REDO_MORE);
}

enum redo_state pieces_move(struct redo *redo)
{
    struct redo_task *task = redo->task;
    uint64_t zeros;

    if (task->piece == task->count)
        return redo_result(redo, fix_store_flush(redo->store), REDO_NEXT);
    zeros = task->written == task->read ? count_zeros(redo) : 0;
    if (zeros)
        return redo_result(redo, pass_zeros(redo, zeros), REDO_MORE);
    return task->move->shift.mode == MOVE_HOLE ? hole_move(redo) : ring_move(redo);
}
