/* SPDX-License-Identifier: GPL-3.0-or-later */
/* owner_lost.h - lost contents in free space, found when a sector of it is asked for */
#ifndef ALIDADE_MODEL_FOUND_OWNER_LOST_H
#define ALIDADE_MODEL_FOUND_OWNER_LOST_H

#include "model/disk/owner_run.h"
#include "model/found/lost.h"

/* The contents of the free run that was asked for last.  Zero-initialised: none. */
struct owner_lost {
    uint64_t start, end;      /* of the run */
    struct found_content *at; /* owned */
    size_t count;
};
void owner_lost_finish(struct owner_lost *lost);

/* Sets *RET to sector LBA, which contains SECTOR, as part of the lost content that it
 * lies in; false: in none. */
bool owner_lost_find(struct owner_lost *lost, const struct reader *disk,
                     const struct layout *layout, uint64_t lba, const uint8_t *sector,
                     struct owner_run *ret);

#endif
