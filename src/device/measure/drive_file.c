/* SPDX-License-Identifier: GPL-3.0-or-later */
/* drive_file.c - watches the file below an image or a loop device under test
 *
 * A lease keeps other programs from opening an image: who tries waits until it is
 * released. Without one, other writers are noticed by the file's time of change, which
 * the kernel sets at each write: between two writes of this program it must not change; a
 * change during one of them goes unnoticed. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/loop.h>
#include <linux/magic.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <unistd.h>

#include "device/io/file.h"
#include "device/measure/drive_disk_private.h"
#include "device/system/busy.h"
#include "device/system/holes.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/size.h"
#include "model/base/str.h"

/* These set the time in the write itself; servers and FUSE may set it at any time, and
 * have other ways to write to a file. */
static bool is_local(int fd)
{
    struct statfs system;

    if (fstatfs(fd, &system))
        return false;
    switch ((unsigned long)system.f_type) {
    case EXT4_SUPER_MAGIC:
    case XFS_SUPER_MAGIC:
    case BTRFS_SUPER_MAGIC:
    case F2FS_SUPER_MAGIC:
    case TMPFS_MAGIC:
        return true;
    default:
        return false;
    }
}

/* Opens the file at PATH below a loop device; -1: it is not reachable. */
static int open_backing(const struct drive_disk *disk, const char *path)
{
    struct loop_info64 loop;
    struct stat status;

    int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
    /* The name may lead to another file now. */
    if (fd < 0 ||
        (!fstat(fd, &status) && S_ISREG(status.st_mode) &&
         !ioctl(disk->fd, LOOP_GET_STATUS64, &loop) && loop.lo_inode == status.st_ino))
        return fd;
    (void)close(fd); /* nothing was done with it */
    return -1;
}

/* True if this program has the file open with another descriptor than FD. */
static bool is_open_elsewhere(int fd)
{
    DIR *dir = opendir("/proc/self/fd");
    struct stat mine, other;
    struct dirent *entry;
    bool is_found = !dir; /* unknown */

    while (dir && !is_found && (entry = readdir(dir))) {
        int number = atoi(entry->d_name);
        is_found = number != fd && number != dirfd(dir) && !fstat(fd, &mine) &&
                   !fstat(number, &other) && mine.st_dev == other.st_dev &&
                   mine.st_ino == other.st_ino;
    }
    if (dir)
        (void)closedir(dir); /* only read from */
    return is_found;
}

/* Its end is asked for before each write: the signal, which would end this program, is
 * replaced by one that is ignored by default. A lease that is released forgets that. */
static bool take_lease(int fd)
{
    return !fcntl(fd, F_SETSIG, SIGURG) && !fcntl(fd, F_SETLEASE, F_WRLCK);
}

bool drive_file_lease(struct drive_disk *disk)
{
    if (disk->name[0])
        return true;
    disk->file.is_leased = take_lease(disk->fd);
    /* NFS and CIFS say EAGAIN for want of a delegation as well. */
    return disk->file.is_leased || errno != EAGAIN || !is_local(disk->fd) ||
           is_open_elsewhere(disk->fd);
}

void drive_disk_rest(struct drive_disk *disk)
{
    /* Cannot fail for a lease that is held; without one nothing is released. */
    if (disk->file.is_leased)
        (void)fcntl(disk->file.fd, F_SETLEASE, F_UNLCK);
}

void drive_file_resume(struct drive_disk *disk)
{
    if (disk->file.is_leased)
        (void)take_lease(disk->file.fd);
}

void drive_file_begin(struct drive_disk *disk)
{
    struct drive_file *file = &disk->file;
    char backing[SYS_PATH];

    if (!disk->name[0]) {
        file->path = xstrdup(disk->path);
        file->fd = fcntl(disk->fd, F_DUPFD_CLOEXEC, 0);
    } else if (busy_backing_file(&disk->sys, disk->name, backing)) {
        file->path = xstrdup(backing);
        file->fd = open_backing(disk, backing);
        (void)sys_number(&disk->sys, &file->start, "class/block/%s/loop/offset",
                         disk->name); /* 0 without one */
    }
    file->is_local = file->fd >= 0 && is_local(file->fd);
    file->is_in_memory = file->fd >= 0 && file_fd_is_in_memory(file->fd);
    drive_file_stamp(disk);
}

void drive_file_end(struct drive_disk *disk)
{
    if (disk->file.fd >= 0)
        (void)close(disk->file.fd); /* was only checked */
    disk->file.fd = -1;
    freep(&disk->file.path);
}

void drive_file_stamp(struct drive_disk *disk)
{
    struct stat status;

    /* On failure the old time stays. */
    if (disk->file.is_local && !fstat(disk->file.fd, &status))
        disk->file.time = status.st_mtim;
}

/* What is written to a file without its name is lost to all, and to one that has the name
 * of another as well. */
static bool drive_file_is_replaced(const struct drive_file *file, const struct stat *now)
{
    struct stat named;

    return stat(file->path, &named) || named.st_dev != now->st_dev ||
           named.st_ino != now->st_ino;
}

/* The next write would make a truncated file grow again. */
bool drive_file_is_touched(const struct drive_disk *disk)
{
    const struct drive_file *file = &disk->file;
    const struct timespec *then = &file->time;
    struct stat now;

    if (file->fd < 0)
        return false;
    /* The kernel already tells a lease that it is about to end. */
    if (file->is_leased && fcntl(file->fd, F_GETLEASE) != F_WRLCK)
        return true;
    if (fstat(file->fd, &now) || drive_file_is_replaced(file, &now) ||
        (uint64_t)now.st_size < file->start + disk->drive.size_bytes)
        return true;
    return file->is_local &&
           (now.st_mtim.tv_sec != then->tv_sec || now.st_mtim.tv_nsec != then->tv_nsec);
}

static void warn_of_holes(const struct drive_disk *disk, const struct test_area *area,
                          struct str *ret)
{
    const struct drive_file *file = &disk->file;
    uint64_t start = file->start + area->start, holes = 0;
    char size[SIZE_TEXT];

    if (file->fd >= 0)
        holes = holes_bytes(file->fd, start, start + area->bytes);
    if (!holes)
        return;
    (void)size_format_iec(holes, size);
    str_printf(ret,
               _("The file behind %1$s is sparse: %2$s of what is measured are a hole, "
                 "and take up room on its file system from then on."),
               disk->path, size);
}

static void warn_of_writers(const struct drive_disk *disk, struct str *ret)
{
    if (disk->is_counted || !disk->again)
        return;
    str_printf(ret, "%s", ret->length ? " " : "");
    str_printf(ret,
               _("Other programs cannot be kept from writing to %s: each block is read "
                 "again before it is written, and what they write there at that moment "
                 "may be lost."),
               disk->path);
}

void drive_disk_warn(const struct drive_disk *disk, const struct test_area *area,
                     struct err *err)
{
    CLEANUP(str_finish) struct str text = { 0 };

    if (!disk->drive.can_write)
        return;
    warn_of_holes(disk, area, &text);
    warn_of_writers(disk, &text);
    if (text.length)
        (void)err_set(err, ERR_NONE, "%s", str_text(&text)); /* no failure */
}
