/* SPDX-License-Identifier: GPL-3.0-or-later */
/* history_read.h - reads the tables that were saved before writes */
#ifndef ALIDADE_DEVICE_COMMIT_HISTORY_READ_H
#define ALIDADE_DEVICE_COMMIT_HISTORY_READ_H

#include "device/io/sys.h"
#include "model/report/history.h"

/* Reads all backups in the folders of backup_folder_at(), newest first: those of the disk
 * or image file at PATH, or all if that is NULL.  A disk is known by its model and serial
 * number, without these by the name of its file.  Files and folders that cannot be read
 * are in the list with a problem; of damaged files, those whose name backup_name() would
 * make for PATH.  history_compare() is done.  The caller must history_finish() RET. */
void history_read(const struct sys *sys, const char *path, struct history *ret);

/* Reads the table that is now on the disk of TABLE.  NULL if no disk, or another one, has
 * its path now, or it cannot be read. */
struct layout *history_read_now(const struct sys *sys, const struct saved_table *table);

#endif
