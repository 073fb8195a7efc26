/* SPDX-License-Identifier: GPL-3.0-or-later */
/* suggest_unit.h - which starts align an extent, and which extents move as one */
#ifndef ALIDADE_MODEL_ALIGN_SUGGEST_UNIT_H
#define ALIDADE_MODEL_ALIGN_SUGGEST_UNIT_H

#include "model/disk/layout.h"

/* Sets RET to the starts that align the first data inside, or without it the extent
 * itself, to the physical grid.  False if no start can do that. */
bool suggest_good_starts(const struct layout *layout, const struct extent *extent,
                         struct alignment *ret);

/* Returns the partition with a BSD label that moves as one with EXTENT: EXTENT itself, or
 * the slice that a partition of the label lies in.  All partitions of the label that are
 * judged are as far off as the slice, so that one shift aligns them all; NULL if they are
 * not, or there is no label. */
const struct extent *suggest_unit(const struct layout *layout,
                                  const struct extent *extent);

/* True if a table that alidade does not edit lies in EXTENT, so that no start can be
 * changed. */
bool suggest_holds_table(const struct layout *layout, const struct extent *extent);

#endif
