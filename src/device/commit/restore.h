/* SPDX-License-Identifier: GPL-3.0-or-later */
/* restore.h - a disk's table into a backup, and what a backup would make of a disk */
#ifndef ALIDADE_DEVICE_COMMIT_RESTORE_H
#define ALIDADE_DEVICE_COMMIT_RESTORE_H

#include "device/io/store.h"
#include "device/io/sys.h"
#include "model/base/lines.h"
#include "model/disk/layout.h"
#include "model/write/backup_file.h"

/* Every sector that the table of LAYOUT owns, as STORE has it now, and what disk it is;
 * backup_file_finish() RET.  ERR_IO with the sector that cannot be read. */
bool restore_take(struct store *store, const struct sys *sys, const struct layout *layout,
                  struct backup_file *ret, struct err *err) MUST_USE;

/* BASE, as STORE has it, with the sectors of BACKUP in their places: what is then read
 * from it.  Extents that stay where they are keep their ids, contents and users.
 * RET_WARNINGS: translated, what differs between this disk and the one the backup was
 * taken from.  NULL: ERR_REFUSED for a backup that cannot be of this disk (another size
 * or sector size) or that has nothing to bring back, ERR_UNREADABLE for sectors that are
 * no table. */
struct layout *restore_preview(struct store *store, const struct sys *sys,
                               const struct layout *base,
                               const struct backup_file *backup,
                               struct lines *ret_warnings, struct err *err) MUST_USE;

#endif
