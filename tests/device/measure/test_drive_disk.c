/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_drive_disk.c - image files as drives, and refusals according to sysfs */
#include "device/measure/drive_disk.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "device/io/clock.h"
#include "device/measure/drive_sysfs.h"
#include "model/base/mem.h"
#include "support/disks.h"
#include "support/image.h"
#include "support/refused.h"
#include "support/rng.h"
#include "support/test.h"
#include "support/tree.h"

enum { SIZE = 4 << 20, PAGE = 4096 };

static struct tree tree;
static struct image image;
static struct layout *layout;
static struct drive_disk *disk;
static struct err err;
static enum measure_reason reason;
static uint8_t *before;
static uint8_t *buffer; /* page-aligned */

static void setup(void)
{
    struct rng rng = rng_start(0);

    tree_init(&tree);
    image_make(&image, SIZE);
    before = xmalloc(SIZE);
    for (size_t i = 0; i < SIZE; i += 8) {
        uint64_t word = rng_next(&rng);
        memcpy(before + i, &word, 8);
    }
    image_put(&image, 0, before, SIZE);
    layout = disks_build(&(struct disks_spec){ .size = SIZE / 512, .label = LABEL_GPT });
    void *memory = NULL;
    ck_assert_int_eq(posix_memalign(&memory, PAGE, SIZE), 0);
    buffer = memory;
    disk = NULL;
    err = (struct err){ 0 };
    reason = REASON_STOPPED;
}

static void teardown(void)
{
    drive_disk_close(disk);
    layout_unref(layout);
    free(before);
    free(buffer);
    image_remove(&image);
    tree_finish(&tree);
}

static const struct drive *open_path(const char *path, bool is_read_only)
{
    struct drive_request request = {
        .path = path, .sys = &tree.sys, .layout = layout, .is_read_only = is_read_only
    };

    drive_disk_close(disk);
    err = (struct err){ 0 };
    reason = REASON_STOPPED;
    disk = drive_disk_open(&request, &reason, &err);
    return disk ? drive_disk_drive(disk) : NULL;
}

/* The file is unchanged except for SIZE bytes from OFFSET. */
static void check_file(uint64_t offset, const uint8_t *bytes, size_t count)
{
    CLEANUP(freep) uint8_t *now = xmalloc(SIZE);

    ck_assert_int_eq(pread(image.fd, now, SIZE, 0), SIZE);
    if (count)
        memcpy(before + offset, bytes, count);
    ck_assert(!memcmp(now, before, SIZE));
}

static const struct {
    enum drive_write how;
    uint64_t offset;
    size_t count;
} writes[] = {
    { DRIVE_DURABLE, 63 * 512, 4096 },   { DRIVE_DURABLE, 64 * 512, 4096 },
    { DRIVE_DURABLE, 512, 512 },         { DRIVE_PLAIN, 34 * 512, 4096 },
    { DRIVE_PLAIN, 1 << 20, 1 << 20 },   { DRIVE_CACHED, 34 * 512, 4096 },
    { DRIVE_CACHED, SIZE - 4096, 4096 },
};

TEST_FIXTURE(setup, teardown);

TEST_EACH(a_write_changes_its_own_bytes_and_no_others, writes)
{
    const struct drive *drive = open_path(image.path, false);

    ck_assert_msg(drive != NULL, "%s", err.text);
    ck_assert_int_eq(reason, REASON_NONE);
    ck_assert(drive->can_write);
    memset(buffer, 0xa5, SIZE);
    uint64_t from = drive->now_ns(drive->context);
    ck_assert_int_eq(drive->write(drive->context, writes[_i].how, writes[_i].offset,
                                  buffer, writes[_i].count),
                     0);
    ck_assert_int_eq(drive->flush(drive->context), 0);
    ck_assert_uint_gt(drive->now_ns(drive->context), from);
    check_file(writes[_i].offset, buffer, writes[_i].count);
    ck_assert_uint_eq(drive_disk_request_ns(disk), 0);
}

