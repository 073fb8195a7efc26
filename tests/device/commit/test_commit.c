/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_commit.c - what was rehearsed is written, and nothing else, and only once it is
 * sure that this is still the disk that was shown */
#include "device/commit/commit_steps.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "device/commit/backup.h"
#include "device/io/text_file.h"
#include "device/system/disk.h"
#include "model/base/mem.h"
#include "support/commit_scene.h"
#include "support/lazy.h"
#include "support/refused.h"
#include "support/test.h"

TEST_TIMES(what_was_rehearsed_is_written, SCENE_TABLE_COUNT)
{
    CLEANUP(commit_scene_finish) struct commit_scene scene;

    commit_scene_init(&scene, (enum scene_table)_i);
    commit_scene_delete(&scene);
    commit_scene_rehearse(&scene);
    ck_assert(lines_have(&scene.rehearsal.disk, scene.image.path));
    ck_assert_uint_gt(scene.rehearsal.writes.count, 0);
    ck_assert_uint_gt(scene.rehearsal.checked.count, 3);
    ck_assert_ptr_nonnull(scene.rehearsal.backup_path);
    ck_assert_int_ne(access(scene.rehearsal.backup_path, F_OK), 0);
    ck_assert(commit_scene_is_untouched(&scene));
    commit_scene_write(&scene);
    ck_assert(scene.report.is_written);
    ck_assert_str_eq(scene.report.backup_path, scene.rehearsal.backup_path);
    CLEANUP(layout_unrefp) struct layout *now = commit_scene_read(&scene);
    ck_assert(layout_equal(now, scene.preview));
    CLEANUP(freep) char *log = commit_scene_log(&scene);
    ck_assert_ptr_nonnull(strstr(log, scene.report.backup_path));
    ck_assert_ptr_nonnull(strstr(log, scene.image.path));
    ck_assert_ptr_nonnull(strstr(log, ": written\n"));
}

/* The head of a fix that is given up, which lies in free space. */
TEST(what_is_cleared_belongs_to_the_first_step)
{
    enum { LBA = 9000, AT = LBA * 512 };
    CLEANUP(commit_scene_finish) struct commit_scene scene;

    commit_scene_init(&scene, SCENE_GPT_512);
    image_put(&scene.image, AT, "head", 4);
    struct write_plan cleared = { .logical = 512,
                                  .writes = xcalloc(1, sizeof(struct write)),
                                  .count = 1 };
    cleared.writes[0] =
        (struct write){ LBA, 1, WRITE_CLEARED, true, xcalloc(1, 512), xcalloc(1, 512) };
    memcpy(cleared.writes[0].before, "head", 4);
    scene.request.cleared = &cleared;
    commit_scene_delete(&scene);
    commit_scene_rehearse(&scene);
    ck_assert_uint_eq(cleared.count, 0);
    ck_assert_uint_eq(commit_plan(scene.commit)->writes[0].lba, LBA);
    commit_scene_write(&scene);
    CLEANUP(lazy_freep) uint8_t *now = commit_scene_bytes(&scene);
    ck_assert_uint_eq(now[AT], 0);
    CLEANUP(layout_unrefp) struct layout *layout = commit_scene_read(&scene);
    ck_assert(layout_equal(layout, scene.preview));
}

/* Returns the log beside BACKUP from WORDS on; free(). */
static char *log_from(const char *backup, const char *words)
{
    CLEANUP(freep)
    char *path =
        xasprintf("%.*s/alidade.log", (int)(strrchr(backup, '/') - backup), backup);
    CLEANUP(freep) char *text = NULL;
    struct err err = { 0 };

    ck_assert_msg(text_file_load(path, &text, &err), "%s", err.text);
    const char *at = strstr(text, words);
    ck_assert_ptr_nonnull(at);
    return xstrdup(at);
}

