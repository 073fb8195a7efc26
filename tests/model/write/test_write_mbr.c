/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_write_mbr.c - the MBR beside a GPT: which bytes of it change, and when */
#include <string.h>

#include "model/base/mem.h"
#include "model/base/num.h"
#include "support/test.h"
#include "support/write_scene.h"

static const struct edit repair = { .kind = EDIT_REPAIR,
                                    .repair = REPAIR_PROTECTIVE_MBR };

/* The protective entry of the scene's disk. */
static const char right[] = "\0\0\2\0\xee\xff\xff\xff\1\0\0\0\xff\x9f\0";

/* A protective entry of 16 sectors from START on, in SLOT, alone in the MBR. */
static void put_wrong(struct write_scene *scene, unsigned slot, uint8_t start)
{
    const uint8_t wrong[16] = { [4] = 0xee, [8] = start, [12] = 16 };
    uint8_t entries[64] = { 0 };

    memcpy(entries + 16 * (size_t)slot, wrong, sizeof(wrong));
    sectors_put_bytes(&scene->disk, 446, entries, sizeof(entries));
    scene_read(scene);
}

static const struct {
    unsigned slot;
    uint8_t start;
} wrong[] = { { 0, 1 }, { 1, 1 }, { 3, 1 }, { 0, 2 }, { 2, 2 } };

TEST_EACH(a_wrong_protective_entry_is_mended_where_it_is, wrong)
{
    CLEANUP(scene_finish) struct write_scene scene = scene_gpt();
    uint8_t before[512], after[512];

    put_wrong(&scene, wrong[_i].slot, wrong[_i].start);
    (void)scene_sector(&scene, 0, before); /* fills it */
    scene_edit(&scene, repair, 0);
    scene_plan_as(&scene, "mbr 0+1 |");
    scene_write(&scene);
    (void)scene_sector(&scene, 0, after); /* the same */
    memcpy(before + 446 + 16 * (size_t)wrong[_i].slot, right, 16);
    ck_assert_mem_eq(after, before, sizeof(after));
}

/* As long as some protective entry is there, readers find the GPT: the rest can wait. */
TEST(a_protective_mbr_of_a_wrong_size_is_mended_last)
{
    const struct edit grow = { .kind = EDIT_RESIZE, .start = 2048, .length = 6000 };
    CLEANUP(scene_finish) struct write_scene scene = scene_gpt();

    put_wrong(&scene, 0, 1);
    scene_edit(&scene, repair, 0);
    scene_edit(&scene, grow, 1);
    scene_plan_as(&scene, "gpt-backup 40927+1 gpt-backup 40959+1 | gpt-primary 1+2 | "
                          "mbr 0+1 |");
}

/* The hybrid MBR names sectors 8192 to 16383, where partition 2 lies. */
static const struct {
    struct edit edit;
    unsigned number;
    bool is_refused;
} hybrids[] = {
    { { .kind = EDIT_CREATE, .extent = EXTENT_PARTITION, .start = 6144, .length = 2048 },
      0,
      false },
    { { .kind = EDIT_CREATE, .extent = EXTENT_PARTITION, .start = 16384, .length = 8 },
      0,
      false },
    { { .kind = EDIT_NAME, .name = "other" }, 2, false },
    { { .kind = EDIT_RESIZE, .start = 8192, .length = 8193 }, 2, true },
    { { .kind = EDIT_RESIZE, .start = 8192, .length = 8191 }, 2, true },
};

TEST_EACH(what_lies_beside_a_hybrid_entry_can_change, hybrids)
{
    CLEANUP(scene_finish) struct write_scene scene = scene_hybrid();

    scene_edit(&scene, hybrids[_i].edit, hybrids[_i].number);
    if (hybrids[_i].is_refused)
        scene_refuse(&scene, REFUSAL_WRITE_HYBRID_ENTRY,
                     "names sectors 8192 to 16383, where partition 2 would");
    else
        scene_plan(&scene);
}

