/* SPDX-License-Identifier: GPL-3.0-or-later */
/* finder.h - finds the fixes that have not ended, on one disk or on all
 *
 * There is a fix if and only if there is a valid head of it.  What can lead to one, in
 * this order; each is asked only if those before have found no fix that is surely one of
 * the disk:
 *
 *     the person              a file, a device, or a sector of the disk
 *     entries of the table    a guard at any place of a signature, or the head itself
 *     hints                   in the folder of backups, see hint.h
 *     free space              the first 32 MiB of each range, 256 MiB in all
 *     the whole disk          if it has no table that can be read, or on request
 *
 * Nothing decodes a table for a decision: entries are only places to look at, also as
 * another sector size has them.  Nothing is written, and no device is opened for writing.
 * Which of the fixes it is: find_choice.h. */
#ifndef ALIDADE_DEVICE_MOVE_FIND_FINDER_H
#define ALIDADE_DEVICE_MOVE_FIND_FINDER_H

#include "device/io/store.h"
#include "device/io/sys.h"
#include "model/disk/layout.h"
#include "model/move/log/find_choice.h"

struct finder_watch {
    /* Gets the bytes of the whole disk that were searched, and all that there are; false
     * ends the search.  NULL: the whole disk is not searched, only 128 MiB at each end.
     */
    bool (*go_on)(void *context, uint64_t done, uint64_t total);
    void *context;
    bool is_whole; /* also with a table */
    int answer_ms; /* how long the first answer of a drive is waited for */
};

/* Looks for fixes on the disk or image file at PATH; NULL: on all disks, where only the
 * starts of partitions and of free space are read.  Sectors of PATH have LOGICAL bytes;
 * 0: those of the drive, or 512 in an image file.  JOURNAL is what the person named: a
 * file or device, or, with PATH, '@' and the first sector of a journal on the disk; else
 * NULL.  WATCH is NULL where the search must be short.  The caller must
 * fix_found_list_finish() *RET, which is empty on failure:
 *   ERR_UNREADABLE  PATH cannot be read, or PATH or JOURNAL does not answer
 *   ERR_REFUSED     JOURNAL cannot be read, or is of no disk that was looked at
 * Without PATH, disks that cannot be read are named in RET->unread. */
bool finder_search(const struct sys *sys, const char *path, const char *journal,
                   uint64_t logical, const struct finder_watch *watch,
                   struct fix_found_list *ret, struct err *err) MUST_USE;

/* True if the disk at PATH, with sectors of LOGICAL bytes as above, has a fix that has
 * not ended, in *RET, of several any; guards whose journal is missing count, and records
 * of version 1.  A head that is RUN_DONE does not.  Reads the table, the starts of its
 * entries and of its free space, and what hints lead to; without a
 * table 32 MiB.  False if the disk cannot be read.  RET can be NULL. */
bool fix_on_disk(const struct sys *sys, const char *path, uint64_t logical,
                 struct fix_place_found *ret);
/* The same for STORE, which has LAYOUT.  IS_DEEP: also guards that are not at the starts
 * of partitions. */
bool fix_on_layout(const struct sys *sys, struct store *store,
                   const struct layout *layout, bool is_deep,
                   struct fix_place_found *ret);
/* The same for the disk at PATH, by hints alone: where there are none, nothing is read.
 */
bool fix_is_hinted(const char *path, const struct layout *layout);
/* The same for STORE, which has LAYOUT, by the starts of its largest free ranges alone,
 * where most journals are: at most four reads. */
bool fix_is_in_free(struct store *store, const struct layout *layout);
/* True if JOURNAL has the head of a fix of a disk with the bytes of that at PATH. */
bool fix_journal_fits(const char *journal, const char *path);
/* True for a file at PATH that is too short for the head of a journal, or for the bytes
 * that its head names. */
bool fix_journal_is_cut(const char *path);
/* True if such a fix has begun to move data, or may have. */
bool fix_has_moved(const struct sys *sys, const char *path, uint64_t logical);

#endif
