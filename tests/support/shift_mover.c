/* SPDX-License-Identifier: GPL-3.0-or-later */
/* shift_mover.c - a small mover that carries out the steps of moves on a simulated disk
 *
 * All that it writes to the journal is padded to whole blocks. */
#include "support/shift_mover.h"

#include <assert.h>
#include <string.h>

#include "model/move/shift/shift_private.h"
#include "model/move/shift/shift_stage.h"

enum { LOGICAL = sizeof(struct cell), SAVED_MAX = 2048 };
_Static_assert(LOGICAL == 32, "copied as sectors");

/* The newest record; on disk it takes the values of two cells. */
struct record {
    uint64_t sequence;
    unsigned move;
    struct shift_found found;
    uint64_t hashes[MOVER_HASHES_MAX];
};

struct mover {
    struct cutting *disk;
    struct sink sink;
    const struct mover_plan *plan;
    unsigned move;
    const struct shift *shift;
    struct shift_sectors saved[SHIFT_SAVED_MAX];
    size_t saved_count;
    struct shifting shifting;
    struct record record;
    uint64_t slot_piece; /* the answer to SHIFT_LOOK_SLOT, and to _ZEROS */
    unsigned stage, flushes;
    uint64_t hashes[MOVER_HASHES_MAX];
    struct cell buffers[MOVER_HASHES_MAX][MOVER_PIECE_MAX];
};

static bool has_rule(const struct mover *m, unsigned rule)
{
    return !(m->plan->rules_off & rule);
}

/* FNV-1a, of 64 bits at a time. */
static uint64_t hash_of(const void *bytes, size_t count)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325), word;

    for (size_t i = 0; i < count; i += sizeof(word)) {
        memcpy(&word, (const uint8_t *)bytes + i, sizeof(word));
        hash = (hash ^ word) * UINT64_C(0x100000001b3);
        hash ^= hash >> 29;
    }
    return hash;
}

/* --- reading and writing --- */

static bool read_cells(struct mover *m, uint64_t lba, size_t count, struct cell *ret)
{
    return !m->sink.read_back(m->disk, lba * LOGICAL, ret, count * LOGICAL);
}

static bool write_cells(struct mover *m, uint64_t lba, size_t count,
                        const struct cell *cells)
{
    return !m->sink.write(m->disk, lba * LOGICAL, cells, count * LOGICAL);
}

/* LBA is the start of a block. */
static bool write_padded(struct mover *m, uint64_t lba, size_t count, struct cell *cells)
{
    size_t first, end, rest = m->disk->grid.grain - 1;

    memset(cells + count, 0, rest * LOGICAL);
    cutting_block(m->disk, lba + count - 1, &first, &end);
    return write_cells(m, lba, end - lba, cells);
}

bool mover_read(struct cutting *disk, uint64_t lba, struct cell *ret)
{
    struct sink sink = cutting_sink(disk);

    return !sink.read_back(disk, lba * LOGICAL, ret, LOGICAL);
}

/* M->flushes counts those of a stage. */
static bool is_flush_left_out(struct mover *m)
{
    const struct mover_plan *plan = m->plan;

    if (m->shifting.stage != m->stage)
        m->flushes = 0;
    m->stage = m->shifting.stage;
    m->flushes++;
    if (!has_rule(m, RULE_ONE_FLUSH) && plan->flush_stage == m->stage &&
        (!plan->flush_number || plan->flush_number == m->flushes))
        return true;
    return !has_rule(m, RULE_FLUSHES);
}

static bool flush_cells(struct mover *m)
{
    return is_flush_left_out(m) || !m->sink.flush(m->disk);
}

/* --- records --- */

static bool write_record(struct mover *m, const struct shift_step *step)
{
    struct cell cells[2 + 128];
    struct cell *a = &cells[0], *b = &cells[1];
    struct record *r = &m->record;

    if (step->run.is_back && m->shifting.stage == SHIFTING_ENVELOPE &&
        shift_has_unreadable_others(m->shift, m->disk))
        return false;
    r->sequence++;
    memset(cells, 0, 2 * LOGICAL);
    a->kind = b->kind = CELL_RECORD;
    a->owner = (uint16_t)m->move;
    a->at = (uint32_t)r->sequence;
    a->value[0] =
        (uint64_t)step->phase << 32 | (uint64_t)step->run.is_back << 8 | step->hashes;
    a->value[1] = step->run.first << 32 | step->run.end;
    a->value[2] = step->piece;
    for (unsigned i = 0; i < step->hashes; i++)
        b->value[i] = m->hashes[i];
    b->value[2] = hash_of(cells, 2 * LOGICAL - sizeof(uint64_t));
    return write_padded(m, m->plan->records[r->sequence % 2], 2, cells);
}

