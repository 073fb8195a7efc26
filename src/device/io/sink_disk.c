/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sink_disk.c - the only place where a disk or image file is opened for writing */
#include "device/io/sink_disk.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "device/io/file.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/base/refusal.h"

enum {
    /* A multiple of the alignment that any device or file system requires for
     * O_DIRECT. */
    PAGE = 4096,
    HOLE = 65536, /* bytes of a file that stay or become a hole together */
    PART = 1 << 20,
    LOCK_TRIES = 50,
    LOCK_NAP_MS = 100,
};

struct sink_disk {
    char *path;
    int fd;
    bool is_block;
    bool is_direct; /* O_DIRECT of FD is on */
    bool has_holes; /* it is a sparse file, and no file system without fallocate() */
    /* A range of a file that had no hole when it was read last: that is not asked again.
     * Each of the two can be that of another thread: what is read is right in any case.
     */
    atomic_uint_least64_t data_start, data_end;
};

bool sink_disk_refuse_permission(const char *path, struct err *err)
{
    return err_refuse(err, REFUSAL_NO_PERMISSION,
                      _("%1$s: you may not write to it. Try: sudo alidade %1$s"), path);
}

static bool sink_disk_refuse(const char *path, int error, bool *ret_is_busy,
                             struct err *err)
{
    *ret_is_busy = error == EBUSY;
    if (error == EBUSY)
        return err_refuse(err, REFUSAL_NOT_OPENED_FOR_WRITING,
                          _("%s is in use: close what uses it first."), path);
    if (error == EROFS)
        return err_refuse(err, REFUSAL_NOT_OPENED_FOR_WRITING, _("%s can only be read."),
                          path);
    if ((error == EACCES || error == EPERM) && geteuid())
        return sink_disk_refuse_permission(path, err);
    return err_refuse(err, REFUSAL_NOT_OPENED_FOR_WRITING,
                      _("%1$s cannot be opened for writing: %2$s."), path,
                      strerror(error));
}

/* Checks the type before opening, because opening a pipe or a tape has side effects. */
static bool sink_disk_open_path(struct sink_disk *disk, bool is_shared, bool *ret_is_busy,
                                struct err *err)
{
    int flags = O_RDWR | O_CLOEXEC | O_NOCTTY;
    struct stat status;

    if (stat(disk->path, &status))
        return sink_disk_refuse(disk->path, errno, ret_is_busy, err);
    disk->is_block = S_ISBLK(status.st_mode);
    if (!disk->is_block && !S_ISREG(status.st_mode))
        return sink_disk_refuse(disk->path, EINVAL, ret_is_busy, err);
    /* O_EXCL without O_CREAT has no effect on files. */
    if (disk->is_block && !is_shared)
        flags |= O_EXCL;
    disk->fd = open(disk->path, flags);
    if (disk->fd < 0)
        return sink_disk_refuse(disk->path, errno, ret_is_busy, err);
    if (fstat(disk->fd, &status) || S_ISBLK(status.st_mode) != disk->is_block)
        return sink_disk_refuse(disk->path, EINVAL, ret_is_busy, err);
    disk->has_holes = !disk->is_block && status.st_blocks < status.st_size / 512;
    return true;
}

struct sink_disk *sink_disk_open(const char *path, bool is_shared, bool *ret_is_busy,
                                 struct err *err)
{
    CLEANUP(sink_disk_closep) struct sink_disk *disk = xcalloc(1, sizeof(*disk));

    *ret_is_busy = false;
    disk->fd = -1;
    disk->path = xstrdup(path);
    if (!sink_disk_open_path(disk, is_shared, ret_is_busy, err))
        return NULL;
    return TAKE(disk);
}

void sink_disk_close(struct sink_disk *disk)
{
    if (!disk)
        return;
    if (disk->fd >= 0)
        /* all writes were flushed, or their failure was reported */
        (void)close(disk->fd);
    free(disk->path);
    free(disk);
}

