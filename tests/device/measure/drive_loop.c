/* SPDX-License-Identifier: GPL-3.0-or-later */
/* drive_loop.c - claims, refusals and counted reads on real loop devices, which this
 * program creates and removes; needs root, else it skips with 77 */
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/swap.h>
#include <unistd.h>

#include "device/measure/drive_disk.h"
#include "model/base/mem.h"
#include "support/disks.h"
#include "support/loop_scene.h"

#define SKIP 77

enum {
    PARTS = 4,
    PAGE = 4096,
    WRITES = 20,
    FAR_MIB = 60, /* past all partitions */
};

static int skip(const char *why)
{
    printf("skipped: %s\n", why);
    return SKIP;
}

static struct layout *make_layout(uint64_t logical)
{
    return disks_build(&(struct disks_spec){ .size = LOOP_DISK_MIB * LOOP_MIB / logical,
                                             .logical = logical,
                                             .label = LABEL_GPT });
}

static struct drive_disk *open_as(const char *path, uint64_t logical,
                                  enum measure_reason *ret_reason, struct err *err)
{
    struct sys sys = sys_of_machine();
    CLEANUP(layout_unrefp) struct layout *layout = make_layout(logical);
    struct drive_request request = { .path = path, .sys = &sys, .layout = layout };

    *err = (struct err){ 0 };
    return drive_disk_open(&request, ret_reason, err);
}

static struct drive_disk *open_disk(const struct loop_scene *scene, const char *path,
                                    enum measure_reason *ret_reason, struct err *err)
{
    return open_as(path, scene->logical, ret_reason, err);
}

/* Write requests to the device (Documentation/block/stat.rst). */
static unsigned long long count_writes(const struct loop_scene *scene)
{
    struct sys sys = sys_of_machine();
    unsigned long long reads, merged, sectors, ticks, writes = 0;
    char text[256];

    if (!sys_text(&sys, text, sizeof(text), "class/block/%s/stat",
                  scene->disk.path + strlen("/dev/")) ||
        sscanf(text, "%llu %llu %llu %llu %llu", &reads, &merged, &sectors, &ticks,
               &writes) != 5)
        printf("no counts in sysfs\n");
    return writes;
}

/* Opens read-only for a reason with WORDS, and no request writes anything. */
static void check_in_use(struct loop_scene *scene, const char *what, const char *words)
{
    CLEANUP(freep) void *memory = NULL;
    uint64_t hash = loop_hash(scene);
    unsigned long long writes = count_writes(scene);
    enum measure_reason reason;
    struct err err;
    CLEANUP(drive_disk_closep)
    struct drive_disk *disk = open_disk(scene, scene->disk.path, &reason, &err);

    loop_check(scene, disk && reason == REASON_IN_USE && strstr(err.text, words),
               "%s: %s", what, err.text);
    if (!disk || posix_memalign(&memory, PAGE, PAGE))
        return;
    const struct drive *drive = drive_disk_drive(disk);
    memset(memory, 0x5a, PAGE);
    for (int how = DRIVE_DURABLE; how <= DRIVE_CACHED; how++)
        loop_check(scene,
                   drive->write(drive->context, (enum drive_write)how, FAR_MIB * LOOP_MIB,
                                memory, PAGE) == EROFS,
                   "%s: a write is refused", what);
    loop_check(scene, !drive->read(drive->context, FAR_MIB * LOOP_MIB, memory, PAGE),
               "%s: a read is not", what);
    loop_check(scene, count_writes(scene) == writes && loop_hash(scene) == hash,
               "%s: 0 writes, the same bytes", what);
}

static void mount_first(struct loop_scene *scene)
{
    char node[64];

    /* A read-only mount writes nothing itself but is in use. */
    scene->is_mounted = loop_disk_run("mkfs.ext4", "-q", "-F", "-b", "4096",
                                      loop_node(scene, 1, node), (char *)NULL) &&
                        !mkdir(scene->mount_point, 0700) &&
                        !mount(node, scene->mount_point, "ext4", MS_RDONLY, "noload");
    loop_check(scene, scene->is_mounted, "the first partition is mounted");
    check_in_use(scene, "a mounted partition", scene->mount_point);
    loop_remove_users(scene);
}

static void swap_on_second(struct loop_scene *scene)
{
    char node[64];

    scene->is_swapping =
        loop_disk_run("mkswap", loop_node(scene, 2, node), (char *)NULL) &&
        !swapon(node, 0);
    loop_check(scene, scene->is_swapping, "the second partition is swapped on");
    check_in_use(scene, "a swap partition", "swap");
    loop_remove_users(scene);
}

