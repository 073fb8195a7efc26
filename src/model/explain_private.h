/* SPDX-License-Identifier: GPL-3.0-or-later */
/* explain_private.h - what the rooms of explain share */
#ifndef ALIDADE_MODEL_EXPLAIN_PRIVATE_H
#define ALIDADE_MODEL_EXPLAIN_PRIVATE_H

#include "model/explain.h"
#include "model/picture.h"
#include "model/size.h"

/* What %llu wants. */
typedef unsigned long long ull;

/* TEXT is taken; NULL adds nothing. */
void explain_add(struct explain *explain, enum explain_part part, char *text);
void explain_add_words(struct explain *explain, enum explain_part part, const char *text);

/* A block or a grid: "64 KiB" where it is that exactly, else as size_format says it. */
const char *explain_size(uint64_t bytes, char buf[SIZE_TEXT]);

/* The first byte of EXTENT on the disk; limits checked the size, so it cannot overflow.
 */
uint64_t explain_start_byte(const struct layout *layout, const struct extent *extent);
/* What is written inside, in equal blocks. */
struct blocks explain_blocks(const struct layout *layout, const struct extent *extent);

void explain_add_inside(struct explain *explain, const struct layout *layout,
                        const struct extent *extent, const struct verdict *verdict);
void explain_add_proof(struct explain *explain, const struct extent *extent);
void explain_add_measured(struct explain *explain);

#endif
