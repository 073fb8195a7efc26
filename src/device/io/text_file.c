/* SPDX-License-Identifier: GPL-3.0-or-later */
/* text_file.c - small texts, such as scripts, to new files and from files */
#include "device/io/text_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "device/io/file.h"
#include "model/base/intl.h"
#include "model/base/mem.h"

enum { TEXT_MOST = 1024 * 1024 };

/* Writes, syncs and closes; 0 or the first errno. */
static int write_and_close(FILE *file, const void *bytes, size_t count)
{
    int error = 0;

    if (fwrite(bytes, 1, count, file) != count || fflush(file) || fsync(fileno(file)))
        error = errno;
    if (fclose(file) && !error)
        error = errno;
    return error;
}

/* Never one that is there. */
static FILE *make_file(const char *path, mode_t mode)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOCTTY, mode);
    FILE *file = fd < 0 ? NULL : fdopen(fd, "w");

    if (fd >= 0 && !file)
        (void)close(fd); /* nothing was written; errno is fdopen's */
    return file;
}

static bool save(const char *path, mode_t mode, const void *bytes, size_t count,
                 struct err *err)
{
    FILE *file = make_file(path, mode);

    if (!file && errno == EEXIST)
        return err_set(err, ERR_REFUSED,
                       _("%s is there already: it is not written over."), path);
    if (!file)
        return err_set(err, ERR_REFUSED, _("%1$s cannot be made: %2$s."), path,
                       strerror(errno));
    int error = write_and_close(file, bytes, count);
    if (!error)
        return true;
    (void)unlink(path); /* half a script is none; the error says the rest */
    return err_set(err, ERR_IO, _("%1$s cannot be written: %2$s."), path,
                   strerror(error));
}

bool text_file_save(const char *path, const char *text, struct err *err)
{
    return save(path, 0666, text, strlen(text), err);
}

bool text_file_save_bytes(const char *path, const void *bytes, size_t count,
                          struct err *err)
{
    return save(path, 0600, bytes, count, err);
}

/* The name is on the disk when its folder is. */
static int rename_and_sync(const char *from, const char *to)
{
    return rename(from, to) ? errno : file_sync_folder(to);
}

bool text_file_replace(const char *path, const char *text, struct err *err)
{
    CLEANUP(freep) char *temporary = xasprintf("%s.%ld", path, (long)getpid());

    (void)unlink(temporary); /* of a process that was killed long ago, if of any */
    if (!text_file_save(temporary, text, err))
        return false;
    int error = rename_and_sync(temporary, path);
    if (!error)
        return true;
    (void)unlink(temporary); /* the error says the rest */
    return err_set(err, ERR_IO, _("%1$s cannot be written: %2$s."), path,
                   strerror(error));
}

static bool refuse(const char *path, const char *why, struct err *err)
{
    return err_set(err, ERR_UNREADABLE, _("%1$s cannot be read: %2$s."), path, why);
}

/* A pipe would be waited for, and a disk is no script. */
static bool read_text(int fd, const char *path, char **ret, struct err *err)
{
    struct stat status;

    if (fstat(fd, &status))
        return refuse(path, strerror(errno), err);
    if (!S_ISREG(status.st_mode) || status.st_size > TEXT_MOST)
        return err_set(err, ERR_UNREADABLE, _("%s is no text file of at most 1 MiB."),
                       path);
    size_t count = (size_t)status.st_size;
    CLEANUP(freep) char *text = xcalloc(count + 1, 1);
    int error = file_read_at(fd, 0, text, count);
    if (error)
        return refuse(path, strerror(error), err);
    if (strlen(text) != count)
        return err_set(err, ERR_UNREADABLE, _("%s is no text file of at most 1 MiB."),
                       path);
    *ret = TAKE(text);
    return true;
}

bool text_file_load(const char *path, char **ret, struct err *err)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);

    if (fd < 0)
        return refuse(path, strerror(errno), err);
    bool is_read = read_text(fd, path, ret, err);
    (void)close(fd); /* only read from */
    return is_read;
}
