/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_write_moved.c - a GPT whose entries are not where they usually are keeps their
 * number and place */
#include <string.h>

#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/disk/types.h"
#include "model/table/gpt.h"
#include "support/test.h"
#include "support/write_scene.h"

enum { LAST = SCENE_SIZE - 1, START = 8192 };

static const struct place {
    uint32_t count;
    uint64_t lba; /* of the primary's entries */
    uint64_t gap; /* sectors between the backup's entries and its header */
} places[] = {
    { 8, 2, 0 },      { 56, 2, 0 },       { 256, 2, 0 },   { 8, 40, 0 },
    { 56, 40, 5 },    { 128, 40, 0 },     { 256, 40, 30 }, { 8, 2048, 100 },
    { 56, 2048, 0 },  { 128, 2048, 5 },   { 128, 3, 0 },   { 4, 40, 1 },
    { 130, 2049, 0 }, { 256, 2048, 100 },
};

static void add_moved(struct gpt_table *table, unsigned slot, uint64_t start)
{
    struct gpt_entry entry = { .slot = slot, .first_lba = start, .last_lba = start + 99 };

    entry.unique.bytes[0] = (uint8_t)(1 + slot);
    ck_assert(guid_parse(TYPE_GPT_LINUX, &entry.type));
    gpt_add(table, &entry);
}

/* Two partitions; a loader lies in sectors 1000 to 1009, where no array is. */
static struct write_scene scene_moved(const struct place *place)
{
    struct write_scene scene = { .disk = { .size = SCENE_SIZE, .logical = 512 } };
    const struct guid id = { { 0x17 } };
    CLEANUP(gpt_finish) struct gpt_table table;
    struct gpt_image image;
    uint8_t loader[512];

    ck_assert(gpt_init(&table, 512, SCENE_SIZE, &id, place->count));
    table.primary.entries_lba = place->lba;
    table.backup.entries_lba -= place->gap;
    table.primary.first_usable = table.backup.first_usable =
        place->lba + gpt_array_sectors(&table.primary, 512);
    table.primary.last_usable = table.backup.last_usable = table.backup.entries_lba - 1;
    add_moved(&table, 0, START);
    add_moved(&table, 2, START + 4096);
    gpt_encode(&table, &image);
    sectors_put_bytes(&scene.disk, 0, image.front, image.front_bytes);
    sectors_put_bytes(&scene.disk, image.back_offset, image.back, image.back_bytes);
    gpt_image_finish(&image);
    memset(loader, 0xa5, sizeof(loader));
    for (uint64_t lba = 1000; lba < 1010; lba++)
        sectors_put(&scene.disk, lba, loader);
    scene_read(&scene);
    return scene;
}

/* The disk has a valid GPT with PLACE, and COUNT partitions. */
static void expect_place(struct write_scene *scene, const struct place *place,
                         size_t count)
{
    struct reader reader = sectors_reader(&scene->disk);
    CLEANUP(gpt_finish) struct gpt_table found;

    ck_assert(gpt_decode(&reader, 512, scene->disk.size, &found));
    ck_assert_int_eq(found.primary.state, GPT_OK);
    ck_assert_int_eq(found.backup.state, GPT_OK);
    ck_assert(!found.do_copies_differ);
    ck_assert_uint_eq(found.primary.entries_lba, place->lba);
    ck_assert_uint_eq(found.primary.entry_count, place->count);
    ck_assert_uint_eq(found.backup.entry_count, place->count);
    ck_assert_uint_eq(found.count, count);
}

/* No write is outside the headers and arrays of the preview. */
static void expect_writes_in_table(const struct write_scene *scene)
{
    for (size_t i = 0; i < scene->plan.count; i++)
        for (uint64_t k = 0; k < scene->plan.writes[i].count; k++) {
            uint64_t lba = scene->plan.writes[i].lba + k;
            const struct extent *after = layout_find_lba(scene->preview, lba);
            const struct extent *before = layout_find_lba(scene->base, lba);
            ck_assert_msg((after && after->kind == EXTENT_METADATA) ||
                              (before && before->kind == EXTENT_METADATA),
                          "sector %llu", (unsigned long long)lba);
        }
}

