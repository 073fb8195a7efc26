/* SPDX-License-Identifier: GPL-3.0-or-later */
/* owner.h - who owns the sectors of an opened disk that are about to be written */
#ifndef ALIDADE_DEVICE_SYSTEM_OWNER_H
#define ALIDADE_DEVICE_SYSTEM_OWNER_H

#include "device/io/store.h"
#include "model/disk/layout.h"
#include "model/disk/owner_run.h"

/* The sectors [start, start + length). */
struct owner_range {
    uint64_t start, length;
};

/* Adds to RET what is in these ranges and not ours, see owner_runs_add_foreign(); LAYOUT
 * is the table on the disk.  Holes of a sparse file count as zeros without being read. */
void owner_find_foreign(struct store *store, const struct layout *layout,
                        const struct owner_range *ranges, size_t count,
                        struct owner_runs *ret);

#endif
