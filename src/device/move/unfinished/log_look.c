/* SPDX-License-Identifier: GPL-3.0-or-later */
/* log_look.c - how far the move has come that a redo log is at */
#include "device/move/unfinished/log_look.h"

#include "device/io/store.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/move/data/fix_move.h"

struct log_source {
    const struct fix_place_found *found;
    struct reader journal;
    const struct fix_move *move;
    struct shift_run run;
};

/* --- pieces --- */

static bool read_log_record(const struct log_source *source, uint64_t at,
                            uint8_t ret[RECORD_BYTES])
{
    return reader_read(&source->journal, source->found->offset + at, ret, RECORD_BYTES);
}

/* Returns the pieces that are durable by the newer mark. */
static uint64_t marked_pieces(const struct log_source *source)
{
    const struct record_head *head = &source->found->head;
    CLEANUP(freep) struct record_mark *mark = xcalloc(1, sizeof(*mark));
    uint8_t bytes[RECORD_BYTES];
    uint64_t pieces = 0;

    for (unsigned block = 0; block < 2; block++) {
        uint64_t at = head->areas[AREA_MARKS].offset + block * head->place.block;
        if (read_log_record(source, at, bytes) &&
            record_mark_decode(bytes, RECORD_BYTES, head, mark) == RECORD_IS_VALID &&
            mark->step == head->run.step && mark->is_back == source->run.is_back)
            pieces = num_max(pieces, mark->piece);
    }
    return pieces;
}

/* Returns those before the newest batch. */
static uint64_t ring_pieces(const struct log_source *source)
{
    const struct record_head *head = &source->found->head;
    unsigned slots = source->move->shift.slots;
    uint8_t bytes[RECORD_BYTES];
    uint64_t pieces = 0;

    for (unsigned i = 0; i < slots; i++) {
        const struct record_bytes *ring = &head->areas[AREA_RING];
        uint64_t each = num_round_down(ring->bytes / slots, head->place.block);
        struct record_slot slot;
        if (read_log_record(source, ring->offset + i * each, bytes) &&
            record_slot_decode(bytes, RECORD_BYTES, head, &slot) == RECORD_IS_VALID &&
            slot.step == head->run.step && slot.is_back == source->run.is_back)
            pieces = num_max(pieces, slot.piece);
    }
    return pieces;
}

static uint64_t bytes_moved(const struct log_source *source)
{
    const struct shift *shift = &source->move->shift;
    uint64_t pieces = num_max(marked_pieces(source), ring_pieces(source));

    pieces = num_min(pieces, shift_piece_count(shift, &source->run));
    return pieces ? shift_pieces_from(shift, &source->run, 0, pieces).length : 0;
}

/* --- the step --- */

/* What guards a move is there until its last step is nearly done. */
static bool has_guard(const struct log_source *source)
{
    const struct record_head *head = &source->found->head;
    const struct shift *shift = &source->move->shift;
    CLEANUP(store_closep)
    struct store *store = store_open(source->found->disk, ERR_IGNORED);
    uint8_t bytes[RECORD_BYTES];
    struct record_guard guard;

    if (head->run.step != source->move->guard || !store)
        return true;
    struct reader disk = store_reader(store);
    return !reader_read(&disk, (shift->from + shift->zones.magic) * head->place.logical,
                        bytes, head->place.logical) ||
           (record_guard_decode(bytes, head->place.logical, head->owner.disk_bytes,
                                &guard) == RECORD_IS_VALID &&
            guid_equal(&guard.owner.transaction, &head->owner.transaction));
}

static enum journal_phase phase_of(const struct log_source *source)
{
    uint16_t step = source->found->head.run.step, carry = source->move->carry;

    if (step == carry || (source->run.is_back && step > carry))
        return JOURNAL_PHASE_MOVING;
    return step < carry && !source->run.is_back ? JOURNAL_PHASE_SAVED
                                                : JOURNAL_PHASE_FINAL;
}

static void look_at_pieces(struct log_source *source, struct unfinished_look *ret)
{
    const struct record_head *head = &source->found->head;
    const struct shift *shift = &source->move->shift;
    bool is_at_work = head->run.step == source->move->carry;

    source->run = shift_run_forward(shift);
    source->run.is_back = head->run.direction == RUN_BACK;
    if (is_at_work && source->run.is_back) {
        source->run.first = head->back_first;
        source->run.end = num_min(head->back_end, shift->length);
    }
    ret->has_guard = has_guard(source);
    ret->has_progress = head->run.step != source->move->guard || ret->has_guard;
    ret->is_untouched = !ret->has_progress && !ret->step && !source->run.is_back;
    ret->phase = phase_of(source);
    uint64_t all = source->run.end - source->run.first;
    uint64_t done = is_at_work && all                   ? bytes_moved(source)
                    : ret->phase == JOURNAL_PHASE_FINAL ? all
                                                        : 0;
    ret->bytes_done = done * head->place.logical;
    ret->bytes_total = all * head->place.logical;
}

void log_look_at_move(const struct fix_place_found *found, const struct redo_log *log,
                      struct unfinished_look *ret)
{
    const char *path = found->journal[0] ? found->journal : found->disk;
    CLEANUP(store_closep) struct store *store = store_open(path, ERR_IGNORED);
    CLEANUP(freep) struct fix_move *moves = NULL;
    size_t count;

    if (!store || found->head.run.direction >= RUN_EXIT ||
        !fix_moves_find(log, &moves, &count))
        return;
    struct log_source source = { .found = found, .journal = store_reader(store) };
    source.move = fix_move_of(moves, count, found->head.run.step);
    if (source.move)
        look_at_pieces(&source, ret);
    else if (count && !ret->step && found->head.run.direction == RUN_FORWARD)
        ret->is_untouched = found->head.run.step < moves[0].guard;
    /* A swap area with the journal is not as it was. */
    ret->is_untouched &= found->head.place.kind != JOURNAL_SWAP;
}
