/* SPDX-License-Identifier: GPL-3.0-or-later */
/* journal_hint.h - remembers where journals are
 *
 * Between two moves nothing on the disk leads there. The folder of backups has the path
 * of each meanwhile. It may not be there on a rescue system, and the file or device may
 * be another one by then: only the plan in it tells. Of a journal on the disk itself it
 * has the place, for a table that has no entry of it yet, or that a power failure leaves
 * unreadable. */
#ifndef ALIDADE_DEVICE_MOVE_JOURNAL_JOURNAL_HINT_H
#define ALIDADE_DEVICE_MOVE_JOURNAL_JOURNAL_HINT_H

#include "model/base/lines.h"
#include "model/base/reader.h"
#include "model/move/journal/journal_record.h"

/* Saves, or removes, the path or place of PLAN's journal. Without it, the user names it,
 * or it is searched: errors are of no consequence. */
void journal_hint_save(const struct journal_plan *plan);
void journal_hint_remove(const struct journal_plan *plan);
/* Returns all paths; lines_finish(). */
struct lines journal_hints(void);
/* Returns the places of those on their own disks; lines_finish(). */
struct lines journal_hint_places(void);
/* Reads the next plan at one of PLACES, as far as they are of a disk with the size of
 * DISK; no other disk is read. *NEXT is 0 at first: there can be an old plan, too. */
bool journal_hint_plan(const struct lines *places, const struct reader *disk,
                       const struct journal_disk *of, size_t *next,
                       struct journal_plan *ret) MUST_USE;

#endif
