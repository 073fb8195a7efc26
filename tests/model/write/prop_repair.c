/* SPDX-License-Identifier: GPL-3.0-or-later */
/* prop_repair.c - a damaged GPT becomes the table of its whole copy, on random tables */
#include "model/disk/repair.h"

#include <stdio.h>
#include <string.h>

#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/edit/edit.h"
#include "model/table/gpt.h"
#include "model/table/gpt_layout.h"
#include "model/table/mbr.h"
#include "model/table/tables.h"
#include "model/write/plan.h"
#include "model/write/whitelist.h"
#include "support/power.h"
#include "support/random_table.h"
#include "support/test.h"

enum { ROUNDS = 1500, POWER_ROUNDS = 150 };

/* What is done to the disk. */
enum part {
    PART_MBR_ZERO,    /* the whole of sector 0 */
    PART_MBR_ENTRIES, /* all four entries, the signature stays */
    PART_MBR_SIZE,    /* of the protective entry */
    PART_PRIMARY_HEADER,
    PART_PRIMARY_ARRAY,
    PART_BACKUP_HEADER,
    PART_BACKUP_ARRAY,
    PART_OTHER, /* the backup becomes another valid table */
    PART_COUNT,
};

struct scene {
    struct sectors disk;
    struct gpt_table table;
    struct gpt_table other; /* the same with other entries and the same places */
    bool is_hit[PART_COUNT];
};

static bool hits_primary(const struct scene *scene)
{
    return scene->is_hit[PART_PRIMARY_HEADER] || scene->is_hit[PART_PRIMARY_ARRAY];
}

static bool hits_backup(const struct scene *scene)
{
    return scene->is_hit[PART_BACKUP_HEADER] || scene->is_hit[PART_BACKUP_ARRAY];
}

static void flip_byte(struct rng *rng, struct sectors *disk, uint64_t from,
                      uint64_t count)
{
    struct reader reader = sectors_reader(disk);
    uint64_t at = from + rng_below(rng, count);
    uint8_t byte;

    LAW(rng, reader_read(&reader, at, &byte, 1));
    byte ^= (uint8_t)(1 + rng_below(rng, 255));
    sectors_put_bytes(disk, at, &byte, 1);
}

/* True if the signature of the primary is no longer there. */
static bool is_blank(struct scene *scene)
{
    struct reader reader = sectors_reader(&scene->disk);
    uint8_t found[GPT_SIGNATURE_BYTES];

    return !reader_read(&reader, scene->disk.logical, found, sizeof(found)) ||
           memcmp(found, GPT_SIGNATURE, sizeof(found)) != 0;
}

static void hit_header(struct rng *rng, struct sectors *disk, const struct gpt_copy *copy)
{
    static const uint8_t zeros[4096];
    uint64_t at = copy->lba * disk->logical;

    if (rng_below(rng, 4))
        flip_byte(rng, disk, at, GPT_HEADER_BYTES);
    else
        sectors_put_bytes(disk, at, zeros, disk->logical);
}

static void hit_array(struct rng *rng, struct sectors *disk, const struct gpt_copy *copy)
{
    flip_byte(rng, disk, copy->entries_lba * disk->logical,
              copy->entry_count * GPT_ENTRY_BYTES);
}

static void hit_mbr(struct rng *rng, struct sectors *disk, enum part part)
{
    static const uint8_t zeros[4096];

    if (part == PART_MBR_ZERO)
        sectors_put_bytes(disk, 0, zeros, disk->logical);
    else if (part == PART_MBR_ENTRIES)
        sectors_put_bytes(disk, 446, zeros, 64);
    else
        flip_byte(rng, disk, 458, 4);
}

/* Entries, names included, that differ in one place. */
static void make_other(struct rng *rng, struct scene *scene)
{
    struct gpt_table *other = &scene->other;

    *other = scene->table;
    other->entries = xmalloc((scene->table.count + 1) * sizeof(*other->entries));
    memcpy(other->entries, scene->table.entries,
           scene->table.count * sizeof(*other->entries));
    struct gpt_entry *entry = &other->entries[rng_below(rng, other->count)];
    if (rng_below(rng, 2))
        entry->name[rng_below(rng, sizeof(entry->name))] ^= 1;
    else if (rng_below(rng, 2))
        entry->unique.bytes[rng_below(rng, GUID_BYTES)] ^= 1;
    else
        *entry = other->entries[--other->count];
    struct gpt_image image;
    gpt_encode(other, &image);
    sectors_put_bytes(&scene->disk, image.back_offset, image.back, image.back_bytes);
    gpt_image_finish(&image);
}