TEST(reads_give_what_is_there_at_any_sector)
{
    for (unsigned is_read_only = 0; is_read_only < 2; is_read_only++) {
        const struct drive *drive = open_path(image.path, is_read_only);
        ck_assert_msg(drive != NULL, "%s", err.text);
        ck_assert_uint_eq(drive->size_bytes, SIZE);
        ck_assert_uint_eq(drive->logical, 512);
        for (uint64_t lba = 0; lba < 64; lba++) {
            memset(buffer, 0, 4096);
            ck_assert_int_eq(drive->read(drive->context, lba * 512, buffer, 4096), 0);
            ck_assert(!memcmp(buffer, before + lba * 512, 4096));
        }
        ck_assert_int_ne(drive->read(drive->context, SIZE, buffer, 4096), 0);
    }
    check_file(0, NULL, 0);
}

TEST(a_file_that_was_cut_is_written_to_no_more)
{
    const struct drive *drive = open_path(image.path, false);

    ck_assert_ptr_nonnull(drive);
    ck_assert_int_eq(drive->watch(drive->context, 0, before, 512), 0);
    ck_assert_int_eq(truncate(image.path, SIZE / 2), 0);
    ck_assert_int_eq(drive->watch(drive->context, 0, before, 512), EBUSY);
}

TEST(who_asks_for_reads_alone_cannot_write)
{
    const struct drive *drive = open_path(image.path, true);

    ck_assert_int_eq(reason, REASON_NONE);
    ck_assert(!drive->can_write);
    memset(buffer, 0xa5, 4096);
    for (int how = DRIVE_DURABLE; how <= DRIVE_CACHED; how++)
        ck_assert_int_eq(
            drive->write(drive->context, (enum drive_write)how, 0, buffer, 4096), EROFS);
    check_file(0, NULL, 0);
    ck_assert(strstr(drive_disk_method(disk), "reads"));
}

TEST(an_image_file_is_no_drive_unless_it_is_to_be_one)
{
    struct drive_request request = {
        .path = image.path, .sys = &tree.sys, .layout = layout, .is_as_drive = true
    };

    const struct drive *drive = open_path(image.path, false);
    ck_assert(!drive->is_drive);
    drive_disk_close(disk);
    disk = drive_disk_open(&request, &reason, &err);
    ck_assert(drive_disk_drive(disk)->is_drive);
}

TEST(areas_lie_on_the_rest_of_a_writable_disk)
{
    struct bench_starts starts = { .base = 63, .against = 64 };
    struct test_area areas[8];

    layout_unref(layout);
    layout =
        disks_build(&(struct disks_spec){ .size = 16 * SIZE / 512, .label = LABEL_GPT });
    ck_assert(open_path(image.path, false) != NULL);
    ck_assert_uint_gt(test_areas_find(layout, 0, 63, areas, 8), 1);
    /* All but the first lie behind the end of so small a file. */
    size_t count = drive_disk_areas(disk, layout, &starts, areas, 8);
    ck_assert_uint_eq(count, 1);
    for (size_t i = 0; i < count; i++)
        ck_assert_uint_le(areas[i].start + areas[i].bytes, SIZE);
    layout_unref(layout);
    layout = disks_build(&(struct disks_spec){ .size = SIZE / 512, .label = LABEL_GPT });
    ck_assert_uint_ge(drive_disk_areas(disk, layout, NULL, areas, 8), 1);
    ck_assert(open_path(image.path, true) != NULL);
    ck_assert_uint_eq(drive_disk_areas(disk, layout, NULL, areas, 8), 0);
}

TEST(an_image_below_a_loop_device_is_only_read)
{
    tree_disk(&tree, "loop3", "virtual", "7:3", SIZE / 512);
    tree_say(&tree, "loop3", "loop/backing_file", image.path);
    tree_say(&tree, "loop3", "loop/offset", "0\n");
    tree_say(&tree, "loop3", "loop/sizelimit", "0\n");
    const struct drive *drive = open_path(image.path, false);
    ck_assert_msg(drive != NULL, "%s", err.text);
    ck_assert_int_eq(reason, REASON_IN_USE);
    ck_assert_refused(&err, REFUSAL_MEASURE_IN_USE);
    ck_assert_msg(strstr(err.text, "loop3") && strstr(err.text, image.path), "%s",
                  err.text);
    ck_assert(!drive->can_write);
    ck_assert_int_eq(drive->write(drive->context, DRIVE_PLAIN, 0, buffer, 512), EROFS);
}

