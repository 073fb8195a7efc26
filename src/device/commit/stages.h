/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stages.h - the stages of a commit, for what puts them in order */
#ifndef ALIDADE_DEVICE_COMMIT_STAGES_H
#define ALIDADE_DEVICE_COMMIT_STAGES_H

#include <sys/types.h>

#include "device/commit/commit.h"
#include "device/io/sink_disk.h"
#include "device/io/store.h"
#include "device/system/busy.h"

/* Identity of a disk, to detect that it was replaced. */
struct disk_mark {
    bool is_block;
    dev_t device; /* device number of the disk; for a file, that of its file system */
    ino_t inode;  /* of a file; else 0 */
    /* the kernel's disk sequence number, which differs for a new disk with the same
     * name; or 0 */
    uint64_t sequence;
    uint64_t size_bytes;
    uint64_t logical; /* sector size of a disk in bytes; 0 for a file */
    char model[64];
    char serial[64];
};

struct commit_step {
    struct layout *after; /* owned reference */
    size_t first, count;  /* its writes in the plan */
};

struct commit {
    char *path;
    struct sys sys; /* owns its strings */
    struct layout *base;
    struct layout *preview; /* after the last step */
    /* From the base to the preview; without those that write nothing once there is a
     * plan. */
    struct commit_step *steps; /* owned */
    size_t step_count;
    struct disk_mark mark;
    struct sector_run *table; /* all sectors of the table as read by the rehearsal */
    size_t table_count;
    struct write_plan plan; /* the writes of all steps */
    size_t cleared;         /* of these: the request's, which begin the first step */
    char *backup_path;
    unsigned *grown; /* numbers of partitions that grow while in use; owned */
    size_t grown_count;
    bool has_own_folder; /* the user did not choose the file of the backup */
    bool is_restore;
    bool is_searched;    /* base includes the results of the full search */
    struct layout *lost; /* owned; contents in free space that partitions begin with or
                          * lie over; NULL: none */
    bool has_moves;      /* data is moved with its partition */
    struct sector_run *saved; /* further sectors for the backup; owned */
    size_t saved_count;
    bool is_spent;
};

struct commit *commit_new(const struct commit_request *request);
/* The table before step INDEX; the writes of the step, borrowed. */
const struct layout *commit_before(const struct commit *commit, size_t index);
struct write_plan commit_step_plan(const struct commit *commit, size_t index);

/* Adds what the user should see of the disk. */
void commit_describe(const struct commit *commit, struct lines *lines);
/* Refuses a table with a note that makes it read-only, unless it is restored, and a disk
 * that belongs to something as a whole. */
bool commit_check_notes(const struct commit *commit, struct err *err) MUST_USE;
/* Plans the writes of each step, on the disk as the steps before it leave it. */
bool commit_make_plan(struct commit *commit, const struct commit_request *request,
                      struct store *store, struct err *err) MUST_USE;
/* Checks each step with the whitelist and libparted, and tells WATCH of it. */
bool commit_check_plan(const struct commit *commit, struct store *store,
                       const struct commit_watch *watch, struct rehearsal_report *report,
                       struct err *err) MUST_USE;
void commit_list_writes(const struct commit *commit, struct lines *lines);
/* Chooses the file of the backup, WISH unless NULL, and warns about its location. */
bool commit_find_backup(struct commit *commit, const char *wish,
                        struct rehearsal_report *report, struct err *err) MUST_USE;

/* Records the identity of the disk or file at PATH, which is open as FD.  Returns false
 * (ERR_REFUSED) if it is read-only or the user has no permission. */
bool mark_take(const struct sys *sys, const char *path, int fd, struct disk_mark *ret,
               struct err *err) MUST_USE;
/* Returns a sentence with the file that is open as FD if the path of COMMIT does not lead
 * to it any more; NULL: it does, or it is a block device; the caller frees it. */
char *mark_elsewhere(const struct commit *commit, int fd);
/* Checks that NOW is the disk of the rehearsal; else ERR_REFUSED. */
bool mark_check(const struct commit *commit, const struct disk_mark *now,
                struct err *err) MUST_USE;

/* Checks that the table on the disk is still COMMIT's base, except for contents and
 * users. */
bool commit_check_table(const struct commit *commit, struct store *store,
                        struct err *err) MUST_USE;
/* Checks that the disk as a whole is not in use, and that in each step each partition in
 * use keeps its position and number, or grows if its use permits that (these are listed
 * in COMMIT's grown).  Else ERR_REFUSED, which names the user.  REPORT may be NULL. */
bool commit_check_users(struct commit *commit, struct rehearsal_report *report,
                        struct err *err) MUST_USE;

/* True if the data of EXTENT, of the base, stays in its partition at its start, or is
 * moved with it; guards are at the old one then, also of swap with the journal.  False
 * for a restore, whose partitions are others. */
bool commit_keeps_data(const struct commit *commit, const struct extent *extent);

/* Checks partitions that the kernel uses but the table does not list: nothing may change
 * in their sectors, unless they are restored to the table.  Else ERR_REFUSED, which names
 * one. */
bool commit_check_unlisted(const struct commit *commit, const struct busy *busy,
                           struct err *err) MUST_USE;

/* Checks that partitions that are removed, moved or shrunk have no content that BASE does
 * not show; else ERR_REFUSED, which names the first. */
