/* SPDX-License-Identifier: GPL-3.0-or-later */
/* journal_first.h - a first sector that another program has overwritten during a fix */
#ifndef ALIDADE_DEVICE_MOVE_JOURNAL_JOURNAL_FIRST_H
#define ALIDADE_DEVICE_MOVE_JOURNAL_JOURNAL_FIRST_H

#include "device/io/mended.h"
#include "device/io/store.h"
#include "model/move/journal/journal_format.h"

/* True if the first sector of DISK has no table, as one that was overwritten with zeros,
 * and PLAN needs one there. A table of another disk, or a boot sector, was perhaps
 * written on purpose. */
bool journal_first_is_lost(struct store *disk, const struct journal_plan *plan) MUST_USE;

/* Sets in MENDED, which has what the journal of PLAN has saved of the table, that the
 * first sector is lost. That which is known of it gets the new place of step DONE, which
 * the table has had since then, if that is not JOURNAL_NO_STEP. Of a GPT it is known
 * anyway. Does nothing if it is not known. */
void journal_first_lose(struct store *disk, const struct journal_plan *plan,
                        uint16_t done, struct mended *mended);

#endif
