/* SPDX-License-Identifier: GPL-3.0-or-later */
/* match.h - finds the partitions of a layout in one that was read separately */
#ifndef ALIDADE_MODEL_EDIT_MATCH_H
#define ALIDADE_MODEL_EDIT_MATCH_H

#include "model/base/lines.h"
#include "model/disk/layout.h"

/* Returns AFTER with the ids that its partitions have in BEFORE, as the delta needs them;
 * never NULL.  A partition is the same if it has the same start; else the same GUID; else
 * the same number, and its old and new sectors overlap or are equally many. */
struct layout *match_layout(const struct layout *before, const struct layout *after);

/* Adds the delta_lines() of two layouts that were read separately, after a line for a
 * disk of another size. */
void match_lines(const struct layout *before, const struct layout *after,
                 struct lines *ret);

#endif