TEST(an_image_that_another_program_writes_to_is_only_read)
{
    CLEANUP(freep) char *link = xasprintf("%s/811/fd/7", tree.proc_path);
    CLEANUP(freep) char *real = realpath(image.path, NULL);

    tree_write(&tree, "qemu-system-x86\n", "proc/811/comm");
    tree_write(&tree, "", "proc/811/fd/0");
    tree_write(&tree, "flags:\t0100000\n", "proc/811/fdinfo/7");
    ck_assert_int_eq(symlink(real, link), 0);
    ck_assert(open_path(image.path, false)->can_write);
    tree_write(&tree, "flags:\t0100002\n", "proc/811/fdinfo/7");
    ck_assert(!open_path(image.path, false)->can_write);
    ck_assert_int_eq(reason, REASON_IN_USE);
    ck_assert_msg(strstr(err.text, "qemu-system-x86 (811)") != NULL, "%s", err.text);
}

TEST(a_loop_device_over_a_partition_counts_where_the_table_has_none)
{
    const struct disks_part part = {
        .kind = EXTENT_PARTITION, .number = 1, .start = 2048, .length = 4096
    };
    CLEANUP(freep) char *path = xasprintf("%s/sda", tree.dev_path);
    CLEANUP(freep) char *node = xasprintf("%s/sda1", tree.dev_path);

    tree_disk(&tree, "sda", "pci0/host0", "8:0", SIZE / 512);
    tree_partition(&tree, "sda", "sda1", "8:1", 2048, 4096);
    tree_disk(&tree, "loop3", "virtual", "7:3", 4096);
    tree_say(&tree, "loop3", "loop/backing_file", node);
    tree_say(&tree, "loop3", "loop/offset", "0\n");
    tree_say(&tree, "loop3", "loop/sizelimit", "0\n");
    /* There is no node to open: only the reason is checked. */
    ck_assert(!open_path(path, false));
    ck_assert_int_eq(reason, REASON_IN_USE);
    ck_assert_msg(strstr(err.text, "loop3") != NULL, "%s", err.text);
    layout_unref(layout);
    layout = disks_build(&(struct disks_spec){
        .size = SIZE / 512, .label = LABEL_GPT, .parts = &part, .count = 1 });
    ck_assert(!open_path(path, false));
    ck_assert_int_eq(reason, REASON_NONE);
}

static void add_loop(const char *name, const char *number, const char *backing,
                     const char *offset, const char *size)
{
    tree_disk(&tree, name, "virtual", number, SIZE / 512);
    tree_say(&tree, name, "loop/backing_file", backing);
    tree_say(&tree, name, "loop/offset", offset);
    tree_say(&tree, name, "loop/sizelimit", size);
}

/* The kernel keeps neither claims nor caches of both together. */
TEST(a_second_loop_device_over_the_same_bytes_counts)
{
    CLEANUP(freep) char *path = xasprintf("%s/loop3", tree.dev_path);

    add_loop("loop3", "7:3", image.path, "0\n", "1048576\n");
    add_loop("loop4", "7:4", image.path, "1048576\n", "0\n");
    ck_assert(!open_path(path, false));
    ck_assert_int_eq(reason, REASON_NONE);
    tree_say(&tree, "loop4", "loop/offset", "1048064\n");
    ck_assert(!open_path(path, false));
    ck_assert_int_eq(reason, REASON_IN_USE);
    ck_assert_msg(strstr(err.text, "loop4") != NULL, "%s", err.text);
}

TEST(a_loop_device_over_a_disk_is_in_use_where_that_is)
{
    CLEANUP(freep) char *path = xasprintf("%s/loop3", tree.dev_path);
    CLEANUP(freep) char *node = xasprintf("%s/sda", tree.dev_path);

    tree_disk(&tree, "sda", "pci0/host0", "8:0", SIZE / 512);
    tree_partition(&tree, "sda", "sda1", "8:1", 2048, 4096);
    add_loop("loop3", "7:3", node, "0\n", "0\n");
    ck_assert(!open_path(path, false));
    ck_assert_int_eq(reason, REASON_NONE);
    tree_write(&tree, "20 1 8:1 / /mnt rw - ext4 /dev/sda1 rw\n", "proc/self/mountinfo");
    ck_assert(!open_path(path, false));
    ck_assert_int_eq(reason, REASON_IN_USE);
    ck_assert_msg(strstr(err.text, "sda1") != NULL, "%s", err.text);
}

