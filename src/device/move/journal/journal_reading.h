/* SPDX-License-Identifier: GPL-3.0-or-later */
/* journal_reading.h - the journal of a move, opened for reading only */
#ifndef ALIDADE_DEVICE_MOVE_JOURNAL_JOURNAL_READING_H
#define ALIDADE_DEVICE_MOVE_JOURNAL_JOURNAL_READING_H

#include "device/io/store.h"
#include "device/move/journal/journal.h"

struct journal_reading {
    struct store *store;    /* owned */
    struct sink sink;       /* refuses to write */
    struct journal journal; /* over SINK */
};

/* Opens PATH, the disk or the file or device with the journal of PLAN, which is borrowed.
 * RET stays where it is. Fails as store_open(). */
bool journal_reading_begin(struct journal_reading *ret, const char *path,
                           const struct journal_plan *plan, struct err *err) MUST_USE;
void journal_reading_finish(struct journal_reading *reading); /* also for CLEANUP */

/* Reads in RET the newest record of the journal of PLAN, which is at PATH.
 * RECORD_DAMAGED too if that cannot be opened. */
enum journal_state journal_read_newest(const char *path, const struct journal_plan *plan,
                                       struct journal_progress *ret);

#endif
