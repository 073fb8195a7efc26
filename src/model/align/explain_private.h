/* SPDX-License-Identifier: GPL-3.0-or-later */
/* explain_private.h - what the files of explain share */
#ifndef ALIDADE_MODEL_ALIGN_EXPLAIN_PRIVATE_H
#define ALIDADE_MODEL_ALIGN_EXPLAIN_PRIVATE_H

#include "model/align/blocks.h"
#include "model/align/explain.h"
#include "model/base/size.h"

/* Takes TEXT; adds nothing for NULL. */
void explain_add(struct explain *explain, enum explain_part part, char *text);
void explain_add_words(struct explain *explain, enum explain_part part, const char *text);

/* Returns "byte 32256 = 7 x 4096 + 3584", counted from the alignment offset if there is
 * one; free(). */
char *explain_sum(const struct limits *limits, uint64_t byte);
/* The first byte of EXTENT on the disk; cannot overflow, since limits hold the size. */
uint64_t explain_start_byte(const struct layout *layout, const struct extent *extent);
/* The blocks in which the content of EXTENT is written. */
struct blocks explain_blocks(const struct layout *layout, const struct extent *extent);

void explain_add_inside(struct explain *explain, const struct layout *layout,
                        const struct extent *extent, const struct verdict *verdict);
void explain_add_proof(struct explain *explain, const struct extent *extent);
void explain_add_measured(struct explain *explain);

#endif
