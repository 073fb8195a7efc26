/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_write_runs.c - in which order a GPT from a backup is written over another one */
#include <string.h>

#include "model/base/mem.h"
#include "model/table/gpt.h"
#include "model/table/mbr.h"
#include "model/table/tables.h"
#include "model/write/plan.h"
#include "support/edits.h"
#include "support/refused.h"
#include "support/sectors.h"
#include "support/test.h"
#include "support/write_scene.h"

enum {
    OLD = 20000,       /* where the old table's disk ended */
    NONE = SCENE_SIZE, /* no sector */
};

/* A GPT without partitions that takes the disk for one of SIZE sectors. */
static void put_gpt(struct sectors *disk, uint64_t size)
{
    const struct guid id = { { 1, 2, 3 } };
    CLEANUP(gpt_finish) struct gpt_table table;
    CLEANUP(gpt_image_finish) struct gpt_image image;

    ck_assert(gpt_init(&table, 512, size, &id, 128));
    gpt_encode(&table, &image);
    sectors_put_bytes(disk, 0, image.front, image.front_bytes);
    sectors_put_bytes(disk, image.back_offset, image.back, image.back_bytes);
}

static struct layout *read_disk(struct sectors *disk)
{
    struct limits_reported said = { .size_bytes = disk->size * 512, .logical = 512 };
    struct reader reader = sectors_reader(disk);
    struct limits_given given = { 0 };
    struct layout *layout = NULL;
    struct err err = { 0 };
    struct limits limits;

    ck_assert(limits_settle(&said, &given, &limits, &err));
    ck_assert_msg(tables_read(&reader, &limits, &layout, &err) && layout, "%s", err.text);
    return layout;
}

/* Both copies have 33 sectors: those of the old backup are 19967 to 19999.  Neither lies
 * at the end of the disk, so the new backup can come first only where it is not over the
 * old one. */
static const struct {
    uint64_t size;     /* of the disk that the new table was made for */
    const char *first; /* NULL: refused */
} backups[] = {
    { OLD + 33, "gpt-backup 20032+1" },
    { OLD + 32, NULL },
    { OLD - 32, NULL },
    { OLD - 33, "gpt-backup 19966+1" },
};

TEST_EACH(a_backup_that_touches_the_old_one_is_not_over_it, backups)
{
    CLEANUP(scene_finish)
    struct write_scene scene = { .disk = { .size = SCENE_SIZE, .logical = 512 } };
    CLEANUP(sectors_finish) struct sectors goal = { .size = SCENE_SIZE, .logical = 512 };
    struct reader reader = sectors_reader(&goal);
    struct sector_run *runs;
    struct err err = { 0 };
    size_t count;

    put_gpt(&scene.disk, OLD);
    put_gpt(&goal, backups[_i].size);
    scene.base = read_disk(&scene.disk);
    CLEANUP(layout_unrefp) struct layout *layout = read_disk(&goal);
    ck_assert(table_runs(&reader, layout, &runs, &count, &err));
    reader = sectors_reader(&scene.disk);
    bool is_made =
        write_plan_of_runs(&reader, scene.base, runs, count, &scene.plan, &err);
    ck_assert_msg(is_made == (backups[_i].first != NULL), "%s", err.text);
    CLEANUP(freep) char *order = scene_order(&scene);
    if (is_made)
        ck_assert_msg(!strncmp(order, backups[_i].first, strlen(backups[_i].first)), "%s",
                      order);
    else
        ck_assert_refused(&err, REFUSAL_WRITE_GPT_NO_ORDER);
    runs_free(runs, count);
}

#define NEW(which)                                                                       \
    {                                                                                    \
        .kind = EDIT_NEW_TABLE, .label = which                                           \
    }

/* The GPT without a protective MBR. */
static struct write_scene scene_unannounced(void)
{
    struct write_scene scene = scene_gpt();
    const uint8_t zeros[64] = { 0 };

    sectors_put_bytes(&scene.disk, 446, zeros, sizeof(zeros));
    scene_read(&scene);
    return scene;
}

