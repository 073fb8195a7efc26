/* SPDX-License-Identifier: GPL-3.0-or-later */
/* suggest_place.h - the space around an extent */
#ifndef ALIDADE_MODEL_ALIGN_SUGGEST_PLACE_H
#define ALIDADE_MODEL_ALIGN_SUGGEST_PLACE_H

#include <stdbool.h>
#include <stdint.h>

#include "model/align/suggest.h"

/* The bounds of an extent.  All LBAs; ends are exclusive. */
struct suggest_place {
    const struct layout *layout;
    const struct extent *extent;
    uint64_t low; /* its own space and the free space beside it */
    uint64_t high;
    uint64_t range_low; /* the limits if its neighbours moved */
    uint64_t range_high;
    uint64_t ebr; /* sectors kept before it: 1 for logical partitions */
};

/* Returns the sectors that the label allows for partitions, [low, high); all if not
 * known. */
void suggest_usable(const struct layout *layout, uint64_t *ret_low, uint64_t *ret_high);
struct suggest_place suggest_place_of(const struct layout *layout,
                                      const struct extent *extent);

/* Sets fit, shrink and the neighbours in the way for S, whose start is set.  False if
 * that start is impossible. */
bool suggest_find_fit(const struct suggest_place *place, struct suggestion *s);

/* The same if its size is kept, and it fits if its neighbours move. */
bool suggest_find_moves(const struct suggest_place *place, struct suggestion *s);

/* Returns the bytes of SECTORS; UINT64_MAX on overflow. */
uint64_t suggest_bytes(const struct layout *layout, uint64_t sectors);

#endif
