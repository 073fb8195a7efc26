/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_write_over.c - a new table that lies where the GPT, or a partition of it, was */
#include "model/base/mem.h"
#include "model/disk/types.h"
#include "model/table/gpt.h"
#include "model/table/mbr.h"
#include "model/table/tables.h"
#include "support/power.h"
#include "support/test.h"
#include "support/write_scene.h"

/* The backup's entries are 40927 to 40958, its header is 40959.  Of both copies the
 * first sector of entries is in use. */
#define GONE "gpt-old 2+1 gpt-old 40927+1 |"

static const struct {
    uint64_t start, end; /* of the container; its first sector is the EBR */
    const char *order;
} containers[] = {
    { 40000, 40900, "ebr 40000+1 | mbr 0+1 | gpt-old 1+1 | gpt-old 40959+1 | " GONE },
    { 40926, 40960, "ebr 40926+1 | mbr 0+1 | gpt-old 1+1 | gpt-old 40959+1 | " GONE },
    { 40927, 40960, "mbr 0+1 | gpt-old 1+1 | ebr 40927+1 | mbr 0+1 | gpt-old 2+1 |" },
    { 40950, 40960, "mbr 0+1 | gpt-old 1+1 | ebr 40950+1 | mbr 0+1 | " GONE },
    { 33, 2000, "mbr 0+1 | gpt-old 1+1 | ebr 33+1 | mbr 0+1 | gpt-old 40959+1 | " GONE },
    { 1, 2000, "mbr 0+1 | gpt-old 1+1 | ebr 1+1 | mbr 0+1 | gpt-old 40959+1 | " GONE },
    { 34, 2000, "ebr 34+1 | mbr 0+1 | gpt-old 1+1 | gpt-old 40959+1 | " GONE },
};

TEST_EACH(a_gpt_where_an_ebr_goes_is_given_up_first, containers)
{
    const struct edit table = { .kind = EDIT_NEW_TABLE, .label = LABEL_MSDOS };
    struct edit edit = { .kind = EDIT_CREATE,
                         .extent = EXTENT_EXTENDED,
                         .start = containers[_i].start,
                         .length = containers[_i].end - containers[_i].start };
    CLEANUP(scene_finish) struct write_scene scene = scene_gpt();
    struct power_totals totals = { 0 };
    struct rng rng = rng_start(0);

    scene_edit(&scene, table, 0);
    scene_edit(&scene, edit, 0);
    edit.extent = EXTENT_LOGICAL;
    edit.start += 2;
    edit.length = 6;
    scene_edit(&scene, edit, 0);
    scene_plan_as(&scene, containers[_i].order);
    power_cut(&rng, &scene.disk, scene.base, scene.preview, &scene.plan, true, false,
              &totals);
    ck_assert_uint_eq(totals.bad, 0);
    scene_write(&scene);
    scene_read(&scene);
    ck_assert(layout_equal(scene.base, scene.preview));
}

/* Partition 2 of the GPT goes, and 1 or 3 with it, where the new EBRs lie. */
static const struct {
    uint64_t primary;  /* its start; 0: there is none */
    uint64_t logicals; /* start of the container, with two logicals of 1000 sectors */
    uint64_t distance; /* from one logical to the other */
    const char *order, *sentence;
} replaced[] = {
    { 2048, 8192, 2048,
      "mbr 0+1 | ebr 8192+1 ebr 10241+1 | mbr 0+1 | gpt-old 1+1 | gpt-old 40959+1 "
      "| " GONE,
      NULL },
    { 0, 8192, 2048, NULL, "EBRs of the new table lie in partition 2 of the GPT" },
    { 0, 8192, 14336, NULL, "EBRs of the new table lie in partitions 2, 3 of the GPT" },
};

TEST_EACH(partitions_of_a_gpt_under_ebrs_go_first_unless_no_table_were_left, replaced)
{
    struct edit edit = { .kind = EDIT_NEW_TABLE, .label = LABEL_MSDOS };
    CLEANUP(scene_finish) struct write_scene scene = scene_gpt();
    uint64_t start = replaced[_i].logicals;

    scene_edit(&scene, edit, 0);
    edit = (struct edit){ .kind = EDIT_CREATE, .length = 1000 };
    edit.start = replaced[_i].primary;
    edit.extent = EXTENT_PARTITION;
    if (edit.start)
        scene_edit(&scene, edit, 0);
    edit = (struct edit){ .kind = EDIT_CREATE, .extent = EXTENT_EXTENDED };
    edit.start = start;
    edit.length = 20480;
    scene_edit(&scene, edit, 0);
    edit.extent = EXTENT_LOGICAL;
    edit.length = 1000;
    edit.start = start + 2;
    scene_edit(&scene, edit, 0);
    edit.start += replaced[_i].distance;
    scene_edit(&scene, edit, 0);
    if (replaced[_i].sentence) {
        scene_refuse(&scene, REFUSAL_WRITE_EBR_OVER_PARTITION, replaced[_i].sentence);
    } else {
        scene_plan(&scene);
        scene_expect(&scene, replaced[_i].order);
    }
}

/* A GPT with 4 entries, whose array is sector 2: partition 1 lies where the entries of a
 * larger one go.  2: 2048 + 4096; 3: 8192 + 4096. */
