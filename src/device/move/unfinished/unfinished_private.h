/* SPDX-License-Identifier: GPL-3.0-or-later */
/* unfinished_private.h - journals elsewhere to which nothing on the disk leads */
#ifndef ALIDADE_DEVICE_MOVE_UNFINISHED_UNFINISHED_PRIVATE_H
#define ALIDADE_DEVICE_MOVE_UNFINISHED_UNFINISHED_PRIVATE_H

#include "device/io/store.h"
#include "device/move/unfinished/unfinished.h"
#include "model/base/lines.h"

/* What the user named, or else all that is remembered. */
struct elsewhere {
    const char *named; /* borrowed; NULL: nothing */
    struct store *store;
    bool is_found, is_record; /* on a disk; the journal begins with a record */
    bool is_mended; /* the layout of the disk: its table is to be written again */
    struct err why; /* of the last disk that it does not belong to */
    struct lines hints;
};

/* True for a file at PATH with fewer BYTES; false for a device. */
bool unfinished_is_shorter(const char *path, uint64_t bytes);

/* False (ERR_REFUSED) if NAMED cannot be read. elsewhere_close() in any case. */
bool elsewhere_open(struct elsewhere *ret, const char *named, struct err *err) MUST_USE;
void elsewhere_close(struct elsewhere *elsewhere); /* also for CLEANUP */
/* Adds the moves on the disk at PATH, with LAYOUT, whose plans are there, unless the same
 * move was found on it already: LIST has these from FIRST on. */
void elsewhere_add(struct elsewhere *elsewhere, const char *path,
                   const struct layout *layout, struct unfinished_list *list,
                   size_t first);

/* Returns the move of PLAN among those of LIST from FIRST on; NULL: it is not there. */
struct unfinished *unfinished_find_move(struct unfinished_list *list, size_t first,
                                        const struct journal_plan *plan);
/* False where the partitions have been changed otherwise, or are all complete: a swap
 * area can lack its header. */
bool unfinished_has_step_left(const struct layout *layout,
                              const struct journal_plan *plan);
/* True if PLAN, whose journal is at the path JOURNAL, was left in the middle of a move,
 * or has begun and LAYOUT is damaged: then resume tells what is in its way, whatever the
 * table has become. */
bool unfinished_is_needed(const char *journal, const struct layout *layout,
                          const struct journal_plan *plan);

/* True for an empty table: it has no partition that leads to a journal. */
bool unfinished_names_none(const struct layout *layout);
/* True for a plan that was never begun and cannot be any more: another one was carried
 * out instead. */
bool unfinished_is_obsolete(const char *path, const struct layout *layout,
                            const struct journal_found *found);
/* Appends the move that a remembered place of a journal on DISK leads to, if it can go on
 * with LAYOUT and is not among those of LIST from FIRST on. Before its entry is written
 * nothing else leads to a plan in free space, and the search for it has limits. */
void unfinished_add_remembered(const char *path, const struct reader *disk,
                               const struct layout *layout, struct unfinished_list *list,
                               size_t first);
/* Appends what was found on the disk at PATH; takes its plan. */
void unfinished_add(struct unfinished_list *list, const char *path,
                    struct journal_found *found);

#endif
