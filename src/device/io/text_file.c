/* SPDX-License-Identifier: GPL-3.0-or-later */
/* text_file.c - saves and loads small text files, such as scripts */
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

enum { TEXT_MAX = 1024 * 1024 };

/* Writes, syncs and closes the file.  Returns 0 or the first errno. */
static int text_file_write(FILE *file, const void *bytes, size_t count)
{
    int error = 0;

    if (fwrite(bytes, 1, count, file) != count || fflush(file) || fsync(fileno(file)))
        error = errno;
    if (fclose(file) && !error)
        error = errno;
    return error;
}

/* Never opens an existing file. */
static FILE *text_file_create(const char *path, mode_t mode)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOCTTY, mode);
    FILE *file = fd < 0 ? NULL : fdopen(fd, "w");

    if (fd >= 0 && !file)
        (void)close(fd); /* nothing was written; errno is fdopen's */
    return file;
}

static bool text_file_save_new(const char *path, mode_t mode, const void *bytes,
                               size_t count, struct err *err)
{
    FILE *file = text_file_create(path, mode);

    if (!file && errno == EEXIST)
        return err_set(err, ERR_REFUSED,
                       _("%s is there already: it is not written over."), path);
    if (!file)
        return err_set(err, ERR_REFUSED, _("%1$s cannot be made: %2$s."), path,
                       strerror(errno));
    int error = text_file_write(file, bytes, count);
    if (!error)
        return true;
    (void)unlink(path); /* removes the incomplete file; the write error is reported */
    return err_set(err, ERR_IO, _("%1$s cannot be written: %2$s."), path,
                   strerror(error));
}

bool text_file_save(const char *path, const char *text, struct err *err)
{
    return text_file_save_new(path, 0666, text, strlen(text), err);
}

bool text_file_save_bytes(const char *path, const void *bytes, size_t count,
                          struct err *err)
{
    return text_file_save_new(path, 0600, bytes, count, err);
}

/* A renamed file is durable only when its folder is synced. */
static int rename_and_sync(const char *from, const char *to)
{
    return rename(from, to) ? errno : file_sync_folder(to);
}

bool text_file_replace(const char *path, const char *text, struct err *err)
{
    CLEANUP(freep) char *temporary = xasprintf("%s.%ld", path, (long)getpid());

    /* left by a killed process with the same pid, if it exists */
    (void)unlink(temporary);
    if (!text_file_save(temporary, text, err))
        return false;
    int error = rename_and_sync(temporary, path);
    if (!error)
        return true;
    (void)unlink(temporary); /* the first error is reported */
    return err_set(err, ERR_IO, _("%1$s cannot be written: %2$s."), path,
                   strerror(error));
}

static bool text_file_refuse(const char *path, const char *why, struct err *err)
{
    return err_set(err, ERR_UNREADABLE, _("%1$s cannot be read: %2$s."), path, why);
}

/* Pipes would block, and disks are not scripts, so only regular files are read. */
static bool text_file_read(int fd, const char *path, char **ret, struct err *err)
{
    struct stat status;

    if (fstat(fd, &status))
        return text_file_refuse(path, strerror(errno), err);
    if (!S_ISREG(status.st_mode) || status.st_size > TEXT_MAX)
        return err_set(err, ERR_UNREADABLE, _("%s is no text file of at most 1 MiB."),
                       path);
    size_t count = (size_t)status.st_size;
    CLEANUP(freep) char *text = xcalloc(count + 1, 1);
    int error = file_read_at(fd, 0, text, count);
    if (error)
        return text_file_refuse(path, strerror(error), err);
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
        return text_file_refuse(path, strerror(errno), err);
    bool is_read = text_file_read(fd, path, ret, err);
    (void)close(fd); /* only read from */
    return is_read;
}
