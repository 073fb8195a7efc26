/* SPDX-License-Identifier: GPL-3.0-or-later */
/* shift_steps.c - the order of steps of a move without a crash
 *
 * A stage is called for each of its steps, with their number so far in .at. */
#include "model/move/shift/shift_steps.h"

#include <assert.h>

#include "model/move/shift/shift_stage.h"

/* --- the table --- */

/* The table cannot be read and changed while one of its blocks is unreadable, or the EBR
 * of a neighbour in a block with one end of the move. At the end of a run zones in such a
 * block get their content: a copy of the header can be whole, of an attempt before, and
 * then no other zone may be a guard. A copy that was damaged is a guard again. */
static void mend_table(struct shifting *m, struct shift_sectors at)
{
    bool is_end = m->label != SHIFT_LABEL_ENVELOPE &&
                  shift_has_other_zone(m->shift, m->label_place, at);

    if (m->at % 2 == 0)
        shift_give(m, SHIFT_LOOK, at, 0);
    else if (m->answer == SHIFT_UNREADABLE) {
        shift_give_zones(m, is_end ? SHIFT_WRITE_MAGIC_GUARD : SHIFT_WRITE_GUARDS,
                         m->label_place, at);
        m->is_table_mended = true;
    } else
        m->at++;
}

/* A copy of a GPT that was restored is durable before the other one changes: a cut could
 * else damage both. */
static void stage_label(struct shifting *m)
{
    struct shift_sectors blocks[SHIFT_TABLES_MAX + 2];
    unsigned mends = 2 * (unsigned)shift_table_blocks(m->shift, blocks);

    if (m->at < mends)
        mend_table(m, blocks[m->at / 2]);
    else if (m->at == mends && m->is_table_mended)
        shift_give_flush(m);
    else if (m->at == mends)
        m->at++;
    else if (m->at == mends + 1)
        shift_give_step(m, (struct shift_step){ .op = SHIFT_LABEL, .label = m->label });
    else
        shift_go(m, m->after_label);
}

/* --- the move --- */

/* With the record alone the head would be no guard yet, and all would be saved again. The
 * first flush is for the mover, which reads SHIFT from the journal before it can look. */
static void stage_save(struct shifting *m)
{
    if (m->at == 0)
        shift_give(m, SHIFT_SAVE, (struct shift_sectors){ 0 }, 0);
    else if (m->at == 2)
        shift_give_record(m, SHIFT_SAVED, 0);
    else if (m->at <= 3)
        shift_give_flush(m);
    else
        shift_go(m, SHIFTING_GUARD);
}

/* Guards of zones at the old place, then those in the free space. */
static void guard_zone(struct shifting *m, unsigned number)
{
    const struct shift *shift = m->shift;
    unsigned zones = (unsigned)shift->zones.count;
    struct shift_sectors at = number < zones ? shift_zone_at(shift, shift->from, number)
                                             : shift_free_guard_at(shift, number - zones);

    if (at.length)
        shift_give_zones(m, SHIFT_WRITE_GUARDS, shift->from, at);
    else
        m->at++;
}

/* The other zones, those in the free space, and the slots. */
static void guard_rest(struct shifting *m, unsigned number)
{
    const struct shift *shift = m->shift;
    unsigned guards = 2 * (unsigned)shift->zones.count;
    unsigned slots = shift->mode == MOVE_JOURNAL ? shift->slots : 0;

    if (shift_is_copy(shift, number))
        m->at++;
    else if (number < guards)
        guard_zone(m, number);
    else if (number < guards + slots)
        shift_give(m, SHIFT_CLEAR_SLOT, (struct shift_sectors){ 0 }, number - guards);
    else if (number == guards + slots)
        shift_give_flush(m);
    else
        shift_go_label(m, SHIFT_LABEL_ENVELOPE, shift->from, SHIFTING_ENVELOPE);
}

/* The magic sector first and durable: with any other sector replaced before it, the
 * partition could be taken for a damaged one and repaired. Then the copies of the header,
 * so that nothing is incomplete while the header can be repaired. Clearing the slots is
 * durable before the record that makes them count. */
