/* SPDX-License-Identifier: GPL-3.0-or-later */
/* file.c - reads files at an offset, finds folders and syncs them */
#include "device/io/file.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statfs.h>
#include <unistd.h>

#include "model/base/mem.h"

int file_read_at(int fd, uint64_t offset, void *buf, size_t count)
{
    uint8_t *to = buf;

    while (count) {
        ssize_t got = pread(fd, to, count, (off_t)offset);
        if (got < 0 && errno == EINTR)
            continue;
        /* A file that became shorter is an I/O error too. */
        if (got <= 0)
            return got ? errno : EIO;
        to += got;
        offset += (uint64_t)got;
        count -= (size_t)got;
    }
    return 0;
}

static bool file_read_bytes(void *context, uint64_t offset, void *buf, size_t count)
{
    const int *fd = context;

    return !file_read_at(*fd, offset, buf, count);
}

struct reader file_reader(const int *fd, uint64_t size)
{
    return (struct reader){ file_read_bytes, (void *)fd, size };
}

uint64_t file_next_data(int fd, uint64_t at, uint64_t end)
{
    off_t data = lseek(fd, (off_t)at, SEEK_DATA);

    if (data < 0)
        return errno == ENXIO ? end : at; /* ENXIO: a hole up to the end */
    return (uint64_t)data < end ? (uint64_t)data : end;
}

uint64_t file_next_hole(int fd, uint64_t at, uint64_t end)
{
    off_t hole = lseek(fd, (off_t)at, SEEK_HOLE);

    return hole < 0 || (uint64_t)hole > end ? end : (uint64_t)hole;
}

/* Reads the last byte of a hole: the file may have become shorter. */
static int fill_hole(int fd, uint64_t offset, uint8_t *to, size_t count)
{
    memset(to, 0, count);
    return count ? file_read_at(fd, offset + count - 1, to + count - 1, 1) : 0;
}

int file_read_sparse(int fd, uint64_t offset, void *buf, size_t count)
{
    uint64_t end = offset + count;
    uint8_t *to = buf;
    int error = 0;

    while (offset < end && !error) {
        uint64_t data = file_next_data(fd, offset, end);
        uint64_t hole = data < end ? file_next_hole(fd, data, end) : end;
        error = fill_hole(fd, offset, to, (size_t)(data - offset));
        if (!error)
            error = file_read_at(fd, data, to + (data - offset), (size_t)(hole - data));
        to += hole - offset;
        offset = hole;
    }
    return error;
}

bool file_set_direct(int fd, bool is_direct)
{
    int flags = fcntl(fd, F_GETFL);

    if (flags < 0)
        return false;
    flags = is_direct ? flags | O_DIRECT : flags & ~O_DIRECT;
    return !fcntl(fd, F_SETFL, flags);
}

void file_forbid_read_ahead(int fd)
{
    (void)posix_fadvise(fd, 0, 0, POSIX_FADV_RANDOM);
}

int file_reopen(int fd)
{
    CLEANUP(freep) char *path = xasprintf("/proc/self/fd/%d", fd);
    int own = open(path, O_RDONLY | O_CLOEXEC);

    file_forbid_read_ahead(own);
    return own >= 0 ? own : fcntl(fd, F_DUPFD_CLOEXEC, 0);
}

static bool is_memory(const struct statfs *system)
{
    unsigned long magic = (unsigned long)system->f_type;

    return magic == TMPFS_MAGIC || magic == RAMFS_MAGIC;
}

bool file_is_in_memory(const char *path)
{
    struct statfs system;

    return !statfs(path, &system) && is_memory(&system);
}

bool file_fd_is_in_memory(int fd)
{
    struct statfs system;

    return !fstatfs(fd, &system) && is_memory(&system);
}

char *file_nearest_existing(const char *path)
{
    char *place = xstrdup(path);

    while (access(place, F_OK)) {
        char *slash = strrchr(place, '/');
        if (!slash || slash == place) {
            free(place);
            return xstrdup(slash ? "/" : ".");
        }
        *slash = '\0';
    }
    return place;
}

char *file_folder(const char *path)
{
    const char *slash = strrchr(path, '/');
    char *folder = slash ? xstrdup(path) : xstrdup(".");

    if (slash)
        folder[slash == path ? 1 : slash - path] = '\0';
    return folder;
}

int file_sync_folder(const char *path)
{
    CLEANUP(freep) char *folder = file_folder(path);
    int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    int error;

    if (fd < 0)
        return errno;
    error = fsync(fd) ? errno : 0;
    (void)close(fd); /* only read from */
    /* Some file systems cannot sync folders; the file itself was synced. */
    return error == EINVAL ? 0 : error;
}
