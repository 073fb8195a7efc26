/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rehearsal_kept.h - lists bytes that libparted would have changed unnecessarily */
#ifndef ALIDADE_DEVICE_COMMIT_REHEARSAL_KEPT_H
#define ALIDADE_DEVICE_COMMIT_REHEARSAL_KEPT_H

#include "model/base/lines.h"
#include "model/base/reader.h"
#include "model/disk/layout.h"

/* OURS is the planned disk, THEIRS the shadow after libparted's commit; both have a table
 * of PREVIEW's kind, a new one if IS_FRESH.  Adds one translated line for each kind of
 * bytes that libparted would have changed and that are kept.  Random or arbitrary values
 * of new tables and partitions are ignored. */
void rehearsal_kept(const struct reader *ours, const struct reader *theirs,
                    const struct layout *base, const struct layout *preview,
                    bool is_fresh, struct lines *ret);

#endif
