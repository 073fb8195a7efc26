/* SPDX-License-Identifier: GPL-3.0-or-later */
/* journal_mended.h - the table as a journal has saved it, to read a disk where a power
 * cut has left it unreadable */
#ifndef ALIDADE_DEVICE_MOVE_JOURNAL_MENDED_H
#define ALIDADE_DEVICE_MOVE_JOURNAL_MENDED_H

#include "device/io/mended.h"
#include "model/move/journal_format.h"

/* Adds the blocks that may have been written last, from the journal of PLAN, which is at
 * PATH: the disk, or the file or device with the journal. Nothing if it has none. */
void journal_mended(const char *path, const struct journal_plan *plan,
                    struct mended *ret);

#endif
