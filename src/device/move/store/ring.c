/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ring.c - moves data in batches, each of which is in a slot of the journal before
 *
 * The flush of a slot is also that of the batch before it. */
#include <errno.h>
#include <string.h>

#include "device/move/store/kinds.h"
#include "device/move/store/private.h"
#include "model/base/num.h"

/* What was found in the slots. */
struct ring {
    bool is_valid[SHIFT_SLOTS_MAX]; /* a batch of this run that may not be durable */
    uint64_t pieces[SHIFT_SLOTS_MAX];
    unsigned bad; /* a bit for each: damaged, or cannot be read */
};

enum slot_state { SLOT_NONE, SLOT_IS_VALID, SLOT_IS_BAD, SLOT_IS_WRONG };

uint64_t slot_bytes(const struct redo *redo, const struct fix_move *move)
{
    return num_round_down(redo->store->head.areas[AREA_RING].bytes / move->shift.slots,
                          redo->store->head.place.block);
}

static uint64_t ring_offset(const struct redo *redo, unsigned slot)
{
    return redo->store->head.areas[AREA_RING].offset +
           slot * slot_bytes(redo, redo->task->move);
}

/* --- what is there --- */

static bool ring_slot_fits(const struct redo *redo, const struct record_slot *slot)
{
    if (slot->piece >= redo->task->count)
        return false;
    struct shift_sectors at = piece_target(redo, slot->piece);
    return slot->start == at.lba && slot->length == at.length;
}

/* Reads the batch to memory. */
static bool slot_has_data(struct redo *redo, unsigned number,
                          const struct record_slot *slot)
{
    const struct fix_store *store = redo->store;
    size_t count = (size_t)(slot->length * redo->log->logical);
    uint64_t at = store->offset + ring_offset(redo, number) + store->head.place.block;

    source_forget(redo);
    if (fix_store_read(store->journal, at, redo->buffer, count))
        return false;
    struct hash hash = hash_of(redo->buffer, count);
    return hash_equal(&hash, &slot->hash);
}

static enum slot_state slot_read(struct redo *redo, unsigned number, uint64_t *ret_piece)
{
    struct fix_store *store = redo->store;
    struct record_slot slot;

    if (fix_store_read(store->journal, store->offset + ring_offset(redo, number),
                       store->bytes, RECORD_BYTES))
        return SLOT_IS_BAD;
    enum record_state state =
        record_slot_decode(store->bytes, RECORD_BYTES, &store->head, &slot);
    if (state == RECORD_IS_DAMAGED)
        return SLOT_IS_BAD;
    if (state != RECORD_IS_VALID || slot.step != store->head.run.step ||
        slot.is_back != redo->task->is_back)
        return SLOT_NONE;
    if (!ring_slot_fits(redo, &slot) ||
        slot.piece % redo->task->move->shift.slots != number)
        return SLOT_IS_WRONG;
    *ret_piece = slot.piece;
    return slot_has_data(redo, number, &slot) ? SLOT_IS_VALID : SLOT_IS_BAD;
}

/* A power cut damages only the slot that is written, which is that of the batch after the
 * newest one.  With another one damaged the newest batch is not known. */
static bool ring_is_lost(const struct redo *redo, const struct ring *ring)
{
    unsigned slots = redo->task->move->shift.slots;
    uint64_t next = redo->task->piece; /* from the mark */

    for (unsigned i = 0; i < slots; i++)
        if (ring->is_valid[i])
            next = num_max(next, ring->pieces[i] + 1);
    return ring->bad & ~(1U << next % slots);
}

/* A way back may damage another one. */
static int ring_clear_bad(struct redo *redo, const struct ring *ring)
{
    struct fix_store *store = redo->store;
    size_t block = store->head.place.block;
    int error = 0;

    for (unsigned i = 0; i < redo->task->move->shift.slots && !error; i++) {
        if (!(ring->bad >> i & 1))
            continue;
        memset(store->bytes, 0, block);
        error = fix_store_write(store, ring_offset(redo, i), block);
    }
    return error;
}

