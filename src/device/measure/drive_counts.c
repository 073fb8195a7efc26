/* SPDX-License-Identifier: GPL-3.0-or-later */
/* drive_counts.c - tells other programs' writes to a disk under test from this program's,
 * by what the kernel counts */
#include <linux/fs.h>
#include <sys/ioctl.h>

#include "device/measure/drive_disk_private.h"
#include "device/measure/drive_sysfs.h"
#include "device/system/busy.h"
#include "model/base/mem.h"

/* With queue/iostats 0, and by some drivers, nothing is counted: a read shows it. */
static bool is_counted(const struct drive_disk *disk, void *page)
{
    struct drive_counts before, after;
    size_t count = disk->drive.logical > DRIVE_PAGE ? disk->drive.logical : DRIVE_PAGE;

    return disk->name[0] && drive_sysfs_count(&disk->sys, disk->name, &before) &&
           !disk->drive.read(disk->drive.context, 0, page, count) &&
           drive_sysfs_count(&disk->sys, disk->name, &after) && after.read > before.read;
}

/* The kernel's partitions; one whose place is unknown may lie anywhere. */
static void note_parts(struct drive_disk *disk)
{
    struct sys_names names = busy_partitions(&disk->sys, disk->name);
    struct drive_counts counts;
    uint64_t start, units;

    disk->parts = xcalloc(names.count + 1, sizeof(*disk->parts));
    for (size_t i = 0; i < names.count; i++) {
        struct drive_part *part = &disk->parts[disk->part_count];
        if (!sys_number(&disk->sys, &start, "class/block/%s/start", names.names[i]) ||
            !sys_number(&disk->sys, &units, "class/block/%s/size", names.names[i]) ||
            !drive_sysfs_count(&disk->sys, names.names[i], &counts))
            continue;
        *part = (struct drive_part){ .start = start * 512,
                                     .end = (start + units) * 512,
                                     .written = counts.written };
        copy_text(part->name, sizeof(part->name), names.names[i]);
        disk->part_count++;
    }
    sys_names_finish(&names);
}

void drive_counts_begin(struct drive_disk *disk, void *page)
{
    struct drive_counts counts;
    int block = 0;

    disk->is_counted = is_counted(disk, page) && !ioctl(disk->fd, BLKBSZGET, &block) &&
                       block > 0 && drive_sysfs_count(&disk->sys, disk->name, &counts);
    disk->block = block > 0 ? (uint32_t)block : DRIVE_PAGE;
    if (!disk->is_counted)
        return;
    disk->written = counts.written;
    note_parts(disk);
}

/* Written through the nodes of partitions in which the last write did not lie. */
static uint64_t count_elsewhere(const struct drive_disk *disk)
{
    struct drive_counts counts;
    uint64_t sum = 0;

    for (size_t i = 0; i < disk->part_count; i++) {
        const struct drive_part *part = &disk->parts[i];
        bool is_apart = disk->last_end <= part->start || disk->last_start >= part->end;
        if (is_apart && drive_sysfs_count(&disk->sys, part->name, &counts))
            sum += counts.written - part->written;
    }
    return sum;
}

bool drive_counts_others(const struct drive_disk *disk, bool *ret_is_busy)
{
    struct drive_counts counts;

    *ret_is_busy = false;
    if (!disk->is_counted)
        return false;
    if (!drive_sysfs_count(&disk->sys, disk->name, &counts))
        return true;
    *ret_is_busy = counts.in_flight > 0;
    return counts.written != disk->written;
}

bool drive_counts_may_overlap(const struct drive_disk *disk)
{
    /* Counted before the whole: what is written meanwhile must not excuse the rest. */
    uint64_t elsewhere = count_elsewhere(disk);
    struct drive_counts counts;

    return !drive_sysfs_count(&disk->sys, disk->name, &counts) ||
           counts.written - disk->written > elsewhere;
}
