/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kept.h - ranges that no entry of the table names, but that others use (EXTENT_KEPT) */
#ifndef ALIDADE_MODEL_DISK_KEPT_H
#define ALIDADE_MODEL_DISK_KEPT_H

#include <stdbool.h>
#include <stdint.h>

#include "model/disk/layout.h"

/* Adds copies of KEPT for the parts of its range that no other top-level extent has. Call
 * it after layout_builder_settle(). */
void kept_add(struct layout_builder *builder, const struct extent *kept);
/* Adds KEPT, and makes the entries that begin in it its slices, cut at the end of the
 * disk.  Call it before layout_builder_settle(), and kept_fit() after that.  Returns the
 * id. */
uint32_t kept_enclose(struct layout_builder *builder, const struct extent *kept);
/* Cuts the kept extent ID to the parts of its range that no other top-level extent has.
 */
void kept_fit(struct layout_builder *builder, uint32_t id);
/* Adds what LAYOUT keeps to BUILDER, with its slices, where BUILDER has nothing else. */
void kept_copy(struct layout_builder *builder, const struct layout *layout);
/* True for a slice of a kept extent. */
bool kept_holds(const struct layout *layout, const struct extent *extent);
/* Returns the first kept extent; NULL: none. */
const struct extent *kept_find(const struct layout *layout);

#endif
