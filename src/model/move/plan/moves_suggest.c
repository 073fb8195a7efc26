/* SPDX-License-Identifier: GPL-3.0-or-later */
/* moves_suggest.c - what suggestions take from the plan for the whole disk */
#include "model/move/plan/moves_suggest.h"

#include "model/move/plan/typical_speed.h"

struct suggest_context moves_suggest_context(const struct layout *layout,
                                             struct boot_gap gap,
                                             const struct move_speed *speed)
{
    uint64_t front = suggest_boot_end(layout, 0) ? 1 : 0;
    const struct owner_run owned = { .start = front,
                                     .length = gap.owned_sectors,
                                     .first = front,
                                     .whole = gap.owned_sectors,
                                     .kind = OWNER_KNOWN };
    struct suggest_context context = { .gap = gap };
    struct moves_want want = { .grub_sectors = gap.grub_sectors,
                               .owned = &owned,
                               .owned_count = front && gap.owned_sectors };
    struct move_speed known = typical_speed_complete(speed, NULL);
    enum moves_aim aim;
    struct moves moves;

    if (!moves_make_default(layout, &want, &known, &aim, &moves, ERR_IGNORED))
        return context;
    context.planned = moves.result ? layout_ref(moves.result) : NULL;
    context.is_on_grain = aim == MOVES_MIB;
    moves_finish(&moves);
    return context;
}

struct suggest_context moves_suggest_ref(const struct suggest_context *context)
{
    struct suggest_context same = *context;

    if (same.planned)
        (void)layout_ref(same.planned);
    return same;
}

void moves_suggest_finish(struct suggest_context *context)
{
    layout_unref(context->planned);
    *context = (struct suggest_context){ 0 };
}

enum moves_aim moves_suggest_aim(const struct suggest_context *context)
{
    return context->is_on_grain ? MOVES_MIB : MOVES_NUDGE;
}
