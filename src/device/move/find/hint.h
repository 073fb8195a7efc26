/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hint.h - remembers where journals are
 *
 * In the folder of backups there is a file for each: TRANSACTION.place with the first
 * sector and the size of the disk in bytes, or TRANSACTION.journal with the path of the
 * file or device.  Versions 1 and 2 of the journal have the same hints.  They may not be
 * there on a rescue system, and lead to anything by then: only the head tells. */
#ifndef ALIDADE_DEVICE_MOVE_FIND_HINT_H
#define ALIDADE_DEVICE_MOVE_FIND_HINT_H

#include "model/base/lines.h"
#include "model/move/log/records.h"

/* Saves, or removes, the hint at HEAD's journal.  Errors are of no consequence: the
 * person can name it, or it is searched. */
void fix_hint_save(const struct record_head *head);
void fix_hint_remove(const struct record_head *head);

/* A place on the disk itself. */
struct fix_hint {
    uint64_t start;      /* LBA */
    uint64_t disk_bytes; /* 0: not known */
};

struct fix_hints {
    struct lines journals;   /* paths */
    struct fix_hint *places; /* owned */
    size_t place_count;
};

struct fix_hints fix_hints_load(void);
void fix_hints_finish(struct fix_hints *hints); /* also for CLEANUP */

#endif