static const struct {
    struct edit edit;
    unsigned number;
    size_t count;
} edits[] = {
    { { .kind = EDIT_CREATE, .extent = EXTENT_PARTITION, .start = 20480, .length = 9 },
      0,
      3 },
    { { .kind = EDIT_DELETE }, 1, 1 },
    { { .kind = EDIT_NAME, .name = "other" }, 3, 2 },
    { { .kind = EDIT_SORT }, 0, 2 },
};

TEST_EACH(an_edit_keeps_number_and_place_of_the_entries, places)
{
    for (size_t i = 0; i < ARRAY_SIZE(edits); i++) {
        CLEANUP(scene_finish) struct write_scene scene = scene_moved(&places[_i]);
        scene_edit(&scene, edits[i].edit, edits[i].number);
        scene_plan(&scene);
        expect_writes_in_table(&scene);
        scene_write(&scene);
        expect_place(&scene, &places[_i], edits[i].count);
    }
}

static void zero(struct write_scene *scene, uint64_t lba, uint64_t count)
{
    static const uint8_t zeros[512];

    for (uint64_t i = 0; i < count; i++)
        sectors_put(&scene->disk, lba + i, zeros);
}

/* What is damaged of a copy. */
enum { HEADER = 1, ARRAY = 2 };

static void damage_copy(struct write_scene *scene, const struct place *place,
                        bool is_primary, unsigned parts)
{
    uint64_t sectors = (place->count + 3) / 4;

    if (parts & HEADER)
        zero(scene, is_primary ? 1 : LAST, 1);
    if (parts & ARRAY)
        zero(scene, is_primary ? place->lba : LAST - sectors - place->gap, sectors);
    scene_read(scene);
}

TEST_EACH(a_repaired_copy_is_where_it_was, places)
{
    for (unsigned i = 0; i < 4; i++) {
        bool is_primary = i & 1;
        struct edit edit = { .kind = EDIT_REPAIR,
                             .repair =
                                 is_primary ? REPAIR_GPT_PRIMARY : REPAIR_GPT_BACKUP };
        CLEANUP(scene_finish) struct write_scene scene = scene_moved(&places[_i]);
        uint64_t last = layout_label(scene.base)->last_usable;
        damage_copy(&scene, &places[_i], is_primary, i & 2 ? HEADER : ARRAY);
        scene_edit(&scene, edit, 0);
        scene_plan(&scene);
        expect_writes_in_table(&scene);
        scene_write(&scene);
        expect_place(&scene, &places[_i], 2);
        scene_read(&scene);
        ck_assert_uint_eq(layout_label(scene.base)->last_usable, last);
    }
}

TEST_EACH(a_grown_disk_keeps_number_and_place_of_the_entries, places)
{
    struct edit edit = { .kind = EDIT_REPAIR, .repair = REPAIR_GPT_MOVE_BACKUP };
    CLEANUP(scene_finish) struct write_scene scene = scene_moved(&places[_i]);

    scene.disk.size += 1000;
    scene_read(&scene);
    scene_edit(&scene, edit, 0);
    scene_plan(&scene);
    expect_writes_in_table(&scene);
    scene_write(&scene);
    expect_place(&scene, &places[_i], 2);
    scene_read(&scene);
    ck_assert_uint_eq(layout_label(scene.base)->last_usable,
                      SCENE_SIZE + 1000 - 2 - (places[_i].count + 3) / 4);
}

TEST_EACH(a_new_table_can_have_its_entries_there, places)
{
    struct edit edit = { .kind = EDIT_NEW_TABLE,
                         .label = LABEL_GPT,
                         .entries = places[_i].count,
                         .entries_lba = places[_i].lba };
    CLEANUP(scene_finish) struct write_scene scene = scene_msdos();

    scene_edit(&scene, edit, 0);
    scene_plan(&scene);
    scene_write(&scene);
    expect_place(&scene, &places[_i], 0);
}

