/* SPDX-License-Identifier: GPL-3.0-or-later */
/* grow_loop.c - partitions of a loop device grow while they are in use, or are refused;
 * needs root, else it skips */
#include <fcntl.h>
#include <linux/blkpg.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/swap.h>
#include <unistd.h>

#include "device/io/sys.h"
#include "model/base/mem.h"
#include "support/loop_scene.h"

enum {
    /* Each begins 16 MiB after the one before, and has 8 MiB behind it. */
    STEP = 16,
    SIZE = 8,
    GROWN = 14,
    PARTS = 4,
};

static void make_table(struct loop_scene *scene)
{
    loop_read(scene);
    loop_edit_table(scene, LABEL_GPT);
    for (unsigned number = 1; number <= PARTS; number++)
        loop_edit_create(scene, EXTENT_PARTITION, number, 1 + STEP * (number - 1), SIZE);
    loop_commit(scene, "a GPT with free space behind each partition");
}

/* Bytes, by /sys. */
static uint64_t kernel_size(const struct loop_scene *scene, unsigned number)
{
    struct sys sys = sys_of_machine();
    char node[64];
    uint64_t size = 0;

    (void)sys_number(&sys, &size, "class/block/%s/size",
                     strrchr(loop_node(scene, number, node), '/') + 1); /* or 0 */
    return size * 512;
}

static bool plan_is_within_table(const struct loop_scene *scene)
{
    uint64_t end = layout_limits(scene->base)->size;
    uint64_t table = loop_mib(scene, 1);

    for (uint64_t lba = 0; lba < end; lba++)
        if (scene->written[lba] && lba >= table && lba < end - table)
            return false;
    return true;
}

static void grow_mounted(struct loop_scene *scene)
{
    char node[64];
    uint64_t was = kernel_size(scene, 1);

    bool is_mounted = loop_disk_run("mkfs.ext4", "-q", "-F", "-b", "4096",
                                    loop_node(scene, 1, node), (char *)NULL) &&
                      !mkdir(scene->mount_point, 0700) &&
                      !mount(node, scene->mount_point, "ext4", MS_NOATIME, NULL);
    scene->is_mounted = is_mounted;
    loop_check(scene, is_mounted, "an ext4 is mounted");
    if (!is_mounted)
        return;
    loop_edit_resize(scene, 1, SIZE / 2);
    loop_refuse(scene, "shrinking a mounted partition", "mounted on");
    loop_edit_resize(scene, 1, GROWN);
    loop_commit(scene, "a mounted partition grows");
    loop_check(scene, kernel_size(scene, 1) == GROWN * LOOP_MIB && was == SIZE * LOOP_MIB,
               "the kernel has its new size");
    loop_check(scene, plan_is_within_table(scene), "nothing but the table was written");
    loop_edit_resize(scene, 1, SIZE);
    loop_refuse(scene, "taking it back while it is mounted", "mounted on");
}

static void grow_beside_mounted(struct loop_scene *scene)
{
    loop_edit_resize(scene, 1, GROWN + 1);
    loop_edit_resize(scene, 4, GROWN);
    loop_commit(scene, "a mounted partition and an idle one grow together");
    loop_edit_resize(scene, 4, SIZE);
    loop_commit(scene, "the idle one shrinks");
}

static void refuse_swap(struct loop_scene *scene)
{
    char node[64];

    scene->is_swapping =
        loop_disk_run("mkswap", loop_node(scene, 2, node), (char *)NULL) &&
        !swapon(node, 0);
    loop_check(scene, scene->is_swapping, "a swap area is in use");
    loop_read(scene);
    loop_edit_resize(scene, 2, GROWN);
    loop_refuse(scene, "growing swap in use", "swap");
}

static void refuse_loop(struct loop_scene *scene)
{
    char node[64];
    bool is_over = loop_disk_open(&scene->above, loop_node(scene, 3, node), 0, false);

    loop_check(scene, is_over, "a loop device lies over a partition");
    loop_edit_resize(scene, 3, GROWN);
    loop_refuse(scene, "growing below a loop device", "loop device");
    loop_disk_close(&scene->above);
}

static void refuse_exclusive(struct loop_scene *scene)
{
    char node[64];
    int fd = open(loop_node(scene, 4, node), O_RDONLY | O_EXCL | O_CLOEXEC);

    loop_check(scene, fd >= 0, "a partition is open exclusively");
    loop_edit_resize(scene, 4, GROWN);
    loop_refuse(scene, "growing what a program has for itself", "in use by");
    if (fd >= 0)
        (void)close(fd); /* only held */
}

static bool tell_size(const struct loop_scene *scene, uint64_t mib)
{
    struct blkpg_partition part = { .start = LOOP_MIB,
                                    .length = (long long)(mib * LOOP_MIB),
                                    .pno = 1 };
    struct blkpg_ioctl_arg arg = { .op = BLKPG_RESIZE_PARTITION,
                                   .datalen = sizeof(part),
                                   .data = &part };

    return !ioctl(scene->disk.fd, BLKPG, &arg) && kernel_size(scene, 1) == mib * LOOP_MIB;
}

/* Where the kernel goes by another table it does not get to know the new one. */
static void refuse_stale(struct loop_scene *scene)
{
    loop_check(scene, tell_size(scene, SIZE), "the kernel has an older size");
    loop_edit_resize(scene, 1, STEP);
    loop_refuse(scene, "growing what the kernel has with another size",
                "another start or size");
    loop_check(scene, tell_size(scene, GROWN + 1), "the kernel has the table's size");
    loop_edit_resize(scene, 1, STEP);
    loop_commit(scene, "then it grows");
}

/* In the end it has to be possible to use it. */
static void check_file_system(struct loop_scene *scene)
{
    char node[64];

    loop_remove_users(scene);
    loop_node(scene, 1, node);
    loop_check(scene, loop_disk_run("e2fsck", "-f", "-n", node, (char *)NULL),
               "the file system has no errors");
}

static void play(struct loop_scene *scene)
{
    make_table(scene);
    grow_mounted(scene);
    if (scene->is_mounted) {
        grow_beside_mounted(scene);
        refuse_swap(scene);
        refuse_loop(scene);
        refuse_exclusive(scene);
        refuse_stale(scene);
    }
    check_file_system(scene);
}

int main(void)
{
    return loop_play(play);
}