static void hold_fourth(struct loop_scene *scene)
{
    char node[64];
    int fd = open(loop_node(scene, 4, node), O_RDONLY | O_EXCL | O_CLOEXEC);

    check_in_use(scene, "a partition that is held", scene->disk.path);
    if (fd >= 0)
        (void)close(fd);
}

static void lie_over_all(struct loop_scene *scene)
{
    bool is_there = loop_disk_open(&scene->above, scene->disk.path, 0, false);

    loop_check(scene, is_there, "a loop device lies over the whole disk");
    check_in_use(scene, "a loop device over it", scene->above.path + strlen("/dev/"));
    loop_remove_users(scene);
}

static void lock_it(struct loop_scene *scene)
{
    int fd = open(scene->disk.path, O_RDONLY | O_CLOEXEC);

    loop_check(scene, fd >= 0 && !flock(fd, LOCK_EX), "somebody locks the disk");
    check_in_use(scene, "a disk that is locked", scene->disk.path);
    if (fd >= 0)
        (void)close(fd);
}

static void refuse_partition(struct loop_scene *scene)
{
    enum measure_reason reason;
    char node[64], disk[80];
    struct err err;

    (void)snprintf(disk, sizeof(disk), ", %s.", scene->disk.path);
    CLEANUP(drive_disk_closep)
    struct drive_disk *opened =
        open_disk(scene, loop_node(scene, 4, node), &reason, &err);
    loop_check(scene, !opened && err.code == ERR_REFUSED && strstr(err.text, disk),
               "a partition is refused: %s", err.text);
}

/* No other program can claim it or a part of it meanwhile. */
static void claim_all(struct loop_scene *scene)
{
    const char *path = scene->disk.path;
    enum measure_reason reason;
    char node[64];
    struct err err;
    struct drive_disk *disk = open_disk(scene, path, &reason, &err);

    loop_check(scene, disk && reason == REASON_NONE, "an idle disk is opened %s",
               err.text);
    if (!disk)
        return;
    const struct drive *drive = drive_disk_drive(disk);
    loop_check(scene, drive->can_write && drive->is_direct && !drive->is_drive,
               "it can be written to past the page cache, and is no drive");
    loop_check(scene,
               drive->logical == scene->logical &&
                   drive->size_bytes == LOOP_DISK_MIB * LOOP_MIB,
               "it has sectors of %u bytes, %llu in all", drive->logical,
               (unsigned long long)drive->size_bytes);
    loop_check(scene, open(path, O_RDWR | O_EXCL | O_CLOEXEC) < 0 && errno == EBUSY,
               "nobody else can claim it");
    loop_check(scene,
               open(loop_node(scene, 1, node), O_RDONLY | O_EXCL | O_CLOEXEC) < 0 &&
                   errno == EBUSY,
               "nobody can claim a partition of it");
    int other = open(path, O_RDONLY | O_CLOEXEC);
    loop_check(scene, other >= 0 && flock(other, LOCK_SH | LOCK_NB),
               "udev is kept away by the lock");
    if (other >= 0)
        (void)close(other);
    drive_disk_close(disk);
    int after = open(path, O_RDWR | O_EXCL | O_CLOEXEC);
    loop_check(scene, after >= 0, "it is free again afterwards");
    if (after >= 0)
        (void)close(after);
}

/* Reads of the device caused by writes of 512 bytes at SECTOR. */
static uint64_t reads_of(const struct drive *drive, enum drive_write how, uint64_t sector,
                         void *memory)
{
    uint64_t first = 0, last = 0;

    for (uint64_t i = 0; i < WRITES; i++) {
        uint64_t offset = FAR_MIB * LOOP_MIB + sector * 512 + i * 4 * PAGE;
        uint64_t before = 0, after = 0;
        if (drive->read(drive->context, offset, memory, PAGE) ||
            !drive->count_reads(drive->context, &before) ||
            drive->write(drive->context, how, offset, memory, PAGE) ||
            !drive->count_reads(drive->context, &after))
            return UINT64_MAX;
        first += before;
        last += after;
    }
    return last - first;
}

