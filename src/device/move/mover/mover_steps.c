/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mover_steps.c - carries out the steps of a move: questions, journal, disk */
#include <errno.h>
#include <string.h>

#include "device/move/mover/mover_private.h"

static int flush_sink(const struct sink *sink)
{
    return sink->flush(sink->context);
}

/* A journal on another disk has a cache of its own. */
static int mover_flush(struct mover *m)
{
    const struct journal *journal = m->request.journal;
    enum journal_kind kind = journal->plan->spot.kind;
    int error = flush_sink(m->request.disk);

    if (error || (kind != JOURNAL_DEVICE && kind != JOURNAL_FILE))
        return error;
    return flush_sink(journal->sink);
}

static bool is_same_run(const struct journal_run *a, const struct shift_run *b)
{
    return a->is_back == b->is_back && a->first == b->first && a->end == b->end;
}

static struct journal_run run_of(const struct shift_run *run)
{
    return (struct journal_run){ run->is_back, run->first, run->end };
}

static struct journal_head head_of(const struct mover *m)
{
    struct journal_head head = m->request.journal->plan->head;

    head.step = m->request.step;
    return head;
}

/* --- questions --- */

/* Reads AT in parts, and hashes it. */
static enum shift_answer look_at_sectors(struct mover *m, struct shift_sectors at,
                                         struct hash *ret)
{
    hash_stream_restart(m->stream);
    while (at.length) {
        struct shift_sectors part = mover_part(m, at);
        if (mover_read(m, part.lba, part.length, m->scratch))
            return SHIFT_UNREADABLE;
        hash_stream_add(m->stream, m->scratch, (size_t)(part.length * m->logical));
        at.lba += part.length;
        at.length -= part.length;
    }
    *ret = hash_stream_value(m->stream);
    return SHIFT_YES;
}

static enum shift_answer can_be_read(struct mover *m, struct shift_sectors at)
{
    struct hash ignored;

    return look_at_sectors(m, at, &ignored);
}

static enum shift_answer look_at_head(struct mover *m, struct shift_sectors at)
{
    const struct journal_plan *plan = m->request.journal->plan;
    struct journal_disk disk = { plan->head.disk_bytes / m->logical, m->logical };
    struct journal_guard guard;
    struct err err = { 0 };

    if (mover_read(m, at.lba, 1, m->scratch))
        return SHIFT_UNREADABLE;
    enum journal_state state =
        journal_guard_decode(m->scratch, (size_t)m->logical, &disk, &guard, &err);
    return state == RECORD_VALID && guard.head.step == m->request.step &&
                   guid_equal(&guard.head.transaction, &plan->head.transaction)
               ? SHIFT_YES
               : SHIFT_NO;
}

bool mover_has_guards(struct mover *m)
{
    const struct zones *zones = &m->shift->zones;

    for (size_t i = 0; i < zones->count; i++)
        for (uint64_t at = 0; at < zones->at[i].length; at++)
            if (look_at_head(
                    m, (struct shift_sectors){ m->shift->from + zones->at[i].start + at,
                                               1 }) == SHIFT_YES)
                return true;
    return false;
}

/* True if SLOT, of this run, has the place of its piece. */
static bool slot_is_of_piece(const struct mover *m, const struct journal_slot *slot)
{
    const struct shift_run *run = &m->shifting.found.run;

    if (slot->piece >= shift_piece_count(m->shift, run))
        return false;
    struct shift_piece piece = shift_piece_at(m->shift, run, slot->piece);
    return slot->to.start == shift_target(m->shift, run) + piece.first &&
           slot->to.length == piece.length;
}

static enum shift_answer look_at_slot(struct mover *m, unsigned number)
{
    struct journal_slot slot;
    enum journal_state state = journal_read_slot(m->request.journal, number, &slot);

