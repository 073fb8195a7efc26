/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rehearsal_compare.h - compares partitions of a rehearsal with the planned ones */
#ifndef ALIDADE_DEVICE_COMMIT_REHEARSAL_COMPARE_H
#define ALIDADE_DEVICE_COMMIT_REHEARSAL_COMPARE_H

#include <stddef.h>

#include "model/disk/layout.h"

/* A partition of the preview, and its fields (enum extent_diff_field) that can be
 * compared. Position and kind are always compared. */
struct rehearsal_want {
    const struct extent *extent; /* borrowed */
    unsigned fields;
};

/* Collects all partitions, containers and logical partitions of LAYOUT; the caller frees
 * *RET.  Returns their number. */
size_t rehearsal_wants(const struct layout *layout, unsigned fields,
                       struct rehearsal_want **ret);
/* Copies all partitions, containers and logical partitions of LAYOUT; the caller frees
 * *RET.  Returns their number. */
size_t rehearsal_seen(const struct layout *layout, struct extent **ret);

/* True if SEEN has each of WANTS and no others; an empty type or name in SEEN is not
 * compared.  Else false (ERR_REFUSED) with the first difference; the message names WHO,
 * the program that made SEEN. */
bool rehearsal_compare(const struct rehearsal_want *wants, size_t count,
                       const struct extent *seen, size_t seen_count, const char *who,
                       struct err *err) MUST_USE;

#endif
