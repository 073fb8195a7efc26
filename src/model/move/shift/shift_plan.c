/* SPDX-License-Identifier: GPL-3.0-or-later */
/* shift_plan.c - the geometry of one move of a fix */
#include "model/move/shift/shift_plan.h"

#include "model/base/num.h"

enum {
    /* Of the memory, in sixteenths: what is written from pieces that were read at once.
     * The rest is for units that are needed in part, and for writes that are verified. */
    PIECES_SHARE = 9,
};

static const uint64_t memory_min = UINT64_C(8) << 20;
/* Without known speeds: where a flush takes as long as writing so much. */
static const uint64_t hole_min = UINT64_C(4) << 20;

static void shift_set_place(const struct journal_plan *plan, size_t index,
                            struct shift *shift)
{
    const struct journal_step *step = &plan->steps[index];

    shift->disk = plan->head.disk_bytes / plan->logical;
    shift->grid = plan->grid;
    shift->from = step->from;
    shift->to = step->to;
    shift->length = step->length;
}

static bool set_pieces(const struct journal_plan *plan, enum move_mode mode,
                       uint64_t memory, struct shift *shift)
{
    uint64_t all = memory / 16 * PIECES_SHARE, limit = all;

    shift->mode = mode;
    if (mode == MOVE_JOURNAL)
        limit = num_min(limit, plan->slot_bytes);
    shift->slots = mode == MOVE_JOURNAL ? plan->slots : 0;
    shift->piece = shift_piece_max(shift, mode, limit / plan->logical);
    shift->hashes = 0;
    if (mode != MOVE_HOLE || !shift->piece)
        return shift_is_valid(shift);
    shift->hashes =
        (unsigned)num_min(all / (shift->piece * plan->logical), SHIFT_HASHES_MAX);
    return shift_is_valid(shift);
}

bool shift_plan_make(const struct journal_plan *plan, size_t index,
                     const struct move_cost *cost, uint64_t memory, struct shift *shift)
{
    enum move_mode mode = cost->mode;

    shift_set_place(plan, index, shift);
    uint64_t distance =
        shift->from < shift->to ? shift->to - shift->from : shift->from - shift->to;
    if (mode != MOVE_HOLE && mode != MOVE_JOURNAL)
        mode = distance * plan->logical >= hole_min ? MOVE_HOLE : MOVE_JOURNAL;
    /* The journal may have less space than its place, or the piece less memory. */
    return set_pieces(plan, mode, memory, shift) ||
           set_pieces(plan, mode == MOVE_HOLE ? MOVE_JOURNAL : MOVE_HOLE, memory, shift);
}

uint64_t shift_plan_memory(uint64_t memory, uint64_t bytes, uint64_t ns)
{
    double enough = ns ? (double)bytes * 5e8 / (double)ns : (double)memory;

    if (enough < (double)memory_min)
        enough = (double)memory_min;
    return (double)memory > enough ? (uint64_t)enough : memory;
}
