/* SPDX-License-Identifier: GPL-3.0-or-later */
/* repair.h - repairs of damaged tables from their intact parts */
#ifndef ALIDADE_MODEL_DISK_REPAIR_H
#define ALIDADE_MODEL_DISK_REPAIR_H

#include <stddef.h>

#include "model/disk/layout.h"

enum repair {
    REPAIR_GPT_NUMBERS,     /* correct positions and checksums if no copy is valid, but
                             * their entries are */
    REPAIR_GPT_PRIMARY,     /* rewrite header and array from the backup */
    REPAIR_GPT_BACKUP,      /* rewrite header and array from the primary */
    REPAIR_GPT_TAKE_BACKUP, /* if the copies differ: rewrite the primary from the backup
                             * instead of REPAIR_GPT_BACKUP */
    REPAIR_GPT_MOVE_BACKUP, /* to the end of a disk that has grown; extends the usable
                             * range */
    REPAIR_PROTECTIVE_MBR,  /* write one if it is missing or has the wrong size */
    REPAIR_SECTOR_SIZE,     /* convert a table written for 512- or 4096-byte sectors */
    REPAIR_DROP,            /* cures of the entry edit.id, see cure.h */
    REPAIR_CUT,
    REPAIR_END_CHAIN,
    REPAIR_COUNT,
};

/* Lists the repairs of LAYOUT's notes in the order in which they have to be done; returns
 * their number. */
size_t repair_list(const struct layout *layout, enum repair ret[REPAIR_COUNT]);
/* True if both REPAIR_GPT_BACKUP and REPAIR_GPT_TAKE_BACKUP are possible: the user has to
 * choose one. */
bool repair_is_choice(const struct layout *layout);
/* True if repair_list() includes REPAIR. */
bool repair_is_wanted(const struct layout *layout, enum repair repair);
/* True if EXTENT, free space behind the usable range, is in it after
 * REPAIR_GPT_MOVE_BACKUP. */
bool repair_frees(const struct layout *layout, const struct extent *extent);

/* Stable id: "gpt-numbers", "gpt-primary", "gpt-backup", "gpt-take-backup",
 * "gpt-move-backup", "protective-mbr", "sector-size", "drop", "cut", "end-chain". */
const char *repair_id(enum repair repair);
/* Returns translated sentences: the damage, and what the repair writes; free(). */
char *repair_words(const struct layout *layout, enum repair repair);

#endif
