/* SPDX-License-Identifier: GPL-3.0-or-later */
/* shift_effort.c - what a drive has to do for a move */
#include "model/move/shift/shift_effort.h"

struct shift_effort shift_effort_of(const struct shift *shift, bool is_elsewhere)
{
    struct shift_run run = shift_run_forward(shift);
    uint64_t pieces = shift_piece_count(shift, &run);
    bool has_slots = shift->mode == MOVE_JOURNAL && !is_elsewhere;

    /* Each batch is written to its slot and to its place. Those of a hole are read
     * together, and the record is written with the first of them. */
    uint64_t more = shift->mode == MOVE_HOLE ? 2 * (pieces / shift->hashes + 1)
                    : has_slots              ? pieces
                                             : 0;
    return (struct shift_effort){ .sectors = (has_slots ? 3 : 2) * shift->length,
                                  .seeks = pieces + more };
}
