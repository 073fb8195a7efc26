/* SPDX-License-Identifier: GPL-3.0-or-later */
/* unfinished.h - the moves that have not ended, on one disk or on all */
#ifndef ALIDADE_DEVICE_MOVE_UNFINISHED_UNFINISHED_H
#define ALIDADE_DEVICE_MOVE_UNFINISHED_UNFINISHED_H

#include "device/commit/restore.h"
#include "device/io/sys.h"
#include "device/move/find/finder.h"
#include "model/move/journal/journal_find.h"
#include "model/move/journal/journal_scan.h"

struct unfinished {
    char path[256]; /* of the disk */
    bool is_named;  /* its journal is the file or device that the user named */
    struct journal_found found;
    /* It has a redo log, which is all that is known of it; borrowed from the list.  NULL:
     * of the first format. */
    const struct fix_place_found *redo;
};

struct unfinished_list {
    struct unfinished *at; /* owned; NULL: none */
    size_t count;
    struct fix_found_list redo; /* those with a redo log */
};

struct unfinished_watch {
    struct journal_scan_watch scan;
    int answer_ms; /* how long the first answer of a drive is waited for */
};

/* Looks for journals on the disk or image file at PATH; NULL: at the starts of the
 * partitions of all disks, of which those that cannot be read are passed over. JOURNAL is
 * the file or device with one, if the user named it; else NULL. Between two moves nothing
 * on the disk leads there: the plan in it tells which disk it belongs to. False
 * (ERR_UNREADABLE, ERR_REFUSED) if PATH cannot be read, or JOURNAL cannot, or is that of
 * no disk that was looked at. unfinished_finish().
 *
 * Sectors have LOGICAL bytes; 0: those of the drive, or 512 in an image file. With WATCH,
 * at PATH a journal is searched on all of a disk whose table cannot be read, after no
 * other way has led to one. Then also fails (ERR_UNREADABLE) if a drive does not answer:
 * that at PATH, the one with JOURNAL, or, where no move is found, any. */
bool unfinished_search(const struct sys *sys, const char *path, const char *journal,
                       uint64_t logical, const struct unfinished_watch *watch,
                       struct unfinished_list *ret, struct err *err) MUST_USE;
void unfinished_finish(struct unfinished_list *list); /* also for CLEANUP */
/* True if a journal that is remembered, see journal_hint.h, is that of a plan for the
 * disk at PATH, with LAYOUT, that has steps left; or one on the disk itself, that LAYOUT
 * may lack an entry of. Nothing on the disk may lead there. Where nothing is remembered,
 * no disk is read. */
bool unfinished_is_remembered(const char *path, const struct layout *layout);
/* The same, of a plan by which data has been moved: until then another one may be carried
 * out instead; or of a redo log. */
bool unfinished_has_moved(const char *path, const struct layout *layout);
/* Returns LAYOUT, which it takes, with a note if the first of both is true, or if it
 * IS_THOROUGH, a redo log is found at the start of free space or of an entry. */
struct layout *unfinished_note(const char *path, struct layout *layout, bool is_thorough);

/* True if the journal at the path JOURNAL has a plan for a disk with the size of that at
 * PATH, in sectors of LOGICAL bytes, as for unfinished_search(). */
bool unfinished_fits(const char *path, uint64_t logical, const char *journal);

/* Reads the log of MOVE, which has one: ERR_UNREADABLE if it is damaged.  On success the
 * caller must redo_log_finish() RET. */
bool unfinished_log(const struct unfinished *move, struct redo_log *ret,
                    struct err *err) MUST_USE;

/* For restore_preview(). */
extern const struct restore_moves unfinished_restore_moves;

/* True if there is a move on the disk at PATH, as far as the starts of its partitions and
 * what is remembered tell. */
bool unfinished_is_on(const struct sys *sys, const char *path);

/* Returns the one move that can be completed or taken back; NULL if there is none,
 * without an error, and with ERR_REFUSED or ERR_UNREADABLE if it is not certain which
 * one, or cannot be. Where a guard is found, plans without one are ignored, and where the
 * user named a journal, all others. */
const struct unfinished *unfinished_choose(const struct unfinished_list *list,
                                           struct err *err);

/* Reads the plan of MOVE, which is chosen. JOURNAL as for unfinished_search(). Fails with
 * ERR_UNREADABLE, naming file system and path, if the journal is not there, and with
 * ERR_REFUSED if that is of another move or of a newer version. RET_PATH is where it was
 * read: that of the disk, or of the journal. */
bool unfinished_plan(const struct unfinished *move, const char *journal,
                     struct journal_plan *ret, char ret_path[SYS_PATH],
                     struct err *err) MUST_USE;

#endif
