/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fix_writes.c - the sectors that a fix writes to */
#include "device/move/fix_writes.h"

#include "model/base/mem.h"
#include "model/move/move_cost.h"

/* A larger one is not used. */
static uint64_t journal_sectors(const struct journal_place *place, uint64_t logical)
{
    uint64_t max = 2 * MOVE_JOURNAL_MAX / logical;

    return place->length < max ? place->length : max;
}

size_t fix_writes_find(const struct moves *moves, const struct journal_place *place,
                       uint64_t logical, struct fix_write **ret)
{
    struct fix_write *writes = xcalloc(moves->step_count + 1, sizeof(*writes));
    size_t count = 0;

    for (size_t i = 0; i < moves->step_count; i++)
        if (moves->steps[i].action == MOVES_DATA)
            writes[count++] =
                (struct fix_write){ moves->steps[i].to, moves->steps[i].sectors,
                                    moves->steps[i].from };
    if (place->length)
        writes[count++] =
            (struct fix_write){ place->start, journal_sectors(place, logical),
                                place->start };
    *ret = writes;
    return count;
}