/* The backup as a change of its own, which has a backup too. */
TEST_TIMES(a_restore_gives_every_byte_back, SCENE_TABLE_COUNT)
{
    CLEANUP(commit_scene_finish) struct commit_scene scene;
    CLEANUP(backup_file_finish) struct backup_file backup;

    commit_scene_init(&scene, (enum scene_table)_i);
    commit_scene_delete(&scene);
    commit_scene_rehearse(&scene);
    commit_scene_write(&scene);
    ck_assert(!commit_scene_is_untouched(&scene));
    CLEANUP(freep) char *path = xstrdup(scene.report.backup_path);
    ck_assert_msg(backup_load(path, &backup, &scene.err), "%s", scene.err.text);
    ck_assert_str_eq(backup.path, scene.image.path);

    CLEANUP(layout_unrefp) struct layout *changed = commit_scene_read(&scene);
    scene.request.base = changed;
    scene.request.preview = scene.base;
    scene.request.runs = backup.runs;
    scene.request.run_count = backup.count;
    commit_scene_rehearse(&scene);
    ck_assert_str_ne(scene.rehearsal.backup_path, path);
    commit_scene_write(&scene);
    ck_assert(scene.report.is_written);
    ck_assert(commit_scene_is_untouched(&scene));
    CLEANUP(freep)
    char *log = log_from(scene.report.backup_path, "writing a table from a backup");
    ck_assert_msg(strstr(log, ": new, sectors"), "%s", log);
}

TEST(the_commands_that_belong_to_a_change_are_handed_on)
{
    CLEANUP(commit_scene_finish) struct commit_scene scene;

    commit_scene_init(&scene, SCENE_GPT_512);
    commit_scene_create(&scene, 0, 8192, 2048);
    commit_scene_rehearse(&scene);
    commit_scene_write(&scene);
    ck_assert(lines_have(&scene.report.after, "mkfs"));
}

TEST_TIMES(no_change_is_no_write, SCENE_TABLE_COUNT)
{
    CLEANUP(commit_scene_finish) struct commit_scene scene;

    commit_scene_init(&scene, (enum scene_table)_i);
    commit_scene_rehearse(&scene);
    ck_assert_uint_eq(commit_plan(scene.commit)->count, 0);
    ck_assert_ptr_null(scene.rehearsal.backup_path);
    commit_scene_write(&scene);
    ck_assert_ptr_null(scene.report.backup_path);
    ck_assert(commit_scene_is_untouched(&scene));
    CLEANUP(freep) char *log = commit_scene_log(&scene);
    ck_assert_str_eq(log, "");
}

/* What happens between the rehearsal and the write. */
static void swap_image(struct commit_scene *scene)
{
    CLEANUP(freep) char *other = xasprintf("%s/other", scene->image.folder);
    int fd = open(other, O_RDWR | O_CREAT | O_EXCL, 0600);

    ck_assert_int_ge(fd, 0);
    ck_assert_int_eq(pwrite(fd, scene->old, scene->size, 0), (ssize_t)scene->size);
    ck_assert_int_eq(close(fd), 0);
    ck_assert_int_eq(rename(other, scene->image.path), 0);
}

static void grow_image(struct commit_scene *scene)
{
    ck_assert_int_eq(ftruncate(scene->image.fd, (off_t)scene->size + 4096), 0);
}

static void change_byte(struct commit_scene *scene, size_t offset)
{
    scene->old[offset] ^= 1;
    image_put(&scene->image, offset, scene->old + offset, 1);
}

static void change_boot_code(struct commit_scene *scene)
{
    change_byte(scene, 3);
}

static void change_entry(struct commit_scene *scene)
{
    change_byte(scene, 446 + 4);
}

static void change_gap(struct commit_scene *scene)
{
    change_byte(scene, scene->base ? 40 * 512 : 0);
}

static void change_name(struct commit_scene *scene)
{
    change_byte(scene, 2 * 512 + 56);
}

static void change_last(struct commit_scene *scene)
{
    change_byte(scene, scene->size - 512 + 24);
}

static void take_backup_name(struct commit_scene *scene)
{
    CLEANUP(freep) char *folder = xasprintf("%s/state", scene->tree.root);
    int fd = open(folder, O_RDWR | O_CREAT | O_EXCL, 0600);

    /* A file at the path of the folder. */
    ck_assert_int_ge(fd, 0);
    ck_assert_int_eq(close(fd), 0);
}

