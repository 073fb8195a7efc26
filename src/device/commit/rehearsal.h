/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rehearsal.h - the second calculator: libparted makes the same change on a shadow */
#ifndef ALIDADE_DEVICE_COMMIT_REHEARSAL_H
#define ALIDADE_DEVICE_COMMIT_REHEARSAL_H

#include "device/io/store.h"
#include "model/base/lines.h"
#include "model/disk/layout.h"
#include "model/write/plan.h"

/* Our own decoders read the disk with PLAN carried out, and two things are asked of
 * libparted, each in a child with limits, on a memory copy of the table: to read the
 * same, and to make PREVIEW out of BASE by its own calls and commit that (where BASE is
 * whole and the change is one that libparted knows).  All must be PREVIEW's partitions:
 * start, length, kind, number, type where libparted says it, name, boot flag; to our own
 * decoders GUIDs, attributes and disk id, too, and no damage that PREVIEW does not show.
 *
 * What only libparted's own bytes would have changed (boot code, disk signature, a hybrid
 * MBR, EBRs that nobody asked to move, an array not at LBA 2) is added to RET_KEPT, one
 * translated line each: it stays as it is.  So is that libparted declines to make the
 * change, with its words, where it reads the result all the same.  False (ERR_REFUSED)
 * with the first difference, or where libparted crashes or cannot be asked. */
bool rehearsal_agrees(struct store *store, const struct layout *base,
                      const struct layout *preview, const struct write_plan *plan,
                      struct lines *ret_kept, struct err *err) MUST_USE;

#endif
