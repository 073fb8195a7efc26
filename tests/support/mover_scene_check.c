/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mover_scene_check.c - what is to hold on the disk of a scene, before and after recovery
 */
#include <stdlib.h>
#include <string.h>

#include "model/base/hash.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/move/journal/envelope.h"
#include "model/table/tables.h"
#include "support/mover_scene.h"
#include "support/test.h"

/* --- the table --- */

static bool read_cutting(void *context, uint64_t offset, void *buf, size_t count)
{
    struct cutting *disk = context;
    uint64_t first = offset / disk->logical, last = (offset + count - 1) / disk->logical;

    for (uint64_t lba = first; lba <= last; lba++)
        if (!cutting_is_readable(disk, (size_t)lba))
            return false;
    memcpy(buf, disk->bytes + offset, count);
    return true;
}

/* Each of the ranges that the moves write, one after the other; MBR included. */
static size_t copy_tables(const struct mover_scene *scene, const struct cutting *disk,
                          uint8_t *ret)
{
    const struct shift *last = &scene->shifts[scene->count - 1];
    size_t count = MOVER_LOGICAL;

    memcpy(ret, disk->bytes, MOVER_LOGICAL);
    for (size_t i = 0; i < last->table_count; i++) {
        size_t bytes = (size_t)last->tables[i].length * MOVER_LOGICAL;
        memcpy(ret + count, disk->bytes + last->tables[i].lba * MOVER_LOGICAL, bytes);
        count += bytes;
    }
    return count;
}

static uint64_t hash_tables(const struct mover_scene *scene, const struct cutting *disk)
{
    const struct shift *last = &scene->shifts[scene->count - 1];
    uint64_t all = 1 + disk->is_bad[0], value;

    for (size_t i = 0; i < last->table_count; i++) {
        uint64_t lba = last->tables[i].lba, length = last->tables[i].length;
        struct hash hash =
            hash_of(disk->bytes + lba * MOVER_LOGICAL, (size_t)length * MOVER_LOGICAL);
        memcpy(&value, hash.bytes, sizeof(value));
        all = (all ^ value) * UINT64_C(0x9e3779b97f4a7c15);
        for (uint64_t at = lba; at < lba + length; at++)
            all = all * 31 + disk->is_bad[at];
    }
    return all | 1;
}

static void read_entries(const struct mover_scene *scene, struct cutting *disk,
                         struct mover_read *ret)
{
    struct reader reader = { read_cutting, disk, scene->plan.head.disk_bytes };
    CLEANUP(layout_unrefp) struct layout *layout = NULL;
    struct err err = { 0 };

    ret->is_table = tables_read(&reader, &scene->limits, &layout, &err);
    for (unsigned i = 0; i < scene->count; i++) {
        const struct extent *extent =
            layout ? layout_find_number(layout, mover_scene_number(scene, i)) : NULL;
        ret->entries[i] = (struct mover_entry){ 0 };
        if (extent)
            ret->entries[i] =
                (struct mover_entry){ true, envelope_has_type(scene->plan.label, extent),
                                      extent->start, extent->length };
    }
}

/* Tables with the same bytes say the same. */
static const struct mover_read *read_table(struct mover_scene *scene,
                                           struct cutting *disk)
{
    uint64_t hash = hash_tables(scene, disk);
    struct mover_read *read = &scene->cache[hash / 2 % MOVER_CACHE];

    if (read->hash != hash)
        read_entries(scene, disk, read);
    read->hash = hash;
    return read;
}

/* --- partitions --- */

static bool has_bytes(const struct cutting *disk, uint64_t lba,
                      const uint8_t bytes[MOVER_LOGICAL])
{
    return !disk->is_bad[lba] &&
           !memcmp(disk->bytes + lba * MOVER_LOGICAL, bytes, MOVER_LOGICAL);
}