static void count_kernel_reads(struct loop_scene *scene)
{
    CLEANUP(freep) void *memory = NULL;
    uint64_t hash = loop_hash(scene);
    enum measure_reason reason;
    struct err err;
    CLEANUP(drive_disk_closep)
    struct drive_disk *disk = open_disk(scene, scene->disk.path, &reason, &err);

    if (!disk || posix_memalign(&memory, PAGE, PAGE)) {
        loop_check(scene, false, "%s", err.text);
        return;
    }
    const struct drive *drive = drive_disk_drive(disk);
    uint64_t on = reads_of(drive, DRIVE_CACHED, 40, memory);
    loop_check(scene, on == 0, "cached writes at sector 40: %llu reads",
               (unsigned long long)on);
    if (scene->logical == 512) {
        uint64_t off = reads_of(drive, DRIVE_CACHED, 34, memory);
        uint64_t past = reads_of(drive, DRIVE_DURABLE, 34, memory);
        loop_check(scene, off >= WRITES && off <= 2 * WRITES,
                   "cached writes at sector 34: %llu reads of %d writes",
                   (unsigned long long)off, WRITES);
        loop_check(scene, past == 0, "durable writes at sector 34: %llu reads",
                   (unsigned long long)past);
    }
    printf("       %s\n", drive_disk_method(disk));
    loop_check(scene, loop_hash(scene) == hash, "the same bytes afterwards");
}

/* With another sector size than the device's, starts would mean other places. */
static void refuse_other_sectors(struct loop_scene *scene)
{
    enum measure_reason reason;
    struct err err;
    CLEANUP(drive_disk_closep)
    struct drive_disk *disk =
        open_as(scene->disk.path, scene->logical == 512 ? 4096 : 512, &reason, &err);

    loop_check(scene, !disk && err.code == ERR_REFUSED && strstr(err.text, "sectors of"),
               "other sectors than the device has: %s", err.text);
}

static void fill(const struct loop_scene *scene)
{
    CLEANUP(freep) uint8_t *piece = xmalloc(LOOP_MIB);

    for (uint64_t mib = FAR_MIB; mib < LOOP_DISK_MIB; mib++) {
        for (size_t i = 0; i < LOOP_MIB; i++)
            piece[i] = (uint8_t)(i * 31 + (i >> 9) * 7 + mib);
        image_put(&scene->image, mib * LOOP_MIB, piece, LOOP_MIB);
    }
}

static void refuse_read_only(unsigned *failed)
{
    struct loop_scene scene;
    enum measure_reason reason;
    struct err err = { 0 };

    if (loop_scene_init(&scene, 512)) {
        loop_disk_close(&scene.disk);
        bool is_there = loop_disk_open(&scene.disk, scene.image.path, 0, true);
        CLEANUP(drive_disk_closep)
        struct drive_disk *disk = open_disk(&scene, scene.disk.path, &reason, &err);
        loop_check(&scene,
                   is_there && !disk && reason == REASON_READ_ONLY_DEVICE &&
                       err.code == ERR_REFUSED,
                   "a read-only device is refused: %s", err.text);
    }
    *failed += scene.failed;
    loop_scene_finish(&scene);
}

/* NULL, or why this machine cannot run the tests. */
static const char *play(uint64_t logical, unsigned *failed)
{
    struct loop_scene scene;
    const char *why = NULL;

    if (!loop_scene_init(&scene, logical))
        why = "no loop device";
    fill(&scene);
    for (unsigned number = 1; !why && number <= PARTS; number++)
        if (!loop_disk_add(&scene.disk, number, LOOP_MIB * (1 + 10 * (number - 1)),
                           10 * LOOP_MIB))
            why = "the kernel takes no partitions on loop devices";
    if (!why) {
        claim_all(&scene);
        count_kernel_reads(&scene);
        mount_first(&scene);
        swap_on_second(&scene);
        hold_fourth(&scene);
        lie_over_all(&scene);
        refuse_partition(&scene);
        refuse_other_sectors(&scene);
        if (logical == 512)
            lock_it(&scene);
    }
    *failed += scene.failed;
    loop_scene_finish(&scene);
    return why;
}

int main(void)
{
    unsigned failed = 0;

    if (geteuid() != 0)
        return skip("needs root");
    /* Mounts of a private namespace end with this program, however it ends. */
    if (unshare(CLONE_NEWNS) || mount("none", "/", "", MS_REC | MS_PRIVATE, ""))
        return skip("no mount name space of its own: that takes CAP_SYS_ADMIN");
    const char *why = play(512, &failed);
    if (why)
        return skip(why);
    why = play(4096, &failed);
    if (why)
        printf("not with sectors of 4096 bytes: %s\n", why);
    refuse_read_only(&failed);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