static struct write_scene scene_of_four(void)
{
    struct write_scene scene = { .disk = { .size = SCENE_SIZE, .logical = 512 } };
    const struct guid id = { { 1, 2, 3 } };
    struct gpt_entry low = { .slot = 0, .first_lba = 10, .last_lba = 29 };
    struct gpt_entry high = { .slot = 1, .first_lba = 2048, .last_lba = 6143 };
    struct gpt_entry third = { .slot = 2, .first_lba = 8192, .last_lba = 12287 };
    struct gpt_table table;
    struct gpt_image image;

    ck_assert(gpt_init(&table, 512, SCENE_SIZE, &id, 4));
    ck_assert(guid_parse(TYPE_GPT_LINUX, &low.type));
    high.type = third.type = low.type;
    low.unique.bytes[0] = 1;
    high.unique.bytes[0] = 2;
    third.unique.bytes[0] = 3;
    gpt_add(&table, &low);
    gpt_add(&table, &high);
    gpt_add(&table, &third);
    gpt_encode(&table, &image);
    sectors_put_bytes(&scene.disk, 0, image.front, image.front_bytes);
    sectors_put_bytes(&scene.disk, image.back_offset, image.back, image.back_bytes);
    gpt_image_finish(&image);
    gpt_finish(&table);
    return scene;
}

#define BOTH_NEW "gpt-backup 40927+1 gpt-backup 40958+2 | gpt-primary 1+2 |"

/* Which copy is damaged; 0: none.  The old table names partition 1 no more before the
 * first of its sectors is written. */
static const struct {
    uint64_t damaged;
    const char *order;
} fours[] = {
    { 0, "gpt-backup 40958+2 | gpt-primary 1+2 | " BOTH_NEW },
    { 1, "gpt-primary 1+2 | gpt-backup 40958+2 | " BOTH_NEW },
    { SCENE_SIZE - 1, "gpt-backup 40958+2 | gpt-primary 1+2 | " BOTH_NEW },
};

/* After two writes the table is the old one, without partition 1 alone. */
static void expect_half_way(struct write_scene *scene)
{
    struct reader reader = sectors_reader(&scene->disk);
    struct write_plan_view view;
    struct reader now = write_plan_reader(&view, &reader, &scene->plan, 2);
    struct layout *found = NULL;
    struct err err = { 0 };

    ck_assert(tables_read(&now, layout_limits(scene->base), &found, &err) && found);
    ck_assert_ptr_null(layout_find_number(found, 1));
    ck_assert_uint_eq(layout_find_number(found, 2)->start, 2048);
    ck_assert_uint_eq(layout_find_number(found, 3)->start, 8192);
    ck_assert_uint_eq(layout_note_count(found), 0);
    layout_unref(found);
}

TEST_EACH(a_partition_under_the_new_entries_goes_from_the_old_table_first, fours)
{
    const struct edit table = { .kind = EDIT_NEW_TABLE, .label = LABEL_GPT };
    const struct edit again = {
        .kind = EDIT_CREATE, .extent = EXTENT_PARTITION, .start = 2048, .length = 4096
    };
    CLEANUP(scene_finish) struct write_scene scene = scene_of_four();
    struct power_totals totals = { 0 };
    struct rng rng = rng_start(0);

    if (fours[_i].damaged)
        sectors_put_bytes(&scene.disk, fours[_i].damaged * 512 + 60, "damage", 6);
    scene_read(&scene);
    scene_edit(&scene, table, 0);
    scene_edit(&scene, again, 0);
    scene_plan_as(&scene, fours[_i].order);
    expect_half_way(&scene);
    power_cut(&rng, &scene.disk, scene.base, scene.preview, &scene.plan, true, false,
              &totals);
    ck_assert_uint_eq(totals.bad, 0);
}

/* An msdos table in front of a whole GPT of 4 entries, which is not in use.  1: 10 + 20,
 * where the entries of a new GPT go; 2: 2048 + 4096. */
static struct write_scene scene_before_a_gpt(void)
{
    struct write_scene scene = scene_of_four();
    struct mbr_table table = { .kind = MBR_TABLE, .signature = 7 };
    struct mbr_sector sectors[MBR_SECTORS_MAX];

    table.primary[0] = (struct mbr_entry){ .type = 0x83, .start = 10, .length = 20 };
    table.primary[1] = (struct mbr_entry){ .type = 0x83, .start = 2048, .length = 4096 };
    ck_assert_uint_eq(mbr_encode(&table, sectors), 1);
    sectors_put_bytes(&scene.disk, 0, sectors[0].bytes, MBR_BYTES);
    scene_read(&scene);
    ck_assert_int_eq(layout_label(scene.base)->kind, LABEL_MSDOS);
    return scene;
}

/* The MBR without partition 1 would be an empty one in front of a whole GPT, which then
 * were the table: it goes first. */
TEST(an_old_gpt_does_not_come_back_when_entries_are_released)
{
    const struct edit table = { .kind = EDIT_NEW_TABLE, .label = LABEL_GPT };
    CLEANUP(scene_finish) struct write_scene scene = scene_before_a_gpt();
    struct power_totals totals = { 0 };
    struct rng rng = rng_start(0);

    scene_edit(&scene, table, 0);
    scene_plan_as(&scene,
                  "gpt-old 1+1 | mbr 0+1 | gpt-backup 40958+2 | gpt-primary 1+2 | "
                  "mbr 0+1 |");
    power_cut(&rng, &scene.disk, scene.base, scene.preview, &scene.plan, true, false,
              &totals);
    ck_assert_uint_eq(totals.bad, 0);
}
