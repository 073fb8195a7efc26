/* SPDX-License-Identifier: GPL-3.0-or-later */
/* new_start.h - misaligned starts that a change would make */
#ifndef ALIDADE_MODEL_EDIT_NEW_START_H
#define ALIDADE_MODEL_EDIT_NEW_START_H

#include "model/base/lines.h"
#include "model/disk/layout.h"

/* Adds to RET a translated sentence for each partition of AFTER that begins where it did
 * not begin in BEFORE, off the physical grid, with the nearest good starts. */
void new_start_lines(const struct layout *before, const struct layout *after,
                     struct lines *ret);

#endif
