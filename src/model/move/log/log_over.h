/* SPDX-License-Identifier: GPL-3.0-or-later */
/* log_over.h - the log of a fix that never began, or that is over
 *
 * The log is written before the first head, and cleared while the last one says that all
 * is done.  Where no head and no guard is left, a log that is whole, of this disk, and of
 * the table on it, before its steps or at their end, is only a remainder. */
#ifndef ALIDADE_MODEL_MOVE_LOG_LOG_OVER_H
#define ALIDADE_MODEL_MOVE_LOG_LOG_OVER_H

#include "model/base/reader.h"
#include "model/move/log/log.h"

/* True if the table on DISK is one that the fix of LOG, which replays, leaves: that
 * before it, or at any rest point with its exits done. */
bool log_is_at_rest(const struct redo_log *log, const struct reader *disk);

/* Returns the number of sectors, of LOGICAL bytes, of such a log at sector LBA of DISK,
 * on which no fix has been found; 0: there is none. */
uint64_t log_over_sectors(const struct reader *disk, uint32_t logical, uint64_t lba);

#endif
