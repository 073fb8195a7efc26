/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fix_writes.c - the sectors that a fix writes to */
#include "device/move/findings/fix_writes.h"

#include "model/base/mem.h"
#include "model/move/plan/move_cost.h"
#include "model/move/plan/write_grid.h"
#include "model/write/swap_blocks.h"

/* A larger one is not used. */
static uint64_t journal_sectors(const struct journal_place *place, uint64_t logical)
{
    uint64_t max = 2 * MOVE_JOURNAL_MAX / logical;

    return place->length < max ? place->length : max;
}

struct fix_write fix_write_at_start(struct alignment grid, uint64_t logical,
                                    uint64_t start)
{
    uint64_t end = align_next(grid, start + SWAP_HEADER_BYTES / logical);

    return (struct fix_write){ start, end - start, start };
}

/* Returns what STEP writes beside the table, of length 0 if nothing. */
static struct fix_write fix_write_of(const struct layout *layout,
                                     const struct moves_step *step,
                                     const struct journal_place *place)
{
    const struct limits *limits = layout_limits(layout);
    bool has_journal =
        place->number && layout_find(layout, step->id)->number == place->number;

    if (step->action == MOVES_DATA)
        return (struct fix_write){ step->to, step->sectors, step->from };
    if (step->action == MOVES_REMAKE || has_journal)
        return fix_write_at_start(journal_write_grid(limits), limits->logical, step->to);
    return (struct fix_write){ .length = 0 };
}

size_t fix_writes_find(const struct layout *layout, const struct moves *moves,
                       const struct journal_place *place, struct fix_write **ret)
{
    struct fix_write *writes = xcalloc(moves->step_count + 1, sizeof(*writes));
    size_t count = 0;

    for (size_t i = 0; i < moves->step_count; i++) {
        writes[count] = fix_write_of(layout, &moves->steps[i], place);
        count += writes[count].length > 0;
    }
    if (place->length)
        writes[count++] =
            (struct fix_write){ place->start,
                                journal_sectors(place, layout_limits(layout)->logical),
                                place->start };
    *ret = writes;
    return count;
}
