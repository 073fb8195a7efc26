/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_write_header.c - copies of a GPT: headers of odd sizes, damaged copies, slack */
#include <string.h>

#include "model/base/crc32.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/table/gpt_layout.h"
#include "support/test.h"
#include "support/write_scene.h"

enum { LAST = SCENE_SIZE - 1 };

static const struct edit name = { .kind = EDIT_NAME, .name = "other" };

/* The header at byte OFFSET has LENGTH bytes. */
static void set_length(struct write_scene *scene, uint64_t offset, uint32_t length)
{
    struct reader reader = sectors_reader(&scene->disk);
    uint8_t header[4096];

    ck_assert(reader_read(&reader, offset, header, length));
    put_le32(header, GPT_AT_HEADER_BYTES, length);
    put_le32(header, GPT_AT_HEADER_CRC, 0);
    put_le32(header, GPT_AT_HEADER_CRC, crc32_of(header, length));
    sectors_put_bytes(&scene->disk, offset, header, length);
}

TEST(a_header_can_be_a_whole_sector)
{
    CLEANUP(scene_finish) struct write_scene scene = scene_gpt();
    uint8_t header[512];

    set_length(&scene, 512, 512);
    set_length(&scene, LAST * 512, 512);
    scene_read(&scene);
    scene_edit(&scene, name, 2);
    scene_plan(&scene);
    scene_write(&scene);
    ck_assert_uint_eq(le32_at(scene_sector(&scene, 1, header), GPT_AT_HEADER_BYTES), 512);
}

TEST(a_header_longer_than_the_sectors_of_the_disk_is_refused)
{
    const struct edit repair = { .kind = EDIT_REPAIR, .repair = REPAIR_SECTOR_SIZE };
    CLEANUP(scene_finish) struct write_scene scene = scene_other_sectors();

    set_length(&scene, 4096, 513);
    set_length(&scene, SCENE_SIZE * 512 - 4096, 513);
    scene_read(&scene);
    ck_assert_uint_eq(layout_label(scene.base)->written_for, 4096);
    scene_edit(&scene, repair, 0);
    scene_refuse(&scene, REFUSAL_WRITE_GPT_HEADER,
                 "has 513 bytes: more than a sector of 512");
}

/* The repair of the damaged copy was not requested, so only the good one is used. */
TEST_TIMES(the_only_good_copy_is_not_written, 2)
{
    static const uint64_t headers[] = { 1, LAST };
    CLEANUP(scene_finish) struct write_scene scene = scene_gpt();

    sectors_put_bytes(&scene.disk, headers[_i] * 512 + 60, "damage", 6);
    scene_read(&scene);
    struct layout_builder *builder = scene_open(&scene);
    strcpy(layout_builder_find(builder, layout_find_number(scene.base, 2)->id)->name,
           "other");
    scene_close(&scene, builder);
    scene_refuse(&scene, REFUSAL_WRITE_GPT_COPY_DAMAGED,
                 "One copy of the GPT is damaged, and the other is the only good");
}

/* The primary's entries are damaged and its header still leads to the backup, which is
 * not at the end of the disk any more. */
static const struct {
    enum repair repairs[2];
    unsigned count;
    const char *order;
} grown[] = {
    { { REPAIR_GPT_PRIMARY }, 1, "gpt-primary 2+1 |" },
    { { REPAIR_GPT_PRIMARY, REPAIR_GPT_MOVE_BACKUP },
      2,
      "gpt-primary 2+1 | gpt-primary 1+1 | gpt-backup 41927+1 gpt-backup 41959+1 | "
      "gpt-old 40959+1 | gpt-old 40927+1 |" },
};

TEST_EACH(entries_are_whole_before_the_header_leads_elsewhere, grown)
{
    CLEANUP(scene_finish) struct write_scene scene = scene_gpt();

    scene.disk.size += 1000;
    sectors_put_bytes(&scene.disk, 2 * 512 + 60, "damage", 6);
    scene_read(&scene);
    for (unsigned i = 0; i < grown[_i].count; i++) {
        struct edit edit = { .kind = EDIT_REPAIR, .repair = grown[_i].repairs[i] };
        scene_edit(&scene, edit, 0);
    }
    scene_plan_as(&scene, grown[_i].order);
}

/* Each copy of the new table is written while the other one is whole. */
static const struct {
    uint64_t damaged;
    const char *order;
} renewed[] = {
    { 1, "gpt-primary 1+1 | gpt-backup 40927+1 gpt-backup 40959+1 | gpt-primary 1+2 |" },
    { LAST, "gpt-backup 40959+1 | gpt-backup 40927+1 gpt-backup 40959+1 | "
            "gpt-primary 1+2 |" },
};

TEST_EACH(a_damaged_copy_is_whole_before_a_new_table_comes, renewed)
{
    CLEANUP(scene_finish) struct write_scene scene = scene_gpt();

    sectors_put_bytes(&scene.disk, renewed[_i].damaged * 512 + 60, "damage", 6);
    scene_read(&scene);
    scene_edit(&scene, (struct edit){ .kind = EDIT_NEW_TABLE, .label = LABEL_GPT }, 0);
    scene_plan_as(&scene, renewed[_i].order);
}

/* The primary leads past the end of the disk, and the backup is there all the same. */
TEST(a_primary_that_leads_past_the_disk_is_corrected)
{
    const struct edit repair = { .kind = EDIT_REPAIR, .repair = REPAIR_GPT_MOVE_BACKUP };
    CLEANUP(scene_finish) struct write_scene scene = scene_gpt();
    uint8_t header[512];

    (void)scene_sector(&scene, 1, header); /* fills it */
    put_le64(header, GPT_AT_ALTERNATE, LAST + 1000);
    sectors_put(&scene.disk, 1, header);
    set_length(&scene, 512, 128);
    scene_read(&scene);
    ck_assert_ptr_nonnull(layout_note_find(scene.base, NOTE_GPT_DISK_SHRUNK));
    scene_edit(&scene, repair, 0);
    scene_plan_as(&scene, "gpt-primary 1+1 |");
    scene_write(&scene);
    ck_assert_uint_eq(le64_at(scene_sector(&scene, 1, header), GPT_AT_ALTERNATE), LAST);
}

/* 130 entries end in the middle of sector 34; 1024 are the most that are written. */
static const struct {
    unsigned entries;
    uint64_t last; /* sector of the entries */
} arrays[] = { { 130, 34 }, { 1024, 257 } };

TEST_EACH(a_new_table_leaves_zeros_behind_its_entries, arrays)
{
    struct edit edit = { .kind = EDIT_NEW_TABLE,
                         .label = LABEL_GPT,
                         .entries = arrays[_i].entries };
    CLEANUP(scene_finish) struct write_scene scene = scene_msdos();
    uint8_t junk[512], sector[512], zeros[512] = { 0 };

    memset(junk, 0x77, sizeof(junk));
    sectors_put(&scene.disk, arrays[_i].last, junk);
    scene_read(&scene);
    scene_edit(&scene, edit, 0);
    scene_plan(&scene);
    scene_write(&scene);
    ck_assert_mem_eq(scene_sector(&scene, arrays[_i].last, sector), zeros, sizeof(zeros));
}
