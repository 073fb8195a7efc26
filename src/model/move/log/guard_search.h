/* SPDX-License-Identifier: GPL-3.0-or-later */
/* guard_search.h - where a partition can have a signature, and a guard in its place
 *
 * Only that sector is a guard before the table has the entry in progress. */
#ifndef ALIDADE_MODEL_MOVE_LOG_GUARD_SEARCH_H
#define ALIDADE_MODEL_MOVE_LOG_GUARD_SEARCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/base/reader.h"

/* True if PART, a partition with sectors of LOGICAL bytes, has a guard where it can have
 * a signature. Of which move, and whether that has ended, is not known. */
bool guard_search(const struct reader *part, uint64_t logical);

/* True if PART begins with the journal of a move: its head is cleared when that ends. */
bool guard_search_journal(const struct reader *part);

#endif