    if (state == RECORD_NONE || state == RECORD_OTHER)
        return SHIFT_NO;
    if (state != RECORD_VALID)
        return SHIFT_UNREADABLE;
    if (slot.head.step != m->request.step ||
        !is_same_run(&slot.run, &m->shifting.found.run))
        return SHIFT_NO;
    if (!slot_is_of_piece(m, &slot))
        return SHIFT_UNREADABLE;
    m->slot_piece = slot.piece;
    mover_reset_buffers(m);
    state = journal_read_batch(m->request.journal, number, &slot, m->buffers[0]);
    return state == RECORD_VALID ? SHIFT_YES : SHIFT_UNREADABLE;
}

static enum shift_answer compare_with_record(struct mover *m,
                                             const struct shift_step *step)
{
    struct hash hash;

    if (look_at_sectors(m, step->at, &hash) != SHIFT_YES)
        return SHIFT_UNREADABLE;
    return hash_equal(&hash, &m->record.hashes[step->number]) ? SHIFT_YES : SHIFT_NO;
}

/* --- the journal --- */

static int write_progress(struct mover *m, const struct shift_step *step)
{
    struct journal_progress *record = &m->record;

    record->head = head_of(m);
    record->phase = (enum journal_phase)step->phase;
    record->run = run_of(&step->run);
    record->piece = step->piece;
    record->hash_count = (uint16_t)step->hashes;
    if (!step->run.is_back) {
        record->border = (struct journal_range){ 0 };
        record->border_hash = (struct hash){ { 0 } };
    }
    if (step->hashes)
        memcpy(record->hashes, m->hashes, step->hashes * sizeof(*m->hashes));
    return journal_write_progress(m->request.journal, record);
}

static int write_batch(struct mover *m, const struct shift_step *step)
{
    struct journal_slot slot = {
        .head = head_of(m),
        .run = run_of(&step->run),
        .coding = JOURNAL_AS_IS,
        .piece = step->piece,
        .to = { step->at.lba, step->at.length },
        .hash = m->hashes[0],
    };

    return journal_write_slot(m->request.journal, step->number, &slot, m->buffers[0],
                              (size_t)(step->at.length * m->logical));
}

static int read_batch(struct mover *m, unsigned number)
{
    return look_at_slot(m, number) == SHIFT_YES ? 0 : EIO;
}

static int set_label(struct mover *m, enum shift_label label)
{
    m->err = (struct err){ 0 };
    return m->request.set_label(m->request.context, label, &m->err) ? 0 : ECANCELED;
}

int mover_carry_out(struct mover *m, const struct shift_step *step,
                    enum shift_answer *ret_answer)
{
    switch (step->op) {
    case SHIFT_FLUSH:
        return mover_flush(m);
    case SHIFT_LOOK:
        *ret_answer = can_be_read(m, step->at);
        return 0;
    case SHIFT_LOOK_HEAD:
        *ret_answer = look_at_head(m, step->at);
        return 0;
    case SHIFT_LOOK_SLOT:
        *ret_answer = look_at_slot(m, step->number);
        return 0;
    case SHIFT_COMPARE:
        *ret_answer = compare_with_record(m, step);
        return 0;
    case SHIFT_LOOK_ZEROS:
        *ret_answer = mover_look_for_zeros(m, step);
        return 0;
    case SHIFT_SAVE:
        return mover_save(m);
    case SHIFT_SAVE_BORDER:
        return mover_save_border(m, step->at);
    case SHIFT_CLEAR_SLOT:
        return journal_clear_slot(m->request.journal, step->number);
    case SHIFT_RECORD:
        return write_progress(m, step);
    case SHIFT_SLOT:
        return write_batch(m, step);
    case SHIFT_READ:
        return mover_read_piece(m, step->at, step->number);
    case SHIFT_READ_SLOT:
        return read_batch(m, step->number);
    case SHIFT_WRITE:
        return mover_write(m, step);
    case SHIFT_LABEL:
        return set_label(m, step->label);
    case SHIFT_CHECK:
    case SHIFT_END:
        break;
    }
    return 0;
}
