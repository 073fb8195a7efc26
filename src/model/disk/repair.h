/* SPDX-License-Identifier: GPL-3.0-or-later */
/* repair.h - what is damaged in a table and can be written anew from what is whole */
#ifndef ALIDADE_MODEL_DISK_REPAIR_H
#define ALIDADE_MODEL_DISK_REPAIR_H

#include <stddef.h>

#include "model/disk/layout.h"

enum repair {
    REPAIR_GPT_PRIMARY,     /* header and array anew from the backup */
    REPAIR_GPT_BACKUP,      /* header and array anew from the primary */
    REPAIR_GPT_TAKE_BACKUP, /* the copies differ: the primary anew from the backup, which
                             * counts instead; else REPAIR_GPT_BACKUP is the cure */
    REPAIR_GPT_MOVE_BACKUP, /* to the end of a disk that has grown; usable range with it
                             */
    REPAIR_PROTECTIVE_MBR,  /* missing, or of the wrong size */
    REPAIR_SECTOR_SIZE,     /* a table written for the other sector size, by 8 or 1/8 */
    REPAIR_DROP,            /* cures of one entry, see cure.h: edit.id says which */
    REPAIR_CUT,
    REPAIR_END_CHAIN,
    REPAIR_COUNT,
};

/* What the notes of LAYOUT call for, in the order in which it is to be done; returns how
 * many. */
size_t repair_list(const struct layout *layout, enum repair ret[REPAIR_COUNT]);
/* Two of those that repair_list() names are cures of one thing: which copy counts is to
 * be chosen. */
bool repair_is_choice(const struct layout *layout);
/* True where REPAIR is among them. */
bool repair_is_wanted(const struct layout *layout, enum repair repair);

/* Stable id: "gpt-primary", "gpt-backup", "gpt-take-backup", "gpt-move-backup",
 * "protective-mbr", "sector-size", "drop", "cut", "end-chain". */
const char *repair_id(enum repair repair);
/* What is damaged and what the cure writes: one translated sentence; free(). */
char *repair_words(const struct layout *layout, enum repair repair);

#endif
