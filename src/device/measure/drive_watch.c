/* SPDX-License-Identifier: GPL-3.0-or-later */
/* drive_watch.c - checks before each write that no other program uses the disk
 *
 * The claim of a whole disk prevents mounts and swap but not writes to a partition's
 * node, and the lock of a file is only advisory. A write of another program would be
 * overwritten with the earlier bytes. */
#include "device/measure/drive_disk_private.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "device/io/clock.h"
#include "device/system/busy.h"

/* Interval between look-ups of users, which take milliseconds. */
#define USERS_NS UINT64_C(200000000)

/* Writes to the kernel's partitions through their own nodes; writes to the whole disk are
 * not included (Documentation/block/stat.rst). */
static uint64_t count_partition_writes(const struct drive_disk *disk)
{
    unsigned long long skipped[4], writes;
    uint64_t sum = 0;
    char text[256];

    for (size_t i = 0; i < disk->partitions.count; i++)
        if (sys_text(&disk->sys, text, sizeof(text), "class/block/%s/stat",
                     disk->partitions.names[i]) &&
            sscanf(text, "%llu %llu %llu %llu %llu", &skipped[0], &skipped[1],
                   &skipped[2], &skipped[3], &writes) == 5)
            sum += writes;
    return sum;
}

static bool find_users(struct drive_disk *disk, char ret[DRIVE_USERS])
{
    struct drive_request request = { .path = disk->path,
                                     .sys = &disk->sys,
                                     .layout = disk->layout };

    disk->watched_ns = clock_ns();
    return drive_users_find(&request, disk->name, ret, DRIVE_USERS);
}

/* Users of parts outside the test area were there from the start. */
static bool has_new_users(struct drive_disk *disk)
{
    char who[sizeof(disk->users)];

    return find_users(disk, who) || strcmp(who, disk->users);
}

void drive_watch_begin(struct drive_disk *disk)
{
    if (disk->name[0])
        disk->partitions = busy_partitions(&disk->sys, disk->name);
    disk->partition_writes = count_partition_writes(disk);
    drive_file_begin(disk);
    (void)find_users(disk,
                     disk->users); /* none of them matters: the opening has checked */
}

int drive_watch(void *context)
{
    struct drive_disk *disk = context;

    if (drive_file_is_touched(disk) ||
        count_partition_writes(disk) != disk->partition_writes)
        return EBUSY;
    if (clock_ns() - disk->watched_ns < USERS_NS)
        return 0;
    return has_new_users(disk) ? EBUSY : 0;
}
