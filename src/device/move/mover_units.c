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

/* --- where an index is now --- */

/* Returns the place of sector INDEX at this time, and in *RET_END the next index that is
 * elsewhere. */
static uint64_t place_now(const struct mover *m, uint64_t index, uint64_t *ret_end)
{
    const struct shift *shift = m->shift;
    const struct shifting *shifting = &m->shifting;
    const struct shift_run *run = &shifting->run;
    uint64_t first = run->first, end = run->first; /* what was moved in this run */

    if (shifting->piece) {
        struct shift_piece last = shift_piece_at(shift, run, shifting->piece - 1);
        bool is_from_end = shift_target(shift, run) > shift_source(shift, run);
        first = is_from_end ? last.first : run->first;
        end = is_from_end ? run->end : last.first + last.length;
    }
    *ret_end = index < first ? first : index < end ? end : shift->length;
    bool is_moved = index >= first && index < end;
    if (!run->is_back)
        return is_moved ? shift->to : shift->from;
    bool is_in_run = index >= run->first && index < run->end;
    if (index < run->first)
        *ret_end = lower_of(*ret_end, run->first);
    else if (is_in_run)
        *ret_end = lower_of(*ret_end, run->end);
    return is_in_run && !is_moved ? shift->to : shift->from;
}

/* Reads sectors of one place. Those of the border come from the journal: a power cut on
 * the way back can have made their block unreadable. */
static int read_with_border(struct mover *m, uint64_t lba, uint64_t length, uint8_t *ret)
{
    const struct journal_range *border = &m->record.border;
    uint64_t end = lba + length, low = border->start, high = low + border->length;

    if (!border->length || end <= low || lba >= high)
        return mover_read(m, lba, length, ret);
    int error = mover_load_border(m);
    if (!error && lba < low)
        error = mover_read(m, lba, low - lba, ret);
    if (!error && end > high)
        error = mover_read(m, high, end - high, ret + (high - lba) * m->logical);
    if (error)
        return error;
    low = low > lba ? low : lba;
    high = lower_of(high, end);
    memcpy(ret + (low - lba) * m->logical, m->border + (low - border->start) * m->logical,
           (size_t)((high - low) * m->logical));
    return 0;
}

/* Reads the indexes [FIRST, END) from where they are. */
static int read_indexes(struct mover *m, uint64_t first, uint64_t end, uint8_t *ret)
{
    while (first < end) {
        uint64_t until, place = place_now(m, first, &until);
        until = lower_of(until, end);
        int error = place == m->shift->from
                        ? read_with_border(m, place + first, until - first, ret)
                        : mover_read(m, place + first, until - first, ret);
        if (error)
            return error;
        ret += (until - first) * m->logical;
        first = until;
    }
    return 0;
}

/* --- units --- */

static int differs(struct mover *m, uint64_t first, uint64_t end)
{
    uint64_t until, place = place_now(m, first, &until);

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
        int error = read_indexes(m, first, until, m->ahead.bytes);
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
        int error = read_indexes(m, first, end, ret);
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
    return error ? error : read_indexes(m, first, end, ret);
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
