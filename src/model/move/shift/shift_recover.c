/* SPDX-License-Identifier: GPL-3.0-or-later */
/* shift_recover.c - what the found state of a move means, and the way back
 *
 * Each write of the epoch that was cut is done again, so each block that the cut left
 * unreadable is written again. */
#include <assert.h>
#include <limits.h>

#include "model/move/shift/shift_stage.h"

static struct shift_sectors magic_sector(const struct shift *shift, uint64_t place)
{
    return (struct shift_sectors){ place + shift->zones.magic, 1 };
}

static bool turns_back(const struct shifting *m)
{
    return m->is_rollback && !m->run.is_back;
}

/* --- before the first piece --- */

/* With the head in place no sector was replaced, or all are restored: the partition may
 * have been in use since, and what was saved of it is obsolete. */
static void stage_found_saved(struct shifting *m)
{
    bool is_intact = m->answer == SHIFT_NO;

    if (m->at == 0) {
        shift_give(m, SHIFT_LOOK_HEAD, magic_sector(m->shift, m->shift->from), 0);
    } else if (m->is_rollback) {
        m->run = (struct shift_run){ .is_back = true }; /* of nothing */
        if (is_intact)
            shift_go(m, SHIFTING_COMPLETE);
        else
            shift_go_final(m);
    } else {
        shift_go(m, is_intact ? SHIFTING_SAVE : SHIFTING_GUARD);
    }
}

/* --- pieces: hole --- */

/* M->read counts the hashes of the record. A piece whose target has its hash is durable
 * after the first flush. The first other one is still whole at its source, or another
 * program wrote there. Without a hash of the next piece it is as well: its write comes
 * after that of its record. */
static void stage_found_hole(struct shifting *m)
{
    bool is_compared = m->read < m->found.hashes && m->piece < m->count;

    if (m->at == 0 && is_compared) {
        shift_give(m, SHIFT_COMPARE, shift_piece_target(m, m->piece), m->read);
    } else if (m->at == 1 && m->answer == SHIFT_YES) {
        m->piece++;
        m->read++;
        shift_go(m, SHIFTING_FOUND_HOLE);
    } else if (m->at == 1) {
        shift_give(m, SHIFT_COMPARE, shift_piece_source(m, m->piece), m->read);
    } else if (m->at == 2 && m->answer == SHIFT_NO) {
        shift_stop(m, SHIFT_FOREIGN, shift_piece_source(m, m->piece));
    } else if (m->at == 2 && m->answer == SHIFT_UNREADABLE && !turns_back(m)) {
        shift_stop(m, SHIFT_UNREAD, shift_piece_source(m, m->piece));
    } else if (turns_back(m)) {
        shift_go(m, SHIFTING_REDO);
    } else {
        shift_go_move(m, m->run, m->piece);
    }
}

/* A piece that was partly written has its source: it need not be finished before turning,
 * unless a block of its target became unreadable, with other sectors in it. The flush of
 * turning is also that of the piece. */
static void stage_redo(struct shifting *m)
{
    switch (m->at) {
    case 0:
        if (m->piece == m->count)
            shift_go(m, SHIFTING_TURN);
        else
            shift_give(m, SHIFT_LOOK,
                       shift_blocks(m->shift, shift_piece_target(m, m->piece)), 0);
        break;
    case 1:
        if (m->answer == SHIFT_UNREADABLE)
            shift_give(m, SHIFT_READ, shift_piece_source(m, m->piece), 0);
        else
            shift_go(m, SHIFTING_TURN);
        break;
    case 2:
        shift_give_piece(m, m->piece, 0);
        break;
    default:
        m->piece++;
        shift_go(m, SHIFTING_TURN);
    }
}

/* --- pieces: journal --- */

/* Insertion sort: there are few slots. */
static void note_slot(struct shifting *m, unsigned slot)
{
    unsigned i = m->slot_count++;

    for (; i && m->slots[i - 1].piece > m->answer_piece; i--)
        m->slots[i] = m->slots[i - 1];
    m->slots[i].piece = m->answer_piece;
    m->slots[i].slot = slot;
}

