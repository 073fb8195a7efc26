/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_backup.c - backups are new files that are whole, and the log says what was done */
#include "device/commit/backup.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "device/system/backup_folder.h"
#include "device/system/below.h"
#include "model/base/mem.h"
#include "support/image.h"
#include "support/refused.h"
#include "support/test.h"
#include "support/tree.h"

enum { SECTOR = 512 };

static struct backup_file new_backup(void)
{
    struct backup_file backup = { .size = 4096, .logical = SECTOR };
    uint8_t sector[SECTOR];

    memset(sector, 0x5a, sizeof(sector));
    copy_text(backup.path, sizeof(backup.path), "/dev/sda");
    backup_file_add(&backup, 7, 1, sector);
    return backup;
}

/* The whole file as text; free(). */
static char *read_text(const char *path)
{
    int fd = open(path, O_RDONLY);
    char *text = xcalloc(1, 65536);

    ck_assert_int_ge(fd, 0);
    ck_assert_int_ge(read(fd, text, 65535), 0);
    ck_assert_int_eq(close(fd), 0);
    return text;
}

TEST(a_saved_backup_is_loaded_as_it_was)
{
    struct backup_file backup = new_backup(), again;
    struct err err = { 0 };
    CLEANUP(image_remove) struct image image;
    struct stat status;

    image_make(&image, SECTOR);
    CLEANUP(freep) char *path = xasprintf("%s/a.alidade", image.folder);
    ck_assert_msg(backup_is_possible(path, &err), "%s", err.text);
    ck_assert_msg(backup_save(path, &backup, &err), "%s", err.text);
    ck_assert_int_eq(stat(path, &status), 0);
    ck_assert_int_eq(status.st_mode & 0777, 0600);
    ck_assert_msg(backup_load(path, &again, &err), "%s", err.text);
    ck_assert_uint_eq(again.count, 1);
    ck_assert_uint_eq(again.runs[0].lba, 7);
    ck_assert_mem_eq(again.runs[0].bytes, backup.runs[0].bytes, SECTOR);
    backup_file_finish(&again);
    backup_file_finish(&backup);
    ck_assert_int_eq(unlink(path), 0);
}

/* What exists at the path of the backup. */
static void make_file(const char *path)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL, 0600);

    ck_assert_int_eq(write(fd, "mine", 4), 4);
    ck_assert_int_eq(close(fd), 0);
}

static void make_dangling_link(const char *path)
{
    ck_assert_int_eq(symlink("nowhere", path), 0);
}

static void make_folder(const char *path)
{
    ck_assert_int_eq(mkdir(path, 0700), 0);
}

static void (*const in_the_way[])(const char *) = { make_file, make_dangling_link,
                                                    make_folder };

TEST_EACH(nothing_is_replaced_by_a_backup, in_the_way)
{
    CLEANUP(backup_file_finish) struct backup_file backup = new_backup();
    struct err err = { 0 }, again = { 0 };
    CLEANUP(image_remove) struct image image;
    struct stat before, after;

    image_make(&image, SECTOR);
    CLEANUP(freep) char *path = xasprintf("%s/a.alidade", image.folder);
    in_the_way[_i](path);
    ck_assert_int_eq(lstat(path, &before), 0);
    ck_assert(!backup_is_possible(path, &again));
    ck_assert_int_eq(again.code, ERR_REFUSED);
    ck_assert(!backup_save(path, &backup, &err));
    ck_assert_int_eq(err.code, ERR_REFUSED);
    ck_assert_ptr_nonnull(strstr(err.text, path));
    ck_assert_int_eq(lstat(path, &after), 0);
    ck_assert_int_eq(before.st_size, after.st_size);
    ck_assert_uint_eq(before.st_ino, after.st_ino);
    ck_assert_int_eq(remove(path), 0);
}

TEST(a_folder_that_is_not_there_is_named)
{
    CLEANUP(backup_file_finish) struct backup_file backup = new_backup();
    struct err err = { 0 }, again = { 0 };

    ck_assert(!backup_is_possible("/no/such/folder/a.alidade", &again));
    ck_assert_int_eq(again.code, ERR_REFUSED);
    ck_assert_ptr_nonnull(strstr(again.text, "/no/such/folder"));
    ck_assert(!backup_save("/no/such/folder/a.alidade", &backup, &err));
    ck_assert_int_eq(err.code, ERR_REFUSED);
}

