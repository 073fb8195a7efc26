/* SPDX-License-Identifier: GPL-3.0-or-later */
/* log_unbegun.h - the log of a fix that ended before it had begun
 *
 * The log is written before the first head, and cleared after the last one.  Where no
 * head and no guard is left, a log that is whole, of this disk and of the table on it,
 * is what a fix has left behind whose first write outside of its journal never came. */
#ifndef ALIDADE_MODEL_MOVE_LOG_LOG_UNBEGUN_H
#define ALIDADE_MODEL_MOVE_LOG_LOG_UNBEGUN_H

#include "model/base/reader.h"

/* Returns the number of sectors, of LOGICAL bytes, of such a log at sector LBA of DISK,
 * on which no fix has been found; 0: there is none. */
uint64_t log_unbegun_sectors(const struct reader *disk, uint32_t logical, uint64_t lba);

#endif
