/* SPDX-License-Identifier: GPL-3.0-or-later */
/* in_use.c - the guard against the real kernel: mounts, swap and loop devices over loop
 * devices that this program makes and removes; needs root, else it skips with 77 */
#include <fcntl.h>
#include <sched.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/swap.h>
#include <unistd.h>

#include "device/system/devices.h"
#include "device/system/guard.h"
#include "device/system/scan.h"
#include "model/base/mem.h"
#include "support/disks.h"
#include "support/loop_disk.h"
#include "support/superblocks.h"

#define SKIP 77
#define MIB  (UINT64_C(1) << 20)
/* Mounted, swapped on, below a loop device, idle, opened exclusively: in this order. */
#define PARTS 5

struct scene {
    struct image image;
    struct loop_disk disk;
    struct loop_disk above; /* over the third partition */
    struct layout *layout;
    char mount_point[128];
    char swap_file[160];
    bool is_mounted;
    bool is_swapping;
    bool is_file_swapping;
    int exclusive;
    unsigned failed;
};

static int skip(const char *why)
{
    printf("skipped: %s\n", why);
    return SKIP;
}

static const char *part_node(const struct scene *scene, unsigned number, char ret[64])
{
    return loop_disk_node(&scene->disk, number, ret);
}

/* This kernel may know no partition tables: it is told of each partition. */
static bool tell_kernel(struct scene *scene)
{
    for (unsigned number = 1; number <= PARTS; number++) {
        const struct extent *extent = layout_find_number(scene->layout, number);
        if (!loop_disk_add(&scene->disk, number, extent->start * 512,
                           extent->length * 512))
            return false;
    }
    return true;
}

static bool make_file_system(const char *node)
{
    return loop_disk_run("mkfs.ext4", "-q", "-F", "-b", "4096", node, (char *)NULL);
}

static struct layout *make_layout(void)
{
    struct disks_part parts[PARTS] = { 0 };

    for (unsigned i = 0; i < PARTS; i++)
        parts[i] = (struct disks_part){ .kind = EXTENT_PARTITION,
                                        .number = i + 1,
                                        .start = 2048 + 20480 * i,
                                        .length = 20480 };
    return disks_build(&(struct disks_spec){
        .size = 131072, .label = LABEL_GPT, .parts = parts, .count = PARTS });
}

/* NULL, or why this machine cannot play. */
static const char *set_scene(struct scene *scene)
{
    char node[64];

    if (geteuid() != 0)
        return "needs root";
    if (access("/sys/block", F_OK))
        return "no /sys here";
    /* Mounts of a private name space end with this program, however it ends. */
    if (unshare(CLONE_NEWNS) || mount("none", "/", "", MS_REC | MS_PRIVATE, ""))
        return "no mount name space of its own: that takes CAP_SYS_ADMIN";
    if (!loop_disk_open(&scene->disk, scene->image.path, 0, false))
        return "no loop device";
    if (!tell_kernel(scene))
        return "the kernel takes no partitions on loop devices";
    if (!make_file_system(part_node(scene, 1, node)))
        return "no mkfs.ext4";
    (void)snprintf(scene->mount_point, sizeof(scene->mount_point), "%s/mnt",
                   scene->image.folder);
    if (mkdir(scene->mount_point, 0700) ||
        mount(node, scene->mount_point, "ext4", MS_NOATIME, NULL))
        return "ext4 cannot be mounted";
    scene->is_mounted = true;
    image_put_swap(&scene->image, 22528 * 512, "swap");
    if (swapon(part_node(scene, 2, node), 0))
        return "no swap on a loop device";
    scene->is_swapping = true;
    if (!loop_disk_open(&scene->above, part_node(scene, 3, node), 0, false))
        return "no loop device over a partition";
    scene->exclusive = open(part_node(scene, 5, node), O_RDONLY | O_EXCL | O_CLOEXEC);
    return scene->exclusive < 0 ? "no exclusive open" : NULL;
}

/* In the order that undoes it; only what this program has made. */
static void clear_scene(struct scene *scene)
{
    char node[64];

    if (scene->is_file_swapping && swapoff(scene->swap_file))
        perror(scene->swap_file);
    if (scene->is_swapping && swapoff(part_node(scene, 2, node)))
        perror(node);
    if (scene->exclusive >= 0)
        (void)close(scene->exclusive);
    loop_disk_close(&scene->above);
    if (scene->is_mounted && umount(scene->mount_point))
        perror(scene->mount_point);
    if (scene->mount_point[0])
        (void)rmdir(scene->mount_point);
    loop_disk_close(&scene->disk);
    layout_unref(scene->layout);
    image_remove(&scene->image);
}

