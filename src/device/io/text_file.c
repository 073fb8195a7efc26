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
#include "model/base/refusal.h"

enum { TEXT_MAX = 1024 * 1024 };

static int text_file_write_all(int fd, const uint8_t *bytes, size_t count)
{
    while (count) {
        ssize_t done = write(fd, bytes, count);
        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0)
            return done ? errno : ENOSPC;
        bytes += done;
        count -= (size_t)done;
    }
    return fsync(fd) ? errno : 0;
}

int text_file_write(int fd, const void *bytes, size_t count)
{
    int error = text_file_write_all(fd, bytes, count);

    if (close(fd) && !error)
        error = errno;
    return error;
}

int text_file_create(const char *path, mode_t mode, const void *bytes, size_t count,
                     bool *ret_is_made)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOCTTY, mode);

    *ret_is_made = fd >= 0;
    return fd < 0 ? errno : text_file_write(fd, bytes, count);
}

static bool text_file_save_new(const char *path, mode_t mode, const void *bytes,
                               size_t count, struct err *err)
{
    bool is_made;
    int error = text_file_create(path, mode, bytes, count, &is_made);

    if (!is_made && error == EEXIST)
        return err_refuse(
            err, REFUSAL_FILE_EXISTS,
            _("%s is there already, and is not written over: name another file."), path);
    if (!is_made)
        return err_refuse(err, REFUSAL_FILE_NOT_MADE, _("%1$s cannot be made: %2$s."),
                          path, strerror(error));
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

/* Pipes would block, and disks are not such files, so only regular files are read. */
bool text_file_load_bytes(const char *path, size_t max, const char *refusal, char **ret,
                          size_t *ret_count, struct err *err)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    CLEANUP(freep) char *bytes = NULL;
    struct stat status;
    int error = fd < 0 || fstat(fd, &status) ? errno : 0;

    if (!error && S_ISREG(status.st_mode) && (size_t)status.st_size <= max) {
        bytes = xcalloc((size_t)status.st_size + 1, 1);
        error = file_read_at(fd, 0, bytes, (size_t)status.st_size);
    }
    if (fd >= 0)
        (void)close(fd); /* only read from */
    if (error)
        return err_set(err, ERR_UNREADABLE, _("%1$s cannot be read: %2$s."), path,
                       strerror(error));
    if (!bytes)
        return err_set(err, ERR_UNREADABLE, refusal, path);
    *ret_count = (size_t)status.st_size;
    *ret = TAKE(bytes);
    return true;
}

bool text_file_load(const char *path, char **ret, struct err *err)
{
    const char *refusal = _("%s is no text file of at most 1 MiB.");
    CLEANUP(freep) char *text = NULL;
    size_t count;

    if (!text_file_load_bytes(path, TEXT_MAX, refusal, &text, &count, err))
        return false;
    if (strlen(text) != count)
        return err_set(err, ERR_UNREADABLE, refusal, path);
    *ret = TAKE(text);
    return true;
}
