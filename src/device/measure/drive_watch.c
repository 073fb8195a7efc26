/* SPDX-License-Identifier: GPL-3.0-or-later */
/* drive_watch.c - notices writes of other programs to a disk under test
 *
 * The claim of a whole disk prevents mounts and swap but not writes to its nodes, and the
 * lock of a file is only advisory. A write of another program would be replaced by the
 * earlier bytes. A lease keeps all others away from an image; else each block is read
 * again before it is written. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "device/io/clock.h"
#include "device/measure/drive_disk_private.h"
#include "device/measure/drive_sysfs.h"
#include "device/system/busy.h"
#include "model/base/mem.h"

/* Interval between look-ups of users, which take milliseconds. */
#define USERS_NS UINT64_C(200000000)
/* Read again at once. */
#define PIECE (UINT64_C(64) << 10)

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

/* True if [OFFSET, OFFSET + COUNT) no longer has BYTES. What cannot be read is left to
 * the write, which repairs sectors. */
static bool drive_watch_differs(struct drive_disk *disk, uint64_t offset,
                                const uint8_t *bytes, size_t count)
{
    for (size_t done = 0; done < count; done += PIECE) {
        size_t piece = count - done < PIECE ? count - done : PIECE;
        if (!disk->drive.read(disk, offset + done, disk->again, piece) &&
            memcmp(disk->again, bytes + done, piece) != 0)
            return true;
    }
    return false;
}

/* Reads of the watch are none of what the kernel adds to a write. */
static bool differs_uncounted(struct drive_disk *disk, uint64_t offset,
                              const uint8_t *bytes, size_t count)
{
    uint64_t before = 0, after = 0;
    bool is_counted = disk->drive.count_reads(disk, &before);
    bool differs = drive_watch_differs(disk, offset, bytes, count);

    if (is_counted && disk->drive.count_reads(disk, &after))
        disk->own_reads += after - before;
    return differs;
}

/* As far as visible without a request. */
static bool has_writer_come(const struct drive_disk *disk)
{
    return drive_file_is_touched(disk) ||
           count_partition_writes(disk) != disk->partition_writes;
}

void drive_watch_begin(struct drive_disk *disk)
{
    void *pages = NULL;
    bool is_drive = disk->name[0] && drive_sysfs_is_drive(&disk->sys, disk->name);

    if (disk->name[0])
        disk->partitions = busy_partitions(&disk->sys, disk->name);
    disk->partition_writes = count_partition_writes(disk);
    drive_file_begin(disk);
    if (!disk->file.is_leased && !is_drive) {
        if (posix_memalign(&pages, DRIVE_PAGE, PIECE))
            abort();
        disk->again = pages;
    }
    (void)find_users(disk,
                     disk->users); /* none of them matters: the opening has checked */
}

void drive_watch_end(struct drive_disk *disk)
{
    drive_file_end(disk);
    sys_names_finish(&disk->partitions);
    free(disk->again);
}

int drive_watch(void *context, uint64_t offset, const void *bytes, size_t count)
{
    struct drive_disk *disk = context;

    if (has_writer_come(disk))
        return EBUSY;
    /* A program that opens a leased file waits. */
    if (!disk->file.is_leased && clock_ns() - disk->watched_ns >= USERS_NS &&
        has_new_users(disk))
        return EBUSY;
    if (!disk->again)
        return 0;
    return differs_uncounted(disk, offset, bytes, count) || has_writer_come(disk) ? EBUSY
                                                                                  : 0;
}
