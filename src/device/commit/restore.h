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

/* What the journals of moves tell. */
struct restore_moves {
    /* True if a move of the disk at PATH has not ended that a journal elsewhere tells of,
     * where the disk has LAYOUT. */
    bool (*is_moving)(const char *path, const struct layout *layout);
    /* False (ERR_REFUSED) if the move that has not ended cannot go on with the table
     * LAYOUT. */
    bool (*is_of_move)(const struct sys *sys, const char *path,
                       const struct layout *layout, struct err *err);
    /* False (ERR_REFUSED) if the sectors of the table LAYOUT itself are where such a
     * move has written data, or if that is not certain. */
    bool (*leaves_data)(const char *path, const struct layout *layout, struct err *err);
};

/* Returns the layout of STORE with the sectors of BACKUP written to it; BASE is its
 * current layout.  Extents at the same position keep their ids, contents and users.  If a
 * move has not ended, see in_progress_is_begun() and MOVES, only the table is restored:
 * BACKUP loses its other sectors. RET_WARNINGS gets translated lines about this, and
 * about differences between this disk and that of the backup.  NULL: ERR_REFUSED if the
 * backup does not fit this disk (another size or sector size), changes nothing, would
 * overwrite what was moved, or is none that a move in progress in BASE needs;
 * ERR_UNREADABLE if the sectors are no valid table. */
struct layout *restore_preview(struct store *store, const struct sys *sys,
                               const struct layout *base, struct backup_file *backup,
                               const struct restore_moves *moves,
                               struct lines *ret_warnings, struct err *err) MUST_USE;

#endif
