/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rehearsal.h - verifies a plan by having libparted make the same change on a shadow */
#ifndef ALIDADE_DEVICE_COMMIT_REHEARSAL_H
#define ALIDADE_DEVICE_COMMIT_REHEARSAL_H

#include "device/io/store.h"
#include "model/base/lines.h"
#include "model/disk/layout.h"
#include "model/write/plan.h"

/* A child that is asked about all steps of a change, and the memory file that it reads
 * and changes. */
struct rehearsed {
    struct parted_child *child; /* owned; NULL: it was not needed yet */
    int shadow;                 /* owned, with CHILD */
};

/* The rehearsal of a change, which may have many steps.  Zero-initialised before the
 * first one; rehearsal_finish() at the end. */
struct rehearsal {
    struct lines kept;        /* translated: bytes that libparted would have changed */
    bool is_too_large;        /* a table of more entries than libparted can hold */
    bool is_unread;           /* it does not read a table that stays damaged */
    bool is_missing;          /* it cannot be loaded: our decoders alone agree */
    struct rehearsed reading; /* the table that a step ends with */
    struct rehearsed making;  /* the one that it begins with, and is changed */
};

/* Our decoders read the disk with PLAN performed.  Meanwhile libparted, in two child
 * processes with limits and on memory copies of the table, reads it too, and makes
 * PREVIEW from BASE with its own functions (if BASE is valid and libparted supports the
 * change).  All results must have PREVIEW's partitions: start, length, kind, number, type
 * if known, name, boot flag; for our decoders also GUIDs, attributes and disk id, and no
 * new damage.
 *
 * Bytes that only libparted would have changed (boot code, disk signature, a hybrid MBR,
 * unmoved EBRs, an array not at LBA 2) are kept, and REHEARSAL->kept gets a translated
 * line for each; also if libparted refuses to make the change but reads the result as
 * planned. Returns false (ERR_REFUSED) with the first difference, or if libparted crashes
 * or does not answer; nothing can be rehearsed then any more. */
bool rehearsal_agrees(struct rehearsal *rehearsal, struct store *store,
                      const struct layout *base, const struct layout *preview,
                      const struct write_plan *plan, struct err *err) MUST_USE;
void rehearsal_finish(struct rehearsal *rehearsal); /* accepts a zeroed one */

#endif