static const struct {
    struct write_scene (*scene)(void);
    struct edit edit;
    uint64_t lost;     /* sector that something else wrote over since; NONE: none */
    const char *order; /* of the way back */
} ways[] = {
    { scene_msdos, NEW(LABEL_GPT), NONE, "mbr 0+1 | gpt-old 1+1 | gpt-gone 40959+1 |" },
    { scene_msdos, NEW(LABEL_GPT), 12288,
      "ebr 12288+1 | mbr 0+1 | gpt-old 1+1 | gpt-gone 40959+1 |" },
    { scene_msdos, NEW(LABEL_MSDOS), NONE, "mbr 0+1 |" },
    { scene_msdos, NEW(LABEL_MSDOS), 16384, "ebr 16384+1 | mbr 0+1 |" },
    { scene_gpt, NEW(LABEL_MSDOS), NONE,
      "gpt-backup 40927+1 gpt-backup 40959+1 | gpt-primary 1+2 | mbr 0+1 |" },
    { scene_gpt, NEW(LABEL_GPT), NONE,
      "gpt-backup 40927+1 gpt-backup 40959+1 | gpt-primary 1+2 |" },
    /* Without an MBR that announces it the backup alone would not be found. */
    { scene_gpt, NEW(LABEL_GPT), 0,
      "mbr 0+1 | gpt-backup 40927+1 gpt-backup 40959+1 | gpt-primary 1+2 |" },
    /* Where the backup has none either, the MBR comes last as ever. */
    { scene_unannounced, NEW(LABEL_GPT), 0,
      "gpt-backup 40927+1 gpt-backup 40959+1 | gpt-primary 1+2 | mbr 0+1 |" },
    /* A header for the disk's own sectors is gone before those for others count. */
    { scene_other_sectors,
      { .kind = EDIT_REPAIR, .repair = REPAIR_SECTOR_SIZE },
      NONE,
      "gpt-primary 1+1 gpt-primary 8+1 gpt-primary 16+1 | mbr 0+1 | "
      "gpt-backup 40927+1 gpt-backup 40952+1 gpt-backup 40959+1 | gpt-gone 2+1 |" },
};

TEST_EACH(a_backup_brings_back_what_a_new_table_wrote, ways)
{
    CLEANUP(scene_finish) struct write_scene scene = ways[_i].scene();
    struct reader reader = sectors_reader(&scene.disk);
    static const uint8_t zeros[512];
    struct err err = { 0 };
    size_t count;

    scene_edit(&scene, ways[_i].edit, 0);
    scene_plan(&scene);
    struct sector_run *runs = scene_save(&scene, &count);
    scene_write(&scene);
    if (ways[_i].lost != NONE)
        sectors_put(&scene.disk, ways[_i].lost, zeros);
    scene_read(&scene);
    write_plan_finish(&scene.plan);
    ck_assert_msg(write_plan_of_runs(&reader, scene.base, runs, count, &scene.plan, &err),
                  "%s", err.text);
    scene_expect(&scene, ways[_i].order);
    runs[0].count = 64; /* without most of the gap, which takes many reads */
    scene_fail_reads(&scene, runs, count);
    scene_write(&scene);
    scene_read(&scene);
    scene_fail_reads(&scene, runs, count);
    runs_free(runs, count);
}

/* The backup has nothing where the GPT lies that goes: both headers are blanked. */
TEST(a_gpt_that_goes_leaves_no_header)
{
    CLEANUP(scene_finish) struct write_scene scene = scene_msdos();
    struct reader reader = sectors_reader(&scene.disk);
    struct sector_run *runs;
    struct err err = { 0 };
    size_t count;

    ck_assert(table_runs(&reader, scene.base, &runs, &count, &err));
    runs[0].count = 1; /* without the gap */
    scene_edit(&scene, (struct edit)NEW(LABEL_GPT), 0);
    scene_plan(&scene);
    scene_write(&scene);
    scene_read(&scene);
    write_plan_finish(&scene.plan);
    ck_assert_msg(write_plan_of_runs(&reader, scene.base, runs, count, &scene.plan, &err),
                  "%s", err.text);
    scene_expect(&scene, "mbr 0+1 | gpt-old 1+1 gpt-old 40959+1 |");
    /* Beside the backup header, which goes all the same. */
    uint8_t beside[512] = { 1 };
    const struct sector_run two[] = { runs[0], { 40958, 1, beside } };
    write_plan_finish(&scene.plan);
    ck_assert_msg(write_plan_of_runs(&reader, scene.base, two, 2, &scene.plan, &err),
                  "%s", err.text);
    scene_expect(&scene, "mbr 0+1 | gpt-old 1+1 gpt-old 40959+1 | gpt-gone 40958+1 |");
    runs_free(runs, count);
}

/* A container and the logicals in it, 2048 sectors behind their EBRs; 0: none there. */
struct chain {
    uint64_t start;
    uint64_t ebrs[3];
    uint64_t logicals[3];
    uint64_t primary; /* 2000 sectors from here on; 0: none */
};

