/* SPDX-License-Identifier: GPL-3.0-or-later */
/* layout_gpt.h - a decoded GPT as a layout */
#ifndef ALIDADE_MODEL_TABLE_LAYOUT_GPT_H
#define ALIDADE_MODEL_TABLE_LAYOUT_GPT_H

#include "model/disk/layout.h"
#include "model/table/gpt.h"
#include "model/table/mbr.h"

/* TABLE has a whole copy; MBR is what lies at LBA 0 beside it.  Entries that
 * overlap, end before they start, or lie past the disk are damaged entries of the layout.
 * NULL (ERR_UNREADABLE) where the copies themselves overlap. */
struct layout *layout_of_gpt(const struct gpt_table *table, const struct mbr_table *mbr,
                             const struct limits *limits, struct err *err) MUST_USE;

/* A few translated words for what is the matter with a copy. */
const char *gpt_state_words(enum gpt_state state);

#endif
