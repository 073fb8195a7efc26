/* SPDX-License-Identifier: GPL-3.0-or-later */
/* record_fit.h - divides the space of a journal among its areas */
#ifndef ALIDADE_MODEL_MOVE_LOG_RECORD_FIT_H
#define ALIDADE_MODEL_MOVE_LOG_RECORD_FIT_H

#include "model/move/log/records.h"

enum { RECORD_SLOTS = 2 }; /* of the ring */

/* What a fix needs; of all its moves the most. */
struct record_needs {
    uint64_t log_bytes;
    uint64_t zone_bytes;  /* that a move guards; 0: no data is moved */
    uint64_t moved_bytes; /* of a partition that is moved */
};

/* Fits a journal into the sectors [START, END), or with START 0 into END sectors of
 * another disk, for HEAD's kind, logical and block: sets start and bytes of the place,
 * areas, and blocks of the page.  Where data is moved, hashes take at most a 16th, and
 * two slots of the ring the rest; without space for slots there is no ring.  The journal
 * begins on GRID, and is not larger than is of use.  False if the space is too small:
 * HEAD is untouched. */
bool record_fit(struct record_head *head, struct alignment grid, uint64_t start,
                uint64_t end, const struct record_needs *needs) MUST_USE;

/* Returns the bytes of the smallest journal. */
uint64_t record_fit_min(uint32_t block, const struct record_needs *needs);
/* Returns the bytes of the smallest one that has a ring, in which each move can be. */
uint64_t record_fit_with_ring(uint32_t block, const struct record_needs *needs);

#endif
