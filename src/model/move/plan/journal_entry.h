/* SPDX-License-Identifier: GPL-3.0-or-later */
/* journal_entry.h - the table's entry of the journal itself while data is moved
 *
 * Other programs take free space that no entry has, and start swap areas that they find.
 * So the journal has an entry of the type that no system mounts, as the partition that is
 * moved has one. */
#ifndef ALIDADE_MODEL_MOVE_PLAN_JOURNAL_ENTRY_H
#define ALIDADE_MODEL_MOVE_PLAN_JOURNAL_ENTRY_H

#include "model/base/guid.h"
#include "model/disk/layout.h"
#include "model/move/plan/fix_plan.h"

/* What journal_plan has of the entry. */
struct journal_entry {
    uint16_t number;  /* 0: there is none, the free space is not protected */
    struct guid type; /* before; zeros: the entry is new */
};

/* Returns BEFORE with the entry of a journal at SPOT: that of partition NUMBER, in which
 * it is, or if NUMBER is 0 a new one over SPOT, with a GUID from SEED. The same layout if
 * the journal is on another disk, or the table has no space for an entry there: RET then
 * has none. layout_unref(). */
struct layout *journal_entry_begin(const struct layout *before,
                                   const struct journal_spot *spot, unsigned number,
                                   struct guid_source seed, struct journal_entry *ret);

/* Returns NOW, the layout that is on the disk, without the entry that PLAN made, or with
 * the old type of its partition. The same layout if it has been changed or removed since.
 * layout_unref(). */
struct layout *journal_entry_end(const struct layout *now,
                                 const struct journal_plan *plan);

#endif
