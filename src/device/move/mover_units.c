/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mover_units.c - reads what is moved, and compares it with its hashes from before
 *
 * A unit is compared as a whole when its first piece is read: what was moved of it
 * already is read where it is now. Units that fit are then moved from memory. */
#include <errno.h>
#include <string.h>

#include "device/move/mover_private.h"
#include "model/base/intl.h"

/* Attempts to read a unit whose hash is another one. */
#define READS_MAX 3

static uint64_t unit_sectors(const struct mover *m)
{
    return m->request.units->bytes / m->logical;
}

static uint64_t lower_of(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

static uint64_t unit_end(const struct mover *m, size_t unit)
{
    return lower_of((unit + 1) * unit_sectors(m), m->shift->length);
}

/* --- units --- */

static int differs(struct mover *m, uint64_t first, uint64_t end)
{
    uint64_t until, place = mover_place_now(m, first, &until);

    (void)err_set(&m->err, ERR_REFUSED,
                  _("The data from sector %1$llu to %2$llu is not what it was before the "
                    "move: the drive, the memory or another program changed it. It is "
                    "not moved on."),
                  (ull)(place + first), (ull)(place + end - 1));
    return ECANCELED;
}

/* Hashes UNIT in parts, if it is larger than the memory. */
static int hash_parts(struct mover *m, size_t unit, struct hash *ret)
{
    uint64_t end = unit_end(m, unit);

    hash_stream_restart(m->stream);
    for (uint64_t first = unit * unit_sectors(m); first < end;) {
        uint64_t until = lower_of(first + m->ahead.sectors, end);
        int error = mover_read_indexes(m, first, until, m->ahead.bytes);
        if (error)
            return error;
        hash_stream_add(m->stream, m->ahead.bytes,
                        (size_t)((until - first) * m->logical));
        first = until;
    }
    *ret = hash_stream_value(m->stream);
    return 0;
}

static int check_large_unit(struct mover *m, size_t unit)
{
    struct hash hash;

    if (m->unit_checked == unit + 1)
        return 0;
    for (unsigned i = 0; i < READS_MAX; i++) {
        int error = hash_parts(m, unit, &hash);
        if (error)
            return error;
        if (hash_equal(&hash, &m->request.units->at[unit])) {
            m->unit_checked = unit + 1;
            return 0;
        }
    }
    return differs(m, unit * unit_sectors(m), unit_end(m, unit));
}

static bool unit_is_as_before(const struct mover *m, size_t unit, const uint8_t *bytes)
{
    uint64_t first = unit * unit_sectors(m), end = unit_end(m, unit);
    struct hash hash = hash_of(bytes, (size_t)((end - first) * m->logical));

    return hash_equal(&hash, &m->request.units->at[unit]);
}

/* Reads UNIT to RET again, because its hash is another one. */
static int read_unit_again(struct mover *m, size_t unit, uint8_t *ret)
{
    uint64_t first = unit * unit_sectors(m), end = unit_end(m, unit);

    for (unsigned i = 1; i < READS_MAX; i++) {
        int error = mover_read_indexes(m, first, end, ret);
        if (error)
            return error;
        if (unit_is_as_before(m, unit, ret))
            return 0;
    }
    return differs(m, first, end);
}

/* --- reading ahead --- */

static uint8_t *ahead_at(const struct mover *m, uint64_t index)
{
    return m->ahead.bytes + (index - m->ahead.base) * m->logical;
}

/* Reads whole units, the indexes [FIRST, END), to their place in memory. */
static int read_units(struct mover *m, uint64_t first, uint64_t end)
{
    int error = mover_read_indexes(m, first, end, ahead_at(m, first));

    for (; first < end && !error;
         first = unit_end(m, (size_t)(first / unit_sectors(m)))) {
        size_t unit = (size_t)(first / unit_sectors(m));
        if (!unit_is_as_before(m, unit, ahead_at(m, first)))
            error = read_unit_again(m, unit, ahead_at(m, first));
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
        shift_piece_at(m->shift, run, shifting->piece + lower_of(count, left) - 1);
    uint64_t end =
        one.first > other.first ? one.first + one.length : other.first + other.length;

    one.first = lower_of(one.first, other.first);
    one.length = end - one.first;
    return one;
}

/* Returns the indexes of the units that are read ahead for PIECES: those that they need,
 * and then as many as fit of those that come next. */
static struct shift_piece ahead_units(const struct mover *m, struct shift_piece pieces)
{
    const struct shift_run *run = &m->shifting.run;
    uint64_t each = unit_sectors(m), fit = m->ahead.sectors / each;
    uint64_t first = pieces.first / each;
    uint64_t end = (pieces.first + pieces.length - 1) / each + 1;

    if (shift_target(m->shift, run) > shift_source(m->shift, run))
        first = lower_of(first, end > fit ? end - fit : 0);
    else if (first + fit > end)
        end = lower_of(first + fit, m->request.units->count);
    end = unit_end(m, (size_t)end - 1);
    return (struct shift_piece){ first * each, end - first * each };
}

/* Moves what is in memory already to its place among UNITS. */
static void keep_units(struct mover *m, struct shift_piece units)
{
    struct read_ahead *ahead = &m->ahead;
    uint64_t first = ahead->first > units.first ? ahead->first : units.first;
    uint64_t end = lower_of(ahead->end, units.first + units.length);

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
static int read_by_units(struct mover *m, uint64_t first, unsigned number)
{
    int error = 0;

    if (!number && !are_read_ahead(m, next_pieces(m)))
        error = fill_ahead(m);
    m->buffers[number] = ahead_at(m, first);
    return error;
}

static int read_after_check(struct mover *m, uint64_t first, uint64_t end, uint8_t *ret)
{
    size_t unit = (size_t)(first / unit_sectors(m));
    size_t stop = (size_t)((end - 1) / unit_sectors(m)) + 1;
    bool is_from_end = shift_target(m->shift, &m->shifting.run) >
                       shift_source(m->shift, &m->shifting.run);
    int error = 0;

    /* The one that the next piece is in is compared last. */
    for (size_t i = 0; i < stop - unit && !error; i++)
        error = check_large_unit(m, is_from_end ? stop - 1 - i : unit + i);
    return error ? error : mover_read_indexes(m, first, end, ret);
}

int mover_read_piece(struct mover *m, struct shift_sectors at, unsigned number)
{
    uint64_t first = at.lba - shift_source(m->shift, &m->shifting.run);
    uint64_t end = first + at.length;
    int error;

    if (!m->request.units->count)
        error = mover_read(m, at.lba, at.length, m->buffers[number]);
    else if (m->holds_units)
        error = read_by_units(m, first, number);
    else
        error = read_after_check(m, first, end, m->buffers[number]);
    if (!error)
        m->hashes[number] = hash_of(m->buffers[number], (size_t)(at.length * m->logical));
    return error;
}

/* --- at the end --- */

/* Puts guards over the zones among the sectors [FIRST, END) in memory: they may have
 * their content again. */
static void put_guards_over(struct mover *m, uint64_t first, uint64_t end)
{
    const struct zones *zones = &m->shift->zones;

    for (size_t i = 0; i < zones->count; i++) {
        uint64_t stop = lower_of(zones->at[i].start + zones->at[i].length, end);
        for (uint64_t at = zones->at[i].start; at < stop; at++)
            if (at >= first)
                mover_put_guard(m, at, m->ahead.bytes + (at - first) * m->logical);
    }
}

static int hash_at(struct mover *m, uint64_t place, size_t unit, struct hash *ret)
{
    uint64_t end = unit_end(m, unit), start = unit * unit_sectors(m);

    if (mover_are_zeros(m, place, start, end)) {
        *ret = hash_of_zeros(&m->zero_unit, (end - start) * m->logical);
        return 0;
    }
    hash_stream_restart(m->stream);
    for (uint64_t first = unit * unit_sectors(m); first < end;) {
        uint64_t until = lower_of(first + m->ahead.sectors, end);
        int error = mover_read(m, place + first, until - first, m->ahead.bytes);
        if (error)
            return error;
        put_guards_over(m, first, until);
        hash_stream_add(m->stream, m->ahead.bytes,
                        (size_t)((until - first) * m->logical));
        first = until;
    }
    *ret = hash_stream_value(m->stream);
    return 0;
}

int mover_check(struct mover *m, uint64_t place, bool *ret_more,
                enum shift_answer *ret_answer)
{
    struct hash hash;

    *ret_answer = SHIFT_YES;
    if (m->request.skips_check || m->checked >= m->request.units->count)
        return 0;
    m->ahead.first = m->ahead.end = 0;
    int error = hash_at(m, place, m->checked, &hash);
    if (error)
        return error;
    *ret_more = hash_equal(&hash, &m->request.units->at[m->checked++]);
    if (!*ret_more)
        *ret_answer = SHIFT_NO;
    return 0;
}
