/* SPDX-License-Identifier: GPL-3.0-or-later */
/* backup.h - saves and loads backups of tables, and writes the log */
#ifndef ALIDADE_DEVICE_COMMIT_BACKUP_H
#define ALIDADE_DEVICE_COMMIT_BACKUP_H

#include <stdbool.h>

#include "device/io/sys.h"
#include "model/base/err.h"
#include "model/base/lines.h"
#include "model/write/backup_file.h"

/* Checks that no file has this name and that its folder is writable; else ERR_REFUSED,
 * which names the path. */
bool backup_is_possible(const char *path, struct err *err) MUST_USE;
/* Whether a file survives a restart of the machine. */
enum backup_lifetime {
    BACKUP_LASTS,
    BACKUP_IN_TMP,     /* on a disk, but in /tmp, which many systems empty at boot */
    BACKUP_IN_OVERLAY, /* in an overlay whose storage is unknown */
    BACKUP_IN_MEMORY,
};

/* Returns the lifetime of a file at PATH, which need not exist yet. */
enum backup_lifetime backup_lifetime(const struct sys *sys, const char *path);
/* Returns the warning about a limited lifetime, translated and static; NULL if there is
 * none. */
const char *backup_lifetime_words(const struct sys *sys, const char *path);

/* Writes a new file and syncs it and its folder; an existing file is refused.  An
 * incomplete file is removed.  Errors are ERR_REFUSED or ERR_IO and name the path. */
bool backup_save(const char *path, const struct backup_file *backup,
                 struct err *err) MUST_USE;
/* Loads a backup.  Errors are ERR_UNREADABLE and name the path. */
bool backup_load(const char *path, struct backup_file *ret, struct err *err) MUST_USE;

/* Appends an entry to the log in FOLDER: a line with time, disk and words, then LINES,
 * indented; syncs the log.  Returns false if that fails; the caller may continue without
 * a log. */
bool backup_log(const char *folder, const char *disk_path, const char *words,
                const struct lines *lines, struct err *err) MUST_USE;

#endif
