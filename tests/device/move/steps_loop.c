/* SPDX-License-Identifier: GPL-3.0-or-later */
/* steps_loop.c - a plan of swap and container alone is written in steps to a loop device,
 * beside a mounted partition; other programs find nothing wrong afterwards; needs root,
 * else it skips */
#include <fcntl.h>
#include <linux/fs.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "device/system/scan.h"
#include "model/base/mem.h"
#include "model/edit/queue.h"
#include "support/loop_scene.h"

/* An ext4 on whole MiB.  The container, two swap areas in it and one behind it are not.
 */
static bool make_table(const struct loop_scene *scene)
{
    unsigned long long mib = loop_mib(scene, 1);
    CLEANUP(freep)
    char *command = xasprintf(
        "printf 'label: dos\\n"
        "start=%llu,size=%llu,type=83\\n"
        "start=%llu,size=%llu,type=5\\n"
        "start=%llu,size=%llu,type=82\\n"
        "start=%llu,size=%llu,type=82\\n"
        "start=%llu,size=%llu,type=82\\n' | "
        "sfdisk -q --no-tell-kernel --no-reread %s && partx -u -n 1:6 %s",
        mib, 10 * mib, 12 * mib + 1, 40 * mib, 60 * mib + 1, 8 * mib, 12 * mib + 9,
        16 * mib, 29 * mib + 9, 8 * mib, scene->disk.path, scene->disk.path);

    return loop_disk_run("sh", "-c", command, (char *)NULL);
}

static bool make_contents(struct loop_scene *scene)
{
    static const unsigned swaps[] = { 3, 5, 6 };
    char node[64];
    bool is_made =
        loop_disk_run("mkfs.ext4", "-q", "-F", loop_node(scene, 1, node), (char *)NULL);

    for (size_t i = 0; i < ARRAY_SIZE(swaps); i++)
        is_made =
            loop_disk_run("mkswap", loop_node(scene, swaps[i], node), (char *)NULL) &&
            is_made;
    return is_made;
}

static bool mount_first(struct loop_scene *scene)
{
    char node[64];

    scene->is_mounted =
        !mkdir(scene->mount_point, 0700) &&
        !mount(loop_node(scene, 1, node), scene->mount_point, "ext4", MS_NOATIME, NULL);
    return scene->is_mounted;
}

/* What is on the disk now, with its contents, becomes the base of the scene.  Pages of
 * the disk may be older than what was written to its partitions. */
static void read_contents(struct loop_scene *scene)
{
    int fd = open(scene->disk.path, O_RDONLY | O_CLOEXEC);

    loop_check(scene, !ioctl(fd, BLKFLSBUF, 0), "the pages of the disk are read again");
    loop_read(scene);
    struct layout *base = scan_all(fd, scene->base);
    (void)close(fd); /* only read from */
    layout_unref(scene->base);
    layout_unref(scene->preview);
    scene->base = base;
    scene->preview = layout_ref(base);
}

/* Pushes the steps of PLAN; returns how many. */
static size_t push_plan(struct loop_scene *scene, struct queue *queue,
                        const struct moves *plan)
{
    struct err err = { 0 };
    struct edit edit;

    for (size_t i = 0; i < plan->step_count; i++) {
        bool is_edit = moves_step_edit(queue_preview(queue), &plan->steps[i], &edit);
        loop_check(scene, is_edit && queue_push(queue, &edit, &err),
                   "step %zu of the plan needs no data %s", i + 1, err.text);
    }
    return queue_count(queue);
}

/* The plan that puts the swap areas on whole MiB becomes the preview; 5 needs the start
 * of the container, and an EBR, elsewhere.  Returns the number of steps. */
