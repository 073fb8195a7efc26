/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mover_ahead.c - reads the units of the pieces that are moved next, as many as fit */
#include <string.h>

#include "device/move/mover_private.h"

static uint64_t ahead_lower(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

static uint8_t *ahead_at(const struct mover *m, uint64_t index)
{
    return m->ahead.bytes + (index - m->ahead.base) * m->logical;
}

/* Reads whole units, the indexes [FIRST, END), to their place in memory. */
static int read_units(struct mover *m, uint64_t first, uint64_t end)
{
    int error = mover_read_indexes(m, first, end, ahead_at(m, first));

    for (; first < end && !error;
         first = mover_unit_end(m, (size_t)(first / mover_unit_sectors(m)))) {
        size_t unit = (size_t)(first / mover_unit_sectors(m));
        if (!mover_unit_is_as_before(m, unit, ahead_at(m, first)))
            error = mover_read_unit_again(m, unit, ahead_at(m, first));
    }
    return error;
}

/* Returns the indexes of the pieces that are read together, beginning with the next. */
static struct shift_piece next_pieces(const struct mover *m)
{
    const struct shifting *shifting = &m->shifting;
    const struct shift_run *run = &shifting->run;
    uint64_t count = m->shift->mode == MOVE_HOLE ? m->shift->hashes : 1;
    uint64_t left = shift_piece_count(m->shift, run) - shifting->piece;
    struct shift_piece one = shift_piece_at(m->shift, run, shifting->piece);
    struct shift_piece other =
        shift_piece_at(m->shift, run, shifting->piece + ahead_lower(count, left) - 1);
    uint64_t end =
        one.first > other.first ? one.first + one.length : other.first + other.length;

    one.first = ahead_lower(one.first, other.first);
    one.length = end - one.first;
    return one;
}

/* Returns the indexes of the units that are read ahead for PIECES: those that they need,
 * and then as many as fit of those that come next. */
static struct shift_piece ahead_units(const struct mover *m, struct shift_piece pieces)
{
    const struct shift_run *run = &m->shifting.run;
    uint64_t each = mover_unit_sectors(m), fit = m->ahead.sectors / each;
    uint64_t first = pieces.first / each;
    uint64_t end = (pieces.first + pieces.length - 1) / each + 1;

    if (shift_target(m->shift, run) > shift_source(m->shift, run))
        first = ahead_lower(first, end > fit ? end - fit : 0);
    else if (first + fit > end)
        end = ahead_lower(first + fit, m->request.units->count);
    end = mover_unit_end(m, (size_t)end - 1);
    return (struct shift_piece){ first * each, end - first * each };
}

/* Moves what is in memory already to its place among UNITS. */
static void keep_units(struct mover *m, struct shift_piece units)
{
    struct read_ahead *ahead = &m->ahead;
    uint64_t first = ahead->first > units.first ? ahead->first : units.first;
    uint64_t end = ahead_lower(ahead->end, units.first + units.length);

    if (first < end)
        memmove(ahead->bytes + (first - units.first) * m->logical, ahead_at(m, first),
                (size_t)((end - first) * m->logical));
    else
        first = end = units.first;
    ahead->base = units.first;
    ahead->first = first;
    ahead->end = end;
}

static int fill_ahead(struct mover *m)
{
    struct read_ahead *ahead = &m->ahead;
    struct shift_piece units = ahead_units(m, next_pieces(m));
    uint64_t end = units.first + units.length;

    keep_units(m, units);
    int error = read_units(m, units.first, ahead->first);
    if (!error)
        error = read_units(m, ahead->end, end);
    ahead->first = error ? 0 : units.first;
    ahead->end = error ? 0 : end;
    return error;
}

static bool are_read_ahead(const struct mover *m, struct shift_piece pieces)
{
    return pieces.first >= m->ahead.first && pieces.first + pieces.length <= m->ahead.end;
}

/* The first of the pieces that are read together has what all of them need read. */
int mover_read_by_units(struct mover *m, uint64_t first, unsigned number)
{
    int error = 0;

    if (!number && !are_read_ahead(m, next_pieces(m)))
        error = fill_ahead(m);
    m->buffers[number] = ahead_at(m, first);
    return error;
}
