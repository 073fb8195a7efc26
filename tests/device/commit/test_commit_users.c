/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_commit_users.c - who uses an image, also where that is not known, and whether the
 * backup lasts */
#include "device/commit/commit_steps.h"

#include <fcntl.h>
#include <linux/magic.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statfs.h>
#include <sys/wait.h>
#include <unistd.h>

#include "device/commit/backup.h"
#include "device/system/devices.h"
#include "device/system/opener.h"
#include "model/base/mem.h"
#include "support/commit_scene.h"
#include "support/refused.h"
#include "support/test.h"

/* Another program that holds a record lock on an image, as QEMU does. */
struct locker {
    pid_t pid;
    char name[32]; /* "(4711)" */
};

static const struct {
    int command;
    short type;
} locks[] = {
    { F_OFD_SETLK, F_RDLCK },
    { F_OFD_SETLK, F_WRLCK },
    { F_SETLK, F_RDLCK },
    { F_SETLK, F_WRLCK },
};

static struct locker start_locker(const char *path, size_t how)
{
    struct locker locker;
    int ends[2];
    char byte;

    ck_assert_int_eq(pipe(ends), 0);
    locker.pid = fork();
    ck_assert_int_ge(locker.pid, 0);
    if (locker.pid == 0) {
        struct flock lock = {
            .l_type = locks[how].type, .l_whence = SEEK_SET, .l_start = 100, .l_len = 1
        };
        int fd = open(path, O_RDWR);
        if (fd < 0 || fcntl(fd, locks[how].command, &lock) != 0)
            _exit(1);
        if (write(ends[1], "x", 1) != 1)
            _exit(1);
        for (;;)
            (void)pause(); /* until it is killed */
    }
    (void)close(ends[1]);
    ck_assert_int_eq(read(ends[0], &byte, 1), 1);
    (void)close(ends[0]);
    (void)snprintf(locker.name, sizeof(locker.name), "(%ld)", (long)locker.pid);
    return locker;
}

static void stop_locker(const struct locker *locker)
{
    ck_assert_int_eq(kill(locker->pid, SIGKILL), 0);
    ck_assert_int_eq(waitpid(locker->pid, NULL, 0), locker->pid);
}

TEST_EACH(a_lock_of_another_program_is_seen_and_named, locks)
{
    struct sys sys = sys_of_machine();
    CLEANUP(image_remove) struct image image;
    char who[128];

    image_make(&image, 4096);
    ck_assert(!opener_has_lock(&sys, image.fd, who, sizeof(who)));
    struct locker locker = start_locker(image.path, (size_t)_i);
    ck_assert(opener_has_lock(&sys, image.fd, who, sizeof(who)));
    ck_assert_ptr_nonnull(strstr(who, locker.name));
    stop_locker(&locker);
    ck_assert(!opener_has_lock(&sys, image.fd, who, sizeof(who)));
}

TEST_EACH(a_locked_image_is_in_use_before_anything_is_changed, locks)
{
    struct sys sys = sys_of_machine();
    struct disk_info info;
    CLEANUP(image_remove) struct image image;

    image_make(&image, 4096);
    devices_describe(&sys, image.path, &info);
    ck_assert_str_eq(info.in_use, "");
    disk_info_finish(&info);
    struct locker locker = start_locker(image.path, (size_t)_i);
    devices_describe(&sys, image.path, &info);
    ck_assert_ptr_nonnull(strstr(info.in_use, locker.name));
    disk_info_finish(&info);
    stop_locker(&locker);
}

TEST(a_locked_image_is_refused_before_the_question)
{
    CLEANUP(commit_scene_finish) struct commit_scene scene;

    commit_scene_init(&scene, SCENE_GPT_512);
    commit_scene_delete(&scene);
    scene.tree.sys.proc = "/proc";
    struct locker locker = start_locker(scene.image.path, 0);
    commit_scene_refuse(&scene, "is locked by");
    ck_assert_refused(&scene.err, REFUSAL_DISK_LOCKED);
    ck_assert_ptr_nonnull(strstr(scene.err.text, locker.name));
    stop_locker(&locker);
}

TEST(an_image_that_was_locked_meanwhile_is_refused)
{
    CLEANUP(commit_scene_finish) struct commit_scene scene;

    commit_scene_init(&scene, SCENE_GPT_512);
    commit_scene_delete(&scene);
    commit_scene_rehearse(&scene);
    struct locker locker = start_locker(scene.image.path, 0);
    commit_scene_refuse_write(&scene, "");
    /* The tree's /proc does not know who. */
    ck_assert_ptr_nonnull(strstr(scene.err.text, "Another program holds a lock"));
    ck_assert(commit_scene_is_untouched(&scene));
    stop_locker(&locker);
}

