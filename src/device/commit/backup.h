/* SPDX-License-Identifier: GPL-3.0-or-later */
/* backup.h - tables saved to files, and the log of what was done to which disk */
#ifndef ALIDADE_DEVICE_COMMIT_BACKUP_H
#define ALIDADE_DEVICE_COMMIT_BACKUP_H

#include <stdbool.h>
#include <stddef.h>

#include "device/io/sys.h"
#include "model/base/err.h"
#include "model/base/lines.h"
#include "model/write/backup_file.h"

/* Nothing has this name, and its folder can be written to.  ERR_REFUSED with the path. */
bool backup_is_possible(const char *path, struct err *err) MUST_USE;
/* Whether a file is still there after a restart of the machine. */
enum backup_lifetime {
    BACKUP_LASTS,
    BACKUP_IN_TMP,     /* on a disk, but in /tmp, which many systems empty at boot */
    BACKUP_IN_OVERLAY, /* of which it is not known where it is stored */
    BACKUP_IN_MEMORY,
};

/* For a file at PATH, which need not exist yet. */
enum backup_lifetime backup_lifetime(const struct sys *sys, const char *path);
/* The warning about it, translated, static; NULL where the file lasts. */
const char *backup_lifetime_words(const struct sys *sys, const char *path);

/* Writes a new file (an existing one is refused), syncs it and its folder.  A file that
 * could not be written whole is removed.  ERR_REFUSED or ERR_IO with the path. */
bool backup_save(const char *path, const struct backup_file *backup,
                 struct err *err) MUST_USE;
/* ERR_UNREADABLE with the path. */
bool backup_load(const char *path, struct backup_file *ret, struct err *err) MUST_USE;

/* Adds to the log in FOLDER: one line with time, disk and words, then LINES indented;
 * synced.  A log that cannot be written is no reason not to go on: false with why. */
bool backup_log(const char *folder, const char *disk_path, const char *words,
                const struct lines *lines, struct err *err) MUST_USE;

#endif
