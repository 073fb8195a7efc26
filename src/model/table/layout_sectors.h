/* SPDX-License-Identifier: GPL-3.0-or-later */
/* layout_sectors.h - converts the layout of a table written for another sector size */
#ifndef ALIDADE_MODEL_TABLE_LAYOUT_SECTORS_H
#define ALIDADE_MODEL_TABLE_LAYOUT_SECTORS_H

#include "model/disk/layout.h"

/* Converts WRITTEN, the layout with the sector size for which the table was written, to
 * the sector size of LIMITS.  Partitions and logical partitions keep their bytes,
 * containers and metadata are rounded outwards, and the label's written_for is set.
 * Slices and the notes of WRITTEN are dropped; the note NOTE_TABLE_OTHER_SECTOR_SIZE
 * (NOTE_READ_ONLY) describes both sizes.  NULL (ERR_UNREADABLE) if a partition does not
 * start and end at sectors of the disk, which the message then names, or if WRITTEN
 * itself has errors. */
struct layout *layout_of_other_sectors(const struct layout *written,
                                       const struct limits *limits,
                                       struct err *err) MUST_USE;

/* Sets the error for a table that was written for sectors of WRITTEN bytes and cannot be
 * converted to sectors of LOGICAL bytes.  Returns false. */
bool layout_refuse_other_sectors(uint64_t written, uint64_t logical, struct err *err);

#endif