static bool read_record(struct mover *m, unsigned slot, struct record *ret)
{
    struct cell cells[2];
    const struct cell *a = &cells[0], *b = &cells[1];

    if (!read_cells(m, m->plan->records[slot], 2, cells) || a->kind != CELL_RECORD ||
        b->value[2] != hash_of(cells, 2 * LOGICAL - sizeof(uint64_t)))
        return false;
    *ret = (struct record){ .sequence = a->at, .move = a->owner };
    ret->found = (struct shift_found){
        .is_found = true,
        .phase = (enum shift_phase)(a->value[0] >> 32),
        .run = { a->value[0] >> 8 & 1, a->value[1] >> 32, a->value[1] & UINT32_MAX },
        .piece = a->value[2],
        .hashes = a->value[0] & 0xff,
    };
    memcpy(ret->hashes, b->value, sizeof(ret->hashes));
    return true;
}

static void find_record(struct mover *m)
{
    struct record found;

    m->record = (struct record){ 0 };
    for (unsigned i = 0; i < 2; i++) {
        if (read_record(m, i, &found) && found.sequence > m->record.sequence)
            m->record = found;
    }
}

/* --- saved sectors and slots --- */

/* RULE_MATES and RULE_EDGES: what would not be saved without them. */
static bool is_left_out(const struct mover *m, uint64_t lba)
{
    struct shift_sectors all = shift_envelope(m->shift);
    uint64_t index = lba - m->shift->from;

    if (lba < all.lba || lba >= all.lba + all.length)
        return !has_rule(m, RULE_EDGES);
    for (size_t i = 0; i < m->shift->zones.count; i++) {
        const struct zone *zone = &m->shift->zones.at[i];
        if (index >= zone->start && index < zone->start + zone->length)
            return false;
    }
    return !has_rule(m, RULE_MATES);
}

static bool save_sectors(struct mover *m)
{
    const struct shift_sectors *runs = m->saved;
    struct cell cells[SAVED_MAX + 128];
    size_t count = m->saved_count, all = 0;

    for (size_t i = 0; i < count; i++) {
        assert(all + runs[i].length <= SAVED_MAX);
        if (!read_cells(m, runs[i].lba, runs[i].length, cells + all))
            return false;
        for (uint64_t j = 0; j < runs[i].length; j++) {
            if (is_left_out(m, runs[i].lba + j))
                memset(&cells[all + j], 0, LOGICAL);
        }
        all += runs[i].length;
    }
    return write_padded(m, m->plan->saved, all, cells);
}

static bool read_saved(struct mover *m, uint64_t lba, struct cell *ret)
{
    const struct shift_sectors *runs = m->saved;
    size_t count = m->saved_count, all = 0;

    for (size_t i = 0; i < count; i++) {
        if (lba >= runs[i].lba && lba - runs[i].lba < runs[i].length)
            return read_cells(m, m->plan->saved + all + (lba - runs[i].lba), 1, ret);
        all += runs[i].length;
    }
    return false;
}

static bool save_border(struct mover *m, struct shift_sectors at)
{
    struct cell cells[3 * 128];

    memset(cells, 0, (at.length + 1) * LOGICAL);
    if (has_rule(m, RULE_BORDER) && !read_cells(m, at.lba, at.length, cells + 1))
        return false;
    cells[0].at = (uint32_t)at.lba;
    return write_padded(m, m->plan->border, at.length + 1, cells);
}

static bool read_border(struct mover *m, uint64_t lba, struct cell *ret)
{
    struct cell first;

    return read_cells(m, m->plan->border, 1, &first) &&
           read_cells(m, m->plan->border + 1 + (lba - first.at), 1, ret);
}

static bool write_slot(struct mover *m, const struct shift_step *step)
{
    struct cell header[1 + 128];

    header[0] = (struct cell){ .kind = CELL_SLOT, .owner = (uint16_t)m->move };
    header[0].at = step->run.is_back;
    header[0].value[0] = step->piece;
    header[0].value[1] = m->hashes[0];
    header[0].value[2] = hash_of(header, LOGICAL - sizeof(uint64_t));
    return write_padded(m, m->plan->slots[step->number], step->at.length,
                        m->buffers[0]) &&
           write_padded(m, m->plan->headers[step->number], 1, header);
}

static enum shift_answer look_at_slot(struct mover *m, unsigned slot)
{
    const struct shift_run *run = &m->record.found.run;
    struct cell h;