/* Entry 2 of the MBR then names sectors that no partition of the GPT has. */
TEST(nothing_new_comes_where_a_hybrid_entry_leads)
{
    static const struct {
        uint64_t start, length;
        bool is_refused;
    } places[] = {
        { 26624, 8, true },  { 28671, 8, true },  { 26616, 9, true },
        { 28672, 8, false }, { 26616, 8, false },
    };
    const uint8_t entry[16] = { [4] = 0x0c, [9] = 26624 >> 8, [13] = 2048 >> 8 };

    for (size_t i = 0; i < ARRAY_SIZE(places); i++) {
        struct write_scene scene = scene_hybrid();
        struct edit create = { .kind = EDIT_CREATE,
                               .extent = EXTENT_PARTITION,
                               .start = places[i].start,
                               .length = places[i].length };
        sectors_put_bytes(&scene.disk, 446 + 16, entry, sizeof(entry));
        struct err err = { 0 };
        scene_read(&scene);
        if (places[i].is_refused) {
            ck_assert_ptr_null(edit_apply(scene.base, &create, &err));
            ck_assert_ptr_nonnull(strstr(err.text, "the MBR beside the GPT names"));
        } else {
            scene_edit(&scene, create, 0);
            scene_plan(&scene);
        }
        scene_finish(&scene);
    }
}

/* Without sectors an entry names nothing; without a type it does. */
TEST(an_unused_entry_of_a_hybrid_hinders_nothing)
{
    const struct edit edit = { .kind = EDIT_RESIZE, .start = 2048, .length = 6000 };
    const uint8_t untyped[16] = { [9] = 2048 >> 8, [13] = 4096 >> 8 };
    const uint8_t empty[16] = { [4] = 0x0c, [9] = 4096 >> 8 };

    for (int is_untyped = 0; is_untyped < 2; is_untyped++) {
        CLEANUP(scene_finish) struct write_scene scene = scene_hybrid();
        if (is_untyped)
            sectors_put_bytes(&scene.disk, 446 + 32, untyped, sizeof(untyped));
        sectors_put_bytes(&scene.disk, 446 + 48, empty, sizeof(empty));
        scene_read(&scene);
        scene_edit(&scene, edit, 1);
        if (is_untyped)
            scene_refuse(&scene, REFUSAL_WRITE_HYBRID_ENTRY,
                         "The hybrid MBR names sectors 2048 to 6143");
        else
            scene_plan(&scene);
    }
}

TEST(a_hybrid_mbr_for_other_sectors_is_refused)
{
    const struct edit edit = { .kind = EDIT_REPAIR, .repair = REPAIR_SECTOR_SIZE };
    const uint8_t entry[16] = { [4] = 0x0c, [9] = 256 >> 8, [13] = 256 >> 8 };
    CLEANUP(scene_finish) struct write_scene scene = scene_other_sectors();

    sectors_put_bytes(&scene.disk, 446 + 16, entry, sizeof(entry));
    scene_read(&scene);
    ck_assert_uint_eq(layout_label(scene.base)->written_for, 4096);
    scene_edit(&scene, edit, 0);
    scene_refuse(&scene, REFUSAL_WRITE_HYBRID_SECTORS,
                 "The table has a hybrid MBR, which cannot be written anew for");
}

/* The new table covers sectors 1 to 33 and 40927 to 40959.  What it lies over goes from
 * the msdos table first, or, under the backup, with it. */
static const struct {
    uint64_t start, length; /* of partition 1 */
    const char *order;
} neighbours[] = {
    { 1, 1, "mbr 0+1 | gpt-backup 40959+1 | gpt-primary 1+1 | mbr 0+1 |" },
    { 33, 100, "mbr 0+1 | gpt-backup 40959+1 | gpt-primary 1+1 | mbr 0+1 |" },
    { 34, 100, "gpt-backup 40959+1 | gpt-primary 1+1 | mbr 0+1 |" },
    { 36000, 4927, "gpt-backup 40959+1 | gpt-primary 1+1 | mbr 0+1 |" },
    { 36000, 4928, "gpt-primary 1+1 | mbr 0+1 | gpt-backup 40959+1 |" },
    { 40959, 1, "gpt-primary 1+1 | mbr 0+1 | gpt-backup 40959+1 |" },
};

TEST_EACH(a_new_gpt_comes_over_what_lies_there_and_nothing_else, neighbours)
{
    const struct edit table = { .kind = EDIT_NEW_TABLE, .label = LABEL_GPT };
    CLEANUP(scene_finish) struct write_scene scene = scene_msdos();
    const uint8_t other[16] = { 0 };
    uint8_t entry[16] = { [4] = 0x83 };

    put_le32(entry, 8, (uint32_t)neighbours[_i].start);
    put_le32(entry, 12, (uint32_t)neighbours[_i].length);
    sectors_put_bytes(&scene.disk, 446, entry, sizeof(entry));
    sectors_put_bytes(&scene.disk, 446 + 32, other, sizeof(other));
    scene_read(&scene);
    ck_assert_ptr_nonnull(layout_find_number(scene.base, 1));
    scene_edit(&scene, table, 0);
    scene_plan_as(&scene, neighbours[_i].order);
}