static const struct {
    enum scene_table table;
    void (*happen)(struct commit_scene *scene);
    enum refusal refusal;
    const char *words;
} meanwhile[] = {
    { SCENE_GPT_512, swap_image, REFUSAL_DISK_REPLACED, "another disk" },
    { SCENE_MSDOS, swap_image, REFUSAL_DISK_REPLACED, "another disk" },
    { SCENE_GPT_512, grow_image, REFUSAL_DISK_REPLACED, "bytes now" },
    { SCENE_GPT_512, change_boot_code, REFUSAL_DISK_CHANGED_SINCE_READ, "Sector 0 " },
    { SCENE_GPT_512, change_entry, REFUSAL_DISK_CHANGED_SINCE_READ, "Sector 0 " },
    { SCENE_GPT_512, change_gap, REFUSAL_DISK_CHANGED_SINCE_READ, "Sector 40 " },
    { SCENE_GPT_512, change_name, REFUSAL_DISK_CHANGED_SINCE_READ, "Sector 2 " },
    { SCENE_GPT_512, change_last, REFUSAL_DISK_CHANGED_SINCE_READ, "Sector 16383 " },
    { SCENE_MSDOS, change_boot_code, REFUSAL_DISK_CHANGED_SINCE_READ, "Sector 0 " },
    { SCENE_MSDOS, change_entry, REFUSAL_DISK_CHANGED_SINCE_READ, "Sector 0 " },
    { SCENE_MSDOS, change_gap, REFUSAL_DISK_CHANGED_SINCE_READ, "Sector 40 " },
    { SCENE_GPT_512, take_backup_name, REFUSAL_BACKUP_NOT_MADE, "Nothing was written" },
};

TEST_EACH(what_changed_meanwhile_is_not_written_over, meanwhile)
{
    CLEANUP(commit_scene_finish) struct commit_scene scene;

    commit_scene_init(&scene, meanwhile[_i].table);
    commit_scene_delete(&scene);
    commit_scene_rehearse(&scene);
    meanwhile[_i].happen(&scene);
    commit_scene_refuse_write(&scene, meanwhile[_i].words);
    ck_assert_refused(&scene.err, meanwhile[_i].refusal);
    ck_assert_ptr_null(scene.report.backup_path);
}

TEST(a_table_that_changed_since_it_was_shown_is_refused)
{
    CLEANUP(commit_scene_finish) struct commit_scene scene;

    commit_scene_init(&scene, SCENE_MSDOS);
    commit_scene_delete(&scene);
    change_byte(&scene, 446 + 4);
    commit_scene_refuse(&scene, "Read it again");
    ck_assert_refused(&scene.err, REFUSAL_TABLE_CHANGED_SINCE_READ);
}

TEST(a_table_that_must_not_be_edited_is_refused)
{
    CLEANUP(commit_scene_finish) struct commit_scene scene;
    struct err err = { 0 };

    commit_scene_init(&scene, SCENE_MSDOS);
    commit_scene_delete(&scene);
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(scene.preview);
    layout_builder_note(builder, NOTE_GPT_ENTRY_SIZE, "It is strange.");
    CLEANUP(layout_unrefp) struct layout *noted = layout_builder_finish(builder, &err);
    scene.request.preview = noted;
    commit_scene_refuse(&scene, "It is strange.");
}

TEST(a_backup_that_cannot_be_is_refused_before)
{
    CLEANUP(commit_scene_finish) struct commit_scene scene;

    commit_scene_init(&scene, SCENE_GPT_512);
    commit_scene_delete(&scene);
    scene.request.backup_path = scene.image.path;
    commit_scene_refuse(&scene, "never replaces a file");
    ck_assert_refused(&scene.err, REFUSAL_BACKUP_EXISTS);
    scene.request.backup_path = "/no/such/folder/a.alidade";
    commit_scene_refuse(&scene, "/no/such/folder");
    ck_assert_refused(&scene.err, REFUSAL_BACKUP_NO_FOLDER);
}

TEST(a_backup_lies_where_it_was_wished)
{
    CLEANUP(commit_scene_finish) struct commit_scene scene;
    CLEANUP(backup_file_finish) struct backup_file backup;

    commit_scene_init(&scene, SCENE_GPT_4096);
    commit_scene_delete(&scene);
    CLEANUP(freep) char *path = xasprintf("%s/mine", scene.tree.root);
    scene.request.backup_path = path;
    commit_scene_rehearse(&scene);
    commit_scene_write(&scene);
    ck_assert_str_eq(scene.report.backup_path, path);
    ck_assert_msg(backup_load(path, &backup, &scene.err), "%s", scene.err.text);
    ck_assert_uint_eq(backup.logical, 4096);
}

