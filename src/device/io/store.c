/* SPDX-License-Identifier: GPL-3.0-or-later */
/* store.c - the read seam: opens disks and images for reading, and counts reads */
#include "device/io/store.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "device/io/file.h"
#include "device/io/mended.h"
#include "model/base/intl.h"
#include "model/base/mem.h"

enum {
    LEASE_TRIES = 250,
    LEASE_NAP_MS = 20,
};

struct store {
    char *path;
    int fd;       /* -1: reads through READER */
    dev_t device; /* of a paused store */
    ino_t inode;
    struct reader reader;
    uint64_t size_bytes;
    bool is_block;
    struct mended_disk mended;
    struct reader whole; /* with what is mended */
    unsigned reads;
    bool has_failed;
    uint64_t failed_offset;
};

/* File types that cannot contain a partition table, and the messages. */
static const struct {
    mode_t type;
    const char *sentence;
} refused[] = {
    { S_IFDIR, N_("%s is a directory, not a disk or an image file.") },
    { S_IFIFO, N_("%s is a pipe, not a disk or an image file.") },
    { S_IFCHR, N_("%s is a character device, not a disk or an image file.") },
    { S_IFSOCK, N_("%s is a socket, not a disk or an image file.") },
};

static bool store_refuse(const char *path, bool is_block, int error, struct err *err)
{
    if (!*path)
        return err_set(err, ERR_UNREADABLE, "%s", _("The name of the disk is empty."));
    if (error == ENOENT || error == ENOTDIR)
        return err_set(err, ERR_UNREADABLE,
                       _("'%s': no such file or device. 'alidade list' lists the disks."),
                       path);
    /* If root is refused too, sudo does not help. */
    if ((error == EACCES || error == EPERM) && is_block && geteuid())
        return err_set(err, ERR_UNREADABLE,
                       _("%1$s: permission denied. Try: sudo alidade %1$s"), path);
    if (error == EACCES || error == EPERM)
        return err_set(err, ERR_UNREADABLE, _("%s: permission denied."), path);
    if (error == EWOULDBLOCK)
        return err_set(err, ERR_UNREADABLE,
                       _("%s cannot be opened: another program uses it alone."), path);
    if (error == ENOMEDIUM || error == ENXIO)
        return err_set(err, ERR_UNREADABLE, _("%s: there is no disk in the drive."),
                       path);
    return err_set(err, ERR_UNREADABLE, _("%1$s cannot be opened: %2$s."), path,
                   strerror(error));
}

static bool store_check_kind(const char *path, mode_t mode, struct err *err)
{
    if (S_ISREG(mode) || S_ISBLK(mode))
        return true;
    for (size_t i = 0; i < ARRAY_SIZE(refused); i++)
        if ((mode & S_IFMT) == refused[i].type)
            return err_set(err, ERR_UNREADABLE, _(refused[i].sentence), path);
    return err_set(err, ERR_UNREADABLE, _("%s is not a disk or an image file."), path);
}

static bool find_size(struct store *store, const struct stat *status, struct err *err)
{
    if (!store->is_block)
        store->size_bytes = (uint64_t)status->st_size;
    else if (ioctl(store->fd, BLKGETSIZE64, &store->size_bytes) < 0)
        return err_set(err, ERR_UNREADABLE,
                       _("The size of %1$s cannot be determined: %2$s."), store->path,
                       strerror(errno));
    if (store->size_bytes)
        return true;
    if (store->is_block)
        return err_set(err, ERR_UNREADABLE,
                       _("%s has a size of 0 bytes: there is no disk behind it."),
                       store->path);
    return err_set(err, ERR_UNREADABLE, _("%s is an empty file."), store->path);
}

/* Learns kind and size from the open descriptor. */
static bool store_begin(struct store *store, struct err *err)
{
    struct stat status;

    if (store->fd < 0 || fstat(store->fd, &status) < 0)
        return store_refuse(store->path, store->is_block, errno, err);
    if (!store_check_kind(store->path, status.st_mode, err))
        return false;
    store->is_block = S_ISBLK(status.st_mode);
    return find_size(store, &status, err);
}

/* Waits up to about 5 s for a program that holds a lease, as alidade does while it
 * measures an image: it is told now. */
static int open_when_free(const char *path, int flags)
{
    struct timespec nap = { .tv_nsec = LEASE_NAP_MS * 1000000L };
    int fd = open(path, flags);

    for (unsigned i = 0; i < LEASE_TRIES && fd < 0 && errno == EWOULDBLOCK; i++) {
        (void)nanosleep(&nap, NULL); /* waiting for a shorter time is acceptable */
        fd = open(path, flags);
    }
    return fd;
}

