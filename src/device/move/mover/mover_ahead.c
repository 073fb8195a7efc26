/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mover_ahead.c - reads the units of the pieces that are moved next, as many as fit
 *
 * If there is space, what comes behind that is read in the background while pieces are
 * written. It is all ahead of them: where it is does not change meanwhile. What goes
 * wrong there is not reported: it is read again when it is needed. */
#include <string.h>

#include "device/move/mover/mover_private.h"
#include "model/base/num.h"

/* Of what is read in the background: each is hashed while it is in the processor's cache.
 * None is smaller than a unit. */
enum { READ_PARTS = 4 };

static uint8_t *ahead_at(const struct mover *m, const struct read_ahead *ahead,
                         uint64_t index)
{
    return ahead->bytes + (index - ahead->base) * m->logical;
}

static bool goes_from_end(const struct mover *m)
{
    const struct shift_run *run = &m->shifting.run;

    return shift_target(m->shift, run) > shift_source(m->shift, run);
}

static bool has_all_of(const struct read_ahead *ahead, struct shift_piece pieces)
{
    return pieces.first >= ahead->first && pieces.first + pieces.length <= ahead->end;
}

/* --- which --- */

/* Returns how many pieces are read at once from PIECE on; 0 at the end. */
static uint64_t count_from(const struct mover *m, uint64_t piece)
{
    uint64_t count = m->shift->mode == MOVE_HOLE ? m->shift->hashes : 1;
    uint64_t all = shift_piece_count(m->shift, &m->shifting.run);

    return piece < all ? num_min(count, all - piece) : 0;
}

/* Returns their indexes. */
static struct shift_piece pieces_from(const struct mover *m, uint64_t piece)
{
    return shift_pieces_from(m->shift, &m->shifting.run, piece, count_from(m, piece));
}

/* Returns the indexes of the units that are read ahead for PIECES: those that they need,
 * and then as many as fit of those that come next. */
static struct shift_piece ahead_units(const struct mover *m, struct shift_piece pieces)
{
    uint64_t each = mover_unit_sectors(m), fit = m->ahead.sectors / each;
    uint64_t first = pieces.first / each;
    uint64_t end = (pieces.first + pieces.length - 1) / each + 1;

    if (goes_from_end(m))
        first = num_min(first, end > fit ? end - fit : 0);
    else if (first + fit > end)
        end = num_min(first + fit, m->request.units->count);
    end = mover_unit_end(m, (size_t)end - 1);
    return (struct shift_piece){ first * each, end - first * each };
}

/* Puts what is in FROM already to its place among UNITS in TO, which can be the same. */
static void keep_units(const struct mover *m, const struct read_ahead *from,
                       struct shift_piece units, struct read_ahead *to)
{
    uint64_t first = from->first > units.first ? from->first : units.first;
    uint64_t end = num_min(from->end, units.first + units.length);

    if (first < end)
        memmove(to->bytes + (first - units.first) * m->logical, ahead_at(m, from, first),
                (size_t)((end - first) * m->logical));
    else
        first = end = units.first;
    to->base = units.first;
    to->first = first;
    to->end = end;
    to->hashed = 0;
}

/* --- at once --- */

/* Reads whole units, the indexes [FIRST, END), to their place in memory. */
static int read_units(struct mover *m, uint64_t first, uint64_t end)
{
    int error = mover_read_indexes(m, first, end, ahead_at(m, &m->ahead, first));

    for (; first < end && !error;
         first = mover_unit_end(m, (size_t)(first / mover_unit_sectors(m)))) {
        size_t unit = (size_t)(first / mover_unit_sectors(m));
        if (!mover_unit_is_as_before(m, unit, ahead_at(m, &m->ahead, first)))
            error = mover_read_unit_again(m, unit, ahead_at(m, &m->ahead, first));
    }
    return error;
}

static int fill_ahead(struct mover *m, struct shift_piece pieces)
{
    struct read_ahead *ahead = &m->ahead;
    struct shift_piece units = ahead_units(m, pieces);
    uint64_t end = units.first + units.length;

    keep_units(m, ahead, units, ahead);
    int error = read_units(m, units.first, ahead->first);
    if (!error)
        error = read_units(m, ahead->end, end);
    ahead->first = error ? 0 : units.first;
    ahead->end = error ? 0 : end;
    return error;
}

/* --- in the background --- */

