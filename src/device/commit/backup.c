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
#include "device/io/text_file.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/refusal.h"
#include "model/base/str.h"
#include "model/base/utf8.h"

enum {
    /* The maximum size of a backup file. */
    FILE_MAX = 80 * 1024 * 1024,
};

static bool refuse_existing(const char *path, struct err *err)
{
    return err_refuse(
        err, REFUSAL_BACKUP_EXISTS,
        _("%s is there already, and a backup never replaces a file: name another one."),
        path);
}

bool backup_is_possible(const char *path, struct err *err)
{
    CLEANUP(freep) char *folder = file_folder(path);
    struct stat status;

    if (!lstat(path, &status))
        return refuse_existing(path, err);
    if (stat(folder, &status) || !S_ISDIR(status.st_mode))
        return err_refuse(err, REFUSAL_BACKUP_NO_FOLDER,
                          _("There is no folder %s for the backup: make it first, or "
                            "name a file in another one."),
                          folder);
    if (access(folder, W_OK | X_OK))
        return err_refuse(err, REFUSAL_BACKUP_FOLDER_READ_ONLY,
                          _("The backup cannot be written to the folder %1$s: %2$s. Name "
                            "a file in another one."),
                          folder, strerror(errno));
    return true;
}

bool backup_save(const char *path, const struct backup_file *backup, struct err *err)
{
    CLEANUP(freep) uint8_t *bytes = NULL;
    size_t count = backup_file_encode(backup, &bytes);
    bool is_made;
    int error = text_file_create(path, 0600, bytes, count, &is_made);

    if (!is_made && error == EEXIST)
        return refuse_existing(path, err);
    if (!is_made)
        return err_refuse(err, REFUSAL_BACKUP_NOT_MADE,
                          _("The backup %1$s cannot be made: %2$s. Name another file."),
                          path, strerror(error));
    if (!error)
        error = file_sync_folder(path);
    if (!error)
        return true;
    (void)unlink(path); /* removes the incomplete file; the error is reported */
    return err_set(err, ERR_IO, _("The backup %1$s cannot be written: %2$s."), path,
                   strerror(error));
}

bool backup_load(const char *path, struct backup_file *ret, struct err *err)
{
    CLEANUP(freep) char *bytes = NULL;
    struct err why = { 0 };
    size_t count = 0;

    if (!text_file_load_bytes(path, FILE_MAX, _("%s is no backup that alidade has made."),
                              &bytes, &count, err))
        return false;
    if (backup_file_decode((const uint8_t *)bytes, count, ret, &why))
        return true;
    return err_pass(err, &why, "%s: %s", path, why.text);
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
    /* A pipe without a reader would never be opened. */
    fd = open(path,
              O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NOCTTY |
                  O_NONBLOCK,
              0600);
    error = fd < 0 ? errno
                   : text_file_write(fd, (const uint8_t *)str_text(&text), text.length);
    if (error)
        return err_set(err, ERR_IO, _("The log %1$s cannot be written: %2$s."), path,
                       strerror(error));
    return true;
}
