/* SPDX-License-Identifier: GPL-3.0-or-later */
/* journal_fit.h - divides the space of a journal among its areas */
#ifndef ALIDADE_MODEL_MOVE_JOURNAL_JOURNAL_FIT_H
#define ALIDADE_MODEL_MOVE_JOURNAL_JOURNAL_FIT_H

#include "model/move/journal/journal_format.h"

/* What all the moves of a plan need. */
struct journal_needs {
    uint64_t saved_bytes;     /* the most that one of them saves, without records */
    uint64_t border_bytes;    /* the most that is saved to turn one of them round */
    uint64_t moved_bytes;     /* the largest partition */
    uint64_t with_free_bytes; /* SAVED_BYTES with free space too, if that fits; or 0 */
};

/* Fits a journal into the sectors [START, END), or with START 0 into END sectors of
 * another disk, for the logical, grid and spot.kind of PLAN: sets block, start and bytes
 * of the spot, the areas, and the slots. The saved copies are at both ends; hashes take
 * at most a 16th, and free space is saved if both copies with it take at most an 8th; two
 * slots take the rest. Without space for slots there is no ring, and
 * what would be of no use is left out. False if the space is too small for anything: PLAN
 * is untouched. */
bool journal_fit(struct journal_plan *plan, uint64_t start, uint64_t end,
                 const struct journal_needs *needs) MUST_USE;

#endif
