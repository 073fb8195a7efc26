/* SPDX-License-Identifier: GPL-3.0-or-later */
/* shift_stage.c - how the stages of a move give their steps */
#include "model/move/shift/shift_stage.h"

enum { FIRST_BLOCK = 1, LAST_BLOCK = 2 };

void shift_go(struct shifting *m, enum shifting_stage stage)
{
    m->stage = stage;
    m->at = 0;
}

void shift_go_label(struct shifting *m, enum shift_label label, uint64_t place,
                    enum shifting_stage after)
{
    m->label = label;
    m->label_place = place;
    m->is_table_mended = false;
    m->after_label = after;
    shift_go(m, SHIFTING_LABEL);
}

void shift_go_move(struct shifting *m, struct shift_run run, uint64_t piece)
{
    m->run = run;
    m->piece = piece;
    m->count = shift_piece_count(m->shift, &run);
    m->has_looked = false;
    shift_go(m, SHIFTING_MOVE);
}

void shift_stop(struct shifting *m, enum shift_end end, struct shift_sectors at)
{
    m->step = (struct shift_step){ .op = SHIFT_END, .at = at, .end = end };
    shift_go(m, SHIFTING_END);
}

void shift_give_step(struct shifting *m, struct shift_step step)
{
    m->step = step;
    m->has_step = true;
    m->at++;
}

void shift_give(struct shifting *m, enum shift_op op, struct shift_sectors at,
                unsigned number)
{
    shift_give_step(m, (struct shift_step){ .op = op, .at = at, .number = number });
}

void shift_give_flush(struct shifting *m)
{
    shift_give_step(m, (struct shift_step){ .op = SHIFT_FLUSH });
}

void shift_give_record(struct shifting *m, enum shift_phase phase, unsigned hashes)
{
    shift_give_step(m, (struct shift_step){ .op = SHIFT_RECORD,
                                            .phase = phase,
                                            .run = m->run,
                                            .piece = m->piece,
                                            .hashes = hashes });
}

/* A drive cannot write a part of a block that is unreadable: so it is asked first whether
 * the blocks at the ends are. Complete blocks need not be readable. */
static void give_write(struct shifting *m, struct shift_step step)
{
    struct shift_sectors blocks = shift_blocks(m->shift, step.at);

    m->write = step;
    m->is_writing = true;
    m->write_ends = 0;
    if (blocks.lba < step.at.lba)
        m->write_ends |= FIRST_BLOCK;
    if (blocks.length - (step.at.lba - blocks.lba) > step.at.length)
        m->write_ends |= LAST_BLOCK;
    m->at++;
}

static struct shift_sectors end_block(const struct shifting *m, unsigned end)
{
    struct shift_sectors at = m->write.at;
    uint64_t lba = end == FIRST_BLOCK ? at.lba : at.lba + at.length - 1;

    return shift_blocks(m->shift, (struct shift_sectors){ lba, 1 });
}

/* Returns the union of two ranges that overlap. */
static struct shift_sectors join_sectors(struct shift_sectors a, struct shift_sectors b)
{
    uint64_t lba = a.lba < b.lba ? a.lba : b.lba;
    uint64_t a_end = a.lba + a.length, b_end = b.lba + b.length;

    return (struct shift_sectors){ lba, (a_end > b_end ? a_end : b_end) - lba };
}

void shift_continue_write(struct shifting *m)
{
    unsigned end = m->write_ends & FIRST_BLOCK ? FIRST_BLOCK : LAST_BLOCK;

    if (!m->write_ends) {
        m->is_writing = false;
        m->step = m->write;
        m->has_step = true;
    } else if (!m->is_looking) {
        m->is_looking = true;
        m->step = (struct shift_step){ .op = SHIFT_LOOK, .at = end_block(m, end) };
        m->has_step = true;
    } else {
        m->is_looking = false;
        m->write_ends &= ~end;
        if (m->answer == SHIFT_UNREADABLE)
            m->write.at = join_sectors(m->write.at, end_block(m, end));
    }
}

void shift_give_zones(struct shifting *m, enum shift_write write, uint64_t place,
                      struct shift_sectors at)
{
    bool is_end = m->stage == SHIFTING_RESTORE || m->stage == SHIFTING_LEAVE ||
                  m->stage == SHIFTING_ZONES;

    give_write(m, (struct shift_step){ .op = SHIFT_WRITE,
                                       .at = at,
                                       .write = write,
                                       .place = place,
                                       .has_free = is_end });
}

/* Tools repair a header from its copy: that of LUKS, exFAT or ext is in a zone that is
 * neither the first nor the last. NTFS has one in its last sector, which is that of the
 * partition or is in a zone like those; Linux mounts by it, and repairs the first one. */
unsigned shift_copy_count(const struct shift *shift)
{
    unsigned zones = (unsigned)shift->zones.count;

    return zones > 2 ? zones - 2 : zones - 1;
}

bool shift_is_copy(const struct shift *shift, unsigned number)
{
    return number > 0 && number <= shift_copy_count(shift);
}

bool shift_has_other_zone(const struct shift *shift, uint64_t place,
                          struct shift_sectors at)
{
    for (unsigned i = 0; i < shift->zones.count; i++) {
        struct shift_sectors zone = shift_zone_at(shift, place, i);
        if (!shift_is_copy(shift, i) && zone.lba < at.lba + at.length &&
            at.lba < zone.lba + zone.length)
            return true;
    }
    return false;
}

static struct shift_sectors piece_sectors(const struct shifting *m, uint64_t piece,
                                          uint64_t start)
{
    struct shift_piece found = shift_piece_at(m->shift, &m->run, piece);

    return (struct shift_sectors){ start + found.first, found.length };
}

struct shift_sectors shift_piece_target(const struct shifting *m, uint64_t piece)
{
    return piece_sectors(m, piece, shift_target(m->shift, &m->run));
}

struct shift_sectors shift_piece_source(const struct shifting *m, uint64_t piece)
{
    return piece_sectors(m, piece, shift_source(m->shift, &m->run));
}

void shift_give_piece(struct shifting *m, uint64_t piece, unsigned buffer)
{
    give_write(m, (struct shift_step){ .op = SHIFT_WRITE,
                                       .at = shift_piece_target(m, piece),
                                       .write = SHIFT_WRITE_PIECE,
                                       .run = m->run,
                                       .piece = piece,
                                       .buffer = buffer });
}