static enum sink_lock flock_once(int fd, const char *path, unsigned tries,
                                 struct err *err)
{
    struct timespec nap = { .tv_nsec = LOCK_NAP_MS * 1000000L };

    if (!flock(fd, LOCK_EX | LOCK_NB))
        return SINK_LOCK_TAKEN;
    bool is_held = errno == EWOULDBLOCK || errno == EINTR;
    if (is_held && tries + 1 < LOCK_TRIES) {
        (void)nanosleep(&nap, NULL); /* waiting for a shorter time is acceptable */
        return SINK_LOCK_HELD;
    }
    (void)(is_held
               ? err_refuse(
                     err, REFUSAL_LOCK_HELD,
                     _("Another program holds the lock on %s: wait until it has ended."),
                     path)
               : err_refuse(err, REFUSAL_LOCK_HELD, _("%1$s cannot be locked: %2$s."),
                            path, strerror(errno)));
    return SINK_LOCK_REFUSED;
}

/* udev holds this lock briefly from time to time. */
static bool flock_with_retry(int fd, const char *path,
                             const struct sink_lock_watch *watch, struct err *err)
{
    enum sink_lock lock = SINK_LOCK_HELD;

    for (unsigned tries = 0; lock == SINK_LOCK_HELD; tries++) {
        lock = flock_once(fd, path, tries, err);
        if (lock == SINK_LOCK_HELD && watch && !watch->held(watch->context))
            tries = LOCK_TRIES; /* the next one is the last one */
    }
    return lock == SINK_LOCK_TAKEN;
}

enum sink_lock sink_disk_try_lock(struct sink_disk *disk, unsigned tries, struct err *err)
{
    return flock_once(disk->fd, disk->path, tries, err);
}

bool sink_disk_lock(struct sink_disk *disk, struct err *err)
{
    return flock_with_retry(disk->fd, disk->path, NULL, err);
}

bool sink_disk_can_lock(const char *path, int fd, const struct sink_lock_watch *watch,
                        struct err *err)
{
    if (!flock_with_retry(fd, path, watch, err))
        return false;
    (void)flock(fd, LOCK_UN); /* cannot fail for a lock that this descriptor holds */
    return true;
}

int sink_disk_fd(const struct sink_disk *disk)
{
    return disk->fd;
}

/* Returns memory aligned for O_DIRECT; NULL if there is none. */
static uint8_t *page_buffer(size_t count)
{
    void *buffer = NULL;

    return posix_memalign(&buffer, PAGE, count) ? NULL : buffer;
}

/* Repeats interrupted writes and continues short ones. */
static int sink_disk_write_at(int fd, uint64_t offset, const uint8_t *bytes, size_t count)
{
    while (count) {
        ssize_t done = pwrite(fd, bytes, count, (off_t)offset);
        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0)
            return done ? errno : EIO;
        bytes += done;
        offset += (uint64_t)done;
        count -= (size_t)done;
    }
    return 0;
}

/* Each use sets the flag it needs, without a system call where it is set already. */
static bool set_direct(struct sink_disk *disk, bool is_direct)
{
    if (disk->is_direct == is_direct)
        return true;
    if (!file_set_direct(disk->fd, is_direct))
        return false;
    disk->is_direct = is_direct;
    return true;
}

static int write_direct(struct sink_disk *disk, uint64_t offset, const void *bytes,
                        size_t count)
{
    CLEANUP(freep) uint8_t *buffer = page_buffer(count);

    if (!buffer || !set_direct(disk, true))
        return EINVAL;
    memcpy(buffer, bytes, count);
    return sink_disk_write_at(disk->fd, offset, buffer, count);
}