/* The oldest batch first; to write one twice is harmless. */
static int ring_replay(struct redo *redo, struct ring *ring)
{
    unsigned slots = redo->task->move->shift.slots;
    int error = ring_clear_bad(redo, ring);

    for (unsigned turn = 0; turn < slots && !error; turn++) {
        unsigned oldest = slots;
        for (unsigned i = 0; i < slots; i++)
            if (ring->is_valid[i] &&
                (oldest == slots || ring->pieces[i] < ring->pieces[oldest]))
                oldest = i;
        if (oldest == slots)
            break;
        uint64_t piece = ring->pieces[oldest];
        ring->is_valid[oldest] = false;
        error = slot_read(redo, oldest, &piece) == SLOT_IS_VALID
                    ? piece_write(redo, piece, redo->buffer)
                    : EIO;
        redo->task->piece = piece + 1;
    }
    return error ? error : fix_store_flush(redo->store);
}

/* Batches before the mark are durable. */
enum redo_state ring_find(struct redo *redo)
{
    unsigned slots = redo->task->move->shift.slots;
    struct ring ring = { 0 };
    bool is_wrong = false;

    for (unsigned i = 0; i < slots; i++) {
        enum slot_state state = slot_read(redo, i, &ring.pieces[i]);
        ring.is_valid[i] = state == SLOT_IS_VALID && ring.pieces[i] >= redo->task->piece;
        ring.bad |= state == SLOT_IS_BAD ? 1U << i : 0;
        is_wrong |= state == SLOT_IS_WRONG;
    }
    redo->at = fix_move_envelope(redo->task->move);
    if (is_wrong || ring_is_lost(redo, &ring))
        return REDO_LOST;
    return redo_result(redo, ring_replay(redo, &ring), REDO_MORE);
}

/* --- the next batch --- */

/* Writes COUNT BYTES to AT of the journal; zeros fill the last block. */
static int batch_write(struct fix_store *store, uint64_t at, const uint8_t *bytes,
                       size_t count)
{
    const struct sink *sink = store->journal;
    size_t tail = count % store->head.place.block, body = count - tail;
    int error = body ? sink->write(sink->context, store->offset + at, bytes, body) : 0;

    if (error || !tail)
        return error;
    memcpy(store->bytes, bytes + body, tail);
    return fix_store_write(store, at + body, tail);
}

static int slot_write(struct redo *redo, const uint8_t *bytes)
{
    const struct redo_task *task = redo->task;
    struct fix_store *store = redo->store;
    struct shift_sectors at = piece_target(redo, task->piece);
    size_t count = (size_t)(at.length * redo->log->logical);
    unsigned number = (unsigned)(task->piece % task->move->shift.slots);
    struct record_slot slot = { .owner = store->head.owner,
                                .step = store->head.run.step,
                                .is_back = task->is_back,
                                .piece = task->piece,
                                .start = at.lba,
                                .length = at.length,
                                .hash = hash_of(bytes, count) };

    record_slot_encode(&slot, store->bytes);
    int error = fix_store_write(store, ring_offset(redo, number), RECORD_BYTES);
    return error ? error
                 : batch_write(store, ring_offset(redo, number) + store->head.place.block,
                               bytes, count);
}

enum redo_state ring_move(struct redo *redo)
{
    enum redo_state state = source_read(redo, 1);

    if (state != REDO_MORE)
        return state;
    const uint8_t *bytes = piece_bytes(redo, redo->task->piece);
    int error = slot_write(redo, bytes);
    if (!error)
        error = fix_store_flush(redo->store);
    if (!error)
        error = piece_write(redo, redo->task->piece, bytes);
    redo->task->piece++;
    return redo_result(redo, error, REDO_MORE);
}
