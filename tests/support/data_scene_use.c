/* SPDX-License-Identifier: GPL-3.0-or-later */
/* data_scene_use.c - what a person does with the partitions of a scene after a cut
 *
 * The note is one sector that neither the fix nor a partition has. */
#include <string.h>

#include "support/data_scene.h"

enum { NOTE_AT = 16, CHANGED_AT = 100, USED_APART = 4 };

static size_t note_byte(const struct data_scene *scene, unsigned move)
{
    return (size_t)scene->note_at * scene->logical + NOTE_AT + move;
}

enum data_use data_scene_use_of(const struct data_scene *scene,
                                const struct cutting *disk, unsigned move)
{
    return cutting_is_readable(disk, (size_t)scene->note_at)
               ? (enum data_use)disk->bytes[note_byte(scene, move)]
               : DATA_UNKNOWN;
}

/* The sectors that change when a partition is used: its signature, its last one, and one
 * between. */
static bool is_used(const struct shift *shift, uint64_t index)
{
    return index == shift->zones.magic || index == shift->length - 1 ||
           index == shift->length / 2;
}

static const uint8_t *data_of(const struct data_scene *scene, unsigned move,
                              uint64_t place, uint64_t index)
{
    const struct shift *shift = &scene->shifts[move];
    size_t copy = place == shift->to ? (size_t)shift->length : 0;

    return scene->data[move] + (copy + (size_t)index) * scene->logical;
}

/* A header that a person has restored goes back as it is. */
static bool has_header(const struct data_scene *scene, const struct cutting *disk,
                       unsigned move, uint64_t place, uint64_t index)
{
    const struct shift *shift = &scene->shifts[move];
    uint64_t other = place == shift->to ? shift->from : shift->to;

    return index == shift->zones.magic &&
           data_scene_use_of(scene, disk, move) == DATA_RESTORED &&
           cutting_is_readable(disk, (size_t)(place + index)) &&
           !memcmp(disk->bytes + (size_t)(place + index) * scene->logical,
                   data_of(scene, move, other, index), scene->logical);
}

bool data_scene_has(const struct data_scene *scene, const struct cutting *disk,
                    unsigned move, uint64_t place, uint64_t index)
{
    const uint8_t *found = disk->bytes + (size_t)(place + index) * scene->logical;
    const uint8_t *wanted = data_of(scene, move, place, index);
    size_t rest = CHANGED_AT + 1;
    bool is_changed = found[CHANGED_AT] != wanted[CHANGED_AT];

    if (has_header(scene, disk, move, place, index))
        return true;
    if (!cutting_is_readable(disk, (size_t)(place + index)) ||
        memcmp(found, wanted, CHANGED_AT) != 0 ||
        memcmp(found + rest, wanted + rest, scene->logical - rest) != 0)
        return false;
    if (!is_used(&scene->shifts[move], index))
        return !is_changed;
    enum data_use use = data_scene_use_of(scene, disk, move);
    if (is_changed && (found[CHANGED_AT] ^ wanted[CHANGED_AT]) != 0xff)
        return false;
    return use == DATA_UNKNOWN || is_changed == (use == DATA_USED);
}

static void set_sector(const struct data_scene *scene, struct cutting *disk, uint64_t lba,
                       const uint8_t *bytes)
{
    uint8_t copy[4096];

    memcpy(copy, bytes, scene->logical);
    cutting_set(disk, (size_t)lba, copy);
}

static void note_use(const struct data_scene *scene, struct cutting *disk, unsigned move,
                     enum data_use use)
{
    size_t lba = (size_t)scene->note_at;

    disk->bytes[note_byte(scene, move)] = (uint8_t)use;
    set_sector(scene, disk, lba, disk->bytes + lba * scene->logical);
}

static void use_partition(const struct data_scene *scene, struct cutting *disk,
                          unsigned move, uint64_t place)
{
    const struct shift *shift = &scene->shifts[move];

    for (uint64_t at = 0; at < shift->length; at++) {
        size_t byte = (size_t)(place + at) * scene->logical;
        if (!is_used(shift, at))
            continue;
        disk->bytes[byte + CHANGED_AT] = (uint8_t)~disk->bytes[byte + CHANGED_AT];
        set_sector(scene, disk, place + at, disk->bytes + byte);
    }
    note_use(scene, disk, move, DATA_USED);
}

/* True if all of the partition can be read. */
static bool can_be_used(const struct data_scene *scene, const struct cutting *disk,
                        unsigned move, uint64_t place)
{
    for (uint64_t at = 0; at < scene->shifts[move].length; at++)
        if (!cutting_is_readable(disk, (size_t)(place + at)))
            return false;
    return data_scene_use_of(scene, disk, move) == DATA_UNUSED;
}

void data_scene_use(struct data_scene *scene, struct cutting *disk, uint64_t seed)
{
    unsigned move = (unsigned)(seed / USED_APART % scene->count);
    const struct data_read *read = data_scene_read(scene, disk, false);
    const struct data_entry *entry = &read->entries[move];
    uint64_t magic = scene->shifts[move].zones.magic;

    if (seed % USED_APART || !data_scene_can_read(scene, disk) || !read->is_table ||
        !entry->is_there || entry->is_moving ||
        !can_be_used(scene, disk, move, entry->start))
        return;
    if (data_scene_has(scene, disk, move, entry->start, magic)) {
        use_partition(scene, disk, move, entry->start);
        return;
    }
    set_sector(scene, disk, entry->start + magic,
               data_of(scene, move, entry->start, magic));
    note_use(scene, disk, move, DATA_RESTORED);
}