/* Checks the type before opening, because opening a pipe would block and opening a tape
 * would rewind it.  The second check detects that the name was replaced in between. */
static bool store_open_path(struct store *store, struct err *err)
{
    struct stat before;
    int flags = O_RDONLY | O_CLOEXEC | O_NOCTTY;

    if (stat(store->path, &before) < 0)
        return store_refuse(store->path, false, errno, err);
    if (!store_check_kind(store->path, before.st_mode, err))
        return false;
    store->is_block = S_ISBLK(before.st_mode);
    /* On block devices O_NONBLOCK would allow opening a drive without a medium. */
    flags |= store->is_block ? 0 : O_NONBLOCK;
    store->fd = open_when_free(store->path, flags);
    file_forbid_read_ahead(store->fd);
    return store_begin(store, err);
}

struct store *store_open(const char *path, struct err *err)
{
    CLEANUP(store_closep) struct store *store = xcalloc(1, sizeof(*store));

    store->fd = -1;
    store->path = xstrdup(path);
    if (!store_open_path(store, err))
        return NULL;
    return TAKE(store);
}

struct store *store_of_fd(const char *path, int fd, struct err *err)
{
    CLEANUP(store_closep) struct store *store = xcalloc(1, sizeof(*store));

    store->fd = fcntl(fd, F_DUPFD_CLOEXEC, 0);
    store->path = xstrdup(path);
    if (!store_begin(store, err))
        return NULL;
    return TAKE(store);
}

struct store *store_of_reader(const char *path, const struct reader *reader)
{
    struct store *store = xcalloc(1, sizeof(*store));

    store->fd = -1;
    store->path = xstrdup(path);
    store->reader = *reader;
    store->size_bytes = reader->size;
    return store;
}

static bool read_nothing(void *context, uint64_t offset, void *buf, size_t count)
{
    /* whatever is asked for */
    (void)context;
    (void)offset;
    (void)buf;
    (void)count;
    return false;
}

void store_pause(struct store *store)
{
    struct stat status;

    if (!store || store->is_block || store->fd < 0 || fstat(store->fd, &status))
        return;
    store->device = status.st_dev;
    store->inode = status.st_ino;
    store->reader = (struct reader){ .read = read_nothing, .size = store->size_bytes };
    (void)close(store->fd); /* nothing was written */
    store->fd = -1;
}

void store_resume(struct store *store)
{
    struct stat status;

    if (!store || store->reader.read != read_nothing)
        return;
    int fd = open_when_free(store->path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    if (fd >= 0 && (fstat(fd, &status) || status.st_dev != store->device ||
                    status.st_ino != store->inode)) {
        (void)close(fd); /* nothing was done with it */
        return;
    }
    store->fd = fd;
}

void store_close(struct store *store)
{
    if (!store)
        return;
    if (store->fd >= 0)
        (void)close(store->fd); /* nothing was written, so nothing can be lost */
    free(store->path);
    free(store);
}

const char *store_path(const struct store *store)
{
    return store->path;
}

int store_fd(const struct store *store)
{
    return store->fd;
}

uint64_t store_size_bytes(const struct store *store)
{
    return store->size_bytes;
}

bool store_is_block(const struct store *store)
{
    return store->is_block;
}

static bool store_read_disk(void *context, uint64_t offset, void *buf, size_t count)
{
    struct store *store = context;

    return store->fd >= 0 ? !file_read_at(store->fd, offset, buf, count)
                          : reader_read(&store->reader, offset, buf, count);
}

void store_mend(struct store *store, const struct mended *mended)
{
    struct reader disk = { store_read_disk, store, store->size_bytes };

    store->whole = mended_reader(&store->mended, mended, &disk);
}

static bool store_read(void *context, uint64_t offset, void *buf, size_t count)
{
    struct store *store = context;

    if (offset > store->size_bytes || count > store->size_bytes - offset)
        return false;
    store->reads++;
    bool is_good = store->whole.read ? reader_read(&store->whole, offset, buf, count)
                                     : store_read_disk(store, offset, buf, count);
    if (!is_good && !store->has_failed) {
        store->has_failed = true;
        store->failed_offset = offset;
    }
    return is_good;
}

struct reader store_reader(struct store *store)
{
    return (struct reader){ store_read, store, store->size_bytes };
}

unsigned store_reads(const struct store *store)
{
    return store->reads;
}

bool store_failed(const struct store *store, uint64_t *ret_offset)
{
    if (store->has_failed)
        *ret_offset = store->failed_offset;
    return store->has_failed;
}