static void hit(struct rng *rng, struct scene *scene, enum part part)
{
    struct sectors *disk = &scene->disk;

    if (scene->is_hit[part])
        return;
    scene->is_hit[part] = true;
    if (part <= PART_MBR_SIZE)
        hit_mbr(rng, disk, part);
    else if (part == PART_PRIMARY_HEADER)
        hit_header(rng, disk, &scene->table.primary);
    else if (part == PART_PRIMARY_ARRAY)
        hit_array(rng, disk, &scene->table.primary);
    else if (part == PART_BACKUP_HEADER)
        hit_header(rng, disk, &scene->table.backup);
    else if (part == PART_BACKUP_ARRAY)
        hit_array(rng, disk, &scene->table.backup);
    else if (scene->table.count)
        make_other(rng, scene);
    else
        scene->is_hit[part] = false;
}

/* The second table first: it would make a damaged copy whole again. */
static void hit_some(struct rng *rng, struct scene *scene)
{
    enum part first = (enum part)rng_below(rng, PART_COUNT);

    hit(rng, scene, first == PART_MBR_ZERO && !rng_below(rng, 3) ? PART_OTHER : first);
    if (rng_below(rng, 2))
        hit(rng, scene, (enum part)rng_below(rng, PART_OTHER));
}

static struct scene make_scene(struct rng *rng)
{
    struct scene scene = { .disk = random_gpt(rng, &scene.table) };

    hit_some(rng, &scene);
    return scene;
}

static void finish_scene(struct scene *scene)
{
    gpt_finish(&scene->table);
    if (scene->is_hit[PART_OTHER])
        gpt_finish(&scene->other);
    sectors_finish(&scene->disk);
}

/* Every repair in turn; where there is a choice, the copy that TAKES_BACKUP says. */
static struct layout *repair_all(struct rng *rng, const struct layout *base,
                                 bool takes_backup)
{
    enum repair other = takes_backup ? REPAIR_GPT_BACKUP : REPAIR_GPT_TAKE_BACKUP;
    struct layout *now = layout_ref(base);
    bool is_choice = repair_is_choice(base);
    enum repair list[REPAIR_COUNT];
    size_t count = repair_list(base, list);
    struct err err = { 0 };

    for (size_t i = 0; i < count; i++) {
        struct edit edit = { .kind = EDIT_REPAIR, .repair = list[i] };
        if (is_choice && list[i] == other)
            continue;
        struct layout *next = edit_apply(now, &edit, &err);
        ck_assert_msg(next, "broken with ALIDADE_SEED=%llu: %s",
                      (unsigned long long)rng->seed, err.text);
        layout_unref(now);
        now = next;
    }
    return now;
}

static uint8_t *read_array(struct rng *rng, struct sectors *disk,
                           const struct gpt_copy *copy)
{
    struct reader reader = sectors_reader(disk);
    size_t bytes = (size_t)copy->entry_count * GPT_ENTRY_BYTES;
    uint8_t *array = xmalloc(bytes);

    LAW(rng, reader_read(&reader, copy->entries_lba * disk->logical, array, bytes));
    return array;
}

/* The rules of the UEFI specification, 5.3.2, and those of `sgdisk -v`. */
static void check_places(struct rng *rng, const struct gpt_table *found)
{
    const struct gpt_copy *primary = &found->primary, *backup = &found->backup;
    uint64_t sectors = gpt_array_sectors(primary, found->logical);

    LAW(rng, primary->state == GPT_OK && backup->state == GPT_OK);
    LAW(rng, !found->do_copies_differ);
    LAW(rng, primary->lba == 1 && primary->alternate_lba == backup->lba);
    LAW(rng, backup->lba == found->size - 1 && backup->alternate_lba == 1);
    LAW(rng, primary->entries_lba >= 2);
    LAW(rng, primary->entries_lba + sectors <= primary->first_usable);
    LAW(rng, backup->entries_lba > backup->last_usable);
    LAW(rng, backup->entries_lba + sectors <= backup->lba);
    for (size_t i = 0; i < found->count; i++) {
        LAW(rng, found->entries[i].first_lba >= primary->first_usable);
        LAW(rng, found->entries[i].last_lba <= primary->last_usable);
    }
}

