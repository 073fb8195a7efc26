/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_restore.c - a backup shows what it would make of a disk */
#include "device/commit/restore.h"

#include <string.h>

#include "device/system/disk.h"
#include "model/base/mem.h"
#include "model/edit/delta.h"
#include "model/table/mbr.h"
#include "support/image.h"
#include "support/test.h"

#define DISK_BYTES (UINT64_C(64) << 20)

static struct image image;

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

static void setup(void)
{
    image_make(&image, DISK_BYTES);
    put_table(2048, 8192);
}

static void teardown(void)
{
    image_remove(&image);
}

static struct layout *read_now(struct store *store)
{
    struct limits_given given = { 0 };
    struct err err = { 0 };
    struct layout *layout = disk_read(store, &given, &err);

    ck_assert_msg(layout != NULL, "%s", err.text);
    return layout;
}

static struct store *open_now(void)
{
    struct err err = { 0 };
    struct store *store = store_open(image.path, &err);

    ck_assert_msg(store != NULL, "%s", err.text);
    return store;
}

static void take(struct backup_file *ret)
{
    CLEANUP(store_closep) struct store *store = open_now();
    CLEANUP(layout_unrefp) struct layout *layout = read_now(store);
    struct sys sys = sys_of_machine();
    struct err err = { 0 };

    ck_assert_msg(restore_take(store, &sys, layout, ret, &err), "%s", err.text);
}

TEST_FIXTURE(setup, teardown);

TEST(a_backup_knows_its_disk)
{
    struct backup_file backup;

    take(&backup);
    ck_assert_str_eq(backup.path, image.path);
    ck_assert_str_eq(backup.label, "msdos");
    ck_assert_uint_eq(backup.size, DISK_BYTES / 512);
    ck_assert_uint_eq(backup.logical, 512);
    ck_assert_uint_gt(strlen(backup.time), 10);
    ck_assert_uint_gt(backup.count, 0);
    ck_assert_uint_eq(backup.runs[0].lba, 0);
    backup_file_finish(&backup);
}

/* What stays keeps its id, though it has another number in the old table. */
TEST(what_stays_where_it_is_keeps_its_id)
{
    struct backup_file backup;
    struct sys sys = sys_of_machine();
    CLEANUP(lines_finish) struct lines warnings = { 0 };
    CLEANUP(lines_finish) struct lines changes = { 0 };
    struct err err = { 0 };

    take(&backup);
    put_table(8192, 0);
    CLEANUP(store_closep) struct store *store = open_now();
    CLEANUP(layout_unrefp) struct layout *base = read_now(store);
    CLEANUP(layout_unrefp)
    struct layout *preview = restore_preview(store, &sys, base, &backup, &warnings, &err);
    ck_assert_msg(preview != NULL, "%s", err.text);
    ck_assert_uint_eq(warnings.count, 0);
    const struct extent *stays = layout_find_number(preview, 2);
    const struct extent *comes = layout_find_number(preview, 1);
    ck_assert_uint_eq(stays->start, 8192);
    ck_assert_uint_eq(stays->id, layout_find_number(base, 1)->id);
    ck_assert_uint_eq(comes->start, 2048);
    ck_assert_ptr_null(layout_find(base, comes->id));
    delta_lines(base, preview, &changes);
    ck_assert_uint_eq(changes.count, 2);
    backup_file_finish(&backup);
}

TEST(nothing_is_written_by_a_preview)
{
    struct backup_file backup;
    struct sys sys = sys_of_machine();
    struct lines warnings = { 0 };
    struct err err = { 0 };

    take(&backup);
    put_table(8192, 0);
    CLEANUP(store_closep) struct store *store = open_now();
    CLEANUP(layout_unrefp) struct layout *base = read_now(store);
    CLEANUP(layout_unrefp)
    struct layout *preview = restore_preview(store, &sys, base, &backup, &warnings, &err);
    CLEANUP(layout_unrefp) struct layout *again = read_now(store);
    ck_assert(layout_equal(base, again));
    ck_assert(!layout_equal(base, preview));
    lines_finish(&warnings);
    backup_file_finish(&backup);
}

TEST(another_disk_is_said)
{
    struct backup_file backup;
    struct sys sys = sys_of_machine();
    CLEANUP(lines_finish) struct lines warnings = { 0 };
    struct err err = { 0 };

    take(&backup);
    copy_text(backup.serial, sizeof(backup.serial), "WD-1");
    CLEANUP(store_closep) struct store *store = open_now();
    CLEANUP(layout_unrefp) struct layout *base = read_now(store);
    CLEANUP(layout_unrefp)
    struct layout *preview = restore_preview(store, &sys, base, &backup, &warnings, &err);
    ck_assert_msg(preview != NULL, "%s", err.text);
    ck_assert_uint_eq(warnings.count, 1);
    ck_assert_ptr_nonnull(strstr(warnings.at[0], "WD-1"));
    backup_file_finish(&backup);
}

/* A backup's sectors have their places on a disk of that size alone. */
/* An image has nothing but its name. */
TEST_TIMES(an_image_of_another_name_is_said, 2)
{
    static const char *const paths[] = { "/elsewhere/other.img", "other.img" };
    struct backup_file backup;
    struct sys sys = sys_of_machine();
    CLEANUP(lines_finish) struct lines warnings = { 0 };
    struct err err = { 0 };

    take(&backup);
    copy_text(backup.path, sizeof(backup.path), paths[_i]);
    CLEANUP(store_closep) struct store *store = open_now();
    CLEANUP(layout_unrefp) struct layout *base = read_now(store);
    CLEANUP(layout_unrefp)
    struct layout *preview = restore_preview(store, &sys, base, &backup, &warnings, &err);
    ck_assert_msg(preview != NULL, "%s", err.text);
    ck_assert_uint_eq(warnings.count, 1);
    ck_assert_ptr_nonnull(strstr(warnings.at[0], "taken from"));
    ck_assert_ptr_nonnull(strstr(warnings.at[0], paths[_i]));
    backup_file_finish(&backup);
}

TEST_TIMES(a_disk_of_another_size_is_refused, 2)
{
    struct backup_file backup;
    struct sys sys = sys_of_machine();
    CLEANUP(lines_finish) struct lines warnings = { 0 };
    struct err err = { 0 };

    take(&backup);
    backup.size += _i ? 0 : 8;
    backup.logical = _i ? 4096 : backup.logical;
    CLEANUP(store_closep) struct store *store = open_now();
    CLEANUP(layout_unrefp) struct layout *base = read_now(store);
    ck_assert_ptr_null(restore_preview(store, &sys, base, &backup, &warnings, &err));
    ck_assert_int_eq(err.code, ERR_REFUSED);
    backup_file_finish(&backup);
}
