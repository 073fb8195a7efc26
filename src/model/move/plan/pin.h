/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pin.h - which partitions cannot be moved, and why */
#ifndef ALIDADE_MODEL_MOVE_PLAN_PIN_H
#define ALIDADE_MODEL_MOVE_PLAN_PIN_H

#include "model/disk/layout.h"

enum pin {
    PIN_NO,
    PIN_IN_USE,
    PIN_TABLE,    /* it holds a table of its own */
    PIN_ABSOLUTE, /* its place is stored elsewhere, see type_is_absolute() */
    PIN_PURPOSE,  /* it is not judged, such as a BIOS boot partition */
    PIN_NOT_READ, /* its content was not read, or is unreadable */
    PIN_UNKNOWN,  /* data of unknown kind, also if it only looks empty */
    PIN_TWO_KINDS,
    PIN_KIND,   /* of a kind that cannot be moved */
    PIN_SWAP,   /* swap that cannot be created again */
    PIN_LARGER, /* the content ends beyond the partition */
    /* Reasons that depend on other extents, from moves_row_make(). */
    PIN_CHAIN,   /* logical: an EBR is not in its usual place */
    PIN_OUTSIDE, /* it is not in the usable range of the table */
    PIN_OWNED,   /* what no table names is where it would go: see moves_want.stays */
    PIN_COUNT,
};

/* Returns why EXTENT, a partition or logical, cannot be moved. */
enum pin pin_of(const struct layout *layout, const struct extent *extent);

/* True if the partition can be moved once the user has called it empty. */
bool pin_asks_empty(enum pin pin);

/* Returns a stable id for JSON, such as "in-use"; NULL for PIN_NO. */
const char *pin_id(enum pin pin);
/* Returns one translated sentence about EXTENT, which has PIN; free(). */
char *pin_words(const struct layout *layout, const struct extent *extent, enum pin pin);
/* Returns the same about several partitions such as EXTENT, whose numbers were told; NULL
 * if each needs a sentence of its own; free(). */
char *pin_words_of_many(const struct extent *extent, enum pin pin);

#endif