/* A board's loader begins behind 56 entries. */
TEST(a_repair_writes_no_more_entries_than_there_are)
{
    static const struct place place = { 56, 2, 0 };
    struct edit edit = { .kind = EDIT_REPAIR, .repair = REPAIR_GPT_PRIMARY };
    CLEANUP(scene_finish) struct write_scene scene = scene_moved(&place);
    uint8_t loader[512], sector[512];

    memset(loader, 0x5a, sizeof(loader));
    for (uint64_t lba = 16; lba < 100; lba++)
        sectors_put(&scene.disk, lba, loader);
    damage_copy(&scene, &place, true, HEADER | ARRAY);
    scene_edit(&scene, edit, 0);
    scene_plan(&scene);
    expect_writes_in_table(&scene);
    scene_write(&scene);
    expect_place(&scene, &place, 2);
    ck_assert_mem_eq(scene_sector(&scene, 16, sector), loader, sizeof(loader));
}

/* It is free in the base, so it is not written without consent. */
TEST(a_loader_over_the_entries_is_no_table)
{
    static const struct place place = { 128, 2, 0 };
    struct edit edit = { .kind = EDIT_REPAIR, .repair = REPAIR_GPT_PRIMARY };
    CLEANUP(scene_finish) struct write_scene scene = scene_moved(&place);
    uint8_t loader[512];

    memset(loader, 0x5a, sizeof(loader));
    for (uint64_t lba = 16; lba < 100; lba++)
        sectors_put(&scene.disk, lba, loader);
    scene_read(&scene);
    ck_assert_int_eq(layout_find_lba(scene.base, 15)->kind, EXTENT_METADATA);
    ck_assert_int_eq(layout_find_lba(scene.base, 16)->kind, EXTENT_FREE);
    scene_edit(&scene, edit, 0);
    ck_assert_int_eq(layout_find_lba(scene.preview, 33)->kind, EXTENT_METADATA);
    scene_plan(&scene);
}

static void spoil_headers(struct write_scene *scene)
{
    sectors_put_bytes(&scene->disk, 512 + 16, "\1\2\3\4", 4);
    sectors_put_bytes(&scene->disk, LAST * 512 + 16, "\1\2\3\4", 4);
    scene_read(scene);
}

TEST_EACH(numbers_are_written_anew_and_entries_stay, places)
{
    struct edit edit = { .kind = EDIT_REPAIR, .repair = REPAIR_GPT_NUMBERS };
    CLEANUP(scene_finish) struct write_scene scene = scene_moved(&places[_i]);

    spoil_headers(&scene);
    ck_assert_ptr_nonnull(layout_note_find(scene.base, NOTE_GPT_NUMBERS));
    ck_assert_ptr_nonnull(layout_find_number(scene.base, 3));
    scene_edit(&scene, edit, 0);
    scene_plan_as(&scene, "gpt-backup 40959+1 | gpt-primary 1+1 |");
    scene_write(&scene);
    expect_place(&scene, &places[_i], 2);
    scene_read(&scene);
    ck_assert_uint_eq(layout_note_count(scene.base), 0);
}

/* The other copy is written again from it. */
TEST_TIMES(a_copy_alone_with_wrong_numbers_is_repaired, 2)
{
    struct edit numbers = { .kind = EDIT_REPAIR, .repair = REPAIR_GPT_NUMBERS };
    struct edit copy = { .kind = EDIT_REPAIR,
                         .repair = _i ? REPAIR_GPT_PRIMARY : REPAIR_GPT_BACKUP };
    CLEANUP(scene_finish) struct write_scene scene = scene_moved(&places[1]);

    spoil_headers(&scene);
    damage_copy(&scene, &places[1], _i, HEADER | ARRAY);
    ck_assert_ptr_nonnull(layout_note_find(scene.base, NOTE_GPT_NUMBERS));
    scene_edit(&scene, numbers, 0);
    scene_edit(&scene, copy, 0);
    scene_plan(&scene);
    scene_write(&scene);
    expect_place(&scene, &places[1], 2);
}

TEST_TIMES(another_table_replaces_one_with_wrong_numbers, 2)
{
    struct edit edit = { .kind = EDIT_NEW_TABLE, .label = _i ? LABEL_GPT : LABEL_MSDOS };
    CLEANUP(scene_finish) struct write_scene scene = scene_moved(&places[3]);

    spoil_headers(&scene);
    scene_edit(&scene, edit, 0);
    scene_plan(&scene);
    scene_write(&scene);
    scene_read(&scene);
    ck_assert_int_eq(layout_label(scene.base)->kind, edit.label);
    ck_assert_uint_eq(layout_note_count(scene.base), 0);
}