static size_t plan_disk(struct loop_scene *scene)
{
    struct moves_start starts[] = {
        { layout_find_number(scene->base, 5)->id, loop_mib(scene, 12) },
        { layout_find_number(scene->base, 6)->id, loop_mib(scene, 29) },
        { layout_find_number(scene->base, 3)->id, loop_mib(scene, 61) },
    };
    struct moves_want want = { .starts = starts, .start_count = ARRAY_SIZE(starts) };
    CLEANUP(queue_freep)
    struct queue *queue = queue_new(scene->base, (struct guid_source){ { 1, 2, 3, 4 } });
    struct moves plan = { 0 };
    struct err err = { 0 };
    bool is_made = moves_make(scene->base, &want, &plan, &err) && plan.is_possible;

    loop_check(scene, is_made, "there is a plan %s", err.text);
    size_t count = is_made ? push_plan(scene, queue, &plan) : 0;
    moves_finish(&plan);
    disk_steps_free(scene->steps, scene->step_count);
    scene->step_count = disk_steps_of_queue(queue, &scene->steps);
    layout_unref(scene->preview);
    scene->preview = layout_ref(queue_preview(queue));
    return count;
}

static bool is_on_grain(const struct loop_scene *scene)
{
    LAYOUT_EACH (extent, scene->base)
        if (extent_holds_data(extent) && extent->start % loop_mib(scene, 1))
            return false;
    return true;
}

/* With the programs of others. */
static void check_disk(struct loop_scene *scene)
{
    static const unsigned swaps[] = { 3, 5, 6 };
    char node[64];

    loop_check(scene, loop_disk_run("sfdisk", "--verify", scene->disk.path, (char *)NULL),
               "sfdisk finds nothing wrong");
    for (size_t i = 0; i < ARRAY_SIZE(swaps); i++)
        loop_check(
            scene,
            loop_disk_run("swaplabel", loop_node(scene, swaps[i], node), (char *)NULL),
            "partition %u is a swap area", swaps[i]);
    loop_remove_users(scene);
    loop_check(
        scene,
        loop_disk_run("e2fsck", "-f", "-n", loop_node(scene, 1, node), (char *)NULL),
        "the file system that was mounted has no errors");
    read_contents(scene);
    loop_check(scene, is_on_grain(scene), "all begin on whole MiB");
}

/* Returns a child that only has partition NUMBER open; -1: none. */
static pid_t start_opener(const struct loop_scene *scene, unsigned number)
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

/* The kernel cannot take a new place of 6 while it is open: no later step begins. */
static void stop_where_the_kernel_stays(struct loop_scene *scene)
{
    struct commit_report report = { 0 };
    struct err err = { 0 };
    pid_t opener = start_opener(scene, 6);
    CLEANUP(commit_freep) struct commit *commit = loop_rehearse(scene, &err);

    loop_check(scene, opener > 0 && commit, "rehearsed while 6 is open %s", err.text);
    if (opener <= 0 || !commit)
        return;
    bool is_written = commit_steps_write(commit, &report, &err);
    loop_check(scene, !is_written && err.code == ERR_IO && !report.is_written,
               "not all is written: %s", err.text);
    loop_check(scene, strstr(err.text, "was not begun: The kernel still uses"),
               "the step that was not begun is named");
    loop_check(scene, strstr(err.text, "alidade restore ") != NULL,
               "the way back is named");
    commit_report_finish(&report);
    (void)kill(opener, SIGTERM);    /* our own child */
    (void)waitpid(opener, NULL, 0); /* as above */
    loop_check(scene,
               loop_disk_run("partx", "-u", "-n", "1:6", scene->disk.path, (char *)NULL),
               "the kernel takes the table of the steps that are done");
    loop_check(scene, loop_disk_run("sfdisk", "--verify", scene->disk.path, (char *)NULL),
               "sfdisk finds nothing wrong in it");
}

static void play(struct loop_scene *scene)
{
    bool is_made = make_table(scene) && make_contents(scene) && mount_first(scene);

    loop_check(scene, is_made, "a table with an ext4 and three swap areas");
    if (!is_made)
        return;
    read_contents(scene);
    size_t count = plan_disk(scene);
    loop_check(scene, count > 4 && scene->step_count > 4, "the plan has %zu steps",
               count);
    stop_where_the_kernel_stays(scene);
    read_contents(scene);
    size_t rest = plan_disk(scene);
    loop_check(scene, rest && rest < count, "%zu steps are left", rest);
    loop_commit(scene, "the plan");
    check_disk(scene);
}

int main(void)
{
    return loop_play(play);
}
