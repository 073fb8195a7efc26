/* SPDX-License-Identifier: GPL-3.0-or-later */
/* abandoned.h - fixes whose journal has no log any more, and that a person gives up
 *
 * What leads to such a fix is cleared, until nothing does: first its heads, which end it,
 * then its guards.  All else stays as it is, also what the journal has of the data. */
#ifndef ALIDADE_DEVICE_MOVE_UNFINISHED_ABANDONED_H
#define ALIDADE_DEVICE_MOVE_UNFINISHED_ABANDONED_H

#include "device/io/store.h"
#include "model/base/lines.h"
#include "model/disk/layout.h"
#include "model/write/plan.h"

/* Zero-initialised but for the STARTS, borrowed: first sectors of journals that the
 * person named.  abandoned_finish(). */
struct abandoned {
    const uint64_t *starts;
    size_t start_count;
    struct write_plan cleared; /* in this order, each flushed */
    struct lines words;        /* what is lost */
};
void abandoned_finish(struct abandoned *abandoned);

/* Adds to ABANDONED what leads to such a fix on STORE with LAYOUT, which need not be the
 * table of the disk.  Each other fix that has not ended refuses, as unfinished_is_none()
 * does (ERR_REFUSED). */
bool abandoned_find(struct store *store, const struct layout *layout,
                    struct abandoned *abandoned, struct err *err) MUST_USE;

#endif
