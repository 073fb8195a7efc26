/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mover_units.c - reads what is moved, and compares it with its hashes from before
 *
 * A unit is compared as a whole when its first piece is read: what was moved of it
 * already is read where it is now. Units that fit are then moved from memory. */
#include <errno.h>

#include "device/move/mover/mover_private.h"
#include "model/base/intl.h"
#include "model/base/num.h"

/* Attempts to read a unit whose hash is another one. */
#define READS_MAX 3

uint64_t mover_unit_sectors(const struct mover *m)
{
    return m->request.units->bytes / m->logical;
}

uint64_t mover_unit_end(const struct mover *m, size_t unit)
{
    return num_min((unit + 1) * mover_unit_sectors(m), m->shift->length);
}

/* --- units --- */

static int differs(struct mover *m, uint64_t first, uint64_t end)
{
    uint64_t until, place = mover_place_now(m, first, &until);

    (void)err_set(&m->err, ERR_REFUSED,
                  _("The data from sector %1$llu to %2$llu is not what it was before the "
                    "move: the drive, the memory or another program changed it. It is "
                    "not moved on. If the partition was used since, that is why, "
                    "and it can be taken back: alidade resume --rollback --no-check"),
                  (ull)(place + first), (ull)(place + end - 1));
    return ECANCELED;
}

/* Hashes UNIT in parts, if it is larger than the memory. */
static int hash_parts(struct mover *m, size_t unit, struct hash *ret)
{
    uint64_t end = mover_unit_end(m, unit);

    hash_stream_restart(m->stream);
    for (uint64_t first = unit * mover_unit_sectors(m); first < end;) {
        uint64_t until = num_min(first + m->ahead.sectors, end);
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
        m->retries += i > 0;
        int error = hash_parts(m, unit, &hash);
        if (error)
            return error;
        if (hash_equal(&hash, &m->request.units->at[unit])) {
            m->unit_checked = unit + 1;
            return 0;
        }
    }
    return differs(m, unit * mover_unit_sectors(m), mover_unit_end(m, unit));
}

bool mover_unit_is_as_before(const struct mover *m, size_t unit, const uint8_t *bytes)
{
    uint64_t first = unit * mover_unit_sectors(m), end = mover_unit_end(m, unit);
    struct hash hash = hash_of(bytes, (size_t)((end - first) * m->logical));

    return hash_equal(&hash, &m->request.units->at[unit]);
}

int mover_read_unit_again(struct mover *m, size_t unit, uint8_t *ret)
{
    uint64_t first = unit * mover_unit_sectors(m), end = mover_unit_end(m, unit);

    for (unsigned i = 1; i < READS_MAX; i++) {
        m->retries++;
        int error = mover_read_indexes(m, first, end, ret);
        if (error)
            return error;
        if (mover_unit_is_as_before(m, unit, ret))
            return 0;
    }
    return differs(m, first, end);
}

static int read_after_check(struct mover *m, uint64_t first, uint64_t end, uint8_t *ret)
{
    size_t unit = (size_t)(first / mover_unit_sectors(m));
    size_t stop = (size_t)((end - 1) / mover_unit_sectors(m)) + 1;
    bool is_from_end = shift_target(m->shift, &m->shifting.run) >
                       shift_source(m->shift, &m->shifting.run);
    int error = 0;

    /* The one that the next piece is in is compared last. */
    for (size_t i = 0; i < stop - unit && !error; i++)
        error = check_large_unit(m, is_from_end ? stop - 1 - i : unit + i);
    return error ? error : mover_read_indexes(m, first, end, ret);
}

static struct hash hash_of_piece(const struct mover *m, struct shift_sectors at,
                                 unsigned number)
{
    const struct read_ahead *ahead = &m->ahead;

    if (ahead->piece == m->shifting.piece && number < ahead->hashed)
        return ahead->hashes[number];
    return hash_of(m->buffers[number], (size_t)(at.length * m->logical));
}

int mover_read_piece(struct mover *m, struct shift_sectors at, unsigned number)
{
    uint64_t first = at.lba - shift_source(m->shift, &m->shifting.run);
    uint64_t end = first + at.length;
    int error;

    if (!m->request.units->count)
        error = mover_read(m, at.lba, at.length, m->buffers[number]);
    else if (m->holds_units)
        error = mover_read_by_units(m, first, number);
    else
        error = read_after_check(m, first, end, m->buffers[number]);
    if (!error)
        m->hashes[number] = hash_of_piece(m, at, number);
    return error;
}

/* --- at the end --- */

/* Puts guards over the zones among the sectors [FIRST, END) in memory: they may have
 * their content again. */
static void put_guards_over(struct mover *m, uint64_t first, uint64_t end)
{
    const struct zones *zones = &m->shift->zones;

    for (size_t i = 0; i < zones->count; i++) {
        uint64_t stop = num_min(zones->at[i].start + zones->at[i].length, end);
        for (uint64_t at = zones->at[i].start; at < stop; at++)
            if (at >= first)
                mover_put_guard(m, at, m->ahead.bytes + (at - first) * m->logical);
    }
}

static int hash_at(struct mover *m, uint64_t place, size_t unit, struct hash *ret)
{
    uint64_t end = mover_unit_end(m, unit), start = unit * mover_unit_sectors(m);

    if (mover_are_zeros(m, place, start, end)) {
        *ret = hash_of_zeros(&m->zero_unit, (end - start) * m->logical);
        return 0;
    }
    hash_stream_restart(m->stream);
    for (uint64_t first = unit * mover_unit_sectors(m); first < end;) {
        uint64_t until = num_min(first + m->ahead.sectors, end);
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
