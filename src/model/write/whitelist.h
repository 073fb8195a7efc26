/* SPDX-License-Identifier: GPL-3.0-or-later */
/* whitelist.h - which bytes of the table the difference of two layouts may change */
#ifndef ALIDADE_MODEL_WRITE_WHITELIST_H
#define ALIDADE_MODEL_WRITE_WHITELIST_H

#include "model/base/reader.h"
#include "model/disk/layout.h"
#include "model/write/plan.h"

/* True where each byte of PLAN that differs belongs to what differs between BASE and
 * PREVIEW: entries of partitions that changed, links to them, checksums, the disk id,
 * header fields of a table that is new, moved or repaired.  Independent of who made the
 * plan.  False (ERR_REFUSED): the first byte that does not, by sector and offset. */
bool whitelist_check(const struct reader *disk, const struct layout *base,
                     const struct layout *preview, const struct write_plan *plan,
                     struct err *err) MUST_USE;

#endif