static void check(struct scene *scene, bool is_right, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    printf("%s ", is_right ? "ok    " : "WRONG ");
    (void)vprintf(format, args);
    printf("\n");
    va_end(args);
    scene->failed += !is_right;
}

static void check_uses(struct scene *scene, const char *path, const struct use *want)
{
    struct sys sys = sys_of_machine();
    CLEANUP(layout_unrefp) struct layout *marked = guard_mark(&sys, path, scene->layout);

    for (unsigned number = 1; number <= PARTS; number++) {
        const struct use *use = &layout_find_number(marked, number)->use;
        const struct use *right = &want[number - 1];
        check(scene, use->kind == right->kind && !strcmp(use->where, right->where),
              "%s %u: use %d '%s', wanted %d '%s'", path, number, (int)use->kind,
              use->where, (int)right->kind, right->where);
    }
}

static struct use use_of(enum use_kind kind, const char *where)
{
    struct use use = { .kind = kind };

    copy_text(use.where, sizeof(use.where), where);
    return use;
}

static bool swap_on_file(struct scene *scene)
{
    static const uint8_t zeros[4096];
    struct image file = { .fd = -1 };

    (void)snprintf(scene->swap_file, sizeof(scene->swap_file), "%s/swap",
                   scene->mount_point);
    file.fd = open(scene->swap_file, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file.fd < 0)
        return false;
    /* No holes: the kernel would refuse. */
    for (uint64_t i = 0; i < 256; i++)
        image_put(&file, i * sizeof(zeros), zeros, sizeof(zeros));
    image_put_swap(&file, 0, "file");
    bool is_synced = !fsync(file.fd);
    (void)close(file.fd);
    return is_synced && !swapon(scene->swap_file, 0);
}

static void play(struct scene *scene)
{
    const char *loop = scene->disk.path + strlen("/dev/");
    struct use want[PARTS] = {
        use_of(USE_MOUNT, scene->mount_point),
        use_of(USE_SWAP, ""),
        use_of(USE_LOOP, scene->above.path + strlen("/dev/")),
        use_of(USE_NONE, ""),
        use_of(USE_EXCLUSIVE, ""),
    };
    struct sys sys = sys_of_machine();
    struct disk_info info;

    check_uses(scene, scene->disk.path, want);
    /* Of the image file, all is in use: the loop device lies over the whole of it. */
    want[2] = want[3] = use_of(USE_LOOP, loop);
    check_uses(scene, scene->image.path, want);

    devices_describe(&sys, scene->disk.path, &info);
    check(scene, strstr(info.in_use, scene->mount_point) && strstr(info.in_use, "swap"),
          "%s is in use: '%s'", info.path, info.in_use);
    check(scene, !strcmp(info.transport, "loop") && !strcmp(info.model, "disk.img"),
          "%s: '%s' '%s'", info.path, info.transport, info.model);
    disk_info_finish(&info);

    CLEANUP(layout_unrefp)
    struct layout *looked = scan_all(scene->disk.fd, scene->layout);
    check(scene, !strcmp(layout_find_number(looked, 1)->content.type, "ext4"),
          "the first partition holds ext4: '%s'",
          layout_find_number(looked, 1)->content.type);

    scene->is_file_swapping = swap_on_file(scene);
    if (!scene->is_file_swapping)
        return;
    want[0] = use_of(USE_SWAP_FILE, scene->mount_point);
    want[2] = use_of(USE_LOOP, scene->above.path + strlen("/dev/"));
    want[3] = use_of(USE_NONE, "");
    check_uses(scene, scene->disk.path, want);
}

int main(void)
{
    struct scene scene = { .disk = { .fd = -1 }, .above = { .fd = -1 }, .exclusive = -1 };

    image_make(&scene.image, 64 * MIB);
    scene.layout = make_layout();
    const char *why = set_scene(&scene);
    if (!why)
        play(&scene);
    clear_scene(&scene);
    if (why)
        return skip(why);
    return scene.failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
