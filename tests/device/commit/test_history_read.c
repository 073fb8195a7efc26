/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_history_read.c - saved tables are listed, newest first, whatever their folder has
 */
#include "device/commit/history_read.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "device/commit/backup.h"
#include "device/commit/restore.h"
#include "device/system/backup_folder.h"
#include "device/system/disk.h"
#include "model/base/mem.h"
#include "model/table/mbr.h"
#include "support/image.h"
#include "support/test.h"
#include "support/tree.h"

#define DISK_BYTES (UINT64_C(64) << 20)

static struct image image;
static struct tree tree;
static char *folder; /* of backups */
static struct history history;

static void setup(void)
{
    image_make(&image, DISK_BYTES);
    tree_init(&tree);
    tree_write(&tree, "", "state/alidade/other");
    folder = xasprintf("%s/state/alidade", tree.root);
    CLEANUP(freep) char *state = xasprintf("%s/state", tree.root);
    CLEANUP(freep) char *home = xasprintf("%s/home", tree.root);
    ck_assert_int_eq(setenv("XDG_STATE_HOME", state, 1), 0);
    ck_assert_int_eq(setenv("HOME", home, 1), 0);
    ck_assert_int_eq(setenv("TZ", "UTC-2", 1), 0);
}

static void teardown(void)
{
    history_finish(&history);
    free(folder);
    tree_finish(&tree);
    image_remove(&image);
}

TEST_FIXTURE(setup, teardown);

/* A partition of 4096 sectors at each start; 0: none. */
static void put_table(uint64_t first, uint64_t second)
{
    struct mbr_table table = { .kind = MBR_TABLE, .signature = 7 };
    struct mbr_sector sectors[MBR_SECTORS_MAX];

    if (first)
        table.primary[0] =
            (struct mbr_entry){ .type = 0x83, .start = first, .length = 4096 };
    if (second)
        table.primary[1] =
            (struct mbr_entry){ .type = 0x82, .start = second, .length = 4096 };
    ck_assert_uint_eq(mbr_encode(&table, sectors), 1);
    image_put(&image, 0, sectors[0].bytes, MBR_BYTES);
}

static struct backup_file new_backup(const char *time, const char *serial)
{
    struct limits_given given = { 0 };
    struct backup_file backup;
    struct err err = { 0 };
    CLEANUP(store_closep) struct store *store = store_open(image.path, &err);

    ck_assert_msg(store != NULL, "%s", err.text);
    CLEANUP(layout_unrefp) struct layout *layout = disk_read(store, &given, &err);
    ck_assert_msg(layout != NULL, "%s", err.text);
    ck_assert_msg(restore_take(store, &tree.sys, layout, &backup, &err), "%s", err.text);
    copy_text(backup.time, sizeof(backup.time), time);
    copy_text(backup.serial, sizeof(backup.serial), serial);
    return backup;
}

/* Saves the table of the image. */
static void save(const char *name, const char *time, const char *serial)
{
    CLEANUP(freep) char *path = xasprintf("%s/%s", folder, name);
    CLEANUP(backup_file_finish) struct backup_file backup = new_backup(time, serial);
    struct err err = { 0 };

    ck_assert_msg(backup_save(path, &backup, &err), "%s", err.text);
}

static const char *name_of(size_t index)
{
    return strrchr(history.at[index].file, '/') + 1;
}

/* Reads the history of the image, without what the machine itself has saved. */
static void read_history(void)
{
    history_finish(&history);
    history_read(&tree.sys, image.path, &history);
}

TEST(an_empty_folder_has_no_tables)
{
    read_history();
    ck_assert_uint_eq(history.count, 0);
    ck_assert_int_eq(setenv("XDG_STATE_HOME", "/no/such/folder", 1), 0);
    read_history();
    ck_assert_uint_eq(history.count, 0);
}

