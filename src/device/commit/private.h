/* SPDX-License-Identifier: GPL-3.0-or-later */
/* private.h - what the files of the commit room share */
#ifndef ALIDADE_DEVICE_COMMIT_PRIVATE_H
#define ALIDADE_DEVICE_COMMIT_PRIVATE_H

#include <sys/types.h>

#include "device/commit/commit.h"
#include "device/io/sink_disk.h"
#include "device/io/store.h"
#include "device/system/busy.h"

/* Which disk it is, so that another one in its place is seen. */
struct disk_mark {
    bool is_block;
    dev_t device;      /* the disk's number; of a file, that of its file system */
    ino_t inode;       /* of a file */
    uint64_t sequence; /* the kernel counts disks: a new one behind the same name; or 0 */
    uint64_t size_bytes;
    uint64_t logical; /* of a disk, bytes; of a file 0 */
    char model[64];
    char serial[64];
};

struct commit {
    char *path;
    struct sys sys; /* strings owned */
    struct layout *base;
    struct layout *preview;
    struct disk_mark mark;
    struct sector_run *table; /* every sector that the table owns, as it was rehearsed */
    size_t table_count;
    struct write_plan plan;
    char *backup_path;
    unsigned *grown; /* numbers of partitions that grow while they are in use; owned */
    size_t grown_count;
    bool has_own_folder; /* the user did not choose the place of the backup */
    bool is_restore;
    bool is_searched; /* base has what a search of the whole disk finds */
    bool is_spent;
};

/* FD is open on the disk or file at PATH.  ERR_REFUSED for one that can only be read:
 * write protected, or not permitted. */
bool mark_take(const struct sys *sys, const char *path, int fd, struct disk_mark *ret,
               struct err *err) MUST_USE;
/* ERR_REFUSED where NOW is not the disk of the rehearsal. */
bool mark_check(const struct commit *commit, const struct disk_mark *now,
                struct err *err) MUST_USE;

/* The table on the disk is still COMMIT's base, but for contents and users. */
bool look_table(const struct commit *commit, struct store *store,
                struct err *err) MUST_USE;
/* True if the disk as a whole is not in use, and each partition in use keeps its place
 * and number, or grows where its use allows that (listed in COMMIT's grown).  Else
 * ERR_REFUSED naming the user.  REPORT may be NULL. */
bool look_guard(struct commit *commit, struct rehearsal_report *report,
                struct err *err) MUST_USE;

/* Where the kernel has a partition in use that the table does not have, nothing changes
 * in its sectors, unless it comes back into the table; else ERR_REFUSED naming it. */
bool look_unlisted(const struct commit *commit, const struct busy *busy,
                   struct err *err) MUST_USE;

/* No partition that goes, moves or gets smaller holds by now what BASE did not show in
 * it; else ERR_REFUSED naming the first that does. */
bool look_content(const struct commit *commit, struct err *err) MUST_USE;
/* What lies in partitions that get smaller fits in them by now, as its own superblock
 * says on the disk; else ERR_REFUSED naming the first that does not. */
bool look_shrunk(const struct commit *commit, struct err *err) MUST_USE;

/* Every content that is data keeps a partition that begins where it begins, or was given
 * up, as far as either copy of a GPT names it; else ERR_REFUSED naming the first, with
 * the numbers of all.  LOSSES gets a sentence for each that does not, given up or not.
 * COMMIT's base gets what was read for that. */
bool look_lost(struct commit *commit, const struct given_up *given_up,
               struct store *store, struct lines *losses, struct err *err) MUST_USE;

/* True where each of the COUNT losses in LIST was given up; else ERR_REFUSED naming the
 * first that was not.  LOSSES gets a sentence for each; BASE is what LIST borrows from.
 */
bool look_given_up(const struct layout *base, const struct loss *list, size_t count,
                   const struct given_up *given_up, struct lines *losses,
                   struct err *err) MUST_USE;
/* The same for a disk with data that neither a table nor a signature shows: a new table
 * needs zeros below it, or consent to lose what is there (number 0).  COMMIT has its
 * plan.
 */
bool look_blank(const struct commit *commit, const struct given_up *given_up,
                struct store *store, struct lines *losses, struct err *err) MUST_USE;

/* ERR_REFUSED: partition NUMBER is held by another program, which is named where that can
 * be seen. */
bool refuse_taken(const struct commit *commit, unsigned number, struct err *err);

/* What is lost that no table shows as a partition: a boot loader's image in front of the
 * first, sectors that a restore writes into a partition.  COMMIT has its plan. */
void warn_lost(const struct commit *commit, struct store *store, struct lines *warnings);

/* The disk while it is written to. */
struct claim {
    struct sink_disk *disk;
    int *parts; /* partitions that will change, held so that nobody mounts them */
    size_t part_count;
};
/* Opens the disk exclusively, or where parts of it are in use, it and exclusively each
 * partition that the kernel has to be told of, but for those that grow while they are in
 * use; locks it.  ERR_REFUSED. */
bool claim_take(const struct commit *commit, struct claim *ret, struct err *err) MUST_USE;
/* False (ERR_REFUSED) where claim_take() would fail now.  FD is open on the disk, for
 * reading. */
bool claim_is_possible(const struct commit *commit, int fd, struct err *err) MUST_USE;
/* The kernel lets go of no partition that somebody holds: not even this program. */
void claim_release_parts(struct claim *claim);
void claim_finish(struct claim *claim);

/* Through SINK: compares what lies there with the rehearsal, saves the backup, writes,
 * reads back, and logs both.  False: ERR_REFUSED and nothing was written, or ERR_IO with
 * a sentence on what lies on the disk now. */
bool carry_out(struct commit *commit, const struct sink *sink,
               struct commit_report *report, struct err *err) MUST_USE;
/* The log that goes with the backups; what fails is a warning. */
void carry_log(const struct commit *commit, const char *words, const struct lines *lines,
               struct commit_report *report);

#endif