    if (!read_cells(m, m->plan->headers[slot], 1, &h))
        return SHIFT_UNREADABLE;
    if (h.kind != CELL_SLOT)
        return SHIFT_NO;
    if (h.value[2] != hash_of(&h, LOGICAL - sizeof(uint64_t)))
        return SHIFT_UNREADABLE;
    if (has_rule(m, RULE_OWN_SLOTS) && (h.owner != m->move || h.at != run->is_back))
        return SHIFT_NO;
    m->slot_piece = h.value[0];
    if (h.value[0] >= shift_piece_count(m->shift, run))
        return SHIFT_YES;
    struct shift_piece piece = shift_piece_at(m->shift, run, h.value[0]);
    if (!read_cells(m, m->plan->slots[slot], piece.length, m->buffers[0]))
        return SHIFT_UNREADABLE;
    return hash_of(m->buffers[0], piece.length * LOGICAL) == h.value[1]
               ? SHIFT_YES
               : SHIFT_UNREADABLE;
}

static bool clear_slot(struct mover *m, unsigned slot)
{
    struct cell cells[1 + 128];

    cells[0] = (struct cell){ 0 };
    return !has_rule(m, RULE_CLEAR) || write_padded(m, m->plan->headers[slot], 1, cells);
}

/* --- the disk --- */

static bool content_of(struct mover *m, const struct shift_step *step, uint64_t lba,
                       struct cell *ret)
{
    struct shift_content content = shift_content(m->shift, step, lba);

    *ret = (struct cell){ 0 };
    switch (content.from) {
    case SHIFT_FROM_ZERO:
        break;
    case SHIFT_FROM_GUARD:
        *ret = (struct cell){ .kind = CELL_GUARD, .owner = (uint16_t)m->move };
        break;
    case SHIFT_FROM_BUFFER:
        *ret = m->buffers[step->buffer][content.sector];
        break;
    case SHIFT_FROM_BORDER:
        return read_border(m, content.sector, ret);
    case SHIFT_FROM_SAVED:
        return read_saved(m, content.sector, ret);
    case SHIFT_FROM_PATCHED:
        if (!read_saved(m, content.sector, ret))
            return false;
        if (step->place == m->shift->to &&
            content.sector == m->shift->from + m->shift->zones.magic)
            ret->kind = CELL_PATCHED;
        break;
    }
    return true;
}

/* Zones that are there already are not written again. */
static bool write_content(struct mover *m, const struct shift_step *step)
{
    struct cell cells[MOVER_PIECE_MAX], found[MOVER_PIECE_MAX];
    bool is_zones = step->write != SHIFT_WRITE_PIECE;

    assert(step->at.length <= MOVER_PIECE_MAX);
    for (uint64_t i = 0; i < step->at.length; i++) {
        if (!content_of(m, step, step->at.lba + i, &cells[i]))
            return false;
    }
    if (is_zones && read_cells(m, step->at.lba, step->at.length, found) &&
        !memcmp(found, cells, step->at.length * LOGICAL))
        return true;
    return write_cells(m, step->at.lba, step->at.length, cells);
}

static bool read_piece(struct mover *m, const struct shift_step *step)
{
    struct cell *buffer = m->buffers[step->number];

    if (!read_cells(m, step->at.lba, step->at.length, buffer))
        return false;
    m->hashes[step->number] = hash_of(buffer, step->at.length * LOGICAL);
    return true;
}

static bool write_label(struct mover *m, enum shift_label label)
{
    struct cell now, wanted = { .kind = CELL_LABEL, .owner = (uint16_t)m->move };
    uint64_t lba = m->plan->table + m->move;

    wanted.value[0] = label;
    if (!read_cells(m, lba, 1, &now))
        return false;
    if (memcmp(&now, &wanted, LOGICAL) && !write_cells(m, lba, 1, &wanted))
        return false;
    return flush_cells(m);
}

/* --- questions --- */

static enum shift_answer look_at(struct mover *m, struct shift_sectors at)
{
    if (!has_rule(m, m->shifting.stage == SHIFTING_REDO ? RULE_REDO : RULE_LOOK))
        return SHIFT_YES;
    for (uint64_t i = 0; i < at.length; i++) {
        if (!cutting_is_readable(m->disk, at.lba + i))
            return SHIFT_UNREADABLE;
    }
    return SHIFT_YES;
}

static enum shift_answer look_at_head(struct mover *m, struct shift_sectors at)
{
    struct cell head;

    if (!has_rule(m, RULE_HEAD))
        return SHIFT_YES;
    if (!read_cells(m, at.lba, 1, &head))
        return SHIFT_UNREADABLE;
    return head.kind == CELL_GUARD && head.owner == m->move ? SHIFT_YES : SHIFT_NO;
}

