/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_write_rest.c - what shares sectors with a table, and is no field of it, stays */
#include "model/base/crc32.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "support/test.h"
#include "support/write_scene.h"

enum {
    LAST = SCENE_SIZE - 1,
    EBR = 12288, /* of partition 6 */
    ENTRIES = 128,
    ENTRY = 128, /* bytes */
};

static const char somebody[] = "somebody else's";

static const struct edit new_gpt = { .kind = EDIT_NEW_TABLE, .label = LABEL_GPT };
static const struct edit new_msdos = { .kind = EDIT_NEW_TABLE,
                                       .label = LABEL_MSDOS,
                                       .uuid = "0x11223344" };
static const struct edit shorter_1 = { .kind = EDIT_RESIZE,
                                       .start = 2048,
                                       .length = 1024 };
static const struct edit shorter_6 = { .kind = EDIT_RESIZE,
                                       .start = 14336,
                                       .length = 1024 };
static const struct edit deletion = { .kind = EDIT_DELETE };

/* Bytes from OFFSET on of the sector LBA of SCENE, and an edit of partition NUMBER. */
static const struct {
    struct write_scene (*scene)(void);
    const struct edit *edit;
    unsigned number;
    uint64_t lba, offset;
} rests[] = {
    /* Behind both headers, which have 128 bytes. */
    { scene_gpt, &shorter_1, 1, 1, 128 },
    { scene_gpt, &new_gpt, 0, 1, 128 },
    { scene_gpt, &new_gpt, 0, LAST, 400 },
    { scene_gpt, &new_msdos, 0, 1, 200 },
    { scene_gpt, &new_msdos, 0, LAST, 128 },
    /* In front of the MBR's entries. */
    { scene_gpt, &new_gpt, 0, 0, 430 },
    { scene_msdos, &new_gpt, 0, 0, 424 },
    /* Beside the two entries of an EBR that changes, or goes. */
    { scene_msdos, &shorter_6, 6, EBR, 0 },
    { scene_msdos, &deletion, 6, EBR, 100 },
    { scene_msdos, &new_gpt, 0, EBR, 100 },
};

TEST_EACH(what_is_no_field_stays, rests)
{
    CLEANUP(scene_finish) struct write_scene scene = rests[_i].scene();
    uint64_t at = rests[_i].lba * 512 + rests[_i].offset;
    uint8_t sector[512];

    sectors_put_bytes(&scene.disk, at, somebody, sizeof(somebody));
    scene_read(&scene);
    scene_edit(&scene, *rests[_i].edit, rests[_i].number);
    scene_plan(&scene);
    scene_write(&scene);
    ck_assert_mem_eq(scene_sector(&scene, rests[_i].lba, sector) + rests[_i].offset,
                     somebody, sizeof(somebody));
}

/* Of the copy whose header is at LBA. */
static void put_into_entry(struct write_scene *scene, uint64_t lba)
{
    uint8_t header[512], array[ENTRIES * ENTRY];

    (void)scene_sector(scene, lba, header); /* fills it */
    uint64_t at = le64_at(header, 72);
    sectors_put_bytes(&scene->disk, (at + 1) * 512 + ENTRY + 32, somebody,
                      sizeof(somebody));
    for (uint64_t i = 0; i < sizeof(array) / 512; i++)
        (void)scene_sector(scene, at + i, array + i * 512);
    put_le32(header, 88, crc32_of(array, sizeof(array)));
    put_le32(header, 16, 0);
    put_le32(header, 16, crc32_of(header, le32_at(header, 12)));
    sectors_put(&scene->disk, lba, header);
}

/* Both copies have it, so that they stay equal. */
TEST(an_unused_entry_that_is_not_zero_stays_in_a_new_table)
{
    CLEANUP(scene_finish) struct write_scene scene = scene_gpt();
    const struct edit edit = { .kind = EDIT_CREATE,
                               .extent = EXTENT_PARTITION,
                               .number = 1,
                               .start = 4096,
                               .length = 2048 };
    uint8_t header[512], sector[512];

    put_into_entry(&scene, 1);
    put_into_entry(&scene, LAST);
    scene_read(&scene);
    scene_edit(&scene, new_gpt, 0);
    scene_edit(&scene, edit, 0);
    scene_plan(&scene);
    scene_write(&scene);
    for (unsigned i = 0; i < 2; i++) {
        (void)scene_sector(&scene, i ? LAST : 1, header);
        (void)scene_sector(&scene, le64_at(header, 72) + 1, sector);
        ck_assert_mem_eq(sector + ENTRY + 32, somebody, sizeof(somebody));
    }
    scene_read(&scene);
    ck_assert_uint_eq(layout_label(scene.base)->kind, LABEL_GPT);
    ck_assert_uint_eq(layout_find_number(scene.base, 1)->start, 4096);
}

/* Bytes of the sector LBA, and whether a sector of zeros in its place takes a rest. */
static const struct {
    struct write_scene (*scene)(void);
    uint64_t lba, offset;
    bool is_taken;
} taken[] = {
    { scene_gpt, 1, 128, true },     { scene_gpt, 1, 56, false },
    { scene_gpt, 3, 40, true }, /* an entry without a type */
    { scene_gpt, 2, 100, false },    { scene_msdos, EBR, 0, true },
    { scene_msdos, EBR, 490, true }, { scene_msdos, 8192, 446, false },
    { scene_msdos, 5000, 0, false }, /* in a partition */
};

