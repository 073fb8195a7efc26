/* SPDX-License-Identifier: GPL-3.0-or-later */
/* owner_front.h - what lies between LBA 0 and the first partition, outside the table */
#ifndef ALIDADE_MODEL_FOUND_OWNER_FRONT_H
#define ALIDADE_MODEL_FOUND_OWNER_FRONT_H

#include "model/base/reader.h"
#include "model/disk/layout.h"
#include "model/disk/owner_run.h"

struct owner_front;

/* Reads the sectors in front of the first partition, at most 64 MiB; where there is no
 * partition, 32 MiB.  Never NULL. */
struct owner_front *owner_front_read(const struct reader *disk,
                                     const struct layout *layout);
void owner_front_free(struct owner_front *front); /* accepts NULL */

/* Sets *RET to sector LBA, which is not zero, as part of the range it belongs to: a
 * loader, or unknown data.  False if LBA is not in front of the first partition; where
 * there is none, if it belongs to no loader. */
bool owner_front_find(const struct owner_front *front, uint64_t lba,
                      struct owner_run *ret);

#endif
