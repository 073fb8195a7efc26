/* SPDX-License-Identifier: GPL-3.0-or-later */
/* layout_sectors.h - a table that was written for other sectors, in those of its disk */
#ifndef ALIDADE_MODEL_TABLE_LAYOUT_SECTORS_H
#define ALIDADE_MODEL_TABLE_LAYOUT_SECTORS_H

#include "model/disk/layout.h"

/* WRITTEN is the table as it reads with the sectors that it was written for; LIMITS are
 * the disk's own.  The layout in these: partitions and logicals where their bytes lie, a
 * container around its own, metadata over every sector that the old structures touch; the
 * label says written_for.  Slices are left out, and so is what the notes say of the old
 * places; there is one of level NOTE_READ_ONLY, "table-other-sector-size", with both
 * readings.  NULL (ERR_UNREADABLE) where a partition does not start and end at sectors of
 * the disk, naming it, and for a table that is not clear as it was written either. */
struct layout *layout_of_other_sectors(const struct layout *written,
                                       const struct limits *limits,
                                       struct err *err) MUST_USE;

/* What is said of a table that was written for sectors of WRITTEN bytes and cannot be
 * expressed in those of LOGICAL; returns false. */
bool refuse_other_sectors(uint64_t written, uint64_t logical, struct err *err);

#endif
