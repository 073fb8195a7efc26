/* SPDX-License-Identifier: GPL-3.0-or-later */
/* damage.h - describes what is wrong with a damaged entry */
#ifndef ALIDADE_MODEL_DISK_DAMAGE_H
#define ALIDADE_MODEL_DISK_DAMAGE_H

#include "model/disk/layout.h"

/* True for the notes about damaged entries and about a broken chain of EBRs. */
bool damage_is_note(const struct note *note);
/* True for the faults of a link in the chain of EBRs, which is no partition. */
bool damage_is_of_chain(enum entry_fault fault);
/* Returns the stable id for JSON, such as "outside-disk", "overlap"; NULL for
 * FAULT_NONE. */
const char *damage_id(enum entry_fault fault);

/* Returns a translated sentence about EXTENT, which has a fault; free(). */
char *damage_words(const struct limits *limits, const struct extent *extent);
/* Returns the same in a few words for a column: "past disk", "overlaps 2"; free(). */
char *damage_brief(const struct extent *extent);

#endif
