/* SPDX-License-Identifier: GPL-3.0-or-later */
/* damage.h - why an entry of a table is damaged, in words */
#ifndef ALIDADE_MODEL_DISK_DAMAGE_H
#define ALIDADE_MODEL_DISK_DAMAGE_H

#include "model/disk/layout.h"

/* True for the notes about damaged entries and about a broken chain of EBRs. */
bool damage_is_note(const struct note *note);
/* True for the faults of a link, which are no partition. */
bool damage_is_of_chain(enum entry_fault fault);
/* Stable: "outside-disk", "overlap" ...; NULL for FAULT_NONE. */
const char *damage_id(enum entry_fault fault);

/* EXTENT, which has a fault, on a disk with LIMITS: one translated sentence; free(). */
char *damage_words(const struct limits *limits, const struct extent *extent);
/* The same in a few words for a column: "past the disk", "overlaps 2"; free(). */
char *damage_brief(const struct extent *extent);

#endif
