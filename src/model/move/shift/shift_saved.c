/* SPDX-License-Identifier: GPL-3.0-or-later */
/* shift_saved.c - what a backup has of a move */
#include <stdlib.h>

#include "model/base/num.h"
#include "model/move/shift/shift.h"

static uint64_t sectors_end(struct shift_sectors sectors)
{
    return sectors.lba + sectors.length;
}

static struct shift_sectors from_to(uint64_t lba, uint64_t end)
{
    return (struct shift_sectors){ lba, end > lba ? end - lba : 0 };
}

/* Returns the part of SECTORS within LIMIT. */
static struct shift_sectors clip(struct shift_sectors sectors, struct shift_sectors limit)
{
    uint64_t lba = sectors.lba > limit.lba ? sectors.lba : limit.lba;
    uint64_t end = sectors_end(sectors) < sectors_end(limit) ? sectors_end(sectors)
                                                             : sectors_end(limit);

    return from_to(lba, end);
}

struct shift_sectors shift_blocks(const struct shift *shift, struct shift_sectors sectors)
{
    uint64_t past = align_past(shift->grid, sectors.lba);
    uint64_t low = sectors.lba > past ? sectors.lba - past : 0;
    uint64_t end = align_next(shift->grid, sectors_end(sectors));

    return from_to(low, end < shift->disk ? end : shift->disk);
}

static struct shift_sectors zone_at(const struct shift *shift, uint64_t start,
                                    size_t number)
{
    const struct zone *zone = &shift->zones.at[number];
    struct shift_sectors place = { start, shift->length };

    return clip(
        shift_blocks(shift, (struct shift_sectors){ start + zone->start, zone->length }),
        place);
}

/* Returns the saved sectors of zone NUMBER, as indexes in .lba. */
static struct shift_sectors zone_saved(const struct shift *shift, size_t number)
{
    struct shift_sectors at_old = zone_at(shift, shift->from, number);
    struct shift_sectors at_new = zone_at(shift, shift->to, number);
    uint64_t low = at_old.lba - shift->from, low_new = at_new.lba - shift->to;
    uint64_t end = sectors_end(at_old) - shift->from,
             end_new = sectors_end(at_new) - shift->to;

    return from_to(low < low_new ? low : low_new, end > end_new ? end : end_new);
}

/* Joins what overlaps or touches; returns the new number. */
static size_t join(struct shift_sectors *all, size_t count)
{
    size_t kept = 0;

    qsort(all, count, sizeof(*all), num_by_first);
    for (size_t i = 0; i < count; i++) {
        struct shift_sectors *last = kept ? &all[kept - 1] : NULL;
        if (!all[i].length)
            continue;
        if (last && all[i].lba <= sectors_end(*last))
            *last = from_to(last->lba, sectors_end(*last) > sectors_end(all[i])
                                           ? sectors_end(*last)
                                           : sectors_end(all[i]));
        else
            all[kept++] = all[i];
    }
    return kept;
}

size_t shift_saved(const struct shift *shift, struct shift_sectors ret[SHIFT_SAVED_MAX])
{
    uint64_t low = num_min(shift->from, shift->to),
             high = num_max(shift->from, shift->to);
    struct shift_sectors all = { low, shift->length + high - low };
    struct shift_sectors around = shift_blocks(shift, all);
    size_t count = 0;

    ret[count++] = from_to(around.lba, all.lba);
    ret[count++] = from_to(sectors_end(all), sectors_end(around));
    for (size_t i = 0; i < shift->zones.count; i++) {
        struct shift_sectors own = zone_saved(shift, i);
        own.lba += shift->from;
        ret[count++] = own;
    }
    return join(ret, count);
}
