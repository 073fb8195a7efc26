/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_restore.c - a backup shows what it would make of a disk */
#include "device/commit/restore.h"

#include <string.h>

#include "device/system/disk.h"
#include "model/base/mem.h"
#include "model/edit/delta.h"
#include "model/table/mbr.h"
#include "support/image.h"
#include "support/refused.h"
#include "support/test.h"

#define DISK_BYTES (UINT64_C(64) << 20)

static struct image image;
static struct store *store;
static struct layout *base, *preview;
static struct backup_file backup; /* of partitions at 2048 and 8192 */
static struct lines warnings;
static struct err err;

/* Partitions of 4096 sectors at the two starts; 0: none. */
static void put_table(uint64_t first, uint64_t second)
{
    struct mbr_table table = { .kind = MBR_TABLE, .signature = 7 };
    struct mbr_sector sectors[MBR_SECTORS_MAX];

    table.primary[0] = (struct mbr_entry){ .type = 0x83, .start = first, .length = 4096 };
    if (second)
        table.primary[1] =
            (struct mbr_entry){ .type = 0x82, .start = second, .length = 4096 };
    ck_assert_uint_eq(mbr_encode(&table, sectors), 1);
    image_put(&image, 0, sectors[0].bytes, MBR_BYTES);
}

static struct layout *read_disk(void)
{
    struct limits_given given = { 0 };
    struct layout *layout = disk_read(store, &given, &err);

    ck_assert_msg(layout != NULL, "%s", err.text);
    return layout;
}

/* The base becomes what is on the disk now. */
static void open_disk(void)
{
    layout_unref(base);
    store_close(store);
    store = store_open(image.path, &err);
    ck_assert_msg(store != NULL, "%s", err.text);
    base = read_disk();
}

static void setup(void)
{
    struct sys sys = sys_of_machine();

    image_make(&image, DISK_BYTES);
    put_table(2048, 8192);
    open_disk();
    ck_assert_msg(restore_take(store, &sys, base, &backup, &err), "%s", err.text);
}

static void teardown(void)
{
    lines_finish(&warnings);
    backup_file_finish(&backup);
    layout_unref(preview);
    layout_unref(base);
    store_close(store);
    image_remove(&image);
    preview = base = NULL;
    store = NULL;
}

static bool make_preview(void)
{
    struct sys sys = sys_of_machine();

    preview = restore_preview(store, &sys, base, &backup, &warnings, &err);
    return preview != NULL;
}

TEST_FIXTURE(setup, teardown);

TEST(a_backup_knows_its_disk)
{
    ck_assert_str_eq(backup.path, image.path);
    ck_assert_str_eq(backup.label, "msdos");
    ck_assert_uint_eq(backup.size, DISK_BYTES / 512);
    ck_assert_uint_eq(backup.logical, 512);
    ck_assert_uint_gt(strlen(backup.time), 10);
    ck_assert_uint_gt(backup.count, 0);
    ck_assert_uint_eq(backup.runs[0].lba, 0);
}

/* It keeps its id although it has another number in the old table. */
TEST(what_stays_where_it_is_keeps_its_id)
{
    CLEANUP(lines_finish) struct lines changes = { 0 };

    put_table(8192, 0);
    open_disk();
    ck_assert_msg(make_preview(), "%s", err.text);
    ck_assert_uint_eq(warnings.count, 0);
    const struct extent *stays = layout_find_number(preview, 2);
    const struct extent *comes = layout_find_number(preview, 1);
    ck_assert_uint_eq(stays->start, 8192);
    ck_assert_uint_eq(stays->id, layout_find_number(base, 1)->id);
    ck_assert_uint_eq(comes->start, 2048);
    ck_assert_ptr_null(layout_find(base, comes->id));
    delta_lines(base, preview, &changes);
    ck_assert_uint_eq(changes.count, 2);
}

TEST(nothing_is_written_by_a_preview)
{
    put_table(8192, 0);
    open_disk();
    ck_assert_msg(make_preview(), "%s", err.text);
    CLEANUP(layout_unrefp) struct layout *again = read_disk();
    ck_assert(layout_equal(base, again));
    ck_assert(!layout_equal(base, preview));
}

/* An image is known by its serial number, if it has one, and by its name. */
static const struct {
    const char *serial, *path, *words;
} others[] = {
    { "WD-1", NULL, "WD-1" },
    { "", "/elsewhere/other.img", "taken from" },
    { "", "other.img", "taken from" },
};

TEST_EACH(another_disk_is_said, others)
{
    const char *path = others[_i].path;

    copy_text(backup.serial, sizeof(backup.serial), others[_i].serial);
    if (path)
        copy_text(backup.path, sizeof(backup.path), path);
    ck_assert_msg(make_preview(), "%s", err.text);
    ck_assert_uint_eq(warnings.count, 1);
    ck_assert_ptr_nonnull(strstr(warnings.at[0], others[_i].words));
    ck_assert(!path || strstr(warnings.at[0], path));
}

/* The sectors of a backup have their places on a disk of that size only. */
static const struct {
    uint64_t more, logical;
} sizes[] = { { 8, 512 }, { 0, 4096 } };

TEST_EACH(a_disk_of_another_size_is_refused, sizes)
{
    backup.size += sizes[_i].more;
    backup.logical = sizes[_i].logical;
    ck_assert(!make_preview());
    ck_assert_refused(&err, REFUSAL_BACKUP_OF_OTHER_SIZE);
}