/* Two changes that were rehearsed in the same second. */
TEST(a_backup_gives_way_to_one_that_came_first)
{
    CLEANUP(commit_scene_finish) struct commit_scene scene;

    commit_scene_init(&scene, SCENE_GPT_4096);
    commit_scene_delete(&scene);
    commit_scene_rehearse(&scene);
    tree_write(&scene.tree, "another one", "%s",
               scene.rehearsal.backup_path + strlen(scene.tree.root) + 1);
    commit_scene_write(&scene);
    ck_assert_str_ne(scene.report.backup_path, scene.rehearsal.backup_path);
    ck_assert_int_eq(access(scene.report.backup_path, F_OK), 0);
}

/* A loop device over [OFFSET, OFFSET + LIMIT) of the image, bytes. */
static void put_loop(struct commit_scene *scene, uint64_t offset, uint64_t limit)
{
    CLEANUP(freep) char *from = xasprintf("%llu\n", (unsigned long long)offset);
    CLEANUP(freep) char *size = xasprintf("%llu\n", (unsigned long long)limit);
    CLEANUP(freep) char *path = xasprintf("%s\n", scene->image.path);

    tree_disk(&scene->tree, "loop7", "virtual", "7:7", limit / 512);
    tree_say(&scene->tree, "loop7", "loop/backing_file", path);
    tree_say(&scene->tree, "loop7", "loop/offset", from);
    tree_say(&scene->tree, "loop7", "loop/sizelimit", size);
}

TEST(an_image_below_a_loop_device_is_refused)
{
    CLEANUP(commit_scene_finish) struct commit_scene scene;

    commit_scene_init(&scene, SCENE_GPT_512);
    commit_scene_delete(&scene);
    put_loop(&scene, 0, 0);
    commit_scene_refuse(&scene, "loop7");
    ck_assert_refused(&scene.err, REFUSAL_DISK_IN_USE);
}

TEST(a_partition_below_a_loop_device_stays_while_others_change)
{
    CLEANUP(commit_scene_finish) struct commit_scene scene;

    commit_scene_init(&scene, SCENE_GPT_512);
    commit_scene_delete(&scene);
    put_loop(&scene, 4096 * 512, 100 * 512); /* the second */
    commit_scene_rehearse(&scene);
    commit_scene_write(&scene);
    commit_scene_finish(&scene);

    commit_scene_init(&scene, SCENE_GPT_512);
    commit_scene_delete(&scene);
    put_loop(&scene, 2048 * 512, 100 * 512); /* the one that goes */
    commit_scene_refuse(&scene, "partition 1");
}

/* Who begins to use it while a person reads the list of changes. */
TEST(the_users_are_looked_at_again_before_the_write)
{
    CLEANUP(commit_scene_finish) struct commit_scene scene;

    commit_scene_init(&scene, SCENE_GPT_512);
    commit_scene_delete(&scene);
    commit_scene_rehearse(&scene);
    put_loop(&scene, 2048 * 512, 100 * 512);
    commit_scene_refuse_write(&scene, "loop7");
}

/* What was measured is no change of the table, whether the drive is remembered or not. */
TEST(limits_that_were_measured_are_the_same_at_the_write)
{
    CLEANUP(commit_scene_finish) struct commit_scene scene;
    struct limits_given given = { .measured = { 16384, 8192, 4 << 20 } };

    commit_scene_init(&scene, SCENE_GPT_512);
    CLEANUP(store_closep) struct store *store = store_open(scene.image.path, &scene.err);
    struct layout *measured = disk_read(store, &given, &scene.err);
    ck_assert_msg(measured != NULL, "%s", scene.err.text);
    ck_assert_int_eq(layout_limits(measured)->physical_source, SOURCE_MEASURED);
    commit_scene_set_base(&scene, measured);
    commit_scene_delete(&scene);
    commit_scene_rehearse(&scene);
    commit_scene_write(&scene);
    ck_assert(scene.report.is_written);
}
