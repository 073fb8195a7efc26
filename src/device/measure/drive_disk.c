/* SPDX-License-Identifier: GPL-3.0-or-later */
/* drive_disk.c - opens a disk or image file for a bench or probe */
#include "device/measure/drive_disk.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "device/io/file.h"
#include "device/measure/drive_disk_private.h"
#include "device/measure/drive_sysfs.h"
#include "device/system/disk.h"
#include "device/system/opener.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/base/refusal.h"
#include "model/base/size.h"

/* Memory of an engine besides the bytes of its area, rounded up: the buffer of a request,
 * the times, their statistics. */
#define ENGINE_BYTES (UINT64_C(1280) * 1024)

struct opening {
    const struct drive_request *request;
    struct drive_disk *disk;
    enum measure_reason *reason;
    struct err *err;
    char who[DISK_USERS]; /* users of the disk or a part of it; empty: none */
};

static void find_openers(struct opening *opening)
{
    const struct drive_request *request = opening->request;
    char real[SYS_PATH];

    if (opening->disk->name[0])
        opener_names(request->sys, opening->disk->name, opening->who,
                     sizeof(opening->who));
    else if (realpath(request->path, real))
        opener_names_at(request->sys, real, opening->who, sizeof(opening->who));
}

/* Reports the use without failing: reads are harmless. */
static bool report_use(struct opening *opening)
{
    const char *path = opening->request->path;

    *opening->reason = REASON_IN_USE;
    if (!opening->who[0])
        find_openers(opening);
    if (opening->who[0])
        (void)err_refuse(opening->err, REFUSAL_MEASURE_IN_USE,
                         _("%1$s is in use (%2$s): only reads are timed."), path,
                         opening->who);
    else
        (void)err_refuse(opening->err, REFUSAL_MEASURE_IN_USE,
                         _("%s is in use: only reads are timed."), path);
    return true;
}

/* O_DIRECT on a file may need a larger alignment than a sector: on a disk with larger
 * sectors, or on file systems that only know blocks. */
static bool takes_sectors(int fd, uint32_t logical)
{
    CLEANUP(freep) void *buffer = NULL;

#ifdef STATX_DIOALIGN
    struct statx status;
    if (!statx(fd, "", AT_EMPTY_PATH, STATX_DIOALIGN, &status) &&
        (status.stx_mask & STATX_DIOALIGN) &&
        (!status.stx_dio_offset_align || status.stx_dio_offset_align > logical))
        return false;
#endif
    if (posix_memalign(&buffer, DRIVE_PAGE, logical))
        return false;
    return pread(fd, buffer, logical, logical) >= 0 || errno != EINVAL;
}

static bool open_to_write(struct drive_disk *disk, const char *path, bool *ret_is_busy,
                          struct err *err)
{
    disk->claim = sink_disk_open(path, false, ret_is_busy, err);
    if (!disk->claim)
        return false;
    *ret_is_busy = !sink_disk_lock(disk->claim, err);
    if (*ret_is_busy) {
        sink_disk_close(TAKE(disk->claim));
        return false;
    }
    disk->fd = sink_disk_fd(disk->claim);
    return true;
}

static void close_claim(struct drive_disk *disk)
{
    sink_disk_close(TAKE(disk->claim));
    disk->fd = -1;
}

static bool open_to_read(const struct opening *opening)
{
    struct drive_disk *disk = opening->disk;

    disk->store = store_open(opening->request->path, opening->err);
    if (!disk->store)
        return false;
    disk->fd = store_fd(disk->store);
    return true;
}

static bool find_unclaimed(struct opening *opening)
{
    const struct drive_request *request = opening->request;

    return disk_users_find(request->sys, request->path, opening->disk->name,
                           request->layout, opening->who);
}

/* Claims the disk, or reports why only reads are possible; false if nothing is. */
static bool claim_disk(struct opening *opening)
{
    const char *path = opening->request->path;
    struct err err = { 0 };
    bool is_busy = false;

    if (find_unclaimed(opening))
        return report_use(opening);
    if (open_to_write(opening->disk, path, &is_busy, &err)) {
        /* A program that held the lock meanwhile may now use the disk. */
        if (!find_unclaimed(opening) && drive_file_lease(opening->disk))
            return true;
        close_claim(opening->disk);
        return report_use(opening);
    }
    bool is_permitted = !access(path, W_OK);
    if (!is_permitted && errno == EROFS)
        *opening->reason = REASON_READ_ONLY_DEVICE;
    /* Kernels from 6.8 on may refuse writers of mounted disks with other errors. */
    if (is_busy || (is_permitted && opening->who[0]))
        return report_use(opening);
    return err_pass(opening->err, &err, "%s", err.text);
}

/* Fills in what does not depend on how the disk was opened. */
static bool finish_opening(const struct opening *opening)
{
    struct drive_disk *disk = opening->disk;
    const struct limits *limits = layout_limits(opening->request->layout);
    bool is_block = disk->name[0] != '\0';
    off_t size = lseek(disk->fd, 0, SEEK_END);
    int sector = 0;

    if (size <= 0)
        return err_set(opening->err, ERR_UNREADABLE,
                       _("%s has a size of 0 bytes: there is no disk behind it."),
                       opening->request->path);
    disk->drive.size_bytes = (uint64_t)size;
    disk->drive.logical = (uint32_t)limits->logical;
    /* Starts count sectors: another sector size would mean other places. */
    if (is_block && !ioctl(disk->fd, BLKSSZGET, &sector) &&
        (uint64_t)sector != limits->logical)
        return err_refuse(
            opening->err, REFUSAL_SECTORS_OTHER_THAN_DRIVE,
            _("%1$s has sectors of %2$u bytes, and its table is read as if "
              "they had %3$u: nothing can be measured so. Leave --sector-size "
              "out."),
            opening->request->path, (unsigned)sector, (unsigned)disk->drive.logical);
    disk->has_direct = file_set_direct(disk->fd, true);
    disk->drive.is_direct =
        disk->has_direct && (is_block || takes_sectors(disk->fd, disk->drive.logical));
    disk->drive.is_drive = opening->request->is_as_drive ||
                           (is_block && drive_sysfs_is_drive(&disk->sys, disk->name));
    disk->drive.can_write = disk->claim != NULL;
    if (disk->claim)
        drive_watch_begin(disk);
    return true;
}