bool mover_scene_has(const struct mover_scene *scene, const struct cutting *disk,
                     unsigned move, uint64_t place, uint64_t index)
{
    const uint8_t *bytes = scene->data[move] + index * MOVER_LOGICAL;
    const struct fields *fields = &scene->fields[move];
    uint8_t patched[MOVER_LOGICAL];

    if (index || !fields->count || place != scene->shifts[move].to)
        return has_bytes(disk, place + index, bytes);
    memcpy(patched, bytes, MOVER_LOGICAL);
    put_le32(patched, (size_t)fields->at[0].offset, (uint32_t)fields->at[0].after);
    return has_bytes(disk, place, patched);
}

/* A cut can make sectors unreadable that share a block with what was written: recovery
 * restores them. */
bool mover_scene_is_beside_other(const struct mover_scene *scene,
                                 const struct cutting *disk, unsigned move, uint64_t lba)
{
    size_t first, end;

    cutting_block(disk, (size_t)lba, &first, &end);
    for (unsigned i = 0; i < scene->count; i++) {
        const struct shift *shift = &scene->shifts[i];
        uint64_t low = shift->from < shift->to ? shift->from : shift->to;
        uint64_t high = shift->from < shift->to ? shift->to : shift->from;
        if (i != move && end > low && first < high + shift->length)
            return true;
        for (size_t k = 0; k < shift->table_count; k++)
            if (end > shift->tables[k].lba &&
                first < shift->tables[k].lba + shift->tables[k].length)
                return true;
    }
    return false;
}

static bool has_all(const struct mover_scene *scene, struct cutting *disk, unsigned move,
                    uint64_t place, bool is_end)
{
    for (uint64_t at = 0; at < scene->shifts[move].length; at++)
        if (!mover_scene_has(scene, disk, move, place, at) &&
            (is_end || cutting_is_readable(disk, (size_t)(place + at)) ||
             !mover_scene_is_beside_other(scene, disk, move, place + at)))
            return false;
    return true;
}

bool mover_scene_has_all(const struct mover_scene *scene, struct cutting *disk,
                         unsigned move, uint64_t place)
{
    return has_all(scene, disk, move, place, false);
}

static const char *check_one(const struct mover_scene *scene, struct cutting *disk,
                             const struct mover_entry *entry, unsigned move, bool is_end)
{
    const struct shift *shift = &scene->shifts[move];

    if (!entry->is_there ||
        !mover_scene_has(scene, disk, move, entry->start, shift->zones.magic))
        return is_end ? "a partition cannot be mounted" : NULL;
    if (entry->is_in_progress)
        return "a partition in progress can be mounted";
    if (entry->start != shift->from && entry->start != shift->to)
        return "an entry is at a third place";
    if (!has_all(scene, disk, move, entry->start, is_end))
        return "a partition that can be mounted is not complete";
    return entry->length == shift->length ? NULL : "an entry has another length";
}

/* --- others --- */

static const char *check_others(const struct mover_scene *scene,
                                const struct cutting *disk)
{
    size_t lba = 0, end;

    for (; lba < disk->sectors; lba = end) {
        for (end = lba; end < disk->sectors && !scene->is_theirs[end]; end++)
            ;
        if (memchr(disk->is_bad + lba, true, end - lba) ||
            memcmp(disk->bytes + lba * MOVER_LOGICAL,
                   scene->disk.bytes + lba * MOVER_LOGICAL, (end - lba) * MOVER_LOGICAL))
            return "a sector of another partition is changed";
        for (; end < disk->sectors && scene->is_theirs[end]; end++)
            ;
    }
    return NULL;
}

/* All bytes of the table are those that the moves without a cut leave. */
static const char *check_table(const struct mover_scene *scene,
                               const struct cutting *disk, const struct mover_read *read)
{
    CLEANUP(freep) uint8_t *bytes = xmalloc(scene->table_bytes);
    unsigned done = 0;

    while (done < scene->count && read->entries[done].start == scene->shifts[done].to)
        done++;
    (void)copy_tables(scene, disk, bytes);
    return memcmp(bytes, scene->tables[done], scene->table_bytes)
               ? "the table has other bytes"
               : NULL;
}