TEST(the_newest_is_first_and_each_has_what_changed_after_it)
{
    put_table(63, 0);
    save("a.alidade", "2026-03-01T10:00:00Z", "");
    put_table(56, 0);
    save("c.alidade", "2026-03-03T23:30:00Z", "");
    put_table(56, 8192);
    save("b.alidade", "2026-03-02T10:00:00Z", "");
    read_history();
    ck_assert_uint_eq(history.count, 3);
    ck_assert_str_eq(name_of(0), "c.alidade");
    ck_assert_str_eq(name_of(1), "b.alidade");
    ck_assert_str_eq(name_of(2), "a.alidade");
    ck_assert_str_eq(history.at[0].when, "2026-03-04 01:30:00");
    ck_assert_str_eq(history.at[0].head.path, image.path);
    ck_assert_uint_eq(layout_data_count(history.at[1].layout), 2);
    ck_assert_int_eq((int)layout_label(history.at[1].layout)->kind, LABEL_MSDOS);
    ck_assert(history_is_newest(&history, 0) && !history_is_newest(&history, 1));
    ck_assert(!history.at[0].has_next);
    ck_assert_uint_eq(history.at[1].changes.count, 1);
    ck_assert_ptr_nonnull(strstr(history.at[1].changes.at[0], "partition 2: deleted"));
    ck_assert_uint_eq(history.at[2].changes.count, 2);
    ck_assert_ptr_nonnull(strstr(history.at[2].changes.at[0], "start 63 -> 56"));
    ck_assert_ptr_nonnull(strstr(history.at[2].changes.at[1], "partition 2: new"));
    ck_assert_uint_eq(history.at[0].head.count, 0); /* the sectors are freed */
}

/* A name has been made just before its file has. */
TEST(of_one_second_the_later_name_and_the_higher_number_are_newer)
{
    static const char *const names[] = { "d-20260301-100001.alidade",
                                         "d-20260301-100000-11.alidade",
                                         "d-20260301-100000-10.alidade",
                                         "d-20260301-100000-2.alidade",
                                         "d-20260301-100000.alidade" };

    put_table(63, 0);
    for (size_t i = 0; i < ARRAY_SIZE(names); i++)
        save(names[i], "2026-03-01T10:00:00Z", "");
    read_history();
    ck_assert_uint_eq(history.count, ARRAY_SIZE(names));
    for (size_t i = 0; i < ARRAY_SIZE(names); i++)
        ck_assert_str_eq(name_of(i), names[i]);
}

TEST(a_year_of_five_digits_comes_after_9999)
{
    put_table(63, 0);
    save("a-99991231-235959.alidade", "9999-12-31T20:59:59Z", "");
    save("a-100000101-000000.alidade", "10000-01-01T00:00:00Z", "");
    read_history();
    ck_assert_str_eq(name_of(0), "a-100000101-000000.alidade");
    ck_assert_str_eq(history.at[0].when, "10000-01-01 02:00:00");
    ck_assert_str_eq(history.at[1].when, "9999-12-31 22:59:59");
}

TEST(those_of_another_disk_are_left_out)
{
    CLEANUP(freep) char *copy = xasprintf("%s/elsewhere", tree.root);
    size_t count = 0;

    put_table(63, 0);
    save("mine.alidade", "2026-03-01T10:00:00Z", "");
    save("serial.alidade", "2026-03-02T10:00:00Z", "S1");
    history_read(&tree.sys, copy, &history);
    ck_assert_uint_eq(history.count, 0);
    read_history();
    ck_assert_uint_eq(history.count, 1);
    ck_assert_str_eq(name_of(0), "mine.alidade");
    history_finish(&history);
    history_read(&tree.sys, NULL, &history);
    for (size_t i = 0; i < history.count; i++) {
        if (strncmp(history.at[i].file, folder, strlen(folder)) != 0)
            continue; /* of the machine itself */
        ck_assert(!history.at[i].has_next);
        ck_assert(history_is_newest(&history, i));
        count++;
    }
    ck_assert_uint_eq(count, 2);
}

/* A file with the name of the image, in another folder. */
TEST(a_file_of_the_same_name_is_another_if_both_are_there)
{
    const char *slash = strrchr(image.path, '/');
    CLEANUP(freep) char *twin = xasprintf("%s%s", tree.root, slash);

    put_table(63, 0);
    save("mine.alidade", "2026-03-01T10:00:00Z", "");
    history_read(&tree.sys, twin, &history);
    ck_assert_uint_eq(history.count, 1); /* it may have been moved there */
    history_finish(&history);
    tree_write(&tree, "", "%s", slash + 1);
    history_read(&tree.sys, twin, &history);
    ck_assert_uint_eq(history.count, 0);
}

/* Changes byte OFFSET of a backup, or cuts the file there. */
static void damage(const char *path, off_t offset, bool is_cut)
{
    int fd = open(path, O_RDWR);
    uint8_t byte;

    ck_assert_int_ge(fd, 0);
    ck_assert_int_eq(pread(fd, &byte, 1, offset), 1);
    byte ^= 1;
    if (is_cut)
        ck_assert_int_eq(ftruncate(fd, offset), 0);
    else
        ck_assert_int_eq(pwrite(fd, &byte, 1, offset), 1);
    ck_assert_int_eq(close(fd), 0);
}

