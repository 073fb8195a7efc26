/* SPDX-License-Identifier: GPL-3.0-or-later */
/* shift_saved.c - the sectors that a move saves, and the blocks that it writes */
#include <stdlib.h>

#include "model/base/num.h"
#include "model/move/shift/shift_private.h"

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

struct shift_sectors shift_envelope(const struct shift *shift)
{
    uint64_t low = shift->from < shift->to ? shift->from : shift->to;

    return (struct shift_sectors){ low, shift->length + shift_distance(shift) };
}

/* Returns what of the envelope is outside the old place. */
static struct shift_sectors free_range(const struct shift *shift)
{
    if (shift->to < shift->from)
        return from_to(shift->to, shift->from);
    return from_to(shift->from + shift->length, shift->to + shift->length);
}

struct shift_sectors shift_blocks(const struct shift *shift, struct shift_sectors sectors)
{
    uint64_t past = align_past(shift->grid, sectors.lba);
    uint64_t low = sectors.lba > past ? sectors.lba - past : 0;
    uint64_t end = align_next(shift->grid, sectors_end(sectors));

    return from_to(low, end < shift->disk ? end : shift->disk);
}

/* --- what is saved --- */

struct shift_sectors shift_zone_at(const struct shift *shift, uint64_t start,
                                   size_t number)
{
    const struct zone *zone = &shift->zones.at[number];
    struct shift_sectors place = { start, shift->length };

    return clip(
        shift_blocks(shift, (struct shift_sectors){ start + zone->start, zone->length }),
        place);
}

struct shift_sectors shift_magic_at(const struct shift *shift, uint64_t start)
{
    struct shift_sectors magic = { start + shift->zones.magic, 1 };

    return clip(shift_blocks(shift, magic),
                (struct shift_sectors){ start, shift->length });
}

struct shift_sectors shift_zone_saved(const struct shift *shift, size_t number)
{
    struct shift_sectors at_old = shift_zone_at(shift, shift->from, number);
    struct shift_sectors at_new = shift_zone_at(shift, shift->to, number);
    uint64_t low = at_old.lba - shift->from, low_new = at_new.lba - shift->to;
    uint64_t end = sectors_end(at_old) - shift->from,
             end_new = sectors_end(at_new) - shift->to;

    return from_to(low < low_new ? low : low_new, end > end_new ? end : end_new);
}

/* Returns the part of zone NUMBER at the new place that is in free space. */
static struct shift_sectors free_zone_at(const struct shift *shift, size_t number)
{
    const struct zone *zone = &shift->zones.at[number];

    return clip((struct shift_sectors){ shift->to + zone->start, zone->length },
                free_range(shift));
}

struct shift_sectors shift_free_guard_at(const struct shift *shift, size_t number)
{
    if (shift->to > shift->from)
        return (struct shift_sectors){ 0 };
    return free_zone_at(shift, number);
}

/* Returns what of the old place is outside the new one. */
static struct shift_sectors left_range(const struct shift *shift)
{
    uint64_t end = shift->from + shift->length, new_end = shift->to + shift->length;

    if (shift->to > shift->from)
        return from_to(shift->from, shift->to < end ? shift->to : end);
    return from_to(new_end > shift->from ? new_end : shift->from, end);
}

struct shift_sectors shift_old_guard_at(const struct shift *shift, size_t number)
{
    const struct zone *zone = &shift->zones.at[number];

    return clip((struct shift_sectors){ shift->from + zone->start, zone->length },
                left_range(shift));
}

struct shift_sectors shift_border(const struct shift *shift, const struct shift_run *run)
{
    struct shift_sectors old = { shift->from, shift->length };

    if (!run->is_back || run->first == run->end)
        return from_to(old.lba, old.lba);
    struct shift_sectors own = from_to(shift->from + run->first, shift->from + run->end);
    struct shift_sectors blocks = clip(shift_blocks(shift, own), old);
    /* What was moved includes one end of the partition: one border is inside it. */
    if (run->first)
        return from_to(blocks.lba, own.lba);
    return from_to(sectors_end(own), sectors_end(blocks));
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

/* --- the table --- */

/* Adds the block with LBA if it is not all in the envelope. */
static size_t add_outermost(const struct shift *shift, uint64_t lba,
                            struct shift_sectors *ret, size_t count)
{
    struct shift_sectors all = shift_envelope(shift);
    struct shift_sectors block = shift_blocks(shift, (struct shift_sectors){ lba, 1 });

