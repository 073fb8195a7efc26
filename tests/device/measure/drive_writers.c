/* SPDX-License-Identifier: GPL-3.0-or-later */
/* drive_writers.c - other programs write to a loop device under test, before and during a
 * write of this one; needs root, else it skips with 77 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "device/measure/drive_disk.h"
#include "model/base/mem.h"
#include "support/disks.h"
#include "support/loop_scene.h"

#define SKIP 77

enum {
    PAGE = 4096,
    FAR_MIB = 60, /* in the second partition */
};

static struct drive_disk *open_lab(const struct loop_scene *scene, bool is_as_drive,
                                   struct err *ret_words)
{
    struct sys sys = sys_of_machine();
    CLEANUP(layout_unrefp)
    struct layout *layout = disks_build(
        &(struct disks_spec){ .size = LOOP_DISK_MIB * LOOP_MIB / scene->logical,
                              .logical = scene->logical,
                              .label = LABEL_GPT });
    struct drive_request request = { .path = scene->disk.path,
                                     .sys = &sys,
                                     .layout = layout,
                                     .is_as_drive = is_as_drive };
    struct test_area area = { .start = FAR_MIB * LOOP_MIB, .bytes = LOOP_MIB };
    enum measure_reason reason;

    *ret_words = (struct err){ 0 };
    struct drive_disk *disk = drive_disk_open(&request, &reason, ret_words);
    if (disk)
        drive_disk_warn(disk, &area, ret_words);
    return disk;
}

/* Another program's write of a page to NODE, past the page cache or not. */
static void write_from_outside(struct loop_scene *scene, const char *node,
                               uint64_t offset, const void *page, bool is_direct)
{
    int fd = open(node, O_RDWR | O_CLOEXEC | (is_direct ? O_DIRECT : 0));

    loop_check(scene, fd >= 0 && pwrite(fd, page, PAGE, (off_t)offset) == PAGE,
               "another program writes to %s", node);
    if (fd >= 0)
        (void)close(fd); /* was checked */
}

/* Writes of every kind, at every offset of a page, are counted as what they are. */
static void count_own_writes(struct loop_scene *scene)
{
    CLEANUP(freep) void *memory = NULL;
    unsigned wrong = 0;
    struct err words;
    CLEANUP(drive_disk_closep) struct drive_disk *disk = open_lab(scene, true, &words);

    if (!disk || posix_memalign(&memory, PAGE, 2 * PAGE)) {
        loop_check(scene, false, "%s", words.text);
        return;
    }
    const struct drive *drive = drive_disk_drive(disk);
    uint64_t first = FAR_MIB * LOOP_MIB;
    for (uint64_t at = 0; at < 2 * PAGE; at += scene->logical)
        for (int how = DRIVE_DURABLE; how <= DRIVE_CACHED; how++)
            wrong += drive->read(drive->context, first + at, memory, 2 * PAGE) ||
                     drive->watch(drive->context, first + at, memory, 2 * PAGE) ||
                     drive->write(drive->context, (enum drive_write)how, first + at,
                                  memory, 2 * PAGE) ||
                     drive->settle(drive->context);
    loop_check(scene, !wrong && !strstr(words.text, "read again"),
               "own writes are told from others: %u wrong %s", wrong, words.text);
}

/* One before a write of this program, the next during one. */
static void see_writer(struct loop_scene *scene, const char *node, uint64_t offset,
                       bool is_direct, int found)
{
    CLEANUP(freep) uint8_t *pages = NULL;
    uint64_t own = FAR_MIB * LOOP_MIB;
    void *memory = NULL;
    struct err words;

    if (posix_memalign(&memory, PAGE, 2 * PAGE))
        return;
    pages = memory;
    for (unsigned is_during = 0; is_during < 2; is_during++) {
        CLEANUP(drive_disk_closep)
        struct drive_disk *disk = open_lab(scene, true, &words);
        const struct drive *drive = drive_disk_drive(disk);
        loop_check(scene, !drive->read(drive->context, own, pages, PAGE), "a page");
        memset(pages + PAGE, is_during ? 0x11 : 0x22, PAGE);
        if (is_during)
            loop_check(scene, !drive->watch(drive->context, own, pages, PAGE),
                       "unused before");
        write_from_outside(scene, node, offset, pages + PAGE, is_direct);
        loop_check(scene,
                   is_during
                       ? !drive->write(drive->context, DRIVE_DURABLE, own, pages, PAGE) &&
                             drive->settle(drive->context) == found
                       : drive->watch(drive->context, own, pages, PAGE) == EBUSY,
                   "a write %s is seen", is_during ? "meanwhile" : "before");
    }
}

