/* SPDX-License-Identifier: GPL-3.0-or-later */
/* backup_folder.h - the folder of backups, of the log and of saved results */
#ifndef ALIDADE_DEVICE_SYSTEM_BACKUP_FOLDER_H
#define ALIDADE_DEVICE_SYSTEM_BACKUP_FOLDER_H

#include <stdbool.h>
#include <stddef.h>

#include "model/base/err.h"

/* Return the folder of backups and of the log: $XDG_STATE_HOME/alidade,
 * ~/.local/state/alidade, or /run/alidade if neither is writable; the caller frees *RET.
 * ERR_REFUSED if there is no writable folder.  backup_folder() creates it if it does not
 * exist; backup_folder_find() does not. */
bool backup_folder(char **ret, struct err *err) MUST_USE;
bool backup_folder_find(char **ret, struct err *err) MUST_USE;
/* Returns one after the other of these folders, whether or not they exist, for INDEX from
 * 0 on; NULL if the environment does not define it.  The caller frees it. */
#define BACKUP_FOLDERS 3
char *backup_folder_at(unsigned index);
/* Returns an unused path in FOLDER: "sda-20261120-163000.alidade"; the caller frees
 * it. */
char *backup_name(const char *folder, const char *disk_path);
/* True if the file at PATH has a name that backup_name() makes for the disk. */
bool backup_name_is_of(const char *path, const char *disk_path);
/* Formats the current time as ISO 8601 in UTC, for backup_file.time. */
void backup_time(char *ret, size_t size);

#endif