bool commit_check_contents(const struct commit *commit, struct err *err) MUST_USE;
/* Checks that the contents of shrinking partitions fit, according to their superblocks on
 * the disk; else ERR_REFUSED, which names the first that does not. */
bool commit_check_shrunk(const struct commit *commit, struct err *err) MUST_USE;

/* Checks that each content that is data keeps a partition with the same start, in either
 * copy of a GPT, or that its loss was accepted; else ERR_REFUSED, which names the first
 * and the numbers of all.  Adds a line to LOSSES for each loss, accepted or not.
 * Contents that are probed are added to COMMIT's base. */
bool commit_check_losses(struct commit *commit, const struct loss_accepted *accepted,
                         struct store *store, struct lines *losses,
                         struct err *err) MUST_USE;

/* Checks that the user accepted each of the COUNT losses in LIST; else ERR_REFUSED, which
 * names the first other one.  Adds a line to LOSSES for each.  LIST borrows from BASE. */
bool commit_check_given_up(const struct layout *base, const struct loss *list,
                           size_t count, const struct loss_accepted *accepted,
                           struct lines *losses, struct err *err) MUST_USE;
/* True if BASE has content that no signature identifies (plain dm-crypt), or content
 * under an empty msdos table.  With LABEL_LOOP the content has an extent of its own. */
bool commit_lacks_extents(const struct layout *base);
/* Does the same as commit_check_given_up() for data that neither a table nor a signature
 * shows: a new table requires zeros, or consent to lose the content (number 0).  Requires
 * COMMIT's plan. */
bool commit_check_hidden_data(const struct commit *commit,
                              const struct loss_accepted *accepted, struct store *store,
                              struct lines *losses, struct err *err) MUST_USE;

/* Checks that what the plan overwrites outside partitions and table is zero, or that the
 * user agreed: else REPORT gets the refusal.  What is there is added to REPORT's owned,
 * and told in its losses.  Requires COMMIT's plan. */
void commit_check_owned(const struct commit *commit, const struct loss_accepted *accepted,
                        struct store *store, struct rehearsal_report *report);

/* Sets ERR_REFUSED: another program uses partition NUMBER; the message names it if
 * possible. Returns false. */
bool commit_refuse_in_use(const struct commit *commit, unsigned number, struct err *err);

/* Warns about losses that are no partitions: the image of a boot loader in the gap,
 * sectors that a restore writes inside a partition.  Requires COMMIT's plan. */
void commit_warn_losses(const struct commit *commit, struct store *store,
                        struct lines *warnings);

/* The opened disk during a write. */
struct claim {
    struct sink_disk *disk;
    bool is_shared; /* other partitions of the disk are in use */
    int *parts; /* partitions that will change, open exclusively to prevent mounting */
    unsigned *numbers; /* of these */
    size_t part_count;
};
/* Opens the disk exclusively.  If parts of the disk are in use, opens it shared, and
 * exclusively each partition that will change for the kernel, except those that grow in
 * use.  Returns false (ERR_REFUSED) on failure. */
bool claim_begin(const struct commit *commit, struct claim *ret,
                 struct err *err) MUST_USE;
/* Locks it, too. */
bool claim_take(const struct commit *commit, struct claim *ret, struct err *err) MUST_USE;
/* Returns false (ERR_REFUSED) if claim_take() would fail now.  FD is open on the disk for
 * reading. */
bool claim_is_possible(const struct commit *commit, int fd,
                       const struct sink_lock_watch *lock, struct err *err) MUST_USE;
/* Claims the partitions that change in step INDEX or later, after
 * claim_release_parts(). */
bool claim_parts(const struct commit *commit, size_t index, struct claim *claim,
                 struct err *err) MUST_USE;
/* Closes the partitions, because the kernel cannot change one that is open exclusively,
 * even by this program. */
void claim_release_parts(struct claim *claim);
void claim_finish(struct claim *claim);

/* Compares all sectors of the table, and those that any step overwrites, with the
 * rehearsal.  Else ERR_REFUSED. */
bool commit_compare(const struct commit *commit, const struct sink *sink,
                    struct err *err) MUST_USE;
/* Adds COUNT sectors from LBA with their original BYTES to what the backup will contain.
 * BYTES pass to COMMIT. */
void commit_add_saved(struct commit *commit, uint64_t lba, uint64_t count,
                      uint8_t *bytes);
/* Saves the original content of all these sectors in one file.  Else ERR_REFUSED. */
bool commit_save_backup(struct commit *commit, struct commit_report *report,
                        struct err *err) MUST_USE;
/* Writes step INDEX through SINK, reads back, and logs both.  Returns false (ERR_IO) with
 * a message about the state of the disk. */
bool commit_write_step(const struct commit *commit, size_t index, const struct sink *sink,
                       struct commit_report *report, struct err *err) MUST_USE;
/* Sets ERR: step INDEX was not begun because of WHY, and those before it are done.
 * Returns false. */
bool commit_stop(const struct commit *commit, size_t index, const struct err *why,
                 struct commit_report *report, struct err *err);
/* Writes WORDS, and LINES, to the log beside the backups; a failure becomes a warning. */
void commit_log(const struct commit *commit, const char *words, const struct lines *lines,
                struct commit_report *report);
/* The same on step INDEX. */
void commit_log_step(const struct commit *commit, size_t index, const char *words,
                     const struct lines *lines, struct commit_report *report);

#endif
