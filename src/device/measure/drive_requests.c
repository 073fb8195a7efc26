/* SPDX-License-Identifier: GPL-3.0-or-later */
/* drive_requests.c - requests to a disk under test, and the age of the current one */
#include "device/measure/drive_disk_private.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/uio.h>
#include <unistd.h>

#include "device/io/clock.h"
#include "device/io/file.h"
#include "device/measure/drive_sysfs.h"
#include "model/base/num.h"

/* The clock without pauses. */
static uint64_t drive_clock_ns(void *context)
{
    const struct drive_disk *disk = context;

    return clock_ns() - disk->left_out_ns;
}

/* The descriptor with or without O_DIRECT: a second one would break the lease of an
 * image. */
static int fd_for(struct drive_disk *disk, bool is_direct)
{
    if (disk->has_direct != is_direct && file_set_direct(disk->fd, is_direct))
        disk->has_direct = is_direct;
    return disk->fd;
}

static int best_fd(struct drive_disk *disk)
{
    return fd_for(disk, disk->drive.is_direct);
}

/* Continues interrupted and short writes. */
static int write_at(int fd, int flags, uint64_t offset, const void *bytes, size_t count)
{
    struct iovec rest = { .iov_base = (void *)(uintptr_t)bytes, .iov_len = count };

    while (rest.iov_len) {
        ssize_t done = pwritev2(fd, &rest, 1, (off_t)offset, flags);
        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0)
            return done ? errno : EIO;
        rest.iov_base = (uint8_t *)rest.iov_base + done;
        rest.iov_len -= (size_t)done;
        offset += (uint64_t)done;
    }
    return 0;
}

static int flush(const struct drive_disk *disk)
{
    return fdatasync(disk->fd) ? errno : 0;
}

static int write_durable(struct drive_disk *disk, uint64_t offset, const void *bytes,
                         size_t count)
{
    int fd = best_fd(disk);

    if (!disk->lacks_dsync) {
        int error = write_at(fd, RWF_DSYNC, offset, bytes, count);
        if (error != EOPNOTSUPP && error != ENOSYS)
            return error;
        disk->lacks_dsync = true;
    }
    int error = write_at(fd, 0, offset, bytes, count);
    return error ? error : flush(disk);
}

/* Only a hint: pages in use elsewhere stay. */
static void drop_pages(int fd, uint64_t offset, size_t count)
{
    uint64_t start = num_round_down(offset, DRIVE_PAGE);
    uint64_t request_end = num_round_up(offset + count, DRIVE_PAGE);

    (void)posix_fadvise(fd, (off_t)start, (off_t)(request_end - start),
                        POSIX_FADV_DONTNEED);
}

static int write_cached(struct drive_disk *disk, uint64_t offset, const void *bytes,
                        size_t count)
{
    drop_pages(disk->fd, offset, count);
    int error = write_at(fd_for(disk, false), 0, offset, bytes, count);
    return error ? error : flush(disk);
}

static int write_as(struct drive_disk *disk, enum drive_write how, uint64_t offset,
                    const void *bytes, size_t count)
{
    switch (how) {
    case DRIVE_DURABLE:
        return write_durable(disk, offset, bytes, count);
    case DRIVE_PLAIN:
        return write_at(best_fd(disk), 0, offset, bytes, count);
    case DRIVE_CACHED:
        return write_cached(disk, offset, bytes, count);
    }
    return EINVAL;
}

static void request_begin(struct drive_disk *disk)
{
    atomic_store(&disk->since_ns, clock_ns());
}

static int request_end(struct drive_disk *disk, int error)
{
    atomic_store(&disk->since_ns, 0);
    return error;
}

/* What the kernel will have counted of a write: through the page cache whole blocks. */
static uint64_t units_of(const struct drive_disk *disk, enum drive_write how,
                         uint64_t offset, size_t count)
{
    bool is_cached = how == DRIVE_CACHED || !disk->drive.is_direct;
    uint64_t grain = is_cached ? disk->block : 512;

    return (num_round_up(offset + count, grain) - num_round_down(offset, grain)) / 512;
}

static int request_write(void *context, enum drive_write how, uint64_t offset,
                         const void *bytes, size_t count)
{
    struct drive_disk *disk = context;

    if (!disk->drive.can_write)
        return EROFS;
    request_begin(disk);
    disk->written += units_of(disk, how, offset, count);
    disk->last_start = offset;
    disk->last_end = offset + count;
    return request_end(disk, write_as(disk, how, offset, bytes, count));
}

static int request_read(void *context, uint64_t offset, void *bytes, size_t count)
{
    struct drive_disk *disk = context;

    request_begin(disk);
    if (!disk->drive.is_direct)
        drop_pages(disk->fd, offset, count);
    return request_end(disk, file_read_at(best_fd(disk), offset, bytes, count));
}

static int request_flush(void *context)
{
    struct drive_disk *disk = context;

    request_begin(disk);
    return request_end(disk, flush(disk));
}

static bool request_count_reads(void *context, uint64_t *ret)
{
    const struct drive_disk *disk = context;
    bool is_counted = disk->name[0] ? drive_sysfs_count_reads(&disk->sys, disk->name, ret)
                                    : drive_sysfs_count_pages(&disk->sys, ret);

    if (is_counted)
        *ret -= disk->own_reads;
    return is_counted;
}

struct drive drive_disk_requests(struct drive_disk *disk)
{
    return (struct drive){
        .read = request_read,
        .write = request_write,
        .flush = request_flush,
        .watch = drive_watch,
        .settle = drive_settle,
        .now_ns = drive_clock_ns,
        .count_reads = request_count_reads,
        .context = disk,
    };
}

void drive_disk_exclude(struct drive_disk *disk, uint64_t ns)
{
    disk->left_out_ns += ns;
    drive_file_resume(disk);
}

uint64_t drive_disk_request_ns(const struct drive_disk *disk)
{
    uint64_t since = atomic_load(&disk->since_ns);
    uint64_t now = clock_ns();

    return since && now > since ? now - since : 0;
}