TEST(what_is_not_there_or_no_disk_says_so)
{
    ck_assert(!open_path("/no/such/file", false));
    ck_assert_int_ne(err.code, ERR_NONE);
    ck_assert(strstr(err.text, "/no/such/file"));
    ck_assert(!open_path("/no/such/file", true));
    ck_assert_int_eq(err.code, ERR_UNREADABLE);
    ck_assert(!open_path("/dev/null", false));
    ck_assert_int_ne(err.code, ERR_NONE);
    ck_assert_int_eq(truncate(image.path, 0), 0);
    ck_assert(!open_path(image.path, false));
    ck_assert_int_eq(err.code, ERR_UNREADABLE);
}

static atomic_bool is_enough;

static void *read_on(void *context)
{
    const struct drive *drive = context;

    while (!atomic_load(&is_enough))
        (void)drive->read(drive->context, 0, buffer, SIZE);
    return NULL;
}

TEST(another_thread_sees_how_old_a_request_is)
{
    const struct drive *drive = open_path(image.path, true);
    pthread_t reader;

    atomic_store(&is_enough, false);
    ck_assert_uint_eq(drive_disk_request_ns(disk), 0);
    ck_assert_int_eq(pthread_create(&reader, NULL, read_on, (void *)(uintptr_t)drive), 0);
    while (!drive_disk_request_ns(disk))
        continue;
    atomic_store(&is_enough, true);
    ck_assert_int_eq(pthread_join(reader, NULL), 0);
    ck_assert_uint_eq(drive_disk_request_ns(disk), 0);
}

TEST(a_pause_is_no_time)
{
    const struct drive *drive = open_path(image.path, false);

    ck_assert_msg(drive != NULL, "%s", err.text);
    uint64_t from = drive->now_ns(drive->context);
    uint64_t pause = drive->now_ns(drive->context) - from;
    drive_disk_exclude(disk, pause);
    uint64_t low = clock_ns(), now = drive->now_ns(drive->context), high = clock_ns();
    ck_assert_uint_ge(now, from);
    ck_assert_uint_ge(now + pause, low);
    ck_assert_uint_le(now + pause, high);
}

/* What sysfs reports about a disk, and the outcome. */
static const struct reported {
    const char *name, *file, *text;
    enum measure_reason reason;
    enum err_code code;
    bool is_measured;      /* by reads, if there is also a code */
    bool is_measured_read; /* if only reads were asked for */
    const char *word;
} refusals[] = {
    { "sda", "ro", "0\n", REASON_NONE, ERR_NONE, true, true, "" },
    { "sda", "ro", "1\n", REASON_READ_ONLY_DEVICE, ERR_REFUSED, false, true, "sda" },
    { "sda", "queue/zoned", "none\n", REASON_NONE, ERR_NONE, true, true, "" },
    { "sda", "queue/zoned", "host-managed\n", REASON_ZONED, ERR_REFUSED, false, true,
      "sda" },
    { "sda", "queue/zoned", "host-aware\n", REASON_ZONED, ERR_REFUSED, true, true,
      "only reads" },
    { "sda", "size", "0\n", REASON_NONE, ERR_UNREADABLE, false, false, "sda" },
    { "sda", "device/state", "running\n", REASON_NONE, ERR_NONE, true, true, "" },
    { "sda", "device/state", "offline\n", REASON_FAILING, ERR_UNREADABLE, false, false,
      "offline" },
    { "nvme0n1", "device/state", "live\n", REASON_NONE, ERR_NONE, true, true, "" },
    { "nvme0n1", "device/state", "dead\n", REASON_FAILING, ERR_UNREADABLE, false, false,
      "dead" },
    { "xvda", "device/state", "Connected\n", REASON_NONE, ERR_NONE, true, true, "" },
};

