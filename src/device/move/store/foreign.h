/* SPDX-License-Identifier: GPL-3.0-or-later */
/* foreign.h - a disk that another program has changed in the middle of a fix: it is
 * looked at without a write, and the table is written again if the person decides so */
#ifndef ALIDADE_DEVICE_MOVE_STORE_FOREIGN_H
#define ALIDADE_DEVICE_MOVE_STORE_FOREIGN_H

#include "device/move/store/redo.h"

/* Returns a reader of the disk; REDO must outlive it. */
struct reader redo_reader(const struct redo *redo);
/* Compares guards and the step at work with what is on the disk: REDO_MORE, or as
 * redo_step() would return.  Writes nothing, and can be called before redo_open(): a
 * block that a power cut has left unreadable is then taken for ours.  Of REDO_FOREIGN the
 * differences are set if it is about the table. */
enum redo_state redo_look(struct redo *redo) MUST_USE;
/* After a redo_look() that has found all as it should be: REDO_MORE, or REDO_COMMITTED if
 * redo_turn() would not go back. */
enum redo_state redo_look_back(struct redo *redo) MUST_USE;
/* True if an LBA 0 without signature is all that keeps the table from being ours:
 * redo_mend_first() writes it. */
bool redo_lacks_first(struct redo *redo);

/* Compares the data of the move at work, if there is one and it is guarded, with its
 * hashes, where the head in force says that it is: REDO_MORE, or REDO_MISMATCH, REDO_LOST
 * or REDO_OTHER.  Reads all of it, and writes nothing. */
enum redo_state redo_compare(struct redo *redo) MUST_USE;
/* Sets *RET to whether sector LBA is a guard of this fix.  Returns 0 or an errno. */
int redo_has_guard(struct redo *redo, uint64_t lba, bool *ret) MUST_USE;

/* After a redo_look() that has differences: writes each of these sectors as in the state
 * that they were compared with, one at a time, durably.  A cut leaves another foreign
 * table.  Returns 0 or an errno. */
int redo_write_table(struct redo *redo) MUST_USE;

#endif