static const struct {
    off_t offset;
    bool is_cut;
    const char *problem;
} damages[] = {
    { 0, true, "This is no backup that was made by alidade." },
    { 3, false, "This is no backup that was made by alidade." },
    { 15, false, "This backup was made by a newer alidade." },
    { 40, true, "The backup is damaged." },
    { 1024, false, "The backup is damaged." },
    { 1024, true, "The backup is cut: it has 1024 bytes of" },
};

TEST_EACH(a_damaged_file_is_listed_with_one_sentence, damages)
{
    CLEANUP(freep) char *path = backup_name(folder, image.path);
    const char *name = strrchr(path, '/') + 1;

    put_table(63, 0);
    save("old.alidade", "2026-03-01T10:00:00Z", "");
    save(name, "2026-03-02T10:00:00Z", "");
    put_table(56, 0);
    save("new.alidade", "2100-03-03T10:00:00Z", "");
    damage(path, damages[_i].offset, damages[_i].is_cut);
    read_history();
    ck_assert_uint_eq(history.count, 3);
    const struct saved_table *table = &history.at[1];
    ck_assert_str_eq(table->file, path);
    ck_assert_ptr_null(table->layout);
    ck_assert_msg(strstr(table->problem, damages[_i].problem) == table->problem, "%s",
                  table->problem);
    ck_assert_uint_gt(strlen(table->when), 0);
    ck_assert(!table->has_next && !history_is_newest(&history, 1));
    ck_assert_ptr_nonnull(strstr(history.at[2].changes.at[0], "start 63 -> 56"));
}

TEST(what_is_no_file_is_listed_too)
{
    CLEANUP(freep) char *path = backup_name(folder, image.path);

    ck_assert_int_eq(mkdir(path, 0700), 0);
    read_history();
    ck_assert_uint_eq(history.count, 1);
    ck_assert_ptr_null(history.at[0].layout);
    ck_assert_ptr_nonnull(strstr(history.at[0].problem, "no backup"));
}

/* Its checksum is correct. */
TEST(an_impossible_size_is_damage)
{
    CLEANUP(freep) char *path = xasprintf("%s/huge.alidade", folder);
    struct err err = { 0 };

    put_table(63, 0);
    CLEANUP(backup_file_finish)
    struct backup_file backup = new_backup("2026-03-01T10:00:00Z", "");
    backup.size = UINT64_MAX;
    ck_assert_msg(backup_save(path, &backup, &err), "%s", err.text);
    read_history();
    ck_assert_uint_eq(history.count, 1);
    ck_assert_ptr_null(history.at[0].layout);
    ck_assert_str_eq(history.at[0].problem, "The backup is damaged.");
}

TEST(the_table_on_the_disk_follows_the_newest)
{
    put_table(63, 0);
    save("a.alidade", "2026-03-01T10:00:00Z", "");
    save("b.alidade", "2026-03-02T10:00:00Z", "S1");
    put_table(56, 0);
    read_history();
    CLEANUP(layout_unrefp)
    struct layout *now = history_read_now(&tree.sys, &history.at[0]);
    ck_assert_ptr_nonnull(now);
    history_compare_now(&history, 0, now);
    ck_assert(history.at[0].has_next);
    ck_assert_ptr_nonnull(strstr(history.at[0].changes.at[0], "start 63 -> 56"));
    copy_text(history.at[0].head.serial, sizeof(history.at[0].head.serial), "S1");
    ck_assert_ptr_null(history_read_now(&tree.sys, &history.at[0]));
    copy_text(history.at[0].head.path, sizeof(history.at[0].head.path), "/no/such");
    ck_assert_ptr_null(history_read_now(&tree.sys, &history.at[0]));
}

TEST(a_backup_name_belongs_to_one_disk)
{
    CLEANUP(freep) char *sda = backup_name("/x", "/dev/sda");
    CLEANUP(freep) char *odd = backup_name("/x", "/a b/c d.img");

    ck_assert(backup_name_is_of(sda, "/dev/sda") && !backup_name_is_of(sda, "/dev/sd"));
    ck_assert(!backup_name_is_of(sda, "/dev/sdaa") && !backup_name_is_of(sda, odd));
    ck_assert(backup_name_is_of(odd, "/elsewhere/c d.img"));
    ck_assert(backup_name_is_of("/x/sda-100000101-000000.alidade", "/dev/sda"));
    ck_assert(!backup_name_is_of("sda", "sda") && !backup_name_is_of("sda-2026", "sda"));
}
