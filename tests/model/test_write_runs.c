/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_write_runs.c - in which order a GPT from a backup is written over another one */
#include <string.h>

#include "model/mem.h"
#include "model/table_gpt.h"
#include "model/tables.h"
#include "model/write_plan.h"
#include "support/edits.h"
#include "support/sectors.h"
#include "support/tap.h"
#include "support/write_scene.h"

enum { OLD = 20000 }; /* where the old table's disk ended */

/* A GPT without partitions that takes the disk for one of SIZE sectors. */
static void put_gpt(struct sectors *disk, uint64_t size)
{
    const struct guid id = { { 1, 2, 3 } };
    struct gpt_table table;
    struct gpt_image image;

    ck_assert(gpt_init(&table, 512, size, &id, 128));
    gpt_encode(&table, &image);
    sectors_put_bytes(disk, 0, image.front, image.front_bytes);
    sectors_put_bytes(disk, image.back_offset, image.back, image.back_bytes);
    gpt_image_finish(&image);
    gpt_finish(&table);
}

static struct layout *read_disk(struct sectors *disk)
{
    struct limits_reported said = { .size_bytes = disk->size * 512, .logical = 512 };
    struct window window = sectors_window(disk);
    struct limits_given given = { 0 };
    struct layout *layout = NULL;
    struct err err = { 0 };
    struct limits limits;

    ck_assert(limits_settle(&said, &given, &limits, &err));
    ck_assert_msg(tables_read(&window, &limits, &layout, &err) && layout, "%s", err.text);
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

START_TEST(a_backup_that_touches_the_old_one_is_not_over_it)
{
    struct write_scene scene = { .disk = { .size = SCENE_SIZE, .logical = 512 } };
    struct sectors goal = { .size = SCENE_SIZE, .logical = 512 };
    struct window window = sectors_window(&goal);
    struct sector_run *runs;
    struct err err = { 0 };
    size_t count;

    put_gpt(&scene.disk, OLD);
    put_gpt(&goal, backups[_i].size);
    scene.base = read_disk(&scene.disk);
    CLEANUP(layout_unrefp) struct layout *layout = read_disk(&goal);
    ck_assert(table_runs(&window, layout, &runs, &count, &err));
    window = sectors_window(&scene.disk);
    bool is_made =
        write_plan_of_runs(&window, scene.base, runs, count, &scene.plan, &err);
    ck_assert_msg(is_made == (backups[_i].first != NULL), "%s", err.text);
    CLEANUP(freep) char *order = scene_order(&scene);
    if (is_made)
        ck_assert_msg(!strncmp(order, backups[_i].first, strlen(backups[_i].first)), "%s",
                      order);
    runs_free(runs, count);
    sectors_finish(&goal);
    scene_finish(&scene);
}
END_TEST

/* The sectors of the table and all that the plan of SCENE writes. */
static struct sector_run *save(struct write_scene *scene, size_t *ret_count)
{
    struct window window = sectors_window(&scene->disk);
    struct sector_run *runs;
    struct err err = { 0 };

    ck_assert(table_runs(&window, scene->base, &runs, ret_count, &err));
    for (size_t i = 0; i < scene->plan.count; i++) {
        const struct write *write = &scene->plan.writes[i];
        size_t bytes = write->count * 512;
        struct sector_run run = { write->lba, write->count, xmalloc(bytes) };
        ck_assert(window_read(&window, run.lba * 512, run.bytes, bytes));
        runs = xrealloc(runs, *ret_count + 1, sizeof(*runs));
        runs[(*ret_count)++] = run;
    }
    return runs;
}

static const struct {
    struct write_scene (*scene)(void);
    enum label_kind kind; /* of the new table */
    const char *order;    /* of the way back */
} ways[] = {
    { scene_msdos, LABEL_GPT, "mbr 0+1 | gpt-old 1+1 | gpt-gone 40959+1 |" },
    { scene_msdos, LABEL_MSDOS, "mbr 0+1 |" },
    { scene_gpt, LABEL_MSDOS, "gpt-backup 40959+1 | gpt-primary 1+1 | mbr 0+1 |" },
    { scene_gpt, LABEL_GPT, "gpt-backup 40927+1 gpt-backup 40959+1 | gpt-primary 1+2 |" },
};

START_TEST(a_backup_brings_back_what_a_new_table_wrote)
{
    const struct edit edit = { .kind = EDIT_NEW_TABLE, .label = ways[_i].kind };
    struct write_scene scene = ways[_i].scene();
    struct window window = sectors_window(&scene.disk);
    struct err err = { 0 };
    size_t count;

    scene_edit(&scene, edit, 0);
    scene_plan(&scene);
    struct sector_run *runs = save(&scene, &count);
    scene_write(&scene);
    scene_read(&scene);
    write_plan_finish(&scene.plan);
    ck_assert_msg(write_plan_of_runs(&window, scene.base, runs, count, &scene.plan, &err),
                  "%s", err.text);
    scene_expect(&scene, ways[_i].order);
    runs_free(runs, count);
    scene_finish(&scene);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("write_runs");
    TCase *tcase = tcase_create("write_runs");

    tcase_add_loop_test(tcase, a_backup_that_touches_the_old_one_is_not_over_it, 0,
                        ARRAY_SIZE(backups));
    tcase_add_loop_test(tcase, a_backup_brings_back_what_a_new_table_wrote, 0,
                        ARRAY_SIZE(ways));
    suite_add_tcase(suite, tcase);
    return run_tap(suite);
}
