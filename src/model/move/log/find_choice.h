/* SPDX-License-Identifier: GPL-3.0-or-later */
/* find_choice.h - which of the fixes that were found is the one to go on with
 *
 * A fix is known by its transaction: on one disk, all that is found of it is one
 * candidate.  On each disk the first class that has any counts:
 *
 *     1  the journal is the one that the person named
 *     2  a guard of the fix is on the disk
 *     3  the table is one of the states that the log has of the step at work
 *     4  the others
 *
 * If it has one, that is the fix of the disk.  If it has more, or if several disks have a
 * fix, the person has to name one: all are kept. */
#ifndef ALIDADE_MODEL_MOVE_LOG_FIND_CHOICE_H
#define ALIDADE_MODEL_MOVE_LOG_FIND_CHOICE_H

#include "model/base/err.h"
#include "model/base/lines.h"
#include "model/move/log/records.h"

/* What led to the journal, in the order in which they are asked. */
enum fix_source {
    FIX_NAMED,    /* the person */
    FIX_BY_GUARD, /* a guard in a partition */
    FIX_AT_ENTRY, /* it is in a partition */
    FIX_BY_HINT,  /* the folder of backups */
    FIX_IN_FREE,  /* it is in free space */
    FIX_BY_SCAN,  /* the whole disk was searched */
};

enum fix_journal_state {
    FIX_JOURNAL_FOUND,     /* a valid head; its log may still be damaged */
    FIX_JOURNAL_MISSING,   /* a guard, and no head where it says */
    FIX_JOURNAL_SECTORS,   /* head or guard are of sectors with another size */
    FIX_JOURNAL_NEWER,     /* of a version that this program does not know: .program */
    FIX_JOURNAL_VERSION_1, /* of version 1, which this program does not read */
};

/* One candidate. */
struct fix_place_found {
    char disk[256];      /* path */
    uint64_t disk_bytes; /* of the disk as it is now */
    uint32_t logical;    /* bytes of its sectors */
    enum fix_journal_state state;
    enum fix_source source;
    char journal[4096]; /* path of the file or device; "": on the disk itself */
    uint64_t offset;    /* of the journal there, bytes */
    bool has_head;
    struct record_head head; /* the newest one; its disk_bytes can be less than the disk's
                              */
    bool has_guard;
    struct record_guard guard; /* the first that was found */
    uint64_t guard_lba;
    uint64_t guard_count;             /* sectors from there on that have one */
    char program[FRAME_PROGRAM_TEXT]; /* the first that can go on: FIX_JOURNAL_NEWER */

    /* From the log; false without one. */
    bool has_log;
    bool is_at_position; /* the table is a state of the step at work */
    bool is_misfit;      /* the guard is of a step that the head has not begun, or of one
                          * that it has completed: disk or journal is an older copy */
    bool is_cut;         /* the file or device of the journal is shorter than its head
                          * says; also without a log */
    bool is_same_drive;  /* it was begun on a drive with this serial number */
    /* True if a step has begun that moves data or guards it.  Also without a log. */
    bool has_moved;
};

/* Zero-initialised: nothing.  fix_found_list_finish(). */
struct fix_found_list {
    struct fix_place_found *at; /* owned */
    size_t count;
    struct lines unread; /* paths of disks that could not be read */
    bool is_denied;      /* one of them for lack of permission */
    char version_1[256]; /* path of the first disk, or named journal, with records of
                          * version 1; "": none */
    bool is_stopped;     /* the search was ended before its end */
};

void fix_found_list_finish(struct fix_found_list *list); /* also for CLEANUP */

/* Returns the transaction of FOUND; NULL: not known (FIX_JOURNAL_NEWER). */
const struct guid *fix_found_transaction(const struct fix_place_found *found);
/* Adds FOUND to those of its disk, which are the ones from FIRST on: if LIST has its
 * transaction, they become one.  Of heads, the one that was named counts, else the one
 * with the highest sequence number.  Returns the candidate, borrowed. */
struct fix_place_found *fix_found_list_add(struct fix_found_list *list, size_t first,
                                           const struct fix_place_found *found);

/* Returns the fix to go on with, borrowed from LIST; NULL without an error if there is
 * none.  Else fails:
 *   ERR_UNREADABLE  its journal is missing; or nothing was found, but disks could not be
 *                   read
 *   ERR_REFUSED     it is not certain which one; or it cannot go on: sectors of another
 *                   size, a newer version or version 1, a smaller disk, a larger one with
 *                   another table, disk and journal of different times, a journal that
 *                   was cut
 * It may be one with fix_found_is_done().  Where the person named a journal, only disks
 * that it is one of count. */
const struct fix_place_found *fix_found_choose(const struct fix_found_list *list,
                                               struct err *err);
/* False, with the same errors, if FOUND cannot go on. */
bool fix_found_can_go_on(const struct fix_place_found *found, struct err *err) MUST_USE;
/* True if FOUND is complete: only its heads have to be cleared. */
bool fix_found_is_done(const struct fix_place_found *found);
/* Returns the first sector of the journal of FOUND if that is on its disk, of the same
 * size, and has no log that can be read: FOUND can neither be completed nor taken back,
 * only given up; else 0. */
uint64_t fix_found_lost(const struct fix_place_found *found);
/* Sets ERR to WHY, and how FOUND, which is lost, is saved or given up.  Returns false. */
bool fix_found_refuse_lost(const struct fix_place_found *found, const char *why,
                           struct err *err);
/* True if FOUND is surely a fix of its disk: no further source has to be asked. */
bool fix_found_is_certain(const struct fix_place_found *found);

/* Returns what --journal takes for the journal of FOUND, borrowed from it or in RET: its
 * path, or '@' and its first sector. */
enum { FIX_PLACE_TEXT = 32 };
const char *fix_found_place(const struct fix_place_found *found,
                            char ret[FIX_PLACE_TEXT]);

/* Sets the facts of FOUND, which has a head, that LOG tells.  DISK reads the disk of
 * head.owner.disk_bytes, with what the page has of blocks that cannot be read; SERIAL is
 * its serial number, or empty.  LOG NULL: neither copy can be read. */
void fix_found_judge(struct fix_place_found *found, const struct redo_log *log,
                     const struct reader *disk, const char *serial);

/* Sets ERR (ERR_REFUSED): the file JOURNAL of a fix on DISK is shorter than the BYTES
 * that it was made with, or than a head if they are 0.  Nothing was written.  Returns
 * false. */
bool fix_refuse_cut(const char *journal, uint64_t bytes, const char *disk,
                    struct err *err);

#endif
