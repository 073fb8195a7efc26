/* SPDX-License-Identifier: GPL-3.0-or-later */
/* drive_watch.c - notices writes of other programs to a disk under test
 *
 * The claim of a whole disk prevents mounts and swap but not writes to its nodes, and the
 * lock of a file is only advisory. A write of another program would be replaced by the
 * earlier bytes. A lease keeps all others away from an image. The kernel counts what is
 * written to a block device, which is compared with what this program has written before
 * and after each of its writes: only a write during one of them can be lost, and that is
 * reported. Where neither is possible, and where something lies between the device and
 * the drive, each block is read again before it is written. */
#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>

#include "device/measure/drive_disk_private.h"

/* Read again at once. */
#define PIECE (UINT64_C(64) << 10)

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

/* A device that has become shorter or longer is not the one that was opened. */
static bool has_other_size(const struct drive_disk *disk)
{
    uint64_t size = 0;

    return disk->name[0] &&
           (ioctl(disk->fd, BLKGETSIZE64, &size) || size != disk->drive.size_bytes);
}

/* 0, EBUSY or DRIVE_OVERLAPPED, as far as visible without a request. */
static int look_for_writers(const struct drive_disk *disk)
{
    bool is_busy;

    /* What others have written into the page cache is counted once it is written out. */
    if (disk->is_counted)
        (void)sync_file_range(disk->fd, 0, 0,
                              SYNC_FILE_RANGE_WAIT_BEFORE | SYNC_FILE_RANGE_WRITE |
                                  SYNC_FILE_RANGE_WAIT_AFTER);
    if (drive_counts_others(disk, &is_busy))
        return disk->is_crossed && drive_counts_may_overlap(disk) ? DRIVE_OVERLAPPED
                                                                  : EBUSY;
    return drive_file_is_touched(disk) || has_other_size(disk) ? EBUSY : 0;
}

/* Reading a drive again would leave in its cache what it has to read itself for a partial
 * block, and cost a turn of its platter. */
static bool needs_reading(const struct drive_disk *disk)
{
    const struct drive_file *file = &disk->file;

    if (file->is_leased)
        return !file->is_local && !disk->drive.is_drive;
    /* The file below a loop device can be written to as well. */
    return !disk->is_counted || !disk->drive.is_drive || file->path;
}

void drive_watch_begin(struct drive_disk *disk)
{
    disk->again = xaligned(DRIVE_PAGE, PIECE);
    drive_file_begin(disk);
    drive_counts_begin(disk, disk->again);
    if (!needs_reading(disk)) {
        free(disk->again);
        disk->again = NULL;
    }
    /* Users of parts outside the test area were there from the start, and none of them
     * matters: the opening has checked. */
    disk->watch = watch_begin(&disk->sys, disk->path, disk->name, disk->layout);
}

void drive_watch_end(struct drive_disk *disk)
{
    drive_file_end(disk);
    free(disk->parts);
    free(disk->again);
}

int drive_watch(void *context, uint64_t offset, const void *bytes, size_t count)
{
    struct drive_disk *disk = context;
    int found = look_for_writers(disk);

    if (found)
        return found;
    /* A program that opens a leased file waits. */
    if (!disk->file.is_leased && watch_has_other_users(&disk->watch))
        return EBUSY;
    if (!disk->again)
        return 0;
    return differs_uncounted(disk, offset, bytes, count) ? EBUSY : look_for_writers(disk);
}

int drive_settle(void *context)
{
    struct drive_disk *disk = context;

    drive_file_stamp(disk);
    if (!drive_counts_others(disk, &disk->is_crossed))
        return 0;
    return drive_counts_may_overlap(disk) ? DRIVE_OVERLAPPED : EBUSY;
}
