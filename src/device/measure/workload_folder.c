/* SPDX-License-Identifier: GPL-3.0-or-later */
/* workload_folder.c - a temporary folder for the files of workloads */
#include "device/measure/workload_folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/refusal.h"

#define PREFIX "alidade-"
#define RANDOM "XXXXXX"
#define MARK   "alidade-bench"
/* Another process may sweep between the creation of a folder and its lock. */
#define TRIES 3

void workload_slot_name(size_t slot, char ret[WORKLOAD_SLOT_NAME])
{
    (void)snprintf(ret, WORKLOAD_SLOT_NAME, "small-%02zu",
                   slot % WORKLOAD_SLOTS); /* always fits */
}

static void close_both(struct workload_folder *folder)
{
    if (folder->mark >= 0)
        (void)close(folder->mark); /* nothing was written to it */
    if (folder->fd >= 0)
        (void)close(folder->fd); /* only a name */
}

/* Returns 0 or an errno. Frees everything except the path. */
static int folder_empty(struct workload_folder *folder)
{
    (void)unlinkat(folder->fd, WORKLOAD_LONG_NAME, 0); /* usually removed already */
    for (size_t i = 0; i < WORKLOAD_SLOTS; i++) {
        char name[WORKLOAD_SLOT_NAME];
        workload_slot_name(i, name);
        (void)unlinkat(folder->fd, name, 0); /* rmdir() reports what is left */
    }
    (void)unlinkat(folder->fd, MARK, 0); /* the same */
    close_both(folder);
    return rmdir(folder->path) ? errno : 0;
}

bool workload_folder_remove(struct workload_folder *folder, struct err *err)
{
    CLEANUP(freep) char *path = folder->path;
    int error = folder_empty(folder);

    folder->path = NULL;
    if (!error)
        return true;
    return err_set(err, ERR_IO, _("%1$s cannot be removed: %2$s."), path,
                   strerror(error));
}

/* Where locks do not work, no other process finds one either. */
static bool lock_mark(const struct workload_folder *folder)
{
    struct stat status;

    if (flock(folder->mark, LOCK_EX | LOCK_NB) && errno == EWOULDBLOCK)
        return false;
    return !fstat(folder->mark, &status) && status.st_nlink;
}

/* Returns 0 or an errno; EAGAIN if it was swept. */
static int folder_create(const char *in, struct workload_folder *ret)
{
    *ret = (struct workload_folder){ .path = xasprintf("%s/" PREFIX RANDOM, in),
                                     .fd = -1,
                                     .mark = -1 };
    if (!mkdtemp(ret->path)) {
        int error = errno;
        freep(&ret->path);
        return error;
    }
    ret->fd = open(ret->path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (ret->fd >= 0)
        ret->mark = openat(ret->fd, MARK,
                           O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    int error = ret->mark < 0 ? errno : lock_mark(ret) ? 0 : EAGAIN;
    if (!error)
        return 0;
    (void)!folder_empty(ret); /* the first error is reported */
    freep(&ret->path);
    return error;
}

bool workload_folder_make(const char *in, struct workload_folder *ret, struct err *err)
{
    int error = EAGAIN;

    for (unsigned i = 0; i < TRIES && error == EAGAIN; i++)
        error = folder_create(in, ret);
    if (!error)
        return true;
    return err_refuse(err, REFUSAL_MEASURE_NO_FILES,
                      _("In %1$s no files can be made: %2$s. Choose another folder."), in,
                      strerror(error));
}

static bool has_our_name(const char *name)
{
    return !strncmp(name, PREFIX, strlen(PREFIX)) &&
           strlen(name) == strlen(PREFIX RANDOM);
}

/* Opens a regular file or folder of this user; -1 if it is anything else. */
static int open_own(int at, const char *name, int flags, mode_t kind)
{
    int fd = openat(at, name, flags | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
    struct stat status;

    if (fd < 0)
        return -1;
    if (!fstat(fd, &status) && (status.st_mode & S_IFMT) == kind &&
        status.st_uid == geteuid())
        return fd;
    (void)close(fd); /* nothing was done with it */
    return -1;
}

/* Takes over a folder of ours whose creator no longer runs. */
static bool take_over(int at, const char *name, struct workload_folder *ret)
{
    ret->fd = open_own(at, name, O_RDONLY | O_DIRECTORY, S_IFDIR);
    if (ret->fd < 0)
        return false;
    ret->mark = open_own(ret->fd, MARK, O_RDWR, S_IFREG);
    if (ret->mark >= 0 && !flock(ret->mark, LOCK_EX | LOCK_NB))
        return true;
    close_both(ret);
    return false;
}

void workload_folder_sweep(const char *in, struct lines *ret)
{
    DIR *dir = opendir(in);

    for (struct dirent *entry; dir && (entry = readdir(dir));) {
        struct workload_folder found = { .fd = -1, .mark = -1 };
        if (!has_our_name(entry->d_name) || !take_over(dirfd(dir), entry->d_name, &found))
            continue;
        CLEANUP(freep) char *path = xasprintf("%s/%s", in, entry->d_name);
        found.path = path;
        int error = folder_empty(&found);
        if (error)
            lines_add(ret, _("%1$s cannot be removed: %2$s."), path, strerror(error));
        else
            lines_add(ret, _("Removed %s: a measurement that was killed had left it."),
                      path);
    }
    if (dir)
        (void)closedir(dir); /* was only read */
}