static const char *const gone[] = { "sys/block", "proc/self" };

TEST_EACH(without_sys_or_proc_no_use_is_ruled_out, gone)
{
    CLEANUP(commit_scene_finish) struct commit_scene scene;

    commit_scene_init(&scene, SCENE_GPT_512);
    commit_scene_delete(&scene);
    commit_scene_rehearse(&scene);
    ck_assert(lines_have(&scene.rehearsal.checked, "Nothing that changes is in use"));
    ck_assert(!lines_have(&scene.rehearsal.warnings, "is not mounted"));
    CLEANUP(freep) char *from = xasprintf("%s/%s", scene.tree.root, gone[_i]);
    CLEANUP(freep) char *to = xasprintf("%s/gone", scene.tree.root);
    ck_assert_int_eq(rename(from, to), 0);
    commit_scene_rehearse(&scene);
    ck_assert(!lines_have(&scene.rehearsal.checked, "Nothing that changes is in use"));
    ck_assert(lines_have(&scene.rehearsal.warnings, "is not mounted"));
}

/* The tree lies in /tmp. */
TEST_TIMES(a_backup_that_does_not_last_is_warned_about_before_and_after, 2)
{
    CLEANUP(commit_scene_finish) struct commit_scene scene;

    commit_scene_init(&scene, SCENE_GPT_512);
    commit_scene_delete(&scene);
    CLEANUP(freep) char *path = xasprintf("%s/mine.alidade", scene.tree.root);
    scene.request.backup_path = _i ? path : NULL;
    commit_scene_rehearse(&scene);
    ck_assert(lines_have(&scene.rehearsal.warnings, "gone after a restart"));
    commit_scene_write(&scene);
    ck_assert(lines_have(&scene.report.warnings, "gone after a restart"));
}

static const struct {
    const char *path;
    enum backup_lifetime lifetime;
} places[] = {
    { "/dev/shm/a.alidade", BACKUP_IN_MEMORY }, /* usually tmpfs; a folder in a chroot */
    { "/proc/a.alidade", BACKUP_LASTS },
    { "/sys/a.alidade", BACKUP_LASTS },
};

TEST_EACH(the_file_system_says_whether_a_backup_lasts, places)
{
    struct sys sys = sys_of_machine();
    struct statfs status;

    ck_assert_int_eq(statfs("/dev/shm", &status), 0);
    if (places[_i].lifetime == BACKUP_IN_MEMORY && status.f_type != TMPFS_MAGIC)
        return;
    ck_assert_int_eq(backup_lifetime(&sys, places[_i].path), places[_i].lifetime);
}

/* By its file system where that lies in memory, else by the folder. */
TEST(a_backup_in_tmp_is_warned_about_for_the_right_reason)
{
    static const char *const paths[] = { "/tmp", "/tmp/a/b/c.alidade" };
    struct sys sys = sys_of_machine();
    struct statfs status;

    ck_assert_int_eq(statfs("/tmp", &status), 0);
    bool is_tmpfs = (unsigned long)status.f_type == TMPFS_MAGIC;
    bool is_overlay = (unsigned long)status.f_type == OVERLAYFS_SUPER_MAGIC;
    for (size_t i = 0; i < ARRAY_SIZE(paths); i++) {
        enum backup_lifetime lifetime = backup_lifetime(&sys, paths[i]);
        const char *words = backup_lifetime_words(&sys, paths[i]);
        ck_assert_int_ne(lifetime, BACKUP_LASTS);
        ck_assert(is_overlay || (lifetime == BACKUP_IN_MEMORY) == is_tmpfs);
        ck_assert_ptr_nonnull(strstr(words, is_tmpfs ? "will be gone" : "be gone"));
    }
}

TEST(an_io_error_before_the_write_says_that_nothing_was_written)
{
    struct err io = { 0 }, other = { 0 };

    (void)err_set(&io, ERR_IO, "Sector 5 cannot be read.");
    err_add_untouched(&io);
    ck_assert_str_eq(io.text, "Sector 5 cannot be read. Nothing was written.");
    (void)err_set(&other, ERR_REFUSED, "It is in use.");
    err_add_untouched(&other);
    ck_assert_str_eq(other.text, "It is in use.");
}
