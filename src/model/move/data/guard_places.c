/* SPDX-License-Identifier: GPL-3.0-or-later */
/* guard_places.c - the sectors that are guards while a partition is moved */
#include "model/move/data/guard_places.h"

#include "model/base/mem.h"

/* The header of LUKS, exFAT or ext has copies in zones that are neither the first nor the
 * last.  That of NTFS is in the last sector, which is that of the partition or is in a
 * zone like those. */
static bool zone_has_copy(const struct zones *zones, size_t number)
{
    return number > 0 && (number + 1 < zones->count || zones->count == 2);
}

/* Of the sector with INDEX, in zone NUMBER, where the partition is. */
static enum guard_part part_inside(const struct zones *zones, size_t number,
                                   uint64_t index)
{
    return index == zones->magic          ? GUARD_MAGIC
           : zone_has_copy(zones, number) ? GUARD_COPY
                                          : GUARD_ZONE;
}

/* Adds those of the partition at START. */
static size_t add_zones(const struct shift *shift, uint64_t start, uint64_t place,
                        struct guard_sector *list)
{
    const struct zones *zones = &shift->zones;
    size_t count = 0;

    for (size_t i = 0; i < zones->count; i++)
        for (uint64_t k = 0; k < zones->at[i].length; k++) {
            uint64_t index = zones->at[i].start + k, lba = start + index;
            struct guard_sector at = { lba, index, part_inside(zones, i, index) };
            if (start != place)
                at.part = lba < place ? GUARD_LOWER : GUARD_UPPER;
            if (start == place || lba < place || lba - place >= shift->length)
                list[count++] = at;
        }
    return count;
}

size_t guard_places_find(const struct shift *shift, uint64_t place,
                         struct guard_sector **ret)
{
    uint64_t other = place == shift->to ? shift->from : shift->to;
    size_t sectors = 0;

    for (size_t i = 0; i < shift->zones.count; i++)
        sectors += (size_t)shift->zones.at[i].length;
    struct guard_sector *list = xcalloc(2 * sectors, sizeof(*list));
    size_t count = add_zones(shift, place, place, list);
    count += add_zones(shift, other, place, list + count);
    *ret = list;
    return count;
}
