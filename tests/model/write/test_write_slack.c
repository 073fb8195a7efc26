/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_write_slack.c - what lies between the last entry of a GPT and its sector's end */
#include "model/base/mem.h"
#include "model/table/gpt.h"
#include "support/test.h"
#include "support/write_scene.h"

/* 130 entries of 128 bytes end in the middle of a sector. */
static struct write_scene scene_of_130(void)
{
    struct write_scene scene = { .disk = { .size = SCENE_SIZE, .logical = 512 } };
    const struct guid id = { { 1, 2, 3 } };
    struct gpt_table table;
    struct gpt_image image;

    ck_assert(gpt_init(&table, 512, SCENE_SIZE, &id, 130));
    gpt_encode(&table, &image);
    sectors_put_bytes(&scene.disk, 0, image.front, image.front_bytes);
    sectors_put_bytes(&scene.disk, image.back_offset, image.back, image.back_bytes);
    gpt_image_finish(&image);
    gpt_finish(&table);
    return scene;
}

TEST(what_shares_a_sector_with_the_last_entries_stays)
{
    CLEANUP(scene_finish) struct write_scene scene = scene_of_130();
    const struct edit edit = { .kind = EDIT_CREATE,
                               .extent = EXTENT_PARTITION,
                               .number = 130,
                               .start = 4096,
                               .length = 2048 };
    uint8_t sector[512];

    sectors_put_bytes(&scene.disk, 34 * 512 + 256, "not an entry", 12);
    scene_read(&scene);
    scene_edit(&scene, edit, 0);
    scene_plan(&scene);
    scene_write(&scene);
    ck_assert_mem_eq(scene_sector(&scene, 34, sector) + 256, "not an entry", 12);
    scene_read(&scene);
    ck_assert_uint_eq(layout_find_number(scene.base, 130)->start, 4096);
}

/* The disk has grown: what lies at its new end has never been part of the table. */
TEST(entries_at_a_new_place_are_followed_by_zeros)
{
    CLEANUP(scene_finish) struct write_scene scene = scene_of_130();
    const struct edit edit = { .kind = EDIT_REPAIR, .repair = REPAIR_GPT_MOVE_BACKUP };
    const uint64_t last = SCENE_SIZE + 1000 - 2; /* sector of the entries */
    const uint8_t zeros[256] = { 0 };
    uint8_t sector[512];

    scene.disk.size += 1000;
    sectors_put_bytes(&scene.disk, last * 512 + 256, "not an entry", 12);
    scene_read(&scene);
    scene_edit(&scene, edit, 0);
    scene_plan(&scene);
    scene_write(&scene);
    ck_assert_mem_eq(scene_sector(&scene, last, sector) + 256, zeros, sizeof(zeros));
    ck_assert_mem_eq(scene_sector(&scene, last + 1, sector), "EFI PART", 8);
}
