/* SPDX-License-Identifier: GPL-3.0-or-later */
/* layout_gpt.h - converts a decoded GPT to a layout */
#ifndef ALIDADE_MODEL_TABLE_LAYOUT_GPT_H
#define ALIDADE_MODEL_TABLE_LAYOUT_GPT_H

#include "model/disk/layout.h"
#include "model/table/gpt.h"
#include "model/table/mbr.h"

/* Converts TABLE, which has a valid copy, to a layout; MBR is the MBR of the same disk.
 * Entries that overlap, end before they start, or are past the end of the disk become
 * damaged entries.  NULL (ERR_UNREADABLE) if the two copies overlap. */
struct layout *layout_of_gpt(const struct gpt_table *table, const struct mbr_table *mbr,
                             const struct limits *limits, struct err *err) MUST_USE;

/* Returns a few translated words that describe the state of a copy. */
const char *gpt_state_words(enum gpt_state state);

#endif
