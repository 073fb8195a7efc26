/* SPDX-License-Identifier: GPL-3.0-or-later */
/* data_scene_table.c - what a system reads from the table of a scene
 */
#include <stdlib.h>
#include <string.h>

#include "model/base/hash.h"
#include "model/base/mem.h"
#include "model/move/plan/envelope.h"
#include "model/table/tables.h"
#include "support/data_scene.h"

/* --- the table --- */

static bool read_image(void *context, uint64_t offset, void *buf, size_t count)
{
    const struct cutting *disk = context;
    uint64_t first = offset / disk->logical, last = (offset + count - 1) / disk->logical;

    for (uint64_t lba = first; lba <= last; lba++)
        if (!cutting_is_readable(disk, (size_t)lba))
            return false;
    memcpy(buf, disk->bytes + offset, count);
    return true;
}

static struct reader reader_of_image(const struct data_scene *scene, struct cutting *disk)
{
    return (struct reader){ read_image, disk, scene->log.disk_bytes };
}

static uint64_t hash_table(const struct data_scene *scene, const struct cutting *disk)
{
    uint64_t all = 1;

    for (size_t i = 0; i < scene->table_count; i++) {
        size_t lba = (size_t)scene->table_lbas[i];
        uint64_t value = 2;
        if (cutting_is_readable(disk, lba)) {
            struct hash hash = hash_of(disk->bytes + lba * disk->logical, disk->logical);
            memcpy(&value, hash.bytes, sizeof(value));
        }
        all = (all ^ value) * UINT64_C(0x9e3779b97f4a7c15);
        all ^= all >> 29;
    }
    return all ? all : 1;
}

/* The entry of MOVE, wherever that begins: at the old place, the new one, or before. */
static struct data_entry find_entry(const struct data_scene *scene,
                                    const struct layout *layout, unsigned move)
{
    const struct extent *extent =
        layout_find_number(layout, data_scene_number(scene, move));

    if (!extent)
        return (struct data_entry){ 0 };
    return (struct data_entry){ true,
                                envelope_has_type(layout_label(layout)->kind, extent),
                                extent->start, extent->length };
}

static void read_entries(const struct data_scene *scene, struct cutting *disk,
                         struct data_read *ret)
{
    struct reader reader = reader_of_image(scene, disk);
    struct layout *layout = NULL;
    struct err err = { 0 };

    if (!tables_read(&reader, &scene->limits, &layout, &err) || !layout)
        return;
    ret->is_table = true;
    for (unsigned i = 0; i < scene->count; i++)
        ret->entries[i] = find_entry(scene, layout, i);
    layout_unref(layout);
}

/* Of a log without a head nothing was begun. */
static bool is_untouched(const struct data_scene *scene, const struct cutting *disk)
{
    for (size_t i = 0; i < scene->table_count; i++) {
        size_t at = (size_t)scene->table_lbas[i] * scene->logical;
        if (memcmp(disk->bytes + at, scene->disk.bytes + at, scene->logical) != 0)
            return false;
    }
    return true;
}

static void read_rests(const struct data_scene *scene, struct cutting *disk,
                       struct data_read *ret)
{
    struct reader reader = reader_of_image(scene, disk);

    ret->rests = is_untouched(scene, disk);
    for (size_t i = 0; i <= scene->group_count; i++) {
        CLEANUP(table_states_freep)
        struct table_states *states = table_states_of_exits(&scene->log, scene->rests[i]);
        if (table_position(states, &reader, false) == table_states_epochs(states))
            ret->rests |= UINT64_C(1) << i;
    }
}

const struct data_read *data_scene_read(struct data_scene *scene, struct cutting *disk,
                                        bool is_end)
{
    uint64_t hash = hash_table(scene, disk) ^ is_end;
    struct data_read *read = &scene->cache[hash % DATA_CACHE];

    if (read->hash == hash)
        return read;
    *read = (struct data_read){ .hash = hash };
    read_entries(scene, disk, read);
    if (is_end)
        read_rests(scene, disk, read);
    return read;
}

bool data_scene_can_read(const struct data_scene *scene, const struct cutting *disk)
{
    for (size_t i = 0; i < scene->table_count; i++)
        if (!cutting_is_readable(disk, (size_t)scene->table_lbas[i]))
            return false;
    return true;
}

/* --- where it can be --- */

void data_scene_note_table(struct data_scene *scene)
{
    CLEANUP(freep) bool *is_table = xcalloc(scene->disk.sectors, sizeof(*is_table));

    for (size_t i = 0; i < scene->log.before.count; i++)
        is_table[scene->log.before.at[i].lba] = true;
    for (size_t i = 0; i < scene->log.steps.count; i++) {
        const struct log_step *step = &scene->log.steps.at[i];
        for (uint32_t k = 0; k < step->patch_count && step->kind == LOG_TABLE; k++)
            is_table[scene->log.patches[step->first_patch + k].lba] = true;
    }
    scene->table_lbas = xcalloc(scene->disk.sectors, sizeof(*scene->table_lbas));
    for (size_t lba = 0; lba < scene->disk.sectors; lba++)
        if (is_table[lba])
            scene->table_lbas[scene->table_count++] = lba;
}
