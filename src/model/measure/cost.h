/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cost.h - the cost of a partition's start, as a saved bench has measured it */
#ifndef ALIDADE_MODEL_MEASURE_COST_H
#define ALIDADE_MODEL_MEASURE_COST_H

#include "model/align/suggest.h"
#include "model/disk/layout.h"
#include "model/measure/saved_result.h"

/* Returns the saved bench of STARTS, or of starts with the same offsets on the physical
 * grid; NULL if there is none.  SAVED may be NULL.  Borrowed from SAVED. */
const struct bench_result *cost_of_starts(const struct saved_result *saved,
                                          const struct limits *limits,
                                          const struct bench_starts *starts);
/* The same for the misaligned partition EXTENT of LAYOUT, if writes were timed and there
 * is a verdict; else NULL. */
const struct bench_result *cost_of_partition(const struct saved_result *saved,
                                             const struct layout *layout,
                                             const struct extent *extent,
                                             struct suggest_context context);

/* Returns the cost in one sentence, for a drive with a second one on whether a move is
 * worth it; for an image file, a loop or a mapped device it includes that; free(). */
char *cost_sentence(const struct bench_result *bench);
/* Returns in one sentence what the move of partition NUMBER to an aligned start gains,
 * by the bench of its old one; NULL if that was not of the drive itself, or is no
 * gain; free(). */
char *cost_gain_sentence(const struct bench_result *bench, unsigned number);
/* True if writes to the drive itself are not faster at the suggested start, and no cache
 * may hide that they are. */
bool cost_is_better_left(const struct bench_result *bench);

#endif