TEST_EACH(sysfs_says_what_is_not_measured, refusals)
{
    const struct reported *row = &refusals[_i];

    tree_disk(&tree, row->name, "pci0/host0", "8:0", 100000);
    tree_say(&tree, row->name, row->file, row->text);
    ck_assert_int_eq(drive_sysfs_allows(&tree.sys, row->name, false, &reason, &err),
                     row->is_measured);
    ck_assert_int_eq(reason, row->reason);
    ck_assert_int_eq(err.code, row->code);
    if (err.code == ERR_REFUSED)
        ck_assert_refused(&err, REFUSAL_MEASURE_READS_ONLY);
    ck_assert_msg(strstr(err.text, row->word) != NULL, "%s", err.text);
    err = (struct err){ 0 };
    ck_assert_int_eq(drive_sysfs_allows(&tree.sys, row->name, true, &reason, &err),
                     row->is_measured_read);
    ck_assert_int_eq(err.code != ERR_NONE, !row->is_measured_read);
}

TEST(a_refused_disk_is_not_even_opened)
{
    CLEANUP(freep) char *path = xasprintf("%s/sda", tree.dev_path);

    tree_disk(&tree, "sda", "pci0/host0", "8:0", 100000);
    tree_say(&tree, "sda", "ro", "1\n");
    ck_assert(!open_path(path, false));
    ck_assert_int_eq(reason, REASON_READ_ONLY_DEVICE);
    ck_assert_msg(strstr(err.text, path) != NULL, "%s", err.text);
}

TEST(a_partition_names_its_disk)
{
    CLEANUP(freep) char *path = xasprintf("%s/nvme0n1p2", tree.dev_path);

    tree_disk(&tree, "nvme0n1", "pci0/nvme0", "259:0", 100000);
    tree_partition(&tree, "nvme0n1", "nvme0n1p2", "259:2", 2048, 4096);
    for (unsigned is_read_only = 0; is_read_only < 2; is_read_only++) {
        ck_assert(!open_path(path, is_read_only));
        ck_assert_refused(&err, REFUSAL_MEASURE_PARTITION);
        ck_assert_msg(strstr(err.text, "/nvme0n1.") != NULL, "%s", err.text);
    }
}

static const struct {
    const char *name, *place;
    bool is_drive;
} kinds[] = {
    { "sda", "pci0/host0", true },
    { "nvme0n1", "virtual/nvme-subsystem/nvme-subsys0", true },
    { "vda", "pci0/virtio2", true },
    { "mmcblk0", "platform/mmc0", true },
    { "loop0", "virtual", false },
    { "dm-0", "virtual", false },
    { "md127", "virtual", false },
    { "zram0", "virtual", false },
    { "nbd3", "virtual", false },
    { "bcache0", "virtual", false },
    { "rbd0", "rbd/0", false },
};

TEST_EACH(what_other_devices_lie_behind_is_no_drive, kinds)
{
    tree_disk(&tree, kinds[_i].name, kinds[_i].place, "8:0", 1000);
    ck_assert_int_eq(drive_sysfs_is_drive(&tree.sys, kinds[_i].name), kinds[_i].is_drive);
}

TEST(reads_are_counted_by_the_device)
{
    uint64_t count = 7;

    tree_disk(&tree, "sda", "pci0/host0", "8:0", 100000);
    ck_assert(!drive_sysfs_count_reads(&tree.sys, "sda", &count));
    tree_say(&tree, "sda", "stat",
             "  1234567890123  4  5  6  7  8  9  10  0  11  12  0  0  0  0\n");
    ck_assert(drive_sysfs_count_reads(&tree.sys, "sda", &count));
    ck_assert_uint_eq(count, UINT64_C(1234567890123));
    tree_say(&tree, "sda", "queue/iostats", "1\n");
    ck_assert(drive_sysfs_count_reads(&tree.sys, "sda", &count));
    tree_say(&tree, "sda", "queue/iostats", "0\n");
    ck_assert(!drive_sysfs_count_reads(&tree.sys, "sda", &count));
}

TEST(reads_of_a_file_are_the_pages_of_this_process)
{
    const struct drive *drive = open_path(image.path, false);
    uint64_t count = 7;

    ck_assert(!drive->count_reads(drive->context, &count));
    ck_assert_uint_eq(count, 7);
    tree_write(&tree, "rchar: 9\nwchar: 3\nsyscr: 1\nread_bytes: 40960\nwrite_bytes: 0\n",
               "proc/self/io");
    ck_assert(drive->count_reads(drive->context, &count));
    ck_assert_uint_eq(count, 10);
}
