/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rehearsal_kept.h - what libparted would have changed beside what was asked for */
#ifndef ALIDADE_DEVICE_COMMIT_REHEARSAL_KEPT_H
#define ALIDADE_DEVICE_COMMIT_REHEARSAL_KEPT_H

#include "model/base/lines.h"
#include "model/base/reader.h"
#include "model/disk/layout.h"

/* OURS is the disk as it will be, THEIRS the shadow after libparted's commit; both hold a
 * table of PREVIEW's kind, IS_FRESH one that was made anew.  Adds one translated line for
 * each kind of bytes that libparted would have changed and that stay as they are; what is
 * random or a matter of taste in a new table or partition is no difference. */
void rehearsal_kept(const struct reader *ours, const struct reader *theirs,
                    const struct layout *base, const struct layout *preview,
                    bool is_fresh, struct lines *ret);

#endif