/* What the record counts is durable: slots of these pieces are obsolete. */
static void note_answer(struct shifting *m, unsigned slot)
{
    bool is_of_piece =
        m->answer_piece < m->count && m->answer_piece % m->shift->slots == slot;

    if (m->answer == SHIFT_UNREADABLE)
        m->bad_slots |= 1U << slot;
    else if (m->answer == SHIFT_YES && is_of_piece && m->answer_piece < m->found.piece)
        return;
    else if (m->answer == SHIFT_YES && is_of_piece)
        note_slot(m, slot);
    else if (m->answer == SHIFT_YES)
        m->bad_slots = UINT_MAX; /* valid, but not what belongs there */
}

/* A power failure damages only the slot that is written, which is that of the piece after
 * the newest one. With another one damaged the newest piece is not known. */
static bool has_contradiction(const struct shifting *m)
{
    uint64_t next =
        m->slot_count ? m->slots[m->slot_count - 1].piece + 1 : m->found.piece;

    return m->bad_slots & ~(1U << next % m->shift->slots);
}

static void stage_found_journal(struct shifting *m)
{
    struct shift_sectors none = { 0 };

    if (m->at)
        note_answer(m, m->at - 1);
    else
        m->piece = m->found.piece; /* the slots count those after it */
    if (m->at < m->shift->slots)
        shift_give(m, SHIFT_LOOK_SLOT, none, m->at);
    else if (has_contradiction(m))
        shift_stop(m, SHIFT_LOST, none);
    else
        shift_go(m, SHIFTING_REPLAY);
}

/* The oldest slot first; to write a piece twice is harmless. */
static void stage_replay(struct shifting *m)
{
    struct shift_sectors none = { 0 };
    unsigned i = m->at / 2;

    if (i < m->slot_count && m->at % 2 == 0) {
        shift_give(m, SHIFT_READ_SLOT, none, m->slots[i].slot);
    } else if (i < m->slot_count) {
        shift_give_piece(m, m->slots[i].piece, 0);
        m->piece = m->slots[i].piece + 1;
    } else if (m->at % 2 == 0) {
        shift_give_flush(m);
    } else if (turns_back(m)) {
        shift_go(m, SHIFTING_TURN);
    } else {
        shift_go_move(m, m->run, m->piece);
    }
}

/* --- after the last piece --- */

/* With a head that is no guard the new place is complete, and may be in use. */
static void stage_found_final(struct shifting *m)
{
    uint64_t place = shift_target(m->shift, &m->run);

    if (m->at == 0)
        shift_give(m, SHIFT_LOOK_HEAD, magic_sector(m->shift, place), 0);
    else if (m->answer == SHIFT_NO)
        shift_go(m, SHIFTING_COMPLETE);
    else if (turns_back(m))
        shift_go(m, SHIFTING_GUARD_NEW);
    else
        shift_go_final(m);
}

/* The number of the zone that is guarded at step AT: first the copies of the header. */
static unsigned zone_of_step(const struct shift *shift, unsigned at)
{
    unsigned copies = shift_copy_count(shift);

    if (at < copies)
        return at + 1;
    return at == copies ? 0 : (unsigned)shift->zones.count - 1;
}

/* Zones may have been written already: guards are moved back instead. As long as a copy
 * of the header is whole, tools repair the header: then nothing else may be a guard. The
 * slots of the run forward are no longer needed, and one may be damaged. */
static void guard_new(struct shifting *m, unsigned at)
{
    const struct shift *shift = m->shift;
    unsigned zones = (unsigned)shift->zones.count;
    struct shift_sectors none = { 0 };

    if (at < zones)
        shift_give_zones(m, SHIFT_WRITE_GUARDS, shift->to,
                         shift_zone_at(shift, shift->to, zone_of_step(shift, at)));
    else if (at < 2 * zones)
        shift_guard_left(m, at - zones);
    else
        shift_give(m, SHIFT_CLEAR_SLOT, none, at - 2 * zones);
}

/* The last flush is for a table that needs no change; else those of its change suffice.
 */