static bool is_same_entry(const struct gpt_entry *a, const struct gpt_entry *b)
{
    return a->slot == b->slot && guid_equal(&a->type, &b->type) &&
           guid_equal(&a->unique, &b->unique) && a->first_lba == b->first_lba &&
           a->last_lba == b->last_lba && a->attributes == b->attributes &&
           !memcmp(a->name, b->name, sizeof(a->name));
}

/* Both copies of what is on DISK say what the copy WANT of the scene said. */
static void check_table(struct rng *rng, const struct scene *scene, struct sectors *disk,
                        bool is_other)
{
    const struct gpt_table *want = is_other ? &scene->other : &scene->table;
    struct reader reader = sectors_reader(disk);
    struct gpt_table found;

    LAW(rng, gpt_decode(&reader, disk->logical, disk->size, &found));
    check_places(rng, &found);
    LAW(rng, found.primary.entry_count == want->primary.entry_count);
    LAW(rng, found.primary.first_usable == want->primary.first_usable);
    LAW(rng, want->size != disk->size ||
                 found.primary.last_usable == want->primary.last_usable);
    LAW(rng, guid_equal(&found.primary.disk_guid, &want->primary.disk_guid));
    LAW(rng, found.count == want->count);
    for (size_t i = 0; i < found.count; i++) {
        bool is_there = false;
        for (size_t k = 0; k < want->count; k++)
            is_there |= is_same_entry(&found.entries[i], &want->entries[k]);
        LAW(rng, is_there);
    }
    uint8_t *first = read_array(rng, disk, &found.primary);
    uint8_t *second = read_array(rng, disk, &found.backup);
    LAW(rng, !memcmp(first, second, found.primary.entry_count * GPT_ENTRY_BYTES));
    free(first);
    free(second);
    gpt_finish(&found);
}

static void check_mbr(struct rng *rng, struct sectors *disk)
{
    CLEANUP(freep) struct mbr_table *mbr = xmalloc(sizeof(*mbr));
    struct reader reader = sectors_reader(disk);
    struct err err = { 0 };

    LAW(rng, mbr_decode(&reader, disk->logical, mbr, &err));
    LAW(rng, mbr->kind == MBR_PROTECTIVE);
    LAW(rng, mbr->primary[0].start == 1 && mbr->primary[0].length == disk->size - 1);
}

/* PLAN on a copy of the disk. */
static void check_result(struct rng *rng, const struct scene *scene,
                         const struct layout *preview, const struct write_plan *plan,
                         bool is_other)
{
    struct sectors disk = sectors_copy(&scene->disk);
    CLEANUP(layout_unrefp) struct layout *found = NULL;
    struct reader reader = sectors_reader(&disk);
    enum repair list[REPAIR_COUNT];
    struct err err = { 0 };

    sectors_put_plan(&disk, plan, 0, plan->count);
    check_table(rng, scene, &disk, is_other);
    check_mbr(rng, &disk);
    LAW(rng, tables_read(&reader, layout_limits(preview), &found, &err) && found);
    LAW(rng, layout_equal(found, preview));
    LAW(rng, !repair_list(found, list));
    sectors_finish(&disk);
}

static bool is_said_by(const struct gpt_table *found, const struct gpt_table *table)
{
    if (found->count != table->count)
        return false;
    for (size_t i = 0; i < found->count; i++) {
        bool is_there = false;
        for (size_t k = 0; k < table->count; k++)
            is_there |= is_same_entry(&found->entries[i], &table->entries[k]);
        if (!is_there)
            return false;
    }
    return true;
}

/* What can be read when all before write INDEX of PLAN is on the disk, and of that write
 * the sector AT alone. */
static void check_torn(struct rng *rng, const struct scene *scene,
                       const struct write_plan *plan, size_t index, uint64_t at)
{
    const struct write *write = &plan->writes[index];
    struct sectors disk = sectors_copy(&scene->disk);
    struct reader reader = sectors_reader(&disk);
    struct gpt_table found;

    sectors_put_plan(&disk, plan, 0, index);
    sectors_put(&disk, write->lba + at, write->after + at * disk.logical);
    LAW(rng, gpt_decode(&reader, disk.logical, disk.size, &found));
    LAW(rng, is_said_by(&found, &scene->other) || is_said_by(&found, &scene->table));
    LAW(rng, is_said_by(&found, &scene->other) ||
                 (found.backup.state == GPT_OK && found.do_copies_differ));
    gpt_finish(&found);
    sectors_finish(&disk);
}

