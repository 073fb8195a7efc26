/* SPDX-License-Identifier: GPL-3.0-or-later */
/* whitelist.h - checks that a plan changes only bytes that differ between two layouts
 *
 * It compares the extents field by field itself instead of with extent_diff(): the check
 * must not share code with what made the plan. */
#ifndef ALIDADE_MODEL_WRITE_WHITELIST_H
#define ALIDADE_MODEL_WRITE_WHITELIST_H

#include "model/base/reader.h"
#include "model/disk/layout.h"
#include "model/write/plan.h"

/* True if each byte that PLAN changes belongs to a difference between BASE and PREVIEW:
 * entries of changed partitions, links to them, checksums, the disk id, header fields of
 * a new, moved or repaired table.  Independent of the code that made the plan.  Else
 * false (ERR_REFUSED); the message names the first other byte by sector and offset. */
bool whitelist_check(const struct reader *disk, const struct layout *base,
                     const struct layout *preview, const struct write_plan *plan,
                     struct err *err) MUST_USE;

#endif
