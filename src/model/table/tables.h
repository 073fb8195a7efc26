/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tables.h - GPT or MBR from a disk to a layout, whichever of them counts there */
#ifndef ALIDADE_MODEL_TABLE_TABLES_H
#define ALIDADE_MODEL_TABLE_TABLES_H

#include <stdbool.h>

#include "model/base/err.h"
#include "model/base/reader.h"
#include "model/disk/layout.h"

/* Reads both ends of DISK once, and one sector for each EBR and each BSD label.  True
 * with a layout in RET (layout_unref), or with NULL where neither table is there; false
 * (ERR_UNREADABLE) with one sentence where a table is broken.  Damage that leaves the
 * table readable is told in the layout's notes, and so is that it was written for another
 * sector size; false for such a one that this disk's sectors cannot express. */
bool tables_read(const struct reader *disk, const struct limits *limits,
                 struct layout **ret, struct err *err) MUST_USE;

#endif