/* A primary that is damaged, and a backup that says something else, which is taken.  The
 * damage can lie in a sector of the array that both tables have alike: once that sector
 * is written, and before the others are, the primary is valid as it was before the
 * damage.  That is neither the table that was shown nor the one that is written, so the
 * law of power cuts cannot hold for it, and nothing is lost by it: the backup, which was
 * chosen, is still whole, the copies are told to differ, and the same repair can be done
 * again.  No state shows a third table. */
static void check_each_sector(struct rng *rng, const struct scene *scene,
                              const struct write_plan *plan)
{
    for (size_t i = 0; i < plan->count; i++)
        for (uint64_t at = 0; at < plan->writes[i].count; at++)
            check_torn(rng, scene, plan, i, at);
}

static void try_copy(struct rng *rng, struct scene *scene, struct layout *base,
                     bool takes_backup, struct power_totals *totals)
{
    CLEANUP(layout_unrefp) struct layout *preview = repair_all(rng, base, takes_backup);
    struct reader reader = sectors_reader(&scene->disk);
    struct write_plan plan = { 0 };
    struct err err = { 0 };
    bool is_other = scene->is_hit[PART_OTHER] && (takes_backup || hits_primary(scene));

    ck_assert_msg(write_plan_make(&reader, base, preview, &plan, &err) &&
                      whitelist_check(&reader, base, preview, &plan, &err),
                  "broken with ALIDADE_SEED=%llu: %s", (unsigned long long)rng->seed,
                  err.text);
    check_result(rng, scene, preview, &plan, is_other);
    if (totals && scene->is_hit[PART_OTHER] && hits_primary(scene))
        check_each_sector(rng, scene, &plan);
    else if (totals && plan.count)
        power_cut(rng, &scene->disk, base, preview, &plan, true, false, totals);
    write_plan_finish(&plan);
}

/* Nothing can be repaired where neither copy is valid.  On a disk that has grown a header
 * that is gone cannot say where the backup is.  And an MBR that names nothing, with no
 * primary behind it, is an empty msdos table; one that names sectors without a type is a
 * table for Linux. */
static bool is_hopeless(struct scene *scene, const struct layout *base)
{
    bool is_grown = scene->table.size != scene->disk.size;
    bool has_gpt = base && layout_label(base)->kind == LABEL_GPT;

    return (hits_primary(scene) && hits_backup(scene)) ||
           (!has_gpt && is_grown && scene->is_hit[PART_PRIMARY_HEADER]) ||
           (scene->is_hit[PART_MBR_ENTRIES] &&
            (scene->is_hit[PART_MBR_SIZE] || is_blank(scene)));
}

static bool try_scene(unsigned round, struct power_totals *totals)
{
    struct rng rng = rng_start(round);
    struct scene scene = make_scene(&rng);
    CLEANUP(layout_unrefp) struct layout *base = random_base(&rng, &scene.disk);
    bool is_tried = !is_hopeless(&scene, base);

    if (is_tried) {
        LAW(&rng, base && layout_label(base)->kind == LABEL_GPT);
        try_copy(&rng, &scene, base, false, totals);
        if (repair_is_choice(base))
            try_copy(&rng, &scene, base, true, totals);
    }
    finish_scene(&scene);
    return is_tried;
}

TEST(a_repaired_gpt_is_the_table_of_its_whole_copy)
{
    unsigned tried = 0;

    for (unsigned round = 0; round < rng_rounds(ROUNDS); round++)
        tried += try_scene(round, NULL);
    if (!getenv("ALIDADE_SEED"))
        ck_assert_uint_gt(tried, rng_rounds(ROUNDS) * 4 / 5);
}

TEST(a_power_cut_during_a_repair_leaves_a_whole_copy)
{
    struct power_totals totals = { 0 };

    for (unsigned round = 0; round < rng_rounds(POWER_ROUNDS); round++)
        (void)try_scene(round, &totals);
    printf("# %u plans, %u cut points, %lu states tried: %lu bad\n", totals.plans,
           totals.cuts, totals.states, totals.bad);
    ck_assert_uint_eq(totals.bad, 0);
    if (!getenv("ALIDADE_SEED"))
        ck_assert_uint_gt(totals.plans, rng_rounds(POWER_ROUNDS) / 2);
}
