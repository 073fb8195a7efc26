/* SPDX-License-Identifier: GPL-3.0-or-later */
/* in_progress.h - recognizes a disk on which a move of a partition has not ended */
#ifndef ALIDADE_DEVICE_SYSTEM_IN_PROGRESS_H
#define ALIDADE_DEVICE_SYSTEM_IN_PROGRESS_H

#include "device/io/store.h"
#include "model/disk/layout.h"

/* Adds NOTE_MOVE_IN_PROGRESS, with the command to run, if LAYOUT has an entry in progress
 * with a guard or journal, see journal_find(). Reads nothing without such an entry.
 * Consumes LAYOUT; never NULL. */
struct layout *in_progress_note(struct store *store, struct layout *layout);

/* Does the same if contents of LAYOUT have shown guards, see guard_search(): before the
 * table has the entry in progress, and again after that, they alone tell. Nothing is
 * added for those of a move that has ended, or whose journal is lost. */
struct layout *in_progress_note_guards(struct store *store, struct layout *layout);

/* The same without contents: reads the places where each partition can have a guard. */
struct layout *in_progress_note_starts(struct store *store, struct layout *layout);

/* True if a partition of LAYOUT, which need not be the table of the disk, has a guard of
 * a move that has not ended, or its journal is in the free space. */
bool in_progress_is_begun(struct store *store, const struct layout *layout);

/* If the table is one in the middle of a move for a sector size other than that of
 * LIMITS, sets ERR (ERR_REFUSED) to say so and returns true. */
bool in_progress_explain(struct store *store, const struct limits *limits,
                         struct err *err);

#endif
