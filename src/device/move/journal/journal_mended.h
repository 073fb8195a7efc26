/* SPDX-License-Identifier: GPL-3.0-or-later */
/* journal_mended.h - the table as a journal has saved it, to read a disk where a power
 * cut has left it unreadable, or another program has overwritten its first sector */
#ifndef ALIDADE_DEVICE_MOVE_JOURNAL_JOURNAL_MENDED_H
#define ALIDADE_DEVICE_MOVE_JOURNAL_JOURNAL_MENDED_H

#include "device/io/mended.h"
#include "device/io/store.h"
#include "model/move/journal/journal_format.h"
#include "model/move/shift/shift.h"

/* Adds the blocks that may have been written last, from the journal of PLAN, which is at
 * PATH: the disk, or the file or device with the journal. Nothing if it has none. A first
 * sector of DISK that has no table any more is lost, if it is known what was in it. */
void journal_mended(struct store *disk, const char *path, const struct journal_plan *plan,
                    struct mended *ret);
/* The same, where a first sector with another table is lost too. */
void journal_mended_over(struct store *disk, const char *path,
                         const struct journal_plan *plan, struct mended *ret);

/* True if the table of DISK had the new place of SHIFT, durably, when NEWEST or what came
 * after that was written: with a head that is no guard, a move is complete but for its
 * record, and the table is not written again. */
bool journal_is_at_new_place(struct store *disk, const struct journal_plan *plan,
                             const struct journal_progress *newest,
                             const struct shift *shift) MUST_USE;

#endif
