/* SPDX-License-Identifier: GPL-3.0-or-later */
/* shift_content.c - what the sectors that a move writes contain */
#include <assert.h>

#include "model/move/shift/shift_private.h"
#include "model/move/shift/shift_steps.h"

static bool sectors_contain(struct shift_sectors sectors, uint64_t lba)
{
    return lba >= sectors.lba && lba - sectors.lba < sectors.length;
}

static bool is_in_zone(const struct shift *shift, uint64_t index)
{
    for (size_t i = 0; i < shift->zones.count; i++) {
        const struct zone *zone = &shift->zones.at[i];
        if (index >= zone->start && index - zone->start < zone->length)
            return true;
    }
    return false;
}

static bool is_zone_saved(const struct shift *shift, uint64_t index)
{
    for (size_t i = 0; i < shift->zones.count; i++) {
        if (sectors_contain(shift_zone_saved(shift, i), index))
            return true;
    }
    return false;
}

/* In the envelope, but not content that is moved. */
static struct shift_content free_content(const struct shift *shift,
                                         const struct shift_step *step, uint64_t lba)
{
    bool is_guard = !step->has_free && is_in_zone(shift, lba - shift_envelope(shift).lba);
    bool is_old = lba >= shift->from && lba - shift->from < shift->length;

    if (step->has_free && shift->keeps_free && !is_old)
        return (struct shift_content){ SHIFT_FROM_SAVED, lba };
    return (struct shift_content){ is_guard ? SHIFT_FROM_GUARD : SHIFT_FROM_ZERO, 0 };
}

static struct shift_content zone_content(const struct shift *shift,
                                         const struct shift_step *step, uint64_t lba)
{
    uint64_t index = lba - step->place;

    if (lba < step->place || index >= shift->length)
        return free_content(shift, step, lba);
    if ((step->write == SHIFT_WRITE_GUARDS && is_in_zone(shift, index)) ||
        (step->write == SHIFT_WRITE_MAGIC_GUARD && index == shift->zones.magic))
        return (struct shift_content){ SHIFT_FROM_GUARD, 0 };
    /* Sectors without a second copy are not written. */
    assert(is_zone_saved(shift, index));
    return (struct shift_content){ SHIFT_FROM_PATCHED, shift->from + index };
}

struct shift_content shift_content(const struct shift *shift,
                                   const struct shift_step *step, uint64_t lba)
{
    if (!sectors_contain(shift_envelope(shift), lba))
        return (struct shift_content){ SHIFT_FROM_SAVED, lba };
    if (step->write != SHIFT_WRITE_PIECE)
        return zone_content(shift, step, lba);
    struct shift_piece piece = shift_piece_at(shift, &step->run, step->piece);
    uint64_t start = shift_target(shift, &step->run) + piece.first;
    if (lba >= start && lba - start < piece.length)
        return (struct shift_content){ SHIFT_FROM_BUFFER, lba - start };
    if (sectors_contain(shift_border(shift, &step->run), lba))
        return (struct shift_content){ SHIFT_FROM_BORDER, lba };
    return free_content(shift, step, lba);
}