/* Blocks of the table that cannot be read are written again as they were saved. */
static bool is_readable(const struct mover_scene *scene, const struct cutting *disk)
{
    const struct shift *shift = &scene->shifts[0];

    for (size_t i = 0; i < shift->table_count; i++)
        if (memchr(disk->is_bad + shift->tables[i].lba, true, shift->tables[i].length))
            return false;
    return true;
}

const char *mover_scene_check(struct mover_scene *scene, struct cutting *disk,
                              bool is_end)
{
    const struct mover_read *read = read_table(scene, disk);
    const char *wrong = NULL;

    if (is_end && !read->is_table)
        return "there is no table";
    if (scene->table == TABLE_GPT && !read->entries[0].is_there &&
        is_readable(scene, disk))
        return "both copies of the GPT are damaged";
    for (unsigned i = 0; i < scene->count && !wrong; i++)
        if (mover_scene_misleads(scene, disk, i, scene->shifts[i].from) ||
            mover_scene_misleads(scene, disk, i, scene->shifts[i].to))
            wrong = "a copy of the header is whole, but not the rest";
    for (unsigned i = 0; i < scene->count && !wrong; i++)
        wrong = check_one(scene, disk, &read->entries[i], i, is_end);
    for (unsigned i = 0; i < scene->count && is_end && !wrong; i++)
        wrong = mover_scene_check_free(scene, disk, &read->entries[i], i);
    for (unsigned i = 0; i < scene->count && is_end && !wrong; i++)
        wrong = mover_scene_check_left(scene, disk, &read->entries[i], i);
    if (is_end && !wrong)
        wrong = check_others(scene, disk);
    return is_end && !wrong ? check_table(scene, disk, read) : wrong;
}

/* --- what is to hold --- */

static void note_theirs(struct mover_scene *scene)
{
    uint64_t journal = scene->journal_at;
    bool *theirs = xcalloc(scene->disk.sectors, sizeof(*theirs));

    scene->is_theirs = theirs;
    memset(theirs + journal, true, scene->plan.spot.bytes / MOVER_LOGICAL);
    for (unsigned i = 0; i < scene->count; i++) {
        const struct shift *shift = &scene->shifts[i];
        uint64_t low = shift->from < shift->to ? shift->from : shift->to;
        uint64_t high = shift->from < shift->to ? shift->to : shift->from;
        memset(theirs + low, true, high - low + shift->length);
        for (size_t k = 0; k < shift->table_count; k++)
            memset(theirs + shift->tables[k].lba, true, shift->tables[k].length);
    }
}

/* The tables after none, one, and all of the moves. */
static void note_tables(struct mover_scene *scene)
{
    struct cutting disk;
    struct err err;
    unsigned count = scene->count;

    cutting_init(&disk, scene->disk.sectors, MOVER_LOGICAL, scene->disk.grid);
    disk.split = scene->disk.split;
    for (unsigned done = 0; done <= count; done++) {
        cutting_copy(&disk, &scene->disk);
        scene->count = done;
        if (done)
            ck_assert_msg(mover_scene_run(scene, &disk, false, &err) == SCENE_ALL_NEW,
                          "%s, ALIDADE_SEED=%llu", err.text,
                          (unsigned long long)scene->rng.seed);
        scene->count = count;
        scene->table_bytes = 0;
        for (size_t i = 0; i < scene->shifts[count - 1].table_count; i++)
            scene->table_bytes +=
                (size_t)scene->shifts[count - 1].tables[i].length * MOVER_LOGICAL;
        scene->table_bytes += MOVER_LOGICAL;
        scene->tables[done] = xmalloc(scene->table_bytes);
        (void)copy_tables(scene, &disk, scene->tables[done]);
    }
    cutting_finish(&disk);
}

void mover_scene_note(struct mover_scene *scene)
{
    for (unsigned i = 0; i < scene->count; i++) {
        size_t bytes = (size_t)scene->shifts[i].length * MOVER_LOGICAL;
        scene->data[i] = xmalloc(bytes);
        memcpy(scene->data[i], scene->disk.bytes + scene->shifts[i].from * MOVER_LOGICAL,
               bytes);
    }
    note_theirs(scene);
    note_tables(scene);
}
