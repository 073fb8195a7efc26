/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tables.h - reads the GPT or MBR of a disk and converts it to a layout */
#ifndef ALIDADE_MODEL_TABLE_TABLES_H
#define ALIDADE_MODEL_TABLE_TABLES_H

#include <stdbool.h>

#include "model/base/err.h"
#include "model/base/reader.h"
#include "model/disk/layout.h"

/* Reads both ends of DISK once, and one sector for each EBR and each BSD label.  Returns
 * true and in RET a layout (the caller must layout_unref() it), or NULL if there is no
 * table; false (ERR_UNREADABLE) if a table is damaged beyond use.  Notes of the layout
 * report smaller damage, and that the table was written for another sector size; returns
 * false if the sectors of this disk cannot express such a table. */
bool tables_read(const struct reader *disk, const struct limits *limits,
                 struct layout **ret, struct err *err) MUST_USE;

#endif