static enum shift_answer compare_piece(struct mover *m, const struct shift_step *step)
{
    struct cell cells[MOVER_PIECE_MAX];

    if (!read_cells(m, step->at.lba, step->at.length, cells))
        return SHIFT_UNREADABLE;
    uint64_t hash = hash_of(cells, step->at.length * LOGICAL);
    return hash == m->record.hashes[step->number] ? SHIFT_YES : SHIFT_NO;
}

static bool is_zero(struct mover *m, uint64_t lba, uint64_t length)
{
    struct cell cells[MOVER_PIECE_MAX], none = { 0 };

    if (!read_cells(m, lba, length, cells))
        return false;
    for (uint64_t i = 0; i < length; i++)
        if (memcmp(&cells[i], &none, LOGICAL) != 0)
            return false;
    return true;
}

/* Counts pieces that are zeros where they are and where they go. */
static enum shift_answer look_for_zeros(struct mover *m, const struct shift_step *step)
{
    const struct shift_run *run = &step->run;
    uint64_t piece = step->piece, count = shift_piece_count(m->shift, run);

    for (; piece < count; piece++) {
        struct shift_piece at = shift_piece_at(m->shift, run, piece);
        if (!is_zero(m, shift_source(m->shift, run) + at.first, at.length) ||
            !is_zero(m, shift_target(m->shift, run) + at.first, at.length))
            break;
    }
    m->slot_piece = piece - step->piece;
    return m->slot_piece ? SHIFT_YES : SHIFT_NO;
}

/* False if a call fails. */
static bool carry_out(struct mover *m, const struct shift_step *step,
                      enum shift_answer *ret)
{
    *ret = SHIFT_YES;
    switch (step->op) {
    case SHIFT_FLUSH:
        return flush_cells(m);
    case SHIFT_LOOK:
        *ret = look_at(m, step->at);
        return true;
    case SHIFT_LOOK_HEAD:
        *ret = look_at_head(m, step->at);
        return true;
    case SHIFT_LOOK_SLOT:
        *ret = look_at_slot(m, step->number);
        return true;
    case SHIFT_COMPARE:
        *ret = compare_piece(m, step);
        return true;
    case SHIFT_LOOK_ZEROS:
        *ret = look_for_zeros(m, step);
        return true;
    case SHIFT_SAVE:
        return save_sectors(m);
    case SHIFT_SAVE_BORDER:
        return save_border(m, step->at);
    case SHIFT_CLEAR_SLOT:
        return clear_slot(m, step->number);
    case SHIFT_RECORD:
        return write_record(m, step);
    case SHIFT_SLOT:
        return write_slot(m, step);
    case SHIFT_READ:
        return read_piece(m, step);
    case SHIFT_READ_SLOT:
        return look_at_slot(m, step->number) == SHIFT_YES;
    case SHIFT_WRITE:
        return write_content(m, step);
    case SHIFT_LABEL:
        return write_label(m, step->label);
    case SHIFT_CHECK:
    case SHIFT_END:
        break;
    }
    return true;
}

static enum mover_result run_move(struct mover *m, const struct shift_found *found,
                                  bool is_rollback)
{
    struct shift_step step;
    enum shift_answer answer;

    m->shifting = shift_recover(m->shift, found, is_rollback);
    while ((step = shift_next(&m->shifting)).op != SHIFT_END) {
        if (!carry_out(m, &step, &answer))
            return MOVER_ERROR;
        shift_report(&m->shifting, answer, m->slot_piece);
    }
    if (step.end == SHIFT_AT_NEW)
        return MOVER_NEW;
    return step.end == SHIFT_AT_OLD ? MOVER_OLD : MOVER_STOPPED;
}

enum mover_result mover_run(struct cutting *disk, const struct mover_plan *plan,
                            bool is_rollback)
{
    struct mover mover, *m = &mover;
    enum mover_result result = MOVER_NEW;

    memset(m, 0, offsetof(struct mover, buffers));
    m->disk = disk;
    m->sink = cutting_sink(disk);
    m->plan = plan;
    find_record(m);
    struct shift_found found = m->record.found;
    for (m->move = m->record.move; m->move < plan->count; m->move++) {
        m->shift = &plan->moves[m->move];
        m->saved_count = shift_saved(m->shift, m->saved);
        result = run_move(m, &found, is_rollback);
        if (result != MOVER_NEW || is_rollback)
            break;
        found = (struct shift_found){ 0 };
    }
    return result;
}
