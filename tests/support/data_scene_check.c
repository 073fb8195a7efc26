/* SPDX-License-Identifier: GPL-3.0-or-later */
/* data_scene_check.c - what is to hold on the disk of a scene, at each cut and at the end
 */
#include <stdlib.h>
#include <string.h>

#include "model/base/mem.h"
#include "model/base/num.h"
#include "support/data_scene.h"
#include "support/test.h"

/* --- the partitions --- */

/* True if the page has LBA, as the next run finds it. */
static bool is_in_page(const struct data_scene *scene, const struct cutting *disk,
                       uint64_t lba)
{
    size_t at = (size_t)(scene->journal_at * scene->logical);
    struct record_head best = { 0 };
    struct record_page page;

    for (size_t slot = 0; slot < 2; slot++) {
        struct record_head head;
        size_t byte = at + slot * scene->block;
        if (cutting_is_readable(disk, byte / scene->logical) &&
            record_head_decode(disk->bytes + byte, RECORD_HEAD_BYTES,
                               scene->log.disk_bytes, &head) == RECORD_IS_VALID &&
            head.sequence > best.sequence)
            best = head;
    }
    at += (size_t)scene->head.areas[AREA_PAGE].offset;
    if (!best.sequence || !cutting_is_readable(disk, at / scene->logical) ||
        record_page_decode(disk->bytes + at, RECORD_BYTES, &best, &page) !=
            RECORD_IS_VALID ||
        page.sequence != best.sequence)
        return false;
    for (size_t i = 0; i < page.run_count; i++)
        if (lba >= page.runs[i].start && lba - page.runs[i].start < page.runs[i].length)
            return true;
    return false;
}

static bool has_all(const struct data_scene *scene, const struct cutting *disk,
                    unsigned move, uint64_t place, bool is_end)
{
    for (uint64_t at = 0; at < scene->shifts[move].length; at++)
        if (!data_scene_has(scene, disk, move, place, at) &&
            (is_end || cutting_is_readable(disk, (size_t)(place + at)) ||
             !is_in_page(scene, disk, place + at)))
            return false;
    return true;
}

bool data_scene_has_all(const struct data_scene *scene, const struct cutting *disk,
                        unsigned move, uint64_t place)
{
    return has_all(scene, disk, move, place, false);
}

/* A tool that repairs a header from its copy finds one that is whole. */
static bool has_copy(const struct data_scene *scene, const struct cutting *disk,
                     unsigned move, uint64_t place)
{
    const struct zones *zones = &scene->shifts[move].zones;
    bool has_any = false;

    for (size_t i = 1; i < zones->count && (i + 1 < zones->count || i == 1); i++) {
        bool is_whole = true;
        for (uint64_t k = 0; k < zones->at[i].length && is_whole; k++)
            is_whole = data_scene_has(scene, disk, move, place, zones->at[i].start + k);
        has_any |= is_whole;
    }
    return has_any;
}

/* True if all but its first zone, which the tool writes, is there. */
static bool has_rest(const struct data_scene *scene, const struct cutting *disk,
                     unsigned move, uint64_t place)
{
    const struct shift *shift = &scene->shifts[move];
    uint64_t magic = shift->zones.magic;

    for (uint64_t at = 0; at < shift->length; at++)
        if (at != magic && !data_scene_has(scene, disk, move, place, at) &&
            (cutting_is_readable(disk, (size_t)(place + at)) ||
             !is_in_page(scene, disk, place + at)))
            return false;
    return true;
}

static const char *check_entry(const struct data_scene *scene, struct cutting *disk,
                               const struct data_entry *entry, unsigned move)
{
    const struct shift *shift = &scene->shifts[move];
    const struct zones *zones = &shift->zones;

    if (!entry->is_there)
        return "a partition is not in the table";
    enum data_use use = data_scene_use_of(scene, disk, move);
    if (use == DATA_RESTORED || use == DATA_UNKNOWN)
        return NULL; /* a person has done that, and does not mount it */
    if (entry->start != shift->from && entry->start != shift->to)
        return "an entry is at a third place";
    bool is_place = entry->length == shift->length && !entry->is_moving;
    if (data_scene_has(scene, disk, move, entry->start, zones->magic)) {
        if (!is_place)
            return "a partition in progress can be mounted";
        return has_all(scene, disk, move, entry->start, false)
                   ? NULL
                   : "a partition that can be mounted is not complete";
    }
    /* Zones that the guards of copies may not have: one of many sectors is whole or
     * guarded as one only where all of it is one write. */
    if (is_place && zones->count > 2 && has_copy(scene, disk, move, entry->start) &&
        !has_rest(scene, disk, move, entry->start))
        return "a copy of the header is whole, but not the rest";
    return NULL;
}

/* --- others --- */

/* Returns whether sectors from LBA to END that can be read are as they were. */
static bool is_as_before(const struct data_scene *scene, const struct cutting *disk,
                         size_t lba, size_t end)
{
    size_t logical = scene->logical;
    const uint8_t *now = disk->bytes, *before = scene->disk.bytes;

    if (!memcmp(now + lba * logical, before + lba * logical, (end - lba) * logical))
        return true;
    for (; lba < end; lba++)
        if (cutting_is_readable(disk, lba) &&
            memcmp(now + lba * logical, before + lba * logical, logical) != 0)
            return false;
    return true;
}

