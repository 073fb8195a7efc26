/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cure.h - repairs of single damaged entries (option --cure) */
#ifndef ALIDADE_MODEL_DISK_CURE_H
#define ALIDADE_MODEL_DISK_CURE_H

#include "model/base/lines.h"
#include "model/disk/layout.h"
#include "model/disk/repair.h"

/* REPAIR_DROP, REPAIR_CUT or REPAIR_END_CHAIN of one extent; only on request. */
struct entry_cure {
    enum repair repair;
    uint32_t id;
};

/* Lists all possible cures in the order of the extents; free() *RET.  Returns their
 * number. */
size_t cure_list(const struct layout *layout, struct entry_cure **ret);
bool cure_is_possible(const struct layout *layout, struct entry_cure cure);
/* Finds the cure REPAIR of partition NUMBER (REPAIR_END_CHAIN: of the first broken link).
 * Returns false (ERR_REFUSED) if it is not possible. */
bool cure_find(const struct layout *layout, enum repair repair, unsigned number,
               struct entry_cure *ret, struct err *err) MUST_USE;

/* Returns the sector at which REPAIR_CUT ends EXTENT: where another entry or an EBR
 * begins inside it, if its content ends before that; else where the disk or its container
 * does.
 */
uint64_t cure_cut_end(const struct layout *layout, const struct extent *extent);
/* Adds a sentence for each entry that overlaps the next one and cannot be cut there; it
 * names the commands by which a person can, for the disk at PATH as a shell word. */
void cure_add_overlaps(const struct layout *layout, const char *path, struct lines *ret);

/* Returns the argument of --cure: "drop:6", "cut:4", "end-chain"; free(). */
char *cure_option(const struct layout *layout, struct entry_cure cure);
/* Returns translated sentences: the damage, what the cure does, and a warning if the
 * content is larger than the cured partition; free(). */
char *cure_words(const struct layout *layout, struct entry_cure cure);
/* Adds this warning to RET for each damaged entry of BEFORE that is cut in AFTER. */
void cure_warn(const struct layout *before, const struct layout *after,
               struct lines *ret);

#endif
