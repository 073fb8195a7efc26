/* SPDX-License-Identifier: GPL-3.0-or-later */
/* restore.h - makes a backup of a table, and previews the restore of one */
#ifndef ALIDADE_DEVICE_COMMIT_RESTORE_H
#define ALIDADE_DEVICE_COMMIT_RESTORE_H

#include "device/io/store.h"
#include "device/io/sys.h"
#include "model/base/lines.h"
#include "model/disk/layout.h"
#include "model/write/backup_file.h"

/* Reads all sectors that belong to the table of LAYOUT from STORE, and describes the
 * disk.  The caller must backup_file_finish() RET.  Fails with ERR_IO if a sector cannot
 * be read. */
bool restore_take(struct store *store, const struct sys *sys, const struct layout *layout,
                  struct backup_file *ret, struct err *err) MUST_USE;

/* Returns the layout of STORE with the sectors of BACKUP written to it; BASE is its
 * current layout.  Extents at the same position keep their ids, contents and users.
 * RET_WARNINGS gets translated lines about differences between this disk and that of the
 * backup.  NULL: ERR_REFUSED if the backup does not fit this disk (another size or sector
 * size) or changes nothing; ERR_UNREADABLE if the sectors are no valid table. */
struct layout *restore_preview(struct store *store, const struct sys *sys,
                               const struct layout *base,
                               const struct backup_file *backup,
                               struct lines *ret_warnings, struct err *err) MUST_USE;

#endif
