/* SPDX-License-Identifier: GPL-3.0-or-later */
/* commit_loop.c - changes written to real block devices: loop devices that this program
 * makes and removes, with mounts, swap and holders on them; needs root, else it skips */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/swap.h>
#include <sys/wait.h>
#include <unistd.h>

#include "model/base/mem.h"
#include "support/loop_scene.h"

enum {
    PARTS = 5, /* mounted, swapped on, below a loop device, idle, idle */
    PATTERN = 0x5a,
};

static void make_tables(struct loop_scene *scene)
{
    loop_edit_table(scene, LABEL_MSDOS);
    loop_edit_create(scene, EXTENT_PARTITION, 1, 1, 5);
    loop_edit_create(scene, EXTENT_EXTENDED, 2, 10, 60);
    loop_edit_create(scene, EXTENT_LOGICAL, 5, 12, 5);
    loop_edit_create(scene, EXTENT_LOGICAL, 6, 20, 5);
    loop_edit_create(scene, EXTENT_LOGICAL, 7, 30, 5);
    loop_commit(scene, "a new msdos table with logicals");
    loop_edit_delete(scene, 5);
    loop_commit(scene, "a logical that goes, others that get new numbers");
    loop_edit_resize(scene, 1, 8);
    loop_commit(scene, "a primary that grows");

    loop_edit_table(scene, LABEL_GPT);
    for (unsigned number = 1; number <= PARTS; number++)
        loop_edit_create(scene, EXTENT_PARTITION, number,
                         1 + LOOP_PART_MIB * (number - 1), LOOP_PART_MIB);
    loop_commit(scene, "a GPT over it");
}

static bool make_users(struct loop_scene *scene)
{
    char node[64];

    if (!loop_disk_run("mkfs.ext4", "-q", "-F", "-b", "4096", loop_node(scene, 1, node),
                       (char *)NULL) ||
        mkdir(scene->mount_point, 0700) ||
        mount(node, scene->mount_point, "ext4", MS_NOATIME, NULL))
        return false;
    scene->is_mounted = true;
    if (!loop_disk_run("mkswap", loop_node(scene, 2, node), (char *)NULL) ||
        swapon(node, 0))
        return false;
    scene->is_swapping = true;
    return loop_disk_open(&scene->above, loop_node(scene, 3, node), 0, false);
}

static void refuse_changes_of_used_ones(struct loop_scene *scene)
{
    static const struct {
        unsigned number;
        const char *what;
    } used[] = { { 1, "mounted on" }, { 2, "swap" }, { 3, "loop device" } };

    for (size_t i = 0; i < ARRAY_SIZE(used); i++) {
        loop_edit_delete(scene, used[i].number);
        loop_refuse(scene, "deleting what is in use", used[i].what);
    }
    loop_edit_resize(scene, 3, LOOP_PART_MIB / 2);
    loop_refuse(scene, "shrinking what is in use", "loop device");
    loop_edit_table(scene, LABEL_GPT);
    loop_refuse(scene, "a new table over a mounted one", "mounted on");
}

static bool file_is_there(const struct loop_scene *scene)
{
    CLEANUP(freep) char *path = xasprintf("%s/file", scene->mount_point);
    char text[8] = "";
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    bool is_there = fd >= 0 && read(fd, text, 4) == 4 && !strcmp(text, "mine");

    if (fd >= 0)
        (void)close(fd);
    return is_there;
}

static void make_file(const struct loop_scene *scene)
{
    CLEANUP(freep) char *path = xasprintf("%s/file", scene->mount_point);
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);

    if (fd < 0 || write(fd, "mine", 4) != 4 || fsync(fd) || close(fd))
        perror(path);
}

static void change_beside_used_ones(struct loop_scene *scene)
{
    make_file(scene);
    loop_edit_delete(scene, 4);
    loop_commit(scene, "one goes beside a mounted one");
    loop_edit_resize(scene, 5, LOOP_PART_MIB * 2);
    loop_edit(scene, &(struct edit){ .kind = EDIT_NAME,
                                     .id = loop_id(scene, 1),
                                     .name = "while it is mounted" });
    loop_commit(scene, "one grows beside a mounted one, which gets a name");
    loop_edit_create(scene, EXTENT_PARTITION, 4, 1 + LOOP_PART_MIB * 3,
                     LOOP_PART_MIB / 2);
    loop_commit(scene, "a new one beside a mounted one");
    loop_check(scene, file_is_there(scene), "the mounted file system has its file");
}

