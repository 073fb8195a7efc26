/* SPDX-License-Identifier: GPL-3.0-or-later */
/* shift.c - geometry of one crash-safe move: runs and their pieces */
#include "model/move/shift/shift.h"

#include <assert.h>

#include "model/base/num.h"

static uint64_t shift_distance(const struct shift *shift)
{
    return shift->to > shift->from ? shift->to - shift->from : shift->from - shift->to;
}

uint64_t shift_piece_max(const struct shift *shift, enum move_mode mode, uint64_t limit)
{
    if (mode == MOVE_HOLE)
        limit = num_min(limit, shift_distance(shift));
    return limit - limit % shift->grid.grain;
}

/* --- what a journal may claim --- */

static bool is_range_within(uint64_t start, uint64_t length, uint64_t end)
{
    return length && start < end && length <= end - start;
}

static bool has_valid_zones(const struct shift *shift)
{
    const struct zones *zones = &shift->zones;
    bool has_magic = false;
    uint64_t end = 0;

    if (!zones->count || zones->count > ZONES_MAX || zones->at[0].start)
        return false;
    for (size_t i = 0; i < zones->count; i++) {
        const struct zone *zone = &zones->at[i];
        if (!is_range_within(zone->start, zone->length, shift->length) ||
            (i && zone->start <= end))
            return false;
        end = zone->start + zone->length;
        has_magic |= zones->magic >= zone->start && zones->magic < end;
    }
    return end == shift->length && has_magic;
}

static bool has_valid_mode(const struct shift *shift)
{
    if (!shift->piece ||
        shift->piece != shift_piece_max(shift, shift->mode, shift->piece))
        return false;
    if (shift->mode == MOVE_HOLE)
        return shift->hashes && shift->hashes <= SHIFT_HASHES_MAX;
    return shift->mode == MOVE_JOURNAL && shift->slots >= 2 &&
           shift->slots <= SHIFT_SLOTS_MAX;
}

bool shift_is_valid(const struct shift *shift)
{
    return shift->grid.grain && shift->grid.offset < shift->grid.grain &&
           shift->from != shift->to &&
           is_range_within(shift->from, shift->length, shift->disk) &&
           is_range_within(shift->to, shift->length, shift->disk) &&
           has_valid_mode(shift) && has_valid_zones(shift);
}

/* --- runs --- */

struct shift_run shift_run_forward(const struct shift *shift)
{
    return (struct shift_run){ .end = shift->length };
}

uint64_t shift_source(const struct shift *shift, const struct shift_run *run)
{
    return run->is_back ? shift->to : shift->from;
}

uint64_t shift_target(const struct shift *shift, const struct shift_run *run)
{
    return run->is_back ? shift->from : shift->to;
}

/* --- pieces --- */

/* Towards higher LBAs the last sector is moved first: what it overwrites is free, and
 * what the next piece overwrites has then been moved. */
static bool is_from_end(const struct shift *shift, const struct shift_run *run)
{
    return shift_target(shift, run) > shift_source(shift, run);
}

/* Returns the length of the first piece: it ends on the grid of the target, so that all
 * pieces after it begin there. */
static uint64_t first_length(const struct shift *shift, const struct shift_run *run)
{
    uint64_t target = shift_target(shift, run);
    uint64_t length = shift->piece;
    bool is_down = is_from_end(shift, run);
    uint64_t past = align_past(shift->grid, target + (is_down ? run->end : run->first));

    if (past)
        length -= is_down ? shift->grid.grain - past : past;
    return num_min(length, run->end - run->first);
}

uint64_t shift_piece_count(const struct shift *shift, const struct shift_run *run)
{
    uint64_t rest = run->end - run->first;

    if (!rest)
        return 0;
    rest -= first_length(shift, run);
    return 1 + rest / shift->piece + (rest % shift->piece != 0);
}

struct shift_piece shift_piece_at(const struct shift *shift, const struct shift_run *run,
                                  uint64_t number)
{
    uint64_t all = run->end - run->first;
    uint64_t length = first_length(shift, run);
    uint64_t done = 0;

    assert(number < shift_piece_count(shift, run));
    if (number) {
        done = length + (number - 1) * shift->piece;
        length = num_min(shift->piece, all - done);
    }
    if (is_from_end(shift, run))
        return (struct shift_piece){ run->end - done - length, length };
    return (struct shift_piece){ run->first + done, length };
}

struct shift_piece shift_pieces_from(const struct shift *shift,
                                     const struct shift_run *run, uint64_t number,
                                     uint64_t count)
{
    struct shift_piece one = shift_piece_at(shift, run, number);
    struct shift_piece other = shift_piece_at(shift, run, number + count - 1);
    uint64_t first = num_min(one.first, other.first);
    uint64_t end = one.first + one.length;

    if (end < other.first + other.length)
        end = other.first + other.length;
    return (struct shift_piece){ first, end - first };
}

struct shift_run shift_run_back(const struct shift *shift, uint64_t count)
{
    struct shift_run forward = shift_run_forward(shift);
    struct shift_run back = { .is_back = true };

    if (!count)
        return back;
    struct shift_piece last = shift_piece_at(shift, &forward, count - 1);
    if (is_from_end(shift, &forward)) {
        back.first = last.first;
        back.end = shift->length;
    } else {
        back.end = last.first + last.length;
    }
    return back;
}
