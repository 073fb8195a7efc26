/* SPDX-License-Identifier: GPL-3.0-or-later */
/* explain_private.h - what the rooms of explain share */
#ifndef ALIDADE_MODEL_ALIGN_EXPLAIN_PRIVATE_H
#define ALIDADE_MODEL_ALIGN_EXPLAIN_PRIVATE_H

#include "model/align/explain.h"
#include "model/align/picture.h"
#include "model/base/size.h"

/* TEXT is taken; NULL adds nothing. */
void explain_add(struct explain *explain, enum explain_part part, char *text);
void explain_add_words(struct explain *explain, enum explain_part part, const char *text);

/* The first byte of EXTENT on the disk: no overflow, limits checked the disk's size. */
uint64_t explain_start_byte(const struct layout *layout, const struct extent *extent);
/* What is written inside, in equal blocks. */
struct blocks explain_blocks(const struct layout *layout, const struct extent *extent);

void explain_add_inside(struct explain *explain, const struct layout *layout,
                        const struct extent *extent, const struct verdict *verdict);
void explain_add_proof(struct explain *explain, const struct extent *extent);
void explain_add_measured(struct explain *explain);

#endif
