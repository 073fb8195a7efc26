/* SPDX-License-Identifier: GPL-3.0-or-later */
/* delta.h - the differences between two layouts of a disk */
#ifndef ALIDADE_MODEL_EDIT_DELTA_H
#define ALIDADE_MODEL_EDIT_DELTA_H

#include <stdbool.h>
#include <stddef.h>

#include "model/base/lines.h"
#include "model/disk/layout.h"

/* Two states of the extent with one id.  BEFORE is NULL: added; AFTER is NULL: removed.
 */
struct delta_row {
    const struct extent *before; /* borrowed from the layouts */
    const struct extent *after;
    unsigned fields; /* enum extent_diff_field: what differs; 0: nothing */
};

/* Lists all partitions, containers and logicals of both layouts in the order of the disk;
 * free() *RET.  Returns their number. */
size_t delta_rows(const struct layout *before, const struct layout *after,
                  struct delta_row **ret);
/* Returns the fields that differ in the extent with this id; 0 if neither has it. */
unsigned delta_of(const struct layout *before, const struct layout *after, uint32_t id);
/* True if nothing differs, label and metadata included. */
bool delta_is_empty(const struct layout *before, const struct layout *after);
/* Adds translated lines for the label and each partition that differs to RET, such as
 * "partition 1: start 63 -> 56, size 97.7 GiB unchanged".  loss_lines() lists
 * the data that is lost. */
void delta_lines(const struct layout *before, const struct layout *after,
                 struct lines *ret);
/* Does the same, followed by the loss_lines() of changes that can still be undone;
 * without those of partitions that begin elsewhere if data is moved with them
 * (ARE_MOVES). */
void delta_loss_lines(const struct layout *before, const struct layout *after,
                      bool are_moves, struct lines *ret);

#endif
