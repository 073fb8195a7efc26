/* SPDX-License-Identifier: GPL-3.0-or-later */
/* align.h - sets of LBAs of the form offset + k * grain */
#ifndef ALIDADE_MODEL_BASE_ALIGN_H
#define ALIDADE_MODEL_BASE_ALIGN_H

#include <stdbool.h>
#include <stdint.h>

/* Returned if the set has no member in 64 bits on that side. */
#define ALIGN_NONE UINT64_MAX

/* Every LBA x with x % grain == offset.  Invariant: offset < grain, so grain is not 0. */
struct alignment {
    uint64_t offset;
    uint64_t grain;
};

bool align_contains(struct alignment a, uint64_t lba);

/* Returns the distance from the last member <= LBA; 0 for members.  Counts as if the set
 * had members below 0, so that there is always one. */
uint64_t align_past(struct alignment a, uint64_t lba);

/* Returns the smallest member >= LBA, or ALIGN_NONE. */
uint64_t align_next(struct alignment a, uint64_t lba);
/* Returns the largest member <= LBA, or ALIGN_NONE. */
uint64_t align_prev(struct alignment a, uint64_t lba);
/* Returns the member nearest to LBA, the lower one of two. */
uint64_t align_nearest(struct alignment a, uint64_t lba);

/* Returns the LBAs in both sets; false if there are none, or if the grain does not fit in
 * 64 bits (then there is at most one such LBA). */
bool align_meet(struct alignment a, struct alignment b, struct alignment *ret);

#endif