    if (block.lba < all.lba || sectors_end(block) > sectors_end(all))
        ret[count++] = block;
    return count;
}

size_t shift_table_blocks(const struct shift *shift,
                          struct shift_sectors ret[SHIFT_TABLES_MAX + 2])
{
    struct shift_sectors all = shift_envelope(shift);
    size_t count = 0;

    for (; count < shift->table_count; count++)
        ret[count] = shift_blocks(shift, shift->tables[count]);
    count = add_outermost(shift, all.lba, ret, count);
    return add_outermost(shift, sectors_end(all) - 1, ret, count);
}

/* --- free space --- */

/* Finds the free space that a move may change: what of the new place is outside the old
 * one, and all that is in a block with either place. Returns the number of ranges. */
static size_t shift_free(const struct shift *shift,
                         struct shift_sectors ret[SHIFT_FREE_MAX])
{
    struct shift_sectors at_old = { shift->from, shift->length };
    struct shift_sectors at_new = { shift->to, shift->length };

    ret[0] = clip(shift_blocks(shift, at_old), free_range(shift));
    ret[1] = clip(shift_blocks(shift, at_new), free_range(shift));
    return join(ret, SHIFT_FREE_MAX);
}

/* Saved parts end on the grid. */
static uint64_t part_count(const struct shift *shift, struct shift_sectors range)
{
    if (!shift->keeps_free || !range.length)
        return range.length;
    uint64_t length = shift_blocks(shift, range).length;

    return length / shift->piece + (length % shift->piece != 0);
}

/* Returns range NUMBER of what is restored. */
static struct shift_sectors free_at(const struct shift *shift, size_t number)
{
    struct shift_sectors ranges[SHIFT_FREE_MAX], none = { 0 };

    if (!shift->keeps_free)
        return free_zone_at(shift, number);
    return number < shift_free(shift, ranges) ? ranges[number] : none;
}

uint64_t shift_free_part_count(const struct shift *shift)
{
    size_t ranges = shift->keeps_free ? SHIFT_FREE_MAX : shift->zones.count;
    uint64_t count = 0;

    for (size_t i = 0; i < ranges; i++)
        count += part_count(shift, free_at(shift, i));
    return count;
}

struct shift_sectors shift_free_part_at(const struct shift *shift, uint64_t number)
{
    size_t i = 0;

    for (; number >= part_count(shift, free_at(shift, i)); i++)
        number -= part_count(shift, free_at(shift, i));
    struct shift_sectors range = free_at(shift, i);
    if (!shift->keeps_free)
        return (struct shift_sectors){ range.lba + number, 1 };
    uint64_t lba = shift_blocks(shift, range).lba + number * shift->piece;
    return clip((struct shift_sectors){ lba, shift->piece }, range);
}

/* --- all that is saved --- */

size_t shift_saved(const struct shift *shift, struct shift_sectors ret[SHIFT_SAVED_MAX])
{
    struct shift_sectors all = shift_envelope(shift);
    struct shift_sectors around = shift_blocks(shift, all);
    size_t count = 0;

    ret[count++] = from_to(around.lba, all.lba);
    ret[count++] = from_to(sectors_end(all), sectors_end(around));
    for (size_t i = 0; i < shift->zones.count; i++) {
        struct shift_sectors own = shift_zone_saved(shift, i);
        own.lba += shift->from;
        ret[count++] = own;
    }
    /* What of the table's blocks is in the envelope is among the zones or is free. */
    for (size_t i = 0; i < shift->table_count; i++) {
        struct shift_sectors blocks = shift_blocks(shift, shift->tables[i]);
        bool is_below = blocks.lba < all.lba;
        ret[count++] = is_below && sectors_end(blocks) > all.lba
                           ? from_to(blocks.lba, all.lba)
                       : !is_below && blocks.lba < sectors_end(all)
                           ? from_to(sectors_end(all), sectors_end(blocks))
                           : blocks;
    }
    if (shift->keeps_free)
        count += shift_free(shift, ret + count);
    return join(ret, count);
}
