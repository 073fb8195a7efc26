/* SPDX-License-Identifier: GPL-3.0-or-later */
/* journal_time.c - how long the moves of a journal's plan take */
#include "model/move/plan/journal_time.h"

#include "model/base/mem.h"
#include "model/move/plan/journal_place.h"

static size_t shifts_of_plan(const struct journal_plan *plan, size_t first,
                             struct move_shift *ret)
{
    size_t count = 0;

    for (size_t i = first; i < plan->step_count; i++) {
        const struct journal_step *step = &plan->steps[i];
        uint64_t distance =
            step->from < step->to ? step->to - step->from : step->from - step->to;
        if (step->action == MOVES_DATA)
            ret[count++] = (struct move_shift){ step->length * plan->logical,
                                                distance * plan->logical };
    }
    return count;
}

enum move_time journal_time(const struct journal_plan *plan, size_t first,
                            const struct move_speed *speed, unsigned readings,
                            double *ret)
{
    CLEANUP(freep)
    struct move_shift *shifts = xcalloc(plan->step_count + 1, sizeof(*shifts));
    size_t count = shifts_of_plan(plan, first, shifts);
    const struct move_speed unknown = { 0 };
    bool is_elsewhere =
        plan->spot.kind == JOURNAL_FILE || plan->spot.kind == JOURNAL_DEVICE;
    struct move_journal journal = { plan->spot.bytes, is_elsewhere ? &unknown : NULL };
    struct move_speed known = *speed;

    if (known.write <= 0)
        known.write = known.read;
    struct move_cost cost =
        move_cost_sum(shifts, count, &journal, &known, plan->grid.grain * plan->logical);
    if (speed->write <= 0 && cost.time == MOVE_TIME_KNOWN)
        cost.time = MOVE_TIME_MINIMUM;
    *ret = cost.time ? cost.seconds : 0;
    if (cost.time)
        *ret += readings * move_check_seconds(shifts, count, speed);
    return cost.time;
}