/* Writes through the page cache after dropping its old copies. */
static int sink_disk_write_cached(struct sink_disk *disk, uint64_t offset,
                                  const void *bytes, size_t count)
{
    uint64_t start = num_round_down(offset, PAGE);
    uint64_t end = num_round_up(offset + count, PAGE);

    /* This is only a hint; if it is ignored, the cached pages are those of this
     * program. */
    (void)posix_fadvise(disk->fd, (off_t)start, (off_t)(end - start),
                        POSIX_FADV_DONTNEED);
    return set_direct(disk, false) ? sink_disk_write_at(disk->fd, offset, bytes, count)
                                   : errno;
}

static int sink_disk_write(void *context, uint64_t offset, const void *bytes,
                           size_t count)
{
    struct sink_disk *disk = context;

    /* All users of a file share one page cache. */
    if (disk->is_block) {
        int error = write_direct(disk, offset, bytes, count);
        if (error != EINVAL)
            return error;
    }
    return sink_disk_write_cached(disk, offset, bytes, count);
}

static int sink_disk_flush(void *context)
{
    struct sink_disk *disk = context;

    /* Not repeated: after a failure, a second fdatasync() succeeds although pages were
     * lost. */
    return fdatasync(disk->fd) ? errno : 0;
}

/* Reads [start, end) at once and copies COUNT bytes from OFFSET; END may be past the end
 * of the file. */
static int read_span(int fd, uint64_t start, uint64_t end, uint64_t offset, void *bytes,
                     size_t count)
{
    size_t span = (size_t)(end - start), need = (size_t)(offset - start) + count, got = 0;
    CLEANUP(freep) uint8_t *buffer = page_buffer(span);

    if (!buffer)
        return ENOMEM;
    while (got < need) {
        ssize_t n = pread(fd, buffer + got, span - got, (off_t)(start + got));
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return n ? errno : EIO;
        got += (size_t)n;
    }
    memcpy(bytes, buffer + (offset - start), count);
    return 0;
}

/* Reads single sectors if the device supports that, else the pages that contain them. */
static int read_direct(struct sink_disk *disk, uint64_t offset, void *bytes, size_t count)
{
    if (!set_direct(disk, true))
        return EINVAL;
    int error = read_span(disk->fd, offset, offset + count, offset, bytes, count);
    if (error == EINVAL)
        error = read_span(disk->fd, num_round_down(offset, PAGE),
                          num_round_up(offset + count, PAGE), offset, bytes, count);
    return error;
}

static int sink_disk_read_back(void *context, uint64_t offset, void *bytes, size_t count)
{
    struct sink_disk *disk = context;
    int error = read_direct(disk, offset, bytes, count);

    if (error != EINVAL)
        return error;
    if (!set_direct(disk, false))
        return errno;
    /* Some file systems do not support O_DIRECT; at least clean pages are dropped. */
    (void)posix_fadvise(disk->fd, (off_t)offset, (off_t)count, POSIX_FADV_DONTNEED);
    return file_read_at(disk->fd, offset, bytes, count);
}

struct sink sink_disk_sink(struct sink_disk *disk)
{
    return (struct sink){ sink_disk_write, sink_disk_flush, sink_disk_read_back, disk };
}

struct zeros sink_disk_zeros(struct sink_disk *disk)
{
    return disk->is_block ? (struct zeros){ 0 } : zeros_of_holes(&disk->fd);
}

enum way {
    WAY_WRITTEN,
    WAY_KEPT,    /* zeros that are written to a hole would only take storage */
    WAY_PUNCHED, /* a whole part of zeros over data */
};

static enum way way_of(struct sink_disk *disk, bool punches, uint64_t offset,
                       const uint8_t *bytes, size_t count)
{
    struct zeros holes = zeros_of_holes(&disk->fd);

    if (!mem_is_zero(bytes, count))
        return WAY_WRITTEN;
    if (zeros_at(&holes, offset, count))
        return WAY_KEPT;
    return punches && disk->has_holes && count == HOLE ? WAY_PUNCHED : WAY_WRITTEN;
}

