/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mover_indexes.c - reads sectors of a partition from where they are during its move */
#include <string.h>

#include "device/move/mover/mover_private.h"
#include "model/base/num.h"

uint64_t mover_place_now(const struct mover *m, uint64_t index, uint64_t *ret_end)
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
        *ret_end = num_min(*ret_end, run->first);
    else if (is_in_run)
        *ret_end = num_min(*ret_end, run->end);
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
    high = num_min(high, end);
    memcpy(ret + (low - lba) * m->logical, m->border + (low - border->start) * m->logical,
           (size_t)((high - low) * m->logical));
    return 0;
}

int mover_read_indexes(struct mover *m, uint64_t first, uint64_t end, uint8_t *ret)
{
    while (first < end) {
        uint64_t until, place = mover_place_now(m, first, &until);
        until = num_min(until, end);
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
