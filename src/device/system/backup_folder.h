/* SPDX-License-Identifier: GPL-3.0-or-later */
/* backup_folder.h - where backups, the log and saved results lie */
#ifndef ALIDADE_DEVICE_SYSTEM_BACKUP_FOLDER_H
#define ALIDADE_DEVICE_SYSTEM_BACKUP_FOLDER_H

#include <stdbool.h>
#include <stddef.h>

#include "device/io/sys.h"
#include "model/base/err.h"

/* Where backups and the log lie: $XDG_STATE_HOME/alidade, ~/.local/state/alidade, or
 * /run/alidade where neither can be written to; free() *RET.  ERR_REFUSED where there is
 * no such place at all.  backup_folder() makes it where it is not there;
 * backup_folder_find() only looks. */
bool backup_folder(char **ret, struct err *err) MUST_USE;
bool backup_folder_find(char **ret, struct err *err) MUST_USE;
/* A new name in it that no file has: "sda-20261120-163000.alidade"; free(). */
char *backup_name(const char *folder, const char *disk_path);
/* The time now as ISO 8601, UTC, for backup_file.time. */
void backup_time(char *ret, size_t size);

/* True where PATH, or the folder that it shall be made in, lies on the disk NAME (the
 * kernel's), in a partition of it or on what is built of them. */
bool backup_lies_on(const struct sys *sys, const char *path, const char *name);

#endif