static void stage_guard(struct shifting *m)
{
    const struct shift *shift = m->shift;
    unsigned copies = shift_copy_count(shift);

    if (m->at == 0)
        shift_give_zones(m, SHIFT_WRITE_MAGIC_GUARD, shift->from,
                         shift_magic_at(shift, shift->from));
    else if (m->at == 1 || (copies && m->at == copies + 2))
        shift_give_flush(m);
    else if (m->at < copies + 2)
        guard_zone(m, m->at - 1);
    else
        guard_rest(m, m->at - (copies ? copies + 3 : 2));
}

static void stage_envelope(struct shifting *m)
{
    if (m->at == 0)
        shift_give_record(m, SHIFT_MOVING, 0);
    else if (m->at == 1)
        shift_give_flush(m);
    else
        shift_go_move(m, m->run, 0);
}

/* The record with the pieces' hashes needs no flush of its own: without it, the next
 * piece has not been begun. */
static void move_hole(struct shifting *m)
{
    unsigned at = m->at - m->read - 1;

    if (m->at < m->read)
        shift_give(m, SHIFT_READ, shift_piece_source(m, m->piece + m->at), m->at);
    else if (m->at == m->read)
        shift_give_record(m, SHIFT_MOVING, m->read);
    else if (at % 2)
        shift_give_flush(m);
    else if (at / 2 < m->read)
        shift_give_piece(m, m->piece + at / 2, at / 2);
    else
        shift_go_move(m, m->run, m->piece + m->read);
}

/* The flush of a slot is also that of the piece before it. */
static void move_journal(struct shifting *m)
{
    unsigned slot = (unsigned)(m->piece % m->shift->slots);

    switch (m->at) {
    case 0:
        shift_give(m, SHIFT_READ, shift_piece_source(m, m->piece), 0);
        break;
    case 1:
        shift_give_step(m, (struct shift_step){ .op = SHIFT_SLOT,
                                                .at = shift_piece_target(m, m->piece),
                                                .number = slot,
                                                .run = m->run,
                                                .piece = m->piece });
        break;
    case 2:
        shift_give_flush(m);
        break;
    case 3:
        shift_give_piece(m, m->piece, 0);
        break;
    default:
        shift_go_move(m, m->run, m->piece + 1);
    }
}

/* Pieces that are zeros in both places are there already. */
static void look_for_zeros(struct shifting *m)
{
    if (m->at == 0) {
        shift_give_step(m, (struct shift_step){ .op = SHIFT_LOOK_ZEROS,
                                                .run = m->run,
                                                .piece = m->piece });
        return;
    }
    m->has_looked = true;
    shift_go(m,
             m->answer == SHIFT_YES && m->answer_piece ? SHIFTING_SKIP : SHIFTING_MOVE);
}

/* The pieces before them are durable before the record says so, and that is before the
 * slot of one of them is overwritten. */
static void stage_skip(struct shifting *m)
{
    uint64_t left = m->count - m->piece;

    if (m->at == 0) {
        m->skipped = m->answer_piece < left ? m->answer_piece : left;
        shift_give_flush(m);
    } else if (m->at == 1) {
        m->piece += m->skipped;
        shift_give_record(m, SHIFT_MOVING, 0);
    } else if (m->at == 2) {
        shift_give_flush(m);
    } else {
        shift_go_move(m, m->run, m->piece);
    }
}

static void stage_move(struct shifting *m)
{
    uint64_t left = m->count - m->piece;

    if (!left) {
        shift_go(m, SHIFTING_MOVED);
    } else if (!m->has_looked) {
        look_for_zeros(m);
    } else if (m->shift->mode == MOVE_JOURNAL) {
        move_journal(m);
    } else {
        m->read = left < m->shift->hashes ? (unsigned)left : m->shift->hashes;
        move_hole(m);
    }
}

/* Guards outside the partition are removed when no entry leads there any more, and before
 * the partition can be mounted: a block with a sector of it could become unreadable. */
void shift_go_final(struct shifting *m)
{
    if (m->run.is_back)
        shift_go_label(m, SHIFT_LABEL_OLD, m->shift->from, SHIFTING_RESTORE);
    else
        shift_go_label(m, SHIFT_LABEL_NEW, m->shift->to, SHIFTING_LEAVE);
}

