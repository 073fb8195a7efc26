/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_whitelist_header.c - headers of a GPT that is gone, and one that cannot be read */
#include <string.h>

#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/write/whitelist.h"
#include "support/table_image.h"
#include "support/test.h"
#include "support/write_scene.h"

enum { SIZE = 80000 }; /* sectors of 512 bytes */

/* An old header at this byte of a disk with an MBR, and whether it may be erased. */
static const struct {
    uint64_t logical;
    uint64_t offset;
    bool may;
} headers[] = {
    { 512, 512, true },    { 512, 1024, true },  { 512, 1536, false },
    { 512, 2048, true },   { 512, 4096, true },  { 512, 8192, false },
    { 4096, 512, true },   { 4096, 1024, true }, { 4096, 1536, false },
    { 4096, 2048, true },  { 4096, 4096, true }, { 4096, 4096 + 512, false },
    { 4096, 8192, false },
};

TEST_EACH(an_old_header_may_go_from_where_one_counts, headers)
{
    uint64_t logical = headers[_i].logical, lba = headers[_i].offset / logical;
    uint64_t at = headers[_i].offset % logical;
    CLEANUP(sparse_finish)
    struct sparse disk = image_new(SIZE * 512 / logical, (unsigned)logical);
    CLEANUP(freep) struct mbr_table *table = xcalloc(1, sizeof(*table));
    struct reader reader = sparse_reader(&disk);
    uint8_t bytes[4096];
    struct write write = { .lba = lba, .count = 1, .after = bytes };
    const struct write_plan plan = { .logical = logical, .writes = &write, .count = 1 };
    struct err err = { 0 };

    table->primary[0] = (struct mbr_entry){ 0, 0x83, 2048, 4096 };
    image_put_mbr(&disk, table, (unsigned)logical);
    sparse_put(&disk, headers[_i].offset, "EFI PART and more", 17);
    CLEANUP(layout_unrefp)
    struct layout *base = image_read(&disk, (unsigned)logical, &err);
    ck_assert_msg(base != NULL, "%s", err.text);
    ck_assert(reader_read(&reader, lba * logical, bytes, logical));
    ck_assert_mem_eq(bytes + at, "EFI PART", 8);
    memset(bytes + at, 0, 17);
    ck_assert_msg(whitelist_check(&reader, base, base, &plan, &err) == headers[_i].may,
                  "%s", err.text);
}

/* Sector 1 cannot be read: nothing tells which entries sector 2 holds. */
static bool read_around(void *context, uint64_t offset, void *buf, size_t count)
{
    const struct reader *disk = context;

    return offset / 512 != 1 && reader_read(disk, offset, buf, count);
}

TEST(without_its_header_no_entry_changes)
{
    CLEANUP(scene_finish) struct write_scene scene = scene_gpt();
    const struct edit edit = { .kind = EDIT_NAME, .name = "other" };
    struct reader reader = sectors_reader(&scene.disk);
    struct reader broken = { read_around, &reader, reader.size };
    uint8_t bytes[512];
    struct write write = { .lba = 2, .count = 1, .after = bytes };
    const struct write_plan plan = { .logical = 512, .writes = &write, .count = 1 };
    struct err err = { 0 };

    /* The last entries look like a header, but for its signature. */
    memset(bytes, 0, sizeof(bytes));
    put_le64(bytes, 72, 2);
    put_le32(bytes, 80, 128);
    put_le32(bytes, 84, 128);
    sectors_put(&scene.disk, 33, bytes);
    scene_edit(&scene, edit, 2);
    (void)scene_sector(&scene, 2, bytes); /* fills it */
    bytes[128 + 56] ^= 1;
    ck_assert_msg(whitelist_check(&reader, scene.base, scene.preview, &plan, &err), "%s",
                  err.text);
    ck_assert(!whitelist_check(&broken, scene.base, scene.preview, &plan, &err));
    ck_assert_ptr_nonnull(strstr(err.text, "Byte 184 of sector 2 "));
}

TEST(entries_of_a_copy_that_has_moved_may_go_as_a_whole)
{
    CLEANUP(scene_finish) struct write_scene scene = scene_gpt();
    const struct edit edit = { .kind = EDIT_REPAIR, .repair = REPAIR_GPT_MOVE_BACKUP };
    struct reader reader = sectors_reader(&scene.disk);
    uint8_t bytes[512];
    struct write write = { .lba = 40927, .count = 1, .after = bytes };
    const struct write_plan plan = { .logical = 512, .writes = &write, .count = 1 };
    struct err err = { 0 };

    scene.disk.size += 1000;
    scene_read(&scene);
    (void)scene_sector(&scene, 40927, bytes); /* fills it */
    memset(bytes, 0, 128);
    ck_assert(!whitelist_check(&reader, scene.base, scene.base, &plan, &err));
    scene_edit(&scene, edit, 0);
    ck_assert_msg(whitelist_check(&reader, scene.base, scene.preview, &plan, &err), "%s",
                  err.text);
    bytes[127] = 1;
    ck_assert(!whitelist_check(&reader, scene.base, scene.preview, &plan, &err));
}
