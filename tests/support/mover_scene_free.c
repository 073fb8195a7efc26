/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mover_scene_free.c - what moves leave in free space */
#include <string.h>

#include "support/mover_scene.h"

static bool is_guard(const uint8_t *sector)
{
    return journal_record_kind(sector, MOVER_LOGICAL) == JOURNAL_GUARD;
}

/* What the first one of two has left is that of no move. */
const char *mover_scene_check_free(const struct mover_scene *scene, struct cutting *disk,
                                   const struct mover_entry *entry, unsigned move)
{
    const struct shift *shift = &scene->shifts[move];
    uint64_t low = shift->from < shift->to ? shift->from : shift->to;
    uint64_t high = (shift->from < shift->to ? shift->to : shift->from) + shift->length;

    if (entry->start != shift->from || (move && scene->is_following))
        return NULL;
    for (uint64_t lba = low; lba < high; lba++) {
        const uint8_t *now = disk->bytes + lba * MOVER_LOGICAL;
        const uint8_t *before = scene->disk.bytes + lba * MOVER_LOGICAL;
        if (lba - shift->from < shift->length)
            continue;
        if (!cutting_is_readable(disk, (size_t)lba))
            return "free space cannot be read";
        if (shift->keeps_free ? memcmp(now, before, MOVER_LOGICAL) != 0 : is_guard(now))
            return shift->keeps_free ? "free space differs" : "a guard is in free space";
    }
    return NULL;
}

const char *mover_scene_check_left(const struct mover_scene *scene, struct cutting *disk,
                                   const struct mover_entry *entry, unsigned move)
{
    const struct shift *shift = &scene->shifts[move];

    if (entry->start != shift->to)
        return NULL;
    for (uint64_t i = 0; i < shift->length; i++) {
        uint64_t lba = shift->from + i;
        if (lba >= shift->to && lba - shift->to < shift->length)
            continue;
        if (!cutting_is_readable(disk, (size_t)lba))
            return "the old place cannot be read";
        if (is_guard(disk->bytes + lba * MOVER_LOGICAL))
            return "a guard is left at the old place";
        if (i == shift->zones.magic && mover_scene_has(scene, disk, move, shift->from, i))
            return "a signature is left at the old place";
    }
    return NULL;
}