static const char *check_others(const struct data_scene *scene,
                                const struct cutting *disk)
{
    size_t size = scene->limits.size;

    for (size_t lba = 0, end; lba < size; lba = end) {
        for (end = lba + 1; end < size && scene->is_theirs[end] == scene->is_theirs[lba];)
            end++;
        if (!scene->is_theirs[lba] && !is_as_before(scene, disk, lba, end))
            return "a sector that the fix does not write has changed";
    }
    return NULL;
}

static bool is_journal(const struct data_scene *scene, size_t lba)
{
    return lba >= scene->journal_at &&
           lba - scene->journal_at < scene->head.place.bytes / scene->logical;
}

static const char *check_ends(const struct data_scene *scene, const struct cutting *disk)
{
    for (size_t lba = 0; lba < scene->limits.size; lba++) {
        if (is_journal(scene, lba))
            continue;
        if (!cutting_is_readable(disk, lba))
            return "a sector is unreadable at the end";
        if (!memcmp(disk->bytes + lba * scene->logical, "ALIDADE", 8))
            return "a guard is left";
    }
    return NULL;
}

/* The headers of swap areas, after so many groups. */
static const char *check_bytes(const struct data_scene *scene, const struct cutting *disk,
                               size_t steps)
{
    CLEANUP(freep) const uint8_t **wanted = xcalloc(scene->limits.size, sizeof(*wanted));

    for (size_t i = 0; i < scene->log.steps.count; i++) {
        const struct log_step *step = &scene->log.steps.at[i];
        for (uint32_t k = 0; k < step->patch_count && step->kind == LOG_BYTES; k++) {
            const struct log_patch *patch = &scene->log.patches[step->first_patch + k];
            if (i < steps)
                wanted[patch->lba] = patch->bytes + patch->length;
            else if (!wanted[patch->lba])
                wanted[patch->lba] = patch->bytes;
        }
    }
    for (size_t lba = 0; lba < scene->limits.size; lba++)
        if (wanted[lba] &&
            memcmp(disk->bytes + lba * scene->logical, wanted[lba], scene->logical) != 0)
            return "the header of a swap area is not there";
    return NULL;
}

/* All is as at one rest point. */
static const char *check_rest(const struct data_scene *scene, struct cutting *disk,
                              size_t rest)
{
    for (unsigned i = 0; i < scene->count; i++) {
        bool is_new = rest >= scene->groups[i];
        uint64_t place = is_new ? scene->shifts[i].to : scene->shifts[i].from;
        if (!has_all(scene, disk, i, place, true))
            return "a partition is not whole at the end";
    }
    return check_bytes(scene, disk, scene->rests[rest]);
}

static const char *check_end(struct data_scene *scene, struct cutting *disk,
                             const struct data_read *read)
{
    struct sink own = cutting_sink(disk);
    struct record_head head;
    bool is_begun = fix_store_find_head(&own, scene->journal_at * scene->logical,
                                        scene->log.disk_bytes, scene->block,
                                        &head) == RECORD_IS_VALID;
    const char *wrong = is_begun ? "there is still a head" : check_ends(scene, disk);
    uint64_t left = read->rests;

    if (wrong)
        return wrong;
    wrong = "the table is that of no rest point";
    for (size_t rest = 0; left; rest++, left >>= 1)
        if (left & 1) {
            wrong = check_rest(scene, disk, rest);
            if (!wrong)
                break;
        }
    return wrong;
}

const char *data_scene_check(struct data_scene *scene, struct cutting *disk, bool is_end)
{
    const struct data_read *read = data_scene_read(scene, disk, is_end);
    const char *wrong = check_others(scene, disk);

    if (scene->refused)
        return "a write outside of what the fix may write";
    if (wrong)
        return wrong;
    if (!read->is_table)
        return is_end || data_scene_can_read(scene, disk) ? "there is no table" : NULL;
    for (unsigned i = 0; i < scene->count && !wrong; i++)
        if (read->entries[i].is_there || data_scene_can_read(scene, disk))
            wrong = check_entry(scene, disk, &read->entries[i], i);
    return wrong || !is_end ? wrong : check_end(scene, disk, read);
}

/* --- what is to hold --- */

static void note_data(struct data_scene *scene, unsigned move)
{
    const struct shift *shift = &scene->shifts[move];
    size_t bytes = (size_t)shift->length * scene->logical;
    uint8_t *data = xmalloc(2 * bytes);

    memcpy(data, scene->disk.bytes + shift->from * scene->logical, bytes);
    memcpy(data + bytes, data, bytes);
    ck_assert(fields_apply(&scene->fields[move], 0, data + bytes, bytes));
    scene->data[move] = data;
}

static void note_theirs(struct data_scene *scene)
{
    bool *theirs = xcalloc(scene->disk.sectors, sizeof(*theirs));

    scene->is_theirs = theirs;
    memset(theirs + scene->journal_at, true, scene->head.place.bytes / scene->logical);
    for (unsigned i = 0; i < scene->count; i++) {
        const struct shift *shift = &scene->shifts[i];
        uint64_t low = num_min(shift->from, shift->to);
        uint64_t high = num_max(shift->from, shift->to);
        memset(theirs + low, true, high - low + shift->length);
    }
    theirs[scene->note_at] = true;
    for (size_t i = 0; i < scene->log.patch_count; i++)
        theirs[scene->log.patches[i].lba] = true;
}

void data_scene_note(struct data_scene *scene)
{
    for (unsigned i = 0; i < scene->count; i++)
        note_data(scene, i);
    note_theirs(scene);
    data_scene_note_table(scene);
}
