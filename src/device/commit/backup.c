/* SPDX-License-Identifier: GPL-3.0-or-later */
/* backup.c - saves and loads backups of tables, and writes the log */
#include "device/commit/backup.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "device/io/file.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/str.h"
#include "model/base/utf8.h"

enum {
    /* The maximum size of a backup file. */
    FILE_MAX = 80 * 1024 * 1024,
};

static int backup_write_all(int fd, const uint8_t *bytes, size_t count)
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
    return 0;
}

/* Writes, syncs and closes FD; returns 0 or the first errno. */
static int backup_write_and_close(int fd, const uint8_t *bytes, size_t count)
{
    int error = backup_write_all(fd, bytes, count);

    if (!error && fsync(fd))
        error = errno;
    if (close(fd) && !error)
        error = errno;
    return error;
}

bool backup_is_possible(const char *path, struct err *err)
{
    CLEANUP(freep) char *folder = file_folder(path);
    struct stat status;

    if (!lstat(path, &status))
        return err_set(err, ERR_REFUSED,
                       _("%s is there already: a backup never replaces a file."), path);
    if (stat(folder, &status) || !S_ISDIR(status.st_mode))
        return err_set(err, ERR_REFUSED, _("There is no folder %s for the backup."),
                       folder);
    if (access(folder, W_OK | X_OK))
        return err_set(err, ERR_REFUSED,
                       _("The backup cannot be written to the folder %1$s: %2$s."),
                       folder, strerror(errno));
    return true;
}

bool backup_save(const char *path, const struct backup_file *backup, struct err *err)
{
    CLEANUP(freep) uint8_t *bytes = NULL;
    size_t count = backup_file_encode(backup, &bytes);
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOCTTY, 0600);
    int error;

    if (fd < 0 && errno == EEXIST)
        return err_set(err, ERR_REFUSED,
                       _("%s is there already: a backup never replaces a file."), path);
    if (fd < 0)
        return err_set(err, ERR_REFUSED, _("The backup %1$s cannot be made: %2$s."), path,
                       strerror(errno));
    error = backup_write_and_close(fd, bytes, count);
    if (!error)
        error = file_sync_folder(path);
    if (!error)
        return true;
    (void)unlink(path); /* removes the incomplete file; the error is reported */
    return err_set(err, ERR_IO, _("The backup %1$s cannot be written: %2$s."), path,
                   strerror(error));
}

static bool refuse_load(const char *path, const char *why, struct err *err)
{
    return err_set(err, ERR_UNREADABLE, _("%1$s cannot be read: %2$s."), path, why);
}

/* Reads regular files only: reading a pipe would block, and disks are not backups. */
static bool backup_read_file(const char *path, uint8_t **ret, size_t *ret_count,
                             struct err *err)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    struct stat status;
    bool is_read = false;

    if (fd < 0)
        return refuse_load(path, strerror(errno), err);
    if (fstat(fd, &status) || !S_ISREG(status.st_mode) || status.st_size < 0 ||
        status.st_size > FILE_MAX) {
        (void)err_set(err, ERR_UNREADABLE, _("%s is no backup that alidade has made."),
                      path);
    } else {
        size_t count = (size_t)status.st_size;
        CLEANUP(freep) uint8_t *bytes = xmalloc(count + 1);
        int error = file_read_at(fd, 0, bytes, count);
        is_read = error ? refuse_load(path, strerror(error), err) : true;
        *ret = is_read ? TAKE(bytes) : NULL;
        *ret_count = count;
    }
    (void)close(fd); /* only read from */
    return is_read;
}

bool backup_load(const char *path, struct backup_file *ret, struct err *err)
{
    CLEANUP(freep) uint8_t *bytes = NULL;
    struct err why = { 0 };
    size_t count = 0;

    if (!backup_read_file(path, &bytes, &count, err))
        return false;
    if (backup_file_decode(bytes, count, ret, &why))
        return true;
    return err_set(err, why.code, "%s: %s", path, why.text);
}

/* "2026-11-20 16:30:00 +0100" in local time. */
static void local_time(char *ret, size_t size)
{
    time_t now = time(NULL);
    struct tm parts = { 0 };

    (void)localtime_r(&now, &parts); /* on failure the epoch is used */
    if (!strftime(ret, size, "%Y-%m-%d %H:%M:%S %z", &parts))
        ret[0] = '\0';
}

static void add_clean(struct str *text, const char *before, const char *words)
{
    CLEANUP(freep) char *clean = utf8_clean(words);

    str_printf(text, "%s%s", before, clean);
}

bool backup_log(const char *folder, const char *disk_path, const char *words,
                const struct lines *lines, struct err *err)
{
    CLEANUP(freep) char *path = xasprintf("%s/alidade.log", folder);
    CLEANUP(str_finish) struct str text = { 0 };
    char when[48];
    int fd, error;

    local_time(when, sizeof(when));
    str_add(&text, when);
    add_clean(&text, " ", disk_path);
    add_clean(&text, ": ", words);
    for (size_t i = 0; lines && i < lines->count; i++)
        add_clean(&text, "\n    ", lines->at[i]);
    str_add(&text, "\n");
    fd = open(path, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NOCTTY,
              0600);
    error = fd < 0 ? errno
                   : backup_write_and_close(fd, (const uint8_t *)str_text(&text),
                                            text.length);
    if (error)
        return err_set(err, ERR_IO, _("The log %1$s cannot be written: %2$s."), path,
                       strerror(error));
    return true;
}
