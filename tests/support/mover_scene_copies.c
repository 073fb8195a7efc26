/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mover_scene_copies.c - where a copy of the header is whole, the rest is complete
 *
 * Tools repair a header from its copy, as those of LUKS do. What they leave must be the
 * complete partition too. */
#include "support/mover_scene.h"

static bool shares_block(const struct cutting *disk, uint64_t one, uint64_t other)
{
    size_t first, end;

    cutting_block(disk, (size_t)one, &first, &end);
    return other >= first && other < end;
}

/* The zones between the first and the last one can contain copies; without any, the last
 * one can. */
static bool can_be_copy(const struct zones *zones, size_t number)
{
    return number && (number + 1 < zones->count || zones->count == 2);
}

/* A copy in a block with another zone is written together with it. */
static bool is_apart(const struct cutting *disk, const struct zones *zones, size_t number,
                     uint64_t place)
{
    const struct zone *copy = &zones->at[number], *before = copy - 1, *next = copy + 1;
    bool has_magic = zones->magic - copy->start < copy->length;

    return !has_magic &&
           !shares_block(disk, place + copy->start,
                         place + before->start + before->length - 1) &&
           (number + 1 == zones->count ||
            !shares_block(disk, place + copy->start + copy->length - 1,
                          place + next->start));
}

static bool is_whole(const struct mover_scene *scene, const struct cutting *disk,
                     unsigned move, uint64_t place, const struct zone *copy)
{
    for (uint64_t i = 0; i < copy->length; i++)
        if (!mover_scene_has(scene, disk, move, place, copy->start + i))
            return false;
    return true;
}

/* A repair writes the magic sector, and what is unreadable in a block with it. */
static bool may_lack(const struct mover_scene *scene, struct cutting *disk, unsigned move,
                     uint64_t place, uint64_t index)
{
    uint64_t magic = scene->shifts[move].zones.magic, lba = place + index;

    return index == magic || (!cutting_is_readable(disk, (size_t)lba) &&
                              (shares_block(disk, lba, place + magic) ||
                               mover_scene_is_beside_other(scene, disk, move, lba)));
}

static bool is_complete(const struct mover_scene *scene, struct cutting *disk,
                        unsigned move, uint64_t place)
{
    for (uint64_t i = 0; i < scene->shifts[move].length; i++)
        if (!mover_scene_has(scene, disk, move, place, i) &&
            !may_lack(scene, disk, move, place, i))
            return false;
    return true;
}

static bool is_in_zones(const struct zones *zones, uint64_t index)
{
    for (size_t i = 0; i < zones->count; i++)
        if (index >= zones->at[i].start &&
            index - zones->at[i].start < zones->at[i].length)
            return true;
    return false;
}

/* Among others, the last zone is not written apart from the first one. It can have NTFS's
 * copy of its boot sector: around that there is nothing else than a boot loader. */
static bool misleads_at_end(const struct mover_scene *scene, struct cutting *disk,
                            unsigned move, uint64_t place)
{
    const struct shift *shift = &scene->shifts[move];
    const struct zones *zones = &shift->zones;

    if (!is_whole(scene, disk, move, place, &zones->at[zones->count - 1]))
        return false;
    for (uint64_t i = 0; i < shift->length; i++)
        if (!is_in_zones(zones, i) && cutting_is_readable(disk, (size_t)(place + i)) &&
            !mover_scene_has(scene, disk, move, place, i))
            return true;
    return false;
}

bool mover_scene_misleads(const struct mover_scene *scene, struct cutting *disk,
                          unsigned move, uint64_t place)
{
    const struct zones *zones = &scene->shifts[move].zones;

    if (scene->content && misleads_at_end(scene, disk, move, place))
        return true;
    for (size_t i = 1; i < zones->count; i++)
        if (can_be_copy(zones, i) && is_apart(disk, zones, i, place) &&
            is_whole(scene, disk, move, place, &zones->at[i]) &&
            !is_complete(scene, disk, move, place))
            return true;
    return false;
}
