/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rehearsal_compare.h - what a rehearsal got, held against what it should get */
#ifndef ALIDADE_DEVICE_COMMIT_REHEARSAL_COMPARE_H
#define ALIDADE_DEVICE_COMMIT_REHEARSAL_COMPARE_H

#include <stddef.h>

#include "model/disk/layout.h"
#include "model/edit/delta.h"

/* A partition of the preview, and what of it (enum delta_field) can be held against
 * something.  Place and kind always are. */
struct rehearsal_want {
    const struct extent *extent; /* borrowed */
    unsigned fields;
};

/* What the rehearsal is for: every partition, container and logical of LAYOUT; free()
 * *RET.  Returns how many. */
size_t rehearsal_wants(const struct layout *layout, unsigned fields,
                       struct rehearsal_want **ret);
/* Partitions, containers and logicals of LAYOUT as copies; free() *RET.  Returns how
 * many. */
size_t rehearsal_seen(const struct layout *layout, struct extent **ret);

/* True where SEEN has each of WANTS and nothing else; an empty type and an empty name in
 * SEEN say nothing.  False (ERR_REFUSED) with the first difference; WHO, the program that
 * got it, is named. */
bool rehearsal_compare(const struct rehearsal_want *wants, size_t count,
                       const struct extent *seen, size_t seen_count, const char *who,
                       struct err *err) MUST_USE;

#endif
