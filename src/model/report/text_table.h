/* SPDX-License-Identifier: GPL-3.0-or-later */
/* text_table.h - partitions and free space as columns of text */
#ifndef ALIDADE_MODEL_REPORT_TEXT_TABLE_H
#define ALIDADE_MODEL_REPORT_TEXT_TABLE_H

#include <stdbool.h>

#include "model/base/str.h"
#include "model/disk/layout.h"

/* An empty line, heads, and one row per partition and per free extent that is worth one;
 * nothing at all where there is no row.  HAS_COLOR paints what is off. */
void report_text_table(const struct layout *layout, bool has_color, struct str *ret);

#endif
