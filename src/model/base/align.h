/* SPDX-License-Identifier: GPL-3.0-or-later */
/* align.h - sets of LBAs of the form offset + k * grain */
#ifndef ALIDADE_MODEL_BASE_ALIGN_H
#define ALIDADE_MODEL_BASE_ALIGN_H

#include <stdbool.h>
#include <stdint.h>

/* Returned where the set has no member in 64 bits on the side asked for. */
#define ALIGN_NONE UINT64_MAX

/* Every LBA x with x % grain == offset.  Invariant: offset < grain, so grain is not 0. */
struct alignment {
    uint64_t offset;
    uint64_t grain;
};

bool align_contains(struct alignment a, uint64_t lba);

/* Sectors from the last member at or below LBA: 0 for members.  Counts as if the set
 * went on below 0, so that LBAs before the first member have an answer too. */
uint64_t align_past(struct alignment a, uint64_t lba);

/* The smallest member >= LBA, or ALIGN_NONE. */
uint64_t align_next(struct alignment a, uint64_t lba);
/* The largest member <= LBA, or ALIGN_NONE. */
uint64_t align_prev(struct alignment a, uint64_t lba);
/* The member nearest to LBA; of two equally near ones the lower. */
uint64_t align_nearest(struct alignment a, uint64_t lba);

/* The LBAs that satisfy both; false when there are none, or when their grain does not
 * fit in 64 bits (then at most one such LBA exists and it is of no use). */
bool align_meet(struct alignment a, struct alignment b, struct alignment *ret);

#endif
