/* SPDX-License-Identifier: GPL-3.0-or-later */
/* shift_found.c - whether a record that was found is one of a move */
#include "model/move/shift/shift_steps.h"

static bool is_run_valid(const struct shift *shift, const struct shift_run *run)
{
    if (run->first > run->end || run->end > shift->length)
        return false;
    if (run->is_back)
        return !run->first || run->end == shift->length || run->first == run->end;
    return !run->first && run->end == shift->length;
}

bool shift_found_is_valid(const struct shift *shift, const struct shift_found *found)
{
    if (!found->is_found)
        return true;
    if (found->phase > SHIFT_COMPLETE || !is_run_valid(shift, &found->run))
        return false;
    uint64_t count = shift_piece_count(shift, &found->run);
    return found->piece <= count && found->hashes <= count - found->piece &&
           found->hashes <= (shift->mode == MOVE_HOLE ? SHIFT_HASHES_MAX : 0);
}
