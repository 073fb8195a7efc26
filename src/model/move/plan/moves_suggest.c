/* SPDX-License-Identifier: GPL-3.0-or-later */
/* moves_suggest.c - what suggestions take from the plan for the whole disk */
#include "model/move/plan/moves_suggest.h"

#include "model/move/plan/moves.h"

struct suggest_context moves_suggest_context(const struct layout *layout,
                                             struct boot_gap gap)
{
    uint64_t front = suggest_boot_end(layout, 0) ? 1 : 0;
    const struct owner_run owned = { .start = front,
                                     .length = gap.owned_sectors,
                                     .first = front,
                                     .whole = gap.owned_sectors,
                                     .kind = OWNER_KNOWN };
    struct suggest_context context = { .gap = gap };
    struct moves_want want = { .aim = MOVES_NUDGE,
                               .grub_sectors = gap.grub_sectors,
                               .owned = &owned,
                               .owned_count = front && gap.owned_sectors };
    struct moves moves;
    struct err err = { 0 };

    if (!moves_make(layout, &want, &moves, &err))
        return context;
    context.nudged = moves.result ? layout_ref(moves.result) : NULL;
    moves_finish(&moves);
    return context;
}

struct suggest_context moves_suggest_ref(const struct suggest_context *context)
{
    struct suggest_context same = *context;

    if (same.nudged)
        (void)layout_ref(same.nudged);
    return same;
}

void moves_suggest_finish(struct suggest_context *context)
{
    layout_unref(context->nudged);
    *context = (struct suggest_context){ 0 };
}