/* A program holds what will change between the rehearsal and the write. */
static void refuse_what_is_taken_meanwhile(struct loop_scene *scene)
{
    struct err err = { 0 };
    struct commit_report report = { 0 };
    char node[64];

    loop_edit_delete(scene, 4);
    CLEANUP(commit_freep) struct commit *commit = loop_rehearse(scene, &err);
    int fd = open(loop_node(scene, 4, node), O_RDONLY | O_EXCL | O_CLOEXEC);
    uint64_t before = loop_hash(scene);
    loop_check(scene, commit && fd >= 0, "held after the rehearsal %s", err.text);
    loop_check(scene,
               commit && !commit_steps_write(commit, &report, &err) &&
                   err.code == ERR_REFUSED,
               "what was taken meanwhile is refused: %s", err.text);
    loop_check(scene, loop_hash(scene) == before, "taken meanwhile: nothing was written");
    if (fd >= 0)
        (void)close(fd);
    commit_report_finish(&report);
    loop_read(scene);
}

/* The disk as a whole is claimed by an unknown holder. */
static void refuse_whole(struct loop_scene *scene)
{
    int fd = open(scene->disk.path, O_RDONLY | O_EXCL | O_CLOEXEC);

    loop_check(scene, fd >= 0, "the whole disk can be claimed");
    loop_edit_create(scene, EXTENT_PARTITION, 9, 70, 2);
    loop_refuse(scene, "a disk that is claimed as a whole", "claimed as a whole");
    if (fd >= 0)
        (void)close(fd);
    loop_read(scene);
}

static void change_below_device_mapper(struct loop_scene *scene)
{
    CLEANUP(freep) char *table = NULL;
    char node[64];

    table =
        xasprintf("0 %d linear %s 0", LOOP_PART_MIB * 1024, loop_node(scene, 4, node));
    (void)snprintf(scene->holder, sizeof(scene->holder), "alidade-test-%ld",
                   (long)getpid());
    if (access("/dev/mapper/control", F_OK) ||
        !loop_disk_run("dmsetup", "create", scene->holder, "--table", table,
                       (char *)NULL)) {
        scene->holder[0] = '\0';
        printf("skipped: holders (no device mapper here)\n");
        return;
    }
    loop_edit_delete(scene, 4);
    loop_refuse(scene, "deleting what device mapper holds", scene->holder);
    loop_edit_resize(scene, 5, LOOP_PART_MIB);
    loop_commit(scene, "one shrinks beside what device mapper holds");
    if (loop_disk_run("dmsetup", "remove", scene->holder, (char *)NULL))
        scene->holder[0] = '\0';
}

/* The array ends in the sector before the first partition: a page of the whole disk
 * holds both. Another program keeps it in the cache while the partition is written to. */
static void change_beside_a_stale_page(struct loop_scene *scene)
{
    uint64_t first = (scene->logical == 512 ? 34 : 6) * scene->logical;
    CLEANUP(freep) uint8_t *page = xmalloc(16384);
    uint8_t pattern[4096];
    char node[64];
    int disk, part;

    loop_edit_table(scene, LABEL_GPT);
    loop_edit(scene, &(struct edit){ .kind = EDIT_CREATE,
                                     .id = EDIT_ID_FIRST + 1,
                                     .extent = EXTENT_PARTITION,
                                     .start = first / scene->logical,
                                     .length = loop_mib(scene, 4),
                                     .seed = { { 7, 2, 3, 4 } } });
    loop_commit(scene, "a partition right behind the array");
    disk = open(scene->disk.path, O_RDONLY | O_CLOEXEC);
    part = open(loop_node(scene, 1, node), O_RDWR | O_CLOEXEC);
    memset(pattern, PATTERN, sizeof(pattern));
    bool is_set = disk >= 0 && part >= 0 && pread(disk, page, 16384, 16384) == 16384 &&
                  pwrite(part, pattern, sizeof(pattern), 0) == sizeof(pattern) &&
                  !fsync(part);
    loop_check(scene, is_set, "an old copy of a partition's first sectors is cached");
    loop_edit_create(scene, EXTENT_PARTITION, 128, 20, 2);
    loop_commit(scene, "the last entry of the array");
    loop_check(scene,
               pread(scene->image.fd, page, sizeof(pattern), (off_t)first) ==
                       sizeof(pattern) &&
                   !memcmp(page, pattern, sizeof(pattern)),
               "what was written to the partition is still there");
    if (part >= 0)
        (void)close(part);
    if (disk >= 0)
        (void)close(disk);
}