static void stage_moved(struct shifting *m)
{
    uint64_t place = shift_target(m->shift, &m->run);
    struct shift_sectors all = { place, m->shift->length };

    switch (m->at) {
    case 1:
        shift_give(m, SHIFT_CHECK, all, 0);
        break;
    case 2:
        if (m->answer == SHIFT_YES)
            shift_give_record(m, SHIFT_FINAL, 0);
        else
            shift_stop(m, SHIFT_MISMATCH, all);
        break;
    case 0:
    case 3:
        shift_give_flush(m);
        break;
    default:
        shift_go_final(m);
    }
}

/* Gives the block of the magic sector, which a cut of the last write can have left
 * unreadable, so that the zones around it are then as they were before that; the zones
 * that are no copies, a flush, and then the copies. */
static void give_zone_in_order(struct shifting *m, uint64_t place, unsigned at)
{
    unsigned zones = (unsigned)m->shift->zones.count;
    unsigned others = zones - shift_copy_count(m->shift);
    unsigned number = at == 1 ? 0 : at <= others ? zones - 1 : at - others - 1;

    if (at == 0)
        shift_give_zones(m, SHIFT_WRITE_MAGIC_GUARD, place,
                         shift_magic_at(m->shift, place));
    else if (at == others + 1)
        shift_give_flush(m);
    else
        shift_give_zones(m, SHIFT_WRITE_MAGIC_GUARD, place,
                         shift_zone_at(m->shift, place, number));
}

/* The write of the magic sector is the commit of the move: all else is durable. Copies of
 * the header are written last before it: a tool that repairs the header from one of them
 * does no more than this commit. */
static void stage_zones(struct shifting *m)
{
    uint64_t place = shift_target(m->shift, &m->run);
    unsigned zones = (unsigned)m->shift->zones.count;
    unsigned writes = shift_copy_count(m->shift) ? zones + 2 : zones + 1;

    if (m->at < writes)
        give_zone_in_order(m, place, m->at);
    else if (m->at == writes + 1)
        shift_give_zones(m, SHIFT_WRITE_TRUE, place, shift_magic_at(m->shift, place));
    else if (m->at <= writes + 2)
        shift_give_flush(m);
    else
        shift_go(m, SHIFTING_COMPLETE);
}

/* A cut before the flush is harmless, but what is reported is to be durable. */
static void stage_complete(struct shifting *m)
{
    struct shift_sectors none = { 0 };

    if (m->at == 0)
        shift_give_record(m, SHIFT_COMPLETE, 0);
    else if (m->at == 1)
        shift_give_flush(m);
    else
        shift_stop(m, m->run.is_back ? SHIFT_AT_OLD : SHIFT_AT_NEW, none);
}

static void stage_end(struct shifting *m)
{
    m->has_step = true;
}

static const shift_stage_fn stages[SHIFTING_COUNT] = {
    [SHIFTING_SAVE] = stage_save,         [SHIFTING_GUARD] = stage_guard,
    [SHIFTING_ENVELOPE] = stage_envelope, [SHIFTING_MOVE] = stage_move,
    [SHIFTING_SKIP] = stage_skip,         [SHIFTING_MOVED] = stage_moved,
    [SHIFTING_LEAVE] = shift_stage_leave, [SHIFTING_ZONES] = stage_zones,
    [SHIFTING_COMPLETE] = stage_complete, [SHIFTING_END] = stage_end,
    [SHIFTING_LABEL] = stage_label,
};

struct shift_step shift_next(struct shifting *m)
{
    while (!m->has_step) {
        if (m->is_writing)
            shift_continue_write(m);
        else if (stages[m->stage])
            stages[m->stage](m);
        else
            shift_recover_stages[m->stage](m);
    }
    return m->step;
}

void shift_report(struct shifting *m, enum shift_answer answer, uint64_t piece)
{
    assert(m->has_step && m->step.op != SHIFT_END);
    m->has_step = false;
    m->answer = answer;
    m->answer_piece = piece;
}