/* False where the zeros are to be written. */
static bool punch(struct sink_disk *disk, uint64_t offset, size_t count)
{
    bool is_done = !fallocate(disk->fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE,
                              (off_t)offset, (off_t)count);

    if (!is_done && errno == EOPNOTSUPP)
        disk->has_holes = false;
    return is_done;
}

/* The drive begins with the first parts while the rest is copied to the page cache. That
 * is a hint: what fails in it is told by the flush. */
static int write_and_start(int fd, uint64_t offset, const uint8_t *bytes, size_t count)
{
    int error = 0;

    for (; count > PART && !error; count -= PART) {
        error = sink_disk_write_at(fd, offset, bytes, PART);
        (void)sync_file_range(fd, (off_t)offset, PART, SYNC_FILE_RANGE_WRITE);
        offset += PART;
        bytes += PART;
    }
    return error ? error : sink_disk_write_at(fd, offset, bytes, count);
}

static int write_run(struct sink_disk *disk, enum way way, uint64_t offset,
                     const uint8_t *bytes, size_t count)
{
    bool is_hole = way == WAY_KEPT || (way == WAY_PUNCHED && punch(disk, offset, count));

    return is_hole ? 0 : write_and_start(disk->fd, offset, bytes, count);
}

/* Parts that follow each other and go the same way go it together. */
static int write_around_holes(struct sink_disk *disk, bool punches, uint64_t offset,
                              const uint8_t *bytes, size_t count)
{
    size_t from = 0, at = 0;
    enum way way = WAY_KEPT;
    int error = 0;

    while (at < count && !error) {
        size_t part = HOLE - (size_t)((offset + at) % HOLE);
        part = part < count - at ? part : count - at;
        enum way next = way_of(disk, punches, offset + at, bytes + at, part);
        if (next != way) {
            error = write_run(disk, way, offset + from, bytes + from, at - from);
            from = at;
            way = next;
        }
        at += part;
    }
    return error ? error
                 : write_run(disk, way, offset + from, bytes + from, count - from);
}

static int write_large(struct sink_disk *disk, bool punches, uint64_t offset,
                       const void *bytes, size_t count)
{
    if (!set_direct(disk, disk->is_block))
        return errno;
    return disk->is_block ? sink_disk_write_at(disk->fd, offset, bytes, count)
                          : write_around_holes(disk, punches, offset, bytes, count);
}

static int sink_disk_write_pages(void *context, uint64_t offset, const void *bytes,
                                 size_t count)
{
    return write_large(context, false, offset, bytes, count);
}

static int sink_disk_write_moved(void *context, uint64_t offset, const void *bytes,
                                 size_t count)
{
    return write_large(context, true, offset, bytes, count);
}

/* True if [OFFSET, END) of a file has no holes. */
static bool is_all_data(struct sink_disk *disk, uint64_t offset, uint64_t end)
{
    if (offset < disk->data_start || end > disk->data_end) {
        disk->data_start = file_next_data(disk->fd, offset, end);
        disk->data_end = file_next_hole(disk->fd, offset, UINT64_MAX);
    }
    return offset >= disk->data_start && end <= disk->data_end;
}

static int sink_disk_read_pages(void *context, uint64_t offset, void *bytes, size_t count)
{
    struct sink_disk *disk = context;

    if (!set_direct(disk, disk->is_block))
        return errno;
    return disk->is_block || is_all_data(disk, offset, offset + count)
               ? file_read_at(disk->fd, offset, bytes, count)
               : file_read_sparse(disk->fd, offset, bytes, count);
}

struct sink sink_disk_pages(struct sink_disk *disk)
{
    return (struct sink){ sink_disk_write_pages, sink_disk_flush, sink_disk_read_pages,
                          disk };
}

struct sink sink_disk_moved(struct sink_disk *disk)
{
    return (struct sink){ sink_disk_write_moved, sink_disk_flush, sink_disk_read_pages,
                          disk };
}