/* A test takes at most a quarter of the available memory, so that it is not killed
 * between two writes.  It holds the bytes of its area; a hole of a file in memory takes
 * as much again. */
static bool budget_memory(const struct opening *opening)
{
    struct drive_disk *disk = opening->disk;
    uint64_t available = sys_available_memory(opening->request->sys);
    unsigned copies = disk->file.is_in_memory ? 2 : 1;
    uint64_t needed = ENGINE_BYTES + copies * (uint64_t)TEST_AREA_MIN;
    char quarter[SIZE_TEXT], needs[SIZE_TEXT];

    if (available / 4 >= needed) {
        disk->area_max = (available / 4 - ENGINE_BYTES) / copies;
        return true;
    }
    *opening->reason = REASON_NO_MEMORY;
    size_format_pair(available / 4, needed, quarter, needs);
    return err_refuse(
        opening->err, REFUSAL_MEASURE_NO_MEMORY,
        _("%1$s is not measured: it may take %2$s of memory, a quarter of what "
          "is available, and needs %3$s. Stop other programs first."),
        opening->request->path, quarter, needs);
}

static struct drive_disk *new_disk(const struct drive_request *request)
{
    struct drive_disk *disk = xcalloc(1, sizeof(*disk));

    disk->drive = drive_disk_requests(disk);
    disk->fd = disk->file.fd = -1;
    disk->sys = sys_copy(request->sys);
    disk->path = xstrdup(request->path);
    disk->layout = layout_ref(request->layout);
    return disk;
}

struct drive_disk *drive_disk_open(const struct drive_request *request,
                                   enum measure_reason *ret_reason, struct err *err)
{
    CLEANUP(drive_disk_closep) struct drive_disk *disk = new_disk(request);
    struct opening opening = { request, disk, ret_reason, err, "" };

    *ret_reason = REASON_NONE;
    const struct note *moving = layout_note_find(request->layout, NOTE_MOVE_IN_PROGRESS);
    if (moving) {
        (void)err_refuse_as(err, note_id_text(moving->id), "%s", moving->text);
        return NULL;
    }
    if (sys_name_of(request->sys, request->path, disk->name) &&
        !drive_sysfs_allows(request->sys, disk->name, request->is_read_only, ret_reason,
                            err))
        return NULL;
    if (!request->is_read_only && *ret_reason == REASON_NONE && !claim_disk(&opening))
        return NULL;
    if ((!disk->claim && !open_to_read(&opening)) || !finish_opening(&opening) ||
        !budget_memory(&opening))
        return NULL;
    return TAKE(disk);
}

void drive_disk_close(struct drive_disk *disk)
{
    if (!disk)
        return;
    drive_watch_end(disk);
    /* All writes are already durable; the claim is released last. */
    store_close(disk->store);
    sink_disk_close(disk->claim);
    sys_finish(&disk->sys);
    layout_unref(disk->layout);
    free(disk->path);
    free(disk);
}

bool drive_disk_is_same(struct drive_disk *disk, struct err *err)
{
    CLEANUP(store_closep) struct store *store = NULL;

    if (!disk->drive.can_write)
        return true;
    /* Not opened again, which a lease would not survive. */
    disk->has_direct = !file_set_direct(disk->fd, false);
    store = store_of_fd(disk->path, disk->fd, err);
    return store && disk_is_same(store, disk->layout, err);
}

size_t drive_disk_areas(const struct drive_disk *disk, const struct layout *marked,
                        const struct bench_starts *starts, struct test_area *ret,
                        size_t max)
{
    uint64_t size_bytes = disk->drive.size_bytes, near = starts ? starts->base : 0;
    uint64_t area_max = num_round_down(disk->area_max, TEST_AREA_STEP);
    size_t kept = 0, count = 0;

    if (!disk->drive.can_write)
        return 0;
    if (starts)
        count = test_areas_find(marked, starts->extent, near, ret, max);
    if (!count)
        count = test_areas_find(marked, 0, near, ret, max);
    /* The disk may have shrunk since its table was read. */
    for (size_t i = 0; i < count; i++)
        if (ret[i].start <= size_bytes && ret[i].bytes <= size_bytes - ret[i].start) {
            ret[kept] = ret[i];
            ret[kept].bytes = ret[i].bytes < area_max ? ret[i].bytes : area_max;
            kept++;
        }
    return kept;
}

const struct drive *drive_disk_drive(const struct drive_disk *disk)
{
    return &disk->drive;
}

const char *drive_disk_method(const struct drive_disk *disk)
{
    if (!disk->drive.can_write)
        return disk->drive.is_direct ? "reads, O_DIRECT" : "reads";
    if (!disk->drive.is_direct)
        return "same bytes back, page cache";
    return disk->lacks_dsync ? "same bytes back, O_DIRECT, fdatasync"
                             : "same bytes back, O_DIRECT, RWF_DSYNC";
}
