/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cure.h - what can be done about entries that are damaged, one by one */
#ifndef ALIDADE_MODEL_DISK_CURE_H
#define ALIDADE_MODEL_DISK_CURE_H

#include "model/base/lines.h"
#include "model/disk/layout.h"
#include "model/disk/repair.h"

/* REPAIR_DROP, REPAIR_CUT or REPAIR_END_CHAIN of one extent; never done without being
 * asked for. */
struct entry_cure {
    enum repair repair;
    uint32_t id;
};

/* What is possible in LAYOUT, in the order of its entries; free() *RET. */
size_t cure_list(const struct layout *layout, struct entry_cure **ret);
bool cure_is_possible(const struct layout *layout, struct entry_cure cure);
/* The cure REPAIR of partition NUMBER (REPAIR_END_CHAIN: of the first broken link); false
 * (ERR_REFUSED) with a sentence where that is not possible. */
bool cure_find(const struct layout *layout, enum repair repair, unsigned number,
               struct entry_cure *ret, struct err *err) MUST_USE;

/* "drop:6", "cut:4", "end-chain": as --cure takes it; free(). */
char *cure_option(const struct layout *layout, struct entry_cure cure);
/* What is damaged, and what the cure does, with a warning where a content is larger than
 * the partition will be: translated sentences; free(). */
char *cure_words(const struct layout *layout, struct entry_cure cure);
/* Adds to RET that warning for each damaged entry of BEFORE that is cut in AFTER. */
void cure_warn(const struct layout *before, const struct layout *after,
               struct lines *ret);

#endif
