/* SPDX-License-Identifier: GPL-3.0-or-later */
/* unfinished.h - the fixes that have not ended, on one disk or on all, in words */
#ifndef ALIDADE_DEVICE_MOVE_UNFINISHED_UNFINISHED_H
#define ALIDADE_DEVICE_MOVE_UNFINISHED_UNFINISHED_H

#include "device/move/find/finder.h"

/* As finder_search(); also fails (ERR_REFUSED) if JOURNAL is empty or was cut short. */
bool unfinished_search(const struct sys *sys, const char *path, const char *journal,
                       uint64_t logical, const struct finder_watch *watch,
                       struct fix_found_list *ret, struct err *err) MUST_USE;

/* Reads the log of FOUND: ERR_UNREADABLE if it is damaged.  On success the caller must
 * redo_log_finish() RET. */
bool unfinished_log(const struct fix_place_found *found, struct redo_log *ret,
                    struct err *err) MUST_USE;

/* False (ERR_REFUSED), with the command to run, if STORE has a fix that has not ended, as
 * far as hints and the starts of free space and of the partitions of LAYOUT tell: that
 * need not be the table of the disk. */
bool unfinished_is_none(struct store *store, const struct layout *layout,
                        struct err *err) MUST_USE;
/* Sets ERR (ERR_REFUSED) to what to do about FOUND, which has not ended.  Returns false.
 */
bool unfinished_refuse(const struct fix_place_found *found, struct err *err);
/* True if LAYOUT has an entry in progress, or a content that is guarded. */
bool unfinished_has_marks(const struct layout *layout);
/* Returns LAYOUT, the table of STORE, which it takes, with a note of that.  Unless it
 * IS_THOROUGH, the disk is only searched if LAYOUT has marks, there are hints, or a head
 * is at the start of a large free range. */
struct layout *unfinished_note(struct store *store, struct layout *layout,
                               bool is_thorough);

#endif
