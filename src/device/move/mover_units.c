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

static uint64_t capacity_of(const struct mover *m)
{
    return m->request.memory / m->logical;
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
        uint64_t until = lower_of(first + capacity_of(m), end);
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

/* Reads UNIT to RET, in which it fits. */
static int read_unit(struct mover *m, size_t unit, uint8_t *ret)
{
    uint64_t first = unit * unit_sectors(m), end = unit_end(m, unit);

    for (unsigned i = 0; i < READS_MAX; i++) {
        int error = mover_read_indexes(m, first, end, ret);
        if (error)
            return error;
        struct hash hash = hash_of(ret, (size_t)((end - first) * m->logical));
        if (hash_equal(&hash, &m->request.units->at[unit]))
            return 0;
    }
    return differs(m, first, end);
}

/* --- reading ahead --- */

/* Returns the units [*RET_FIRST, *RET_END) that are read ahead for a piece: those that
 * it needs, and then as many as fit of those that come next. */
static void ahead_units(const struct mover *m, uint64_t first, uint64_t end,
                        size_t *ret_first, size_t *ret_end)
{
    const struct shift_run *run = &m->shifting.run;
    size_t fit = (size_t)(capacity_of(m) / unit_sectors(m));

    *ret_first = (size_t)(first / unit_sectors(m));
    *ret_end = (size_t)((end - 1) / unit_sectors(m)) + 1;
    if (shift_target(m->shift, run) > shift_source(m->shift, run))
        *ret_first = lower_of(*ret_first, *ret_end > fit ? *ret_end - fit : 0);
    else if (*ret_first + fit > *ret_end)
        *ret_end = (size_t)lower_of(*ret_first + fit, m->request.units->count);
}

static int fill_ahead(struct mover *m, uint64_t first, uint64_t end)
{
    size_t unit, stop;
    uint8_t *to = m->ahead.bytes;

    ahead_units(m, first, end, &unit, &stop);
    m->ahead.first = m->ahead.end = unit * unit_sectors(m);
    for (; unit < stop; unit++) {
        int error = read_unit(m, unit, to);
        if (error)
            return error;
        to += (unit_end(m, unit) - m->ahead.end) * m->logical;
        m->ahead.end = unit_end(m, unit);
    }
    return 0;
}

static bool is_read_ahead(const struct mover *m, uint64_t first, uint64_t end)
{
    return first >= m->ahead.first && end <= m->ahead.end;
}

static bool fits_ahead(const struct mover *m, uint64_t first, uint64_t end)
{
    uint64_t low = first / unit_sectors(m) * unit_sectors(m);

    return unit_end(m, (size_t)((end - 1) / unit_sectors(m))) - low <= capacity_of(m);
}

static int read_by_units(struct mover *m, uint64_t first, uint64_t end, uint8_t *ret)
{
    int error = is_read_ahead(m, first, end) ? 0 : fill_ahead(m, first, end);

    if (error) {
        m->ahead.first = m->ahead.end = 0;
        return error;
    }
    memcpy(ret, m->ahead.bytes + (first - m->ahead.first) * m->logical,
           (size_t)((end - first) * m->logical));
    return 0;
}

static int read_after_check(struct mover *m, uint64_t first, uint64_t end, uint8_t *ret)
{
    size_t unit = (size_t)(first / unit_sectors(m));
    size_t stop = (size_t)((end - 1) / unit_sectors(m)) + 1;
    bool is_from_end = shift_target(m->shift, &m->shifting.run) >
                       shift_source(m->shift, &m->shifting.run);
    int error = 0;

    m->ahead.first = m->ahead.end = 0;
    /* The one that the next piece is in is compared last. */
    for (size_t i = 0; i < stop - unit && !error; i++)
        error = check_large_unit(m, is_from_end ? stop - 1 - i : unit + i);
    return error ? error : mover_read_indexes(m, first, end, ret);
}

int mover_read_piece(struct mover *m, struct shift_sectors at, unsigned number)
{
    uint64_t first = at.lba - shift_source(m->shift, &m->shifting.run);
    uint64_t end = first + at.length;
    uint8_t *ret = m->buffers[number];
    int error;

    if (!m->request.units->count)
        error = mover_read(m, at.lba, at.length, ret);
    else if (fits_ahead(m, first, end))
        error = read_by_units(m, first, end, ret);
    else
        error = read_after_check(m, first, end, ret);
    if (!error)
        m->hashes[number] = hash_of(ret, (size_t)(at.length * m->logical));
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
        uint64_t until = lower_of(first + capacity_of(m), end);
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
