/* SPDX-License-Identifier: GPL-3.0-or-later */
/* guard_search.h - where a partition can have a signature, and a guard in its place
 *
 * Only that sector is a guard before the table has the entry in progress. */
#ifndef ALIDADE_MODEL_MOVE_JOURNAL_GUARD_SEARCH_H
#define ALIDADE_MODEL_MOVE_JOURNAL_GUARD_SEARCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/base/reader.h"

/* Bytes from the start of the partition. */
struct guard_place {
    uint64_t at, count;
};

enum {
    GUARD_PLACES = 3,
    GUARD_PLACE_BYTES = 131072, /* the most that one has */
};

/* Returns how many places of RET are in a partition of BYTES. */
size_t guard_places(uint64_t bytes, struct guard_place ret[GUARD_PLACES]);

/* True if PART, a partition with sectors of LOGICAL bytes, has a guard in one of them. Of
 * which move, and whether that has ended, is not known. */
bool guard_search(const struct reader *part, uint64_t logical);

#endif