static bool are_next_as_before(const struct mover *m, uint64_t first, uint64_t end)
{
    while (first < end) {
        size_t unit = (size_t)(first / mover_unit_sectors(m));
        if (!mover_unit_is_as_before(m, unit, ahead_at(m, &m->next, first)))
            return false;
        first = mover_unit_end(m, unit);
    }
    return true;
}

/* Reads whole units that are at the old place. Here and in what follows .shifting changes
 * meanwhile. */
static bool read_old_place(struct mover *m, uint64_t first, uint64_t end)
{
    while (first < end) {
        uint64_t last = first + (m->next.sectors - 1) / READ_PARTS;
        uint64_t until = mover_unit_end(m, (size_t)(last / mover_unit_sectors(m)));
        until = num_min(until, end);
        if (mover_read(m, m->shift->from + first, until - first,
                       ahead_at(m, &m->next, first)) ||
            !are_next_as_before(m, first, until))
            return false;
        first = until;
    }
    return true;
}

static void hash_next_pieces(struct mover *m)
{
    struct read_ahead *next = &m->next;
    struct shift_run run = shift_run_forward(m->shift);

    next->hashed = m->next_count;
    for (unsigned i = 0; i < next->hashed; i++) {
        struct shift_piece piece = shift_piece_at(m->shift, &run, next->piece + i);
        next->hashes[i] =
            hash_of(ahead_at(m, next, piece.first), (size_t)(piece.length * m->logical));
    }
}

static void read_next(void *context)
{
    struct mover *m = context;
    struct read_ahead *next = &m->next;
    uint64_t first = m->next_units.first, end = first + m->next_units.length;
    bool is_right =
        read_old_place(m, first, next->first) && read_old_place(m, next->end, end);

    next->first = is_right ? first : 0;
    next->end = is_right ? end : 0;
    if (is_right)
        hash_next_pieces(m);
}

/* True if nothing that is to be read has been moved, or is moved meanwhile: of all pieces
 * that are, the units are in AHEAD. */
static bool is_all_ahead(const struct mover *m)
{
    const struct read_ahead *ahead = &m->ahead;
    uint64_t first = m->next_units.first, end = first + m->next_units.length;

    return goes_from_end(m) ? end <= ahead->end && first < ahead->first
                            : first >= ahead->first && end > ahead->end;
}

/* Begins to read what comes behind the units that are in memory. A way back is too seldom
 * to be made faster. */
static void start_next(struct mover *m)
{
    uint64_t piece = m->shifting.piece, count;

    if (!m->next.bytes || m->is_reading || m->shifting.run.is_back)
        return;
    do {
        count = count_from(m, piece);
        if (!count)
            return;
        piece += count;
    } while (count_from(m, piece) && has_all_of(&m->ahead, pieces_from(m, piece)));
    if (!count_from(m, piece))
        return;
    m->next_units = ahead_units(m, pieces_from(m, piece));
    if (!is_all_ahead(m))
        return;
    keep_units(m, &m->ahead, m->next_units, &m->next);
    m->next.piece = piece;
    m->next_count = (unsigned)count_from(m, piece);
    m->is_reading = true;
    background_start(m->request.background, read_next, m);
}

/* What was read in the background takes the place of what was read before it, if it has
 * PIECES. */
static void take_next(struct mover *m, struct shift_piece pieces)
{
    struct read_ahead ahead = m->ahead;

    if (!m->is_reading)
        return;
    background_wait(m->request.background);
    m->is_reading = false;
    if (!has_all_of(&m->next, pieces))
        return;
    m->ahead = m->next;
    m->next = ahead;
}

void mover_forget_next(struct mover *m)
{
    if (m->is_reading)
        background_wait(m->request.background);
    m->is_reading = false;
}

/* --- pieces --- */

/* The first of the pieces that are read at once has what all of them need read. */
int mover_read_by_units(struct mover *m, uint64_t first, unsigned number)
{
    struct shift_piece pieces = pieces_from(m, m->shifting.piece);
    int error = 0;

    if (!number && !has_all_of(&m->ahead, pieces))
        take_next(m, pieces);
    if (!number && !has_all_of(&m->ahead, pieces))
        error = fill_ahead(m, pieces);
    if (!number && !error)
        start_next(m);
    m->buffers[number] = ahead_at(m, &m->ahead, first);
    return error;
}