static void put_chain(struct sectors *disk, const struct chain *chain)
{
    CLEANUP(freep) struct mbr_table *table = xcalloc(1, sizeof(*table));
    CLEANUP(freep)
    struct mbr_sector *found = xcalloc(MBR_SECTORS_MAX, sizeof(*found));

    table->signature = 0x12345678;
    if (chain->primary)
        table->primary[0] = (struct mbr_entry){ 0, 0x83, chain->primary, 2000 };
    table->primary[1] = (struct mbr_entry){ 0, 0x05, chain->start, 28672 - chain->start };
    for (size_t i = 0; i < ARRAY_SIZE(chain->ebrs) && chain->ebrs[i]; i++) {
        struct mbr_entry entry = { 0, 0x83, chain->logicals[i], 2048 };
        mbr_add_logical(table, 1, chain->ebrs[i], &entry);
        table->logical_count -= !chain->logicals[i];
    }
    size_t count = mbr_encode(table, found);
    for (size_t i = 0; i < count; i++)
        sectors_put(disk, found[i].lba, found[i].bytes);
}

static const struct {
    struct chain from, to;
    const char *order; /* NULL: refused */
    const char *refusal;
} chains[] = {
    /* clang-format off */
    /* Links count from where the container begins: a copy of an EBR stands in, where
     * there is free space for it. */
    { { 12288, { 12288, 16384 }, { 14336, 18432 }, 0 },
      { 8192, { 8192, 12288, 16384 }, { 0, 14336, 18432 }, 0 },
      "ebr 8192+1 ebr 12289+1 | mbr 0+1 | ebr 12288+1 | ebr 8192+1 | ebr 12289+1 |",
      NULL },
    { { 8192, { 8192, 12288, 16384 }, { 0, 14336, 18432 }, 0 },
      { 12288, { 12288, 16384 }, { 14336, 18432 }, 0 },
      NULL, "first delete partitions 5, 6 and write" },
    /* The second EBR comes back into free space: it is no hindrance. */
    { { 8192, { 8192, 12288, 16384 }, { 0, 14336, 18432 }, 0 },
      { 12288, { 12288, 17000 }, { 14336, 18432 }, 0 },
      NULL, "first delete partition 5 and write" },
    /* The last EBR has no link: it is right for both. */
    { { 8192, { 8192 }, { 10240 }, 0 }, { 6144, { 6144, 8192 }, { 0, 10240 }, 0 },
      "ebr 6144+1 | mbr 0+1 |", NULL },
    /* The first EBR comes back where a partition lies that goes. */
    { { 8192, { 8192 }, { 10240 }, 6144 }, { 6144, { 6144, 8192 }, { 0, 10240 }, 0 },
      "mbr 0+1 | ebr 6144+1 | mbr 0+1 |", NULL },
    /* clang-format on */
};

TEST_EACH(a_chain_from_a_backup_begins_where_its_container_does, chains)
{
    CLEANUP(scene_finish)
    struct write_scene scene = { .disk = { .size = SCENE_SIZE, .logical = 512 } };
    CLEANUP(sectors_finish) struct sectors goal = { .size = SCENE_SIZE, .logical = 512 };
    struct reader reader = sectors_reader(&goal);
    struct sector_run *runs;
    struct err err = { 0 };
    size_t count;

    put_chain(&scene.disk, &chains[_i].from);
    put_chain(&goal, &chains[_i].to);
    scene.base = read_disk(&scene.disk);
    CLEANUP(layout_unrefp) struct layout *layout = read_disk(&goal);
    ck_assert(table_runs(&reader, layout, &runs, &count, &err));
    reader = sectors_reader(&scene.disk);
    bool is_made =
        write_plan_of_runs(&reader, scene.base, runs, count, &scene.plan, &err);
    ck_assert_msg(is_made == (chains[_i].order != NULL), "%s", err.text);
    if (is_made) {
        scene_expect(&scene, chains[_i].order);
    } else {
        ck_assert_refused(&err, REFUSAL_WRITE_NO_ORDER);
        ck_assert_msg(strstr(err.text, chains[_i].refusal) != NULL, "%s", err.text);
    }
    runs_free(runs, count);
}

static const struct {
    uint64_t lba, count;
} outside[] = {
    { 0, 0 },
    { SCENE_SIZE, 1 },
    { SCENE_SIZE - 1, 2 },
    { SCENE_SIZE + 1, 1 },
};

TEST_EACH(sectors_that_the_disk_does_not_have_are_refused, outside)
{
    uint8_t bytes[1024] = { 0 };
    const struct sector_run run = { outside[_i].lba, outside[_i].count, bytes };
    CLEANUP(scene_finish) struct write_scene scene = scene_msdos();
    struct reader reader = sectors_reader(&scene.disk);
    struct err err = { 0 };

    ck_assert(!write_plan_of_runs(&reader, scene.base, &run, 1, &scene.plan, &err));
    ck_assert_refused(&err, REFUSAL_BACKUP_OF_OTHER_DISK);
    ck_assert_msg(strstr(err.text, "sectors that this disk does not have"), "%s",
                  err.text);
}
