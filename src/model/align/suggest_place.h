/* SPDX-License-Identifier: GPL-3.0-or-later */
/* suggest_place.h - the room around an extent, for the rooms of suggest alone */
#ifndef ALIDADE_MODEL_ALIGN_SUGGEST_PLACE_H
#define ALIDADE_MODEL_ALIGN_SUGGEST_PLACE_H

#include <stdbool.h>
#include <stdint.h>

#include "model/align/suggest.h"

/* What bounds an extent.  All LBAs; ends are exclusive. */
struct suggest_place {
    const struct layout *layout;
    const struct extent *extent;
    uint64_t low; /* its own space and the free space beside it */
    uint64_t high;
    uint64_t range_low; /* how far it could go if its neighbours made room */
    uint64_t range_high;
    uint64_t ebr; /* sectors kept in front of it: 1 for logical partitions */
};

/* What the label leaves for partitions, [low, high); all where it does not say. */
void suggest_usable(const struct layout *layout, uint64_t *ret_low, uint64_t *ret_high);
struct suggest_place suggest_place_of(const struct layout *layout,
                                      const struct extent *extent);

/* Fills in the room of S, whose start is set: room, shrink, and the neighbours that would
 * have to move.  False where that start is out of the question. */
bool suggest_find_fit(const struct suggest_place *place, struct suggestion *s);

/* Bytes of so many sectors; UINT64_MAX where 64 bits do not hold them. */
uint64_t suggest_bytes(const struct layout *layout, uint64_t sectors);

#endif