/* As on a full file system: the write stops in the middle. */
TEST(half_a_backup_is_not_left_behind)
{
    CLEANUP(backup_file_finish) struct backup_file backup = new_backup();
    struct rlimit limit = { SECTOR + 1, SECTOR + 1 };
    struct err err = { 0 };
    CLEANUP(image_remove) struct image image;

    image_make(&image, SECTOR);
    CLEANUP(freep) char *path = xasprintf("%s/a.alidade", image.folder);
    (void)signal(SIGXFSZ, SIG_IGN); /* a valid signal */
    ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
    ck_assert(!backup_save(path, &backup, &err));
    ck_assert_int_eq(err.code, ERR_IO);
    ck_assert_int_ne(access(path, F_OK), 0);
}

static bool is_read_only;

/* In place of that of the C library: root may write everywhere. */
int access(const char *path, int mode)
{
    if (is_read_only && (mode & W_OK)) {
        errno = EROFS;
        return -1;
    }
    return faccessat(AT_FDCWD, path, mode, 0);
}

TEST(a_folder_that_cannot_be_written_to_gets_no_backup)
{
    struct err err = { 0 };
    CLEANUP(image_remove) struct image image;

    image_make(&image, SECTOR);
    CLEANUP(freep) char *path = xasprintf("%s/a.alidade", image.folder);
    ck_assert(backup_is_possible(path, &err));
    is_read_only = true;
    ck_assert(!backup_is_possible(path, &err));
    is_read_only = false;
    ck_assert_refused(&err, REFUSAL_BACKUP_FOLDER_READ_ONLY);
}

TEST(what_is_no_backup_is_not_loaded)
{
    struct backup_file again;
    struct err err = { 0 };
    CLEANUP(image_remove) struct image image;

    image_make(&image, (uint64_t)1 << 40); /* sparse: is not read into memory */
    const char *const paths[] = { image.path, image.folder, "/dev/zero", "/no/such" };
    for (size_t i = 0; i < ARRAY_SIZE(paths); i++) {
        err = (struct err){ 0 };
        ck_assert(!backup_load(paths[i], &again, &err));
        ck_assert_int_eq(err.code, ERR_UNREADABLE);
        ck_assert_ptr_nonnull(strstr(err.text, paths[i]));
    }
    ck_assert_int_eq(ftruncate(image.fd, 100), 0);
    err = (struct err){ 0 };
    ck_assert(!backup_load(image.path, &again, &err));
    ck_assert_ptr_nonnull(strstr(err.text, image.path));
}

TEST(the_state_directory_holds_the_backups)
{
    char *folder = NULL;
    struct err err = { 0 };
    CLEANUP(image_remove) struct image image;

    image_make(&image, SECTOR);
    CLEANUP(freep) char *state = xasprintf("%s/state", image.folder);
    CLEANUP(freep) char *want = xasprintf("%s/alidade", state);
    ck_assert_int_eq(setenv("XDG_STATE_HOME", state, 1), 0);
    ck_assert_msg(backup_folder_find(&folder, &err), "%s", err.text);
    ck_assert_str_eq(folder, want);
    ck_assert_int_ne(access(state, F_OK), 0);
    free(folder);
    ck_assert_msg(backup_folder(&folder, &err), "%s", err.text);
    ck_assert_str_eq(folder, want);
    ck_assert_int_eq(access(folder, W_OK), 0);
    free(folder);
    ck_assert(backup_folder(&folder, &err)); /* once more: it is there */
    ck_assert_int_eq(rmdir(folder), 0);
    ck_assert_int_eq(rmdir(state), 0);
    free(folder);
}

/* XDG_STATE_HOME and HOME, and the folder below the test's own. */
static const struct {
    const char *state;
    const char *home;
    const char *want;
} places[] = {
    { "relative", "%s", "/.local/state/alidade" },
    { NULL, "%s", "/.local/state/alidade" },
    { "", "%s", "/.local/state/alidade" },
    { "%s/disk.img/x", "%s", "/.local/state/alidade" }, /* below a file: none */
    { "%s/disk.img", "relative", NULL },
};

static void set_variable(const char *name, const char *format, const char *folder)
{
    CLEANUP(freep) char *value = NULL;

    if (!format) {
        ck_assert_int_eq(unsetenv(name), 0);
        return;
    }
    value = !strncmp(format, "%s", 2) ? xasprintf("%s%s", folder, format + 2)
                                      : xstrdup(format);
    ck_assert_int_eq(setenv(name, value, 1), 0);
}

