/* SPDX-License-Identifier: GPL-3.0-or-later */
/* unfinished_damage.h - records of a journal that another program has destroyed */
#ifndef ALIDADE_DEVICE_MOVE_UNFINISHED_UNFINISHED_DAMAGE_H
#define ALIDADE_DEVICE_MOVE_UNFINISHED_UNFINISHED_DAMAGE_H

#include "device/io/store.h"
#include "model/disk/layout.h"
#include "model/move/journal/journal_format.h"

/* False if the move of PLAN, whose journal is at PATH, cannot go on because a record is
 * destroyed that a power cut leaves whole. ERR (ERR_UNREADABLE) tells what is known then,
 * and what to do. NOW is the table of DISK. */
bool unfinished_is_whole(struct store *disk, const struct layout *now, const char *path,
                         const struct journal_plan *plan, struct err *err) MUST_USE;

#endif
