/* SPDX-License-Identifier: GPL-3.0-or-later */
/* explain_private.h - what the files of explain share */
#ifndef ALIDADE_MODEL_ALIGN_EXPLAIN_PRIVATE_H
#define ALIDADE_MODEL_ALIGN_EXPLAIN_PRIVATE_H

#include "model/align/blocks.h"
#include "model/align/explain.h"
#include "model/base/size.h"

/* The extent that is explained. */
struct explain_source {
    const struct layout *layout;
    const struct extent *extent;
    const struct limits *limits;
    struct verdict verdict;
    uint64_t start_byte;  /* cannot overflow, since limits hold the size */
    uint64_t data_offset; /* bytes before the first data; within the extent */
    struct blocks blocks; /* in which the content is written */
};
struct explain_source explain_source_of(const struct layout *layout,
                                        const struct extent *extent);

/* Adds a paragraph. */
void explain_add(struct explain *explain, enum explain_part part, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Returns "byte 32256 = 7 x 4096 + 3584", counted from the alignment offset if there is
 * one; free(). */
char *explain_sum(const struct limits *limits, uint64_t byte);

void explain_add_inside(struct explain *explain, const struct explain_source *source);
void explain_add_proof(struct explain *explain, const struct extent *extent);
void explain_add_measured(struct explain *explain);

#endif
