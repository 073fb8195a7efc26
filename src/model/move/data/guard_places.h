/* SPDX-License-Identifier: GPL-3.0-or-later */
/* guard_places.h - the sectors that are guards while a partition is moved
 *
 * Its zones are, where it is; and where they would be at the other place, as far as that
 * is in front of it: an entry in progress begins at the lower place, and what is there in
 * free space may look like a partition. */
#ifndef ALIDADE_MODEL_MOVE_DATA_GUARD_PLACES_H
#define ALIDADE_MODEL_MOVE_DATA_GUARD_PLACES_H

#include "model/move/shift/shift.h"

/* The order in which they are guarded; they are restored in the opposite one.  The sector
 * with the signature is a guard first and alone, so that nothing is incomplete where it
 * can be mounted.  Tools repair a header from its copies: while one of these is whole, no
 * other zone may be a guard. */
enum guard_part {
    GUARD_MAGIC,
    GUARD_COPY, /* a zone that can have a copy of the header */
    GUARD_ZONE,
    GUARD_LOWER, /* of the other place, in front of this one */
    GUARD_UPPER, /* of the other place, behind this one: no guard is written there, but
                  * pieces leave some */
    GUARD_PARTS,
};

struct guard_sector {
    uint64_t lba, index; /* index: of the sector in the partition */
    enum guard_part part;
};

/* Sets *RET to all of them for the partition of SHIFT at PLACE, its old or new start;
 * those of each part are ascending.  Returns their number.  The caller must free(). */
size_t guard_places_find(const struct shift *shift, uint64_t place,
                         struct guard_sector **ret);

#endif