/* Only looks at partition NUMBER, until it is ended; its process, or -1. */
static pid_t start_looker(const struct loop_scene *scene, unsigned number)
{
    int ready[2];
    char node[64], byte;

    if (pipe(ready))
        return -1;
    pid_t child = fork();
    if (child == 0) {
        int fd = open(loop_node(scene, number, node), O_RDONLY | O_CLOEXEC);
        if (fd < 0 || write(ready[1], "x", 1) != 1)
            _exit(1);
        for (;;)
            pause();
    }
    (void)close(ready[1]); /* the child has its own */
    bool is_ready = child > 0 && read(ready[0], &byte, 1) == 1;
    (void)close(ready[0]); /* only read from */
    return is_ready ? child : -1;
}

static bool warns(const struct commit_report *report, const char *words)
{
    for (size_t i = 0; i < report->warnings.count; i++)
        if (strstr(report->warnings.at[i], words))
            return true;
    return false;
}

/* Not claimed, only open: the table can be written, but the kernel keeps the partition.
 */
static void tell_of_what_the_kernel_keeps(struct loop_scene *scene)
{
    struct err err = { 0 };
    struct commit_report report = { 0 };
    pid_t looker = start_looker(scene, 1);

    loop_check(scene, looker > 0, "another process looks at a partition");
    if (looker < 0)
        return;
    CLEANUP(freep) char *who = xasprintf("(%ld)", (long)looker);
    loop_edit_delete(scene, 1);
    CLEANUP(commit_freep) struct commit *commit = loop_rehearse(scene, &err);
    loop_check(scene,
               commit && commit_steps_write(commit, &report, &err) && report.is_written,
               "what is only open is written %s", err.text);
    loop_check(scene, warns(&report, who), "who has it open is named");
    loop_check(scene, warns(&report, "partprobe") && warns(&report, scene->disk.path),
               "what is to be done is said");
    loop_check(scene, report.kernel.count && strstr(report.kernel.at[0], "still has it"),
               "what the kernel sees comes first: %s",
               report.kernel.count ? report.kernel.at[0] : "");
    commit_report_finish(&report);
    (void)kill(looker, SIGTERM);    /* our own child */
    (void)waitpid(looker, NULL, 0); /* as above */
}

static void refuse_read_only(struct loop_scene *scene)
{
    loop_disk_close(&scene->disk);
    if (!loop_disk_open(&scene->disk, scene->image.path, (unsigned)scene->logical,
                        true)) {
        loop_check(scene, false, "a read-only loop device");
        return;
    }
    loop_read(scene);
    loop_edit_delete(scene, 128);
    loop_refuse(scene, "a write protected disk", "write protected");
}

static void play(struct loop_scene *scene)
{
    loop_read(scene);
    make_tables(scene);
    bool has_users = make_users(scene);
    loop_check(scene, has_users, "a mount, a swap area and a loop device");
    if (has_users) {
        refuse_changes_of_used_ones(scene);
        change_beside_used_ones(scene);
        refuse_what_is_taken_meanwhile(scene);
        change_below_device_mapper(scene);
    }
    loop_remove_users(scene);
    refuse_whole(scene);
    change_beside_a_stale_page(scene);
    tell_of_what_the_kernel_keeps(scene);
    refuse_read_only(scene);
}

int main(void)
{
    return loop_play(play);
}
