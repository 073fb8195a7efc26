/* SPDX-License-Identifier: GPL-3.0-or-later */
/* delta.h - what differs between two layouts of one disk, partition by partition */
#ifndef ALIDADE_MODEL_EDIT_DELTA_H
#define ALIDADE_MODEL_EDIT_DELTA_H

#include <stdbool.h>
#include <stddef.h>

#include "model/base/lines.h"
#include "model/disk/layout.h"

/* One partition or container, by its id.  BEFORE NULL: added; AFTER NULL: removed. */
struct delta_row {
    const struct extent *before; /* borrowed from the layouts */
    const struct extent *after;
    unsigned fields; /* enum extent_diff_field: what differs; 0: nothing */
};

/* Every partition, container and logical of both, in the order of the later layout, the
 * removed ones where they were; free() *RET.  Returns how many. */
size_t delta_rows(const struct layout *before, const struct layout *after,
                  struct delta_row **ret);
/* True if ROW is added, removed or changed. */
bool delta_row_differs(const struct delta_row *row);
/* What differs in the extent with this id; 0: nothing, or it is in neither. */
unsigned delta_of(const struct layout *before, const struct layout *after, uint32_t id);
/* True where nothing differs, disk id and kind of label included. */
bool delta_is_empty(const struct layout *before, const struct layout *after);
/* The difference as translated lines, one for each partition that differs and for the
 * label: "partition 1: start 63 -> 56, size 204796557 sectors unchanged".  What is lost
 * by it is loss_lines()' to say. */
void delta_lines(const struct layout *before, const struct layout *after,
                 struct lines *ret);

#endif
