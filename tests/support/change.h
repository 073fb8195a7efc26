/* SPDX-License-Identifier: GPL-3.0-or-later */
/* change.h - a disk in memory before and after a change, and the plan between the two */
#ifndef ALIDADE_TESTS_CHANGE_H
#define ALIDADE_TESTS_CHANGE_H

#include "model/disk/layout.h"
#include "model/write/plan.h"
#include "support/sparse.h"

/* All owned; change_finish(). */
struct change {
    struct sparse *before; /* the disk as it is */
    struct layout *base;
    struct layout *preview;
    struct write_plan plan;
};

/* Takes both disks and reads them with sectors of LOGICAL bytes.  In the preview a
 * partition has the id of the one in the base that has its GUID (gpt) or its number
 * (msdos); the plan is every sector that differs.  Fails the test where one of them
 * cannot be read. */
void change_make(struct change *ret, struct sparse *before, struct sparse *after,
                 uint64_t logical);
/* Adds a write of sector LBA as it is now: it undoes whatever is put there later. */
void change_hold(struct change *change, uint64_t lba);
void change_finish(struct change *change);

#endif
