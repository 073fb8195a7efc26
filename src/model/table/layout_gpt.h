/* SPDX-License-Identifier: GPL-3.0-or-later */
/* layout_gpt.h - converts a decoded GPT to a layout */
#ifndef ALIDADE_MODEL_TABLE_LAYOUT_GPT_H
#define ALIDADE_MODEL_TABLE_LAYOUT_GPT_H

#include "model/disk/layout.h"
#include "model/table/gpt.h"
#include "model/table/iso.h"
#include "model/table/mbr.h"

/* Converts TABLE, which has a valid copy, to a layout; MBR and ISO are of the same disk.
 * Entries that overlap, end before they start, or are past the end of the disk become
 * damaged entries.  NULL (ERR_UNREADABLE) if the two copies overlap. */
struct layout *layout_of_gpt(const struct gpt_table *table, const struct mbr_table *mbr,
                             const struct iso *iso, const struct limits *limits,
                             struct err *err) MUST_USE;

/* Adds the notes about the MBR of the same disk. */
void layout_gpt_note_mbr(struct layout_builder *builder, const struct gpt_table *table,
                         const struct mbr_table *mbr, const struct limits *limits);
/* Adds the partitions that only a hybrid MBR names, after layout_builder_settle(). */
void layout_gpt_keep_hybrid(struct layout_builder *builder, const struct gpt_table *table,
                            const struct mbr_table *mbr);

/* Returns a few translated words that describe the state of a copy. */
const char *gpt_state_words(enum gpt_state state);

#endif