TEST_EACH(what_would_be_lost_is_told, taken)
{
    CLEANUP(scene_finish) struct write_scene scene = taken[_i].scene();
    const uint8_t zeros[512] = { 0 };
    uint8_t sector[512];

    (void)scene_sector(&scene, taken[_i].lba, sector); /* fills it */
    sector[taken[_i].offset] = 7;
    ck_assert_int_eq(write_takes_rest(scene.base, taken[_i].lba, sector, zeros),
                     taken[_i].is_taken);
    ck_assert(!write_takes_rest(scene.base, taken[_i].lba, sector, sector));
}

/* Entry 3, which is not used, is damaged in the copy whose array begins at LBA. */
static const struct {
    uint64_t lba;
} damaged[] = { { 2 }, { LAST - 32 } };

TEST_EACH(entries_of_a_damaged_copy_make_way_for_the_others, damaged)
{
    CLEANUP(scene_finish) struct write_scene scene = scene_gpt();
    const uint8_t zeros[512] = { 0 };
    uint8_t sector[512];

    sectors_put_bytes(&scene.disk, damaged[_i].lba * 512 + 2 * ENTRY + 40, "x", 1);
    scene_read(&scene);
    (void)scene_sector(&scene, damaged[_i].lba, sector); /* fills it */
    ck_assert(!write_takes_rest(scene.base, damaged[_i].lba, sector, zeros));
}

/* --- tables that are only described --- */

/* With one extent of each copy: that of the array, or of all of it. */
static struct layout *described(const struct label *label, uint64_t size,
                                uint64_t primary, uint64_t backup, uint64_t length,
                                bool is_damaged)
{
    const struct limits limits = { .size = size, .logical = 512, .physical = 512 };
    const struct extent copies[] = {
        { .role = ROLE_GPT_PRIMARY, .start = primary, .length = length },
        { .role = ROLE_GPT_BACKUP, .start = backup, .length = length },
    };
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_new(&limits, label);
    struct err err = { 0 };

    for (size_t i = 0; i < ARRAY_SIZE(copies); i++) {
        struct extent extent = copies[i];
        extent.kind = EXTENT_METADATA;
        (void)layout_builder_add(builder, &extent);
    }
    if (is_damaged)
        layout_builder_note(builder, NOTE_GPT_PRIMARY_DAMAGED, "damaged");
    struct layout *layout = layout_builder_finish(builder, &err);
    ck_assert_msg(layout, "%s", err.text);
    return layout;
}

static void assert_taken(const struct layout *base, uint64_t lba, uint64_t offset,
                         bool is_taken)
{
    const uint8_t zeros[512] = { 0 };
    uint8_t sector[512] = { 0 };

    sector[offset] = 7;
    ck_assert_int_eq(write_takes_rest(base, lba, sector, zeros), is_taken);
}

/* Six entries: the second sector has two of them. */
TEST_TIMES(what_is_behind_the_last_entry_is_told, 2)
{
    const struct label label = {
        .kind = LABEL_GPT, .entries = 6, .entries_lba = 2, .backup_lba = 97
    };
    CLEANUP(layout_unrefp) struct layout *base = described(&label, 100, 1, 97, 3, _i);

    assert_taken(base, 3, 255, !_i);
    assert_taken(base, 3, 256, true);
    assert_taken(base, 98, 128, false);
    assert_taken(base, 98, 511, true);
}

/* --- a table for sectors of 4096 bytes whose arrays, of 120 entries, were moved --- */

enum { OTHER_ARRAY = 64 * 8, OTHER_BACKUP = 307 * 8, OTHER_SIZE = 313 * 8 };

static struct layout *other_table(uint64_t backup_lba)
{
    const struct label label = { .kind = LABEL_GPT,
                                 .entries = 120,
                                 .entries_lba = OTHER_ARRAY / 8,
                                 .backup_lba = backup_lba,
                                 .written_for = 4096 };

    return described(&label, OTHER_SIZE, OTHER_ARRAY, OTHER_BACKUP, 32, false);
}

/* The last two sectors of each array are behind its entries. */
static const struct {
    uint64_t lba, offset;
    bool is_taken;
} others[] = {
    { OTHER_ARRAY, 0, false },        { OTHER_ARRAY + 29, 384, false },
    { OTHER_ARRAY, 40, true },        { OTHER_ARRAY + 30, 0, true },
    { OTHER_BACKUP, 0, false },       { OTHER_BACKUP + 29, 384, false },
    { OTHER_BACKUP, 40, true },       { OTHER_BACKUP + 30, 0, true },
    { OTHER_BACKUP + 31, 384, true },
};

TEST_EACH(what_is_behind_moved_entries_for_other_sectors_is_told, others)
{
    CLEANUP(layout_unrefp) struct layout *base = other_table(OTHER_BACKUP / 8);

    assert_taken(base, others[_i].lba, others[_i].offset, others[_i].is_taken);
}

TEST(entries_whose_place_is_unknown_are_not_at_the_start_of_the_disk)
{
    CLEANUP(layout_unrefp) struct layout *base = other_table(0);

    assert_taken(base, 0, 0, true);
}