TEST_EACH(the_first_folder_that_can_be_is_taken, places)
{
    char *folder = NULL;
    struct err err = { 0 };
    CLEANUP(image_remove) struct image image;

    image_make(&image, SECTOR);
    set_variable("XDG_STATE_HOME", places[_i].state, image.folder);
    set_variable("HOME", places[_i].home, image.folder);
    bool is_found = backup_folder_find(&folder, &err);
    if (places[_i].want) {
        CLEANUP(freep) char *want = xasprintf("%s%s", image.folder, places[_i].want);
        ck_assert_msg(is_found, "%s", err.text);
        ck_assert_str_eq(folder, want);
    } else if (is_found) {
        ck_assert_str_eq(folder, "/run/alidade");
    } else {
        ck_assert_refused(&err, REFUSAL_BACKUP_NO_DEFAULT_FOLDER);
    }
    free(folder);
}

TEST(names_are_new_and_plain)
{
    CLEANUP(image_remove) struct image image;

    image_make(&image, SECTOR);
    CLEANUP(freep) char *first = backup_name(image.folder, "/dev/sd a\n/../\033x");
    ck_assert_int_eq(strncmp(first + strlen(image.folder), "/_x-", 4), 0);
    ck_assert_ptr_nonnull(strstr(first, ".alidade"));
    make_file(first);
    CLEANUP(freep) char *second = backup_name(image.folder, "/dev/sd a\n/../\033x");
    ck_assert_str_ne(first, second);
    ck_assert_int_eq(unlink(first), 0);
}

TEST(the_log_grows_by_what_was_done)
{
    struct lines lines = { 0 };
    struct err err = { 0 };
    CLEANUP(image_remove) struct image image;

    image_make(&image, SECTOR);
    CLEANUP(freep) char *path = xasprintf("%s/alidade.log", image.folder);
    lines_add(&lines, "partition 1: start 63 -> 64");
    lines_add(&lines, "partition 2: removed\033[2J");
    ck_assert(backup_log(image.folder, "/dev/sda", "writing", &lines, &err));
    ck_assert(backup_log(image.folder, "/tmp/a\nb", "written", NULL, &err));
    CLEANUP(freep) char *text = read_text(path);
    char *line = strchr(text, '\n');
    ck_assert_ptr_nonnull(line);
    *line = '\0';
    ck_assert_ptr_nonnull(strstr(text, " /dev/sda: writing"));
    ck_assert_uint_eq(strspn(text, "0123456789-"), 10);
    ck_assert_int_eq(strncmp(line + 1,
                             "    partition 1: start 63 -> 64\n"
                             "    partition 2: removed?[2J\n",
                             61),
                     0);
    ck_assert_ptr_nonnull(strstr(line + 1, " /tmp/a?b: written\n"));
    lines_finish(&lines);
    ck_assert_int_eq(unlink(path), 0);
    ck_assert(!backup_log("/no/such", "/dev/sda", "writing", NULL, &err));
    ck_assert_int_eq(err.code, ERR_IO);
}

TEST(a_log_that_is_a_pipe_is_no_reason_to_wait)
{
    struct err err = { 0 };
    CLEANUP(image_remove) struct image image;

    image_make(&image, SECTOR);
    CLEANUP(freep) char *path = xasprintf("%s/alidade.log", image.folder);
    ck_assert(!mkfifo(path, 0600));
    ck_assert(!backup_log(image.folder, "/dev/sda", "writing", NULL, &err));
    ck_assert_int_eq(err.code, ERR_IO);
    ck_assert_int_eq(unlink(path), 0);
}

/* The test's own folder lies on sda1, which is a volume on sdb in the end. */
TEST(a_backup_on_the_disk_itself_is_seen)
{
    CLEANUP(tree_finish) struct tree tree;
    struct stat status;

    tree_init(&tree);
    ck_assert_int_eq(stat(tree.root, &status), 0);
    CLEANUP(freep)
    char *number = xasprintf("%u:%u", major(status.st_dev), minor(status.st_dev));
    tree_disk(&tree, "sda", "virtual", "8:0", 2048);
    tree_disk(&tree, "sdb", "virtual", "8:16", 2048);
    tree_partition(&tree, "sda", "sda1", number, 63, 1000);
    ck_assert(below_file_is_on(&tree.sys, tree.root, "sda"));
    ck_assert(!below_file_is_on(&tree.sys, tree.root, "sdb"));
    CLEANUP(freep) char *below = xasprintf("%s/no/such/file", tree.root);
    ck_assert(below_file_is_on(&tree.sys, below, "sda"));
    tree_write(&tree, "", "sys/class/block/sda1/slaves/sdb/dev");
    ck_assert(below_file_is_on(&tree.sys, tree.root, "sdb"));
}