/* What is in the page cache is written out before it is counted. */
static void see_cached_writer(struct loop_scene *scene)
{
    CLEANUP(freep) void *memory = NULL;
    uint64_t own = FAR_MIB * LOOP_MIB;
    struct err words;
    CLEANUP(drive_disk_closep) struct drive_disk *disk = open_lab(scene, true, &words);

    if (!disk || posix_memalign(&memory, PAGE, PAGE))
        return;
    const struct drive *drive = drive_disk_drive(disk);
    memset(memory, 0x33, PAGE);
    write_from_outside(scene, scene->disk.path, own, memory, false);
    loop_check(scene, drive->watch(drive->context, own, memory, PAGE) == EBUSY,
               "a write in the page cache is seen");
}

/* False if the switch is not there. */
static bool set_iostats(const struct loop_scene *scene, const char *value)
{
    CLEANUP(freep)
    char *path =
        xasprintf("/sys/block/%s/queue/iostats", scene->disk.path + strlen("/dev/"));
    FILE *file = fopen(path, "w");
    bool is_set = file && fputs(value, file) >= 0;

    return file && !fclose(file) && is_set;
}

/* With queue/iostats 0: said, and the place of a write is read again before it. */
static void see_uncounted(struct loop_scene *scene)
{
    CLEANUP(freep) void *memory = NULL;
    uint64_t own = FAR_MIB * LOOP_MIB;
    struct err words;

    if (!set_iostats(scene, "0") || posix_memalign(&memory, PAGE, PAGE)) {
        printf("not tried: a device whose requests are not counted\n");
        return;
    }
    CLEANUP(drive_disk_closep) struct drive_disk *disk = open_lab(scene, true, &words);
    loop_check(scene, disk && strstr(words.text, "read again"), "said: %s", words.text);
    if (disk) {
        const struct drive *drive = drive_disk_drive(disk);
        loop_check(scene,
                   !drive->read(drive->context, own, memory, PAGE) &&
                       !drive->watch(drive->context, own, memory, PAGE) &&
                       !drive->write(drive->context, DRIVE_DURABLE, own, memory, PAGE) &&
                       !drive->settle(drive->context),
                   "it is written to");
        *(uint8_t *)memory ^= 1;
        loop_check(scene, drive->watch(drive->context, own, memory, PAGE) == EBUSY,
                   "other bytes are not replaced");
    }
    loop_check(scene, set_iostats(scene, "1"), "the device counts again");
}

/* NULL, or why this machine cannot run the tests. */
static const char *play(uint64_t logical, unsigned *failed)
{
    struct loop_scene scene;
    const char *why = NULL;
    char node[64];

    if (!loop_scene_init(&scene, logical))
        why = "no loop device";
    /* The second holds this program's writes. */
    if (!why && (!loop_disk_add(&scene.disk, 1, LOOP_MIB, 10 * LOOP_MIB) ||
                 !loop_disk_add(&scene.disk, 2, 12 * LOOP_MIB, 50 * LOOP_MIB)))
        why = "the kernel takes no partitions on loop devices";
    if (!why) {
        count_own_writes(&scene);
        /* The place of this program's write, and another. */
        see_writer(&scene, scene.disk.path, FAR_MIB * LOOP_MIB, true, DRIVE_OVERLAPPED);
        see_writer(&scene, scene.disk.path, (FAR_MIB - 1) * LOOP_MIB, true,
                   DRIVE_OVERLAPPED);
        /* Through a partition that has no sector of this program's write. */
        see_writer(&scene, loop_node(&scene, 1, node), LOOP_MIB, true, EBUSY);
        /* It reaches the device with the node's last descriptor. */
        see_writer(&scene, loop_node(&scene, 1, node), LOOP_MIB, false, EBUSY);
        see_writer(&scene, loop_node(&scene, 2, node), LOOP_MIB, true, DRIVE_OVERLAPPED);
        see_cached_writer(&scene);
        see_uncounted(&scene);
    }
    *failed += scene.failed;
    loop_scene_finish(&scene);
    return why;
}

int main(void)
{
    unsigned failed = 0;
    const char *why = geteuid() ? "needs root" : play(512, &failed);

    if (why) {
        printf("skipped: %s\n", why);
        return SKIP;
    }
    why = play(4096, &failed);
    if (why)
        printf("not with sectors of 4096 bytes: %s\n", why);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