static void stage_guard_new(struct shifting *m)
{
    const struct shift *shift = m->shift;
    unsigned copies = shift_copy_count(shift);
    unsigned slots = shift->mode == MOVE_JOURNAL ? shift->slots : 0;
    unsigned writes = 2 * (unsigned)shift->zones.count + slots;
    unsigned at = copies && m->at > copies ? m->at - 1 : m->at;

    if (copies && m->at == copies)
        shift_give_flush(m);
    else if (at < writes)
        guard_new(m, at);
    else if (at == writes)
        shift_give_flush(m);
    else
        shift_go_label(m, SHIFT_LABEL_ENVELOPE, shift->to, SHIFTING_TURN);
}

/* The border is durable before the record that makes it count; the first piece back makes
 * its block unreadable. A damaged slot is cleared, as the run back may damage another
 * one; the others count until the record is durable. */
static void stage_turn(struct shifting *m)
{
    struct shift_run back = shift_run_back(m->shift, m->piece);
    struct shift_sectors border = shift_border(m->shift, &back), none = { 0 };
    unsigned slots = m->shift->mode == MOVE_JOURNAL ? m->shift->slots : 0;
    unsigned at = m->at - slots;

    if (m->at < slots && m->bad_slots & 1U << m->at)
        shift_give(m, SHIFT_CLEAR_SLOT, none, m->at);
    else if (m->at < slots || (at == 0 && !border.length))
        m->at++;
    else if (at == 0)
        shift_give(m, SHIFT_SAVE_BORDER, border, 0);
    else if (at == 1)
        shift_give_flush(m);
    else {
        m->run = back;
        m->piece = 0;
        shift_go(m, SHIFTING_ENVELOPE);
    }
}

/* --- the beginning --- */

static enum shifting_stage first_stage(const struct shifting *m)
{
    switch (m->found.phase) {
    case SHIFT_SAVED:
        return SHIFTING_FOUND_SAVED;
    case SHIFT_MOVING:
        return m->shift->mode == MOVE_HOLE ? SHIFTING_FOUND_HOLE : SHIFTING_FOUND_JOURNAL;
    case SHIFT_FINAL:
        return SHIFTING_FOUND_FINAL;
    case SHIFT_COMPLETE:
        break;
    }
    return SHIFTING_END;
}

/* What is read may so far only be in the drive's cache. */
static void stage_begin(struct shifting *m)
{
    struct shift_sectors none = { 0 };

    if (m->at == 0)
        shift_give_flush(m);
    else if (!m->found.is_found && m->is_rollback)
        shift_stop(m, SHIFT_AT_OLD, none);
    else if (!m->found.is_found)
        shift_go(m, SHIFTING_SAVE);
    else if (m->found.phase == SHIFT_COMPLETE)
        shift_stop(m, m->run.is_back ? SHIFT_AT_OLD : SHIFT_AT_NEW, none);
    else
        shift_go(m, first_stage(m));
}

const shift_stage_fn shift_recover_stages[SHIFTING_COUNT] = {
    [SHIFTING_BEGIN] = stage_begin,
    [SHIFTING_FOUND_SAVED] = stage_found_saved,
    [SHIFTING_FOUND_HOLE] = stage_found_hole,
    [SHIFTING_FOUND_JOURNAL] = stage_found_journal,
    [SHIFTING_REPLAY] = stage_replay,
    [SHIFTING_FOUND_FINAL] = stage_found_final,
    [SHIFTING_RESTORE] = shift_stage_restore,
    [SHIFTING_GUARD_NEW] = stage_guard_new,
    [SHIFTING_REDO] = stage_redo,
    [SHIFTING_TURN] = stage_turn,
};

struct shifting shift_recover(const struct shift *shift, const struct shift_found *found,
                              bool is_rollback)
{
    struct shifting m = { .shift = shift, .found = *found, .is_rollback = is_rollback };

    assert(shift_found_is_valid(shift, found));
    m.run = found->is_found ? found->run : shift_run_forward(shift);
    m.count = shift_piece_count(shift, &m.run);
    if (found->is_found)
        m.piece = found->phase == SHIFT_FINAL ? m.count : found->piece;
    return m;
}
