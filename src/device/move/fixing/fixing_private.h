/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fixing_private.h - the state of a fix, for the files that carry it out */
#ifndef ALIDADE_DEVICE_MOVE_FIXING_FIXING_PRIVATE_H
#define ALIDADE_DEVICE_MOVE_FIXING_FIXING_PRIVATE_H

#include "device/commit/stages.h"
#include "device/io/background.h"
#include "device/io/fence.h"
#include "device/move/fixing/fixing.h"
#include "device/move/fixing/prescan.h"
#include "device/move/store/redo.h"
#include "device/system/watch.h"
#include "model/move/plan/disk_step.h"
#include "model/move/plan/journal_entry.h"
#include "model/write/backup_file.h"

/* What a step that moves data needs. */
struct fixing_move {
    /* As the zones and fields were found for it; unknown: they are those of a log. */
    struct content content;
    struct shift shift;
    struct fields fields;
    struct redo_units units; /* owned; of 0 units: not known */
    bool is_scanned;
};

/* The stages, in their order; see fixing.c. */
enum fixing_stage {
    STAGE_OPEN,
    STAGE_SCAN,
    STAGE_BACKUP,
    STAGE_JOURNAL,
    STAGE_STEPS,
    STAGE_OVER,
};

/* The disk, from fixing_open() to fixing_close(). */
struct fixing_disk {
    struct claim claim;
    bool is_claimed;
    unsigned lock_tries; /* in vain; 0: locked, or not tried yet */
    struct layout *told; /* what the kernel has been told; owned reference */
    char name[SYS_NAME]; /* the kernel's; empty for an image file */
    struct watch watch;
    struct sink pages, blocks;      /* of the disk: large transfers; single sectors */
    struct sink moved;              /* large transfers of what is moved */
    struct sink_disk *journal_disk; /* NULL: the disk itself */
    struct sink journal_below, table_below;
    struct fence table_fence, journal_fence;
    struct sink table, journal_sink;
};

/* The first reading of all that is moved, and the time that follows from it. */
struct fixing_scan {
    struct prescan *prescan;
    uint64_t scanned, to_scan; /* bytes */
    uint64_t scan_ns;          /* that reading them took */
    enum move_time planned;    /* see struct fixing_live */
    double planned_seconds, max_seconds;
    struct fixing_ahead ahead; /* of the scan */
    double seek_seconds;       /* from one place of a move to another; 0: unknown */
};

/* Without progress between them. */
struct fixing_failures {
    unsigned count;
    uint64_t sequence;   /* of the head at the last one */
    uint64_t bytes_done; /* of its step then */
};

/* A fix by its redo log. */
struct fixing_redo {
    struct redo_log log;
    struct record_head head; /* to begin with, or as it was found */
    struct layout *before;   /* the table before all steps; owned; NULL: that of now */
    struct fixing_spot_header *headers; /* owned; of the partition with the journal */
    size_t header_count;
    struct fix_store store; /* from fixing_open() to fixing_close() */
    struct redo redo;
    bool is_open;
    const struct fix_move *hidden; /* whose partition the kernel lacks; NULL: of none */
    struct fixing_failures failures;
    bool has_begun_move; /* when it was resumed: of the step at work */
    bool was_complete;   /* its table was changed after that */
    bool leaves_place;   /* who has its place now is not known: only heads are cleared */
    bool writes_table;   /* again, over what another program has written: */
    struct backup_file found;
    unsigned *given_up; /* owned: partitions whose content is */
    size_t given_up_count;
};

struct fixing {
    char *path; /* owned */
    const struct sys *sys;
    struct limits limits;
    struct layout *base;   /* as rehearsed, with its contents; owned reference */
    struct layout *target; /* after all steps; owned reference */
    struct journal_plan plan;
    char *journal_path; /* of a journal on another disk; owned; NULL: on the disk */
    size_t memory;
    bool skips_check, is_rollback;
    bool is_resumed;  /* the journal is there: of a new fix, from its first head on */
    bool has_begun;   /* the table, the journal or data was written in this run */
    bool is_new_file; /* the journal is in a file that was created for it */
    /* For the journal's entry: the partition that it is in, or 0; its GUID. */
    unsigned place_number;
    const struct journal_place *place; /* while it is begun, borrowed; else NULL */
    struct guid_source entry_seed;

    struct owner_runs owned; /* in what is written beside the table, before the consent */
    const struct loss_accepted *accepted; /* while it is begun, borrowed; else NULL */

    struct fixing_move *moves; /* owned; one for each step, empty if it moves no data */
    struct commit *commit;
    struct move_speed speed; /* of the disk; zeros: unknown */
    struct move_speed other; /* of the drive of a journal elsewhere; zeros: unknown */
    struct commit_report report;

    enum fixing_stage stage;
    enum fixing_state state;
    struct err err;
    bool is_stopping;
    size_t first, step; /* of the plan: the first one that was left; the one at work */

    struct fixing_disk disk;
    struct fixing_redo *redo; /* owned */
    uint64_t wiped;           /* bytes of the journal, at the end */

    struct fixing_scan scan;
    struct background *background; /* NULL: nothing is read ahead */
    unsigned retries;
};

static inline bool fixing_moves_data(const struct fixing *fixing, size_t index)
{
    return index < fixing->plan.step_count &&
           fixing->plan.steps[index].action == MOVES_DATA;
}

/* True if any step does. */
static inline bool fixing_has_data(const struct fixing *fixing)
{
    size_t index = 0;

    while (index < fixing->plan.step_count && !fixing_moves_data(fixing, index))
        index++;
    return index < fixing->plan.step_count;
}

/* Each sets ERR and returns false, or NULL, on failure. */

/* --- fixing.c --- */

struct fixing *fixing_new(const struct sys *sys, const char *path,
                          const struct layout *base);

/* --- fixing_owned.c --- */

/* Checks what moves and the journal would overwrite outside partitions and table: adds it
 * to RET, with the refusal of what is not ACCEPTED. */
void fixing_check_owned(struct fixing *fixing, struct store *store,
                        const struct loss_accepted *accepted,
                        struct rehearsal_report *ret);
/* Reads it again: ERR_REFUSED if it has changed. */
bool fixing_compare_owned(const struct fixing *fixing, struct err *err) MUST_USE;

/* --- fixing_move.c --- */

/* Finds content, zones and fields of step INDEX, whose partition is at its old place in
 * LAYOUT. */
bool fixing_find_move(struct fixing *fixing, const struct layout *layout, size_t index,
                      struct store *store, struct err *err) MUST_USE;
/* Sets the geometry of its move, which needs the journal's areas. */
bool fixing_fit_move(struct fixing *fixing, size_t index, struct err *err) MUST_USE;

/* --- fixing_chain.c --- */

/* Makes the table of each step, and rehearses them. */
bool fixing_rehearse(struct fixing *fixing, const struct fix_request *fix,
                     struct rehearsal_report *ret, struct err *err) MUST_USE;

bool fixing_are_same_zones(const struct zones *a, const struct zones *b);

/* --- fixing_end.c --- */

/* Of a fix that is complete: *RET is its last head.  If the table on DISK is not that of
 * LOG, sets it to the head before that one.  LOG NULL: it cannot be read, which is
 * reported; ERR_REFUSED if REQUEST writes the table. */
bool fixing_find_end(const struct resume_request *request, const struct redo_log *log,
                     const struct reader *disk, struct run_head *ret,
                     struct rehearsal_report *report, struct err *err) MUST_USE;

/* --- fixing_foreign.c --- */

/* Returns the table of the step at work where that on the disk is not it, nor can become
 * it; layout_unref().  NULL: it is. */
struct layout *fixing_foreign_table(const struct resume_request *request,
                                    const struct redo_log *log, struct store *store);
/* Before the consent: refuses such a table, or with REQUEST's writes_table prepares to
 * write it again; what differs is added to RET.  Also refuses a journal and a disk of
 * different times. */
bool fixing_foreign_look(struct fixing *fixing, const struct resume_request *request,
                         struct rehearsal_report *ret, struct err *err) MUST_USE;
/* The sentence that tells which of them is newer. */
bool fixing_refuse_time(const struct fixing *fixing, bool is_disk_newer, struct err *err);
/* Sets ERR to the first difference that REDO has found, and what to do; returns false. */
bool fixing_refuse_table(const struct fixing *fixing, const struct redo *redo,
                         struct err *err);
/* Adds what such a program has written to the backup. */
void fixing_foreign_save(const struct fixing *fixing);
/* After the consent, and after a redo_look() that has found differences: writes the
 * table. */
bool fixing_foreign_write(struct fixing *fixing, struct err *err) MUST_USE;

/* --- fixing_redo.c --- */

void fixing_redo_free(struct fixing_redo *redo); /* accepts NULL */
/* Opens the store on the disk that is claimed, behind fences. */
void fixing_redo_open(struct fixing *fixing);
void fixing_redo_close(struct fixing *fixing);
/* Returns the LOG_GUARD of step INDEX of the plan. */
uint16_t fixing_redo_guard(const struct fixing *fixing, size_t index);
/* The stages of such a fix, each as those in fixing.c. */
bool fixing_redo_begin(struct fixing *fixing, struct err *err) MUST_USE;
bool fixing_redo_step(struct fixing *fixing, bool *ret_more, struct err *err) MUST_USE;

/* --- fixing_refuse.c --- */

/* Sets ERR to what has failed, by redo.error; returns false. */
bool fixing_redo_fail(const struct fixing *fixing, struct err *err);
/* The same for STATE, by which redo_step() or another function for REDO has ended. */
bool fixing_redo_refuse(const struct fixing *fixing, const struct redo *redo,
                        enum redo_state state, struct err *err);

/* --- fixing_content.c --- */

/* False if the content of a partition that is moved is not what it was when its zones and
 * fields were found. The disk is locked. */
bool fixing_check_contents(struct fixing *fixing, struct err *err) MUST_USE;
/* True if what is at the old place of MOVE has its zones where the log has them: it may
 * have been in use between two runs. */
bool fixing_has_zones(const struct fixing *fixing, const struct fix_move *move);

/* --- fixing_ahead.c --- */

/* Finds out what is to be done after the steps that are left were scanned. */
void fixing_measure_ahead(struct fixing *fixing);
/* After the scan: the speed of reading is what it was then. */
void fixing_take_scan_speed(struct fixing *fixing);
/* Before the journal exists: measures how fast it is written. In an image file zeros can
 * stay holes, which tells nothing. */
bool fixing_measure_journal(struct fixing *fixing, struct err *err) MUST_USE;
/* Lets what is moved by .step be read ahead, if that is of use: if reading and writing in
 * turn slows the drive down little.  Without a thread it is not. */
void fixing_begin_background(struct fixing *fixing);
/* Returns the bytes for pieces and what is read with them: less than there are for a
 * drive that was slow, or if the next ones are read meanwhile. */
uint64_t fixing_piece_memory(const struct fixing *fixing);

/* --- fixing_words.c --- */

/* Returns whether anything was written in this run, as a sentence: borrowed. */
const char *fixing_written_words(const struct fixing *fixing);

/* Sets ERR to tell that the current step is complete; returns false. */
bool fixing_refuse_rollback(const struct fixing *fixing, struct err *err);

enum fixing_change_kind {
    CHANGE_JOURNAL,    /* its entry */
    CHANGE_TABLE,      /* a step that moves no data */
    CHANGE_ENVELOPE,   /* before the data of a step is moved */
    CHANGE_AFTER_DATA, /* after that */
    CHANGE_END,        /* the journal's entry is removed */
};

/* What one change of the table is for. */
struct fixing_change {
    enum fixing_change_kind kind;
    size_t index; /* of the step of the plan */
};

/* Lists what is written, in order: the journal, the table, and the data between. Of STEPS
 * those that write nothing are not among those of the commit. */
void fixing_list_writes(const struct fixing *fixing, const struct disk_step *steps,
                        const struct fixing_change *changes, size_t count,
                        struct lines *ret);

/* --- fixing_fit.c --- */

/* Divides PLACE for the journal of a fix that moves data, whose log is not known yet. */
bool fixing_redo_fit(struct fixing *fixing, const struct layout *base,
                     struct err *err) MUST_USE;
/* Returns the bytes of a journal in which every move can be. */
uint64_t fixing_redo_bytes(const struct fixing *fixing, const struct layout *base);
/* Divides PLACE if that was not done yet; else the log has to fit there. */
bool fixing_fit_log(struct fixing *fixing, const struct journal_place *place,
                    struct err *err) MUST_USE;

/* --- fixing_log.c --- */

/* Returns NOW without the journal's entry, or with the old type of the partition that it
 * was in. */
struct layout *fixing_table_at_end(const struct layout *now,
                                   const struct journal_plan *plan);

/* Makes the log of the fix from the rehearsed commit, whose steps CHANGES describe, and
 * fits its journal into PLACE. */
bool fixing_make_log(struct fixing *fixing, const struct journal_place *place,
                     const struct disk_step *steps, const struct fixing_change *changes,
                     size_t count, struct err *err) MUST_USE;

/* --- fixing_spot.c: the start of the partition that the journal is in --- */

void fixing_spot_free(struct fixing_redo *redo);
/* Returns the bytes of the log that they take. */
uint64_t fixing_spot_bytes(const struct fixing *fixing);
/* Each sets RET to writes for the log, or adds one to PLAN; TABLE reads the disk with all
 * steps before, NOW is its layout.  write_plan_finish() it in any case.  The first one
 * puts guards there, if the journal is in a partition. */
bool fixing_spot_begin(struct fixing *fixing, const struct reader *table,
                       const struct layout *now, struct write_plan *ret,
                       struct err *err) MUST_USE;
/* Those of PLAN, which changes that partition, with guards at its new start. */
bool fixing_spot_step(struct fixing *fixing, const struct reader *table,
                      const struct layout *now, const struct layout *after,
                      const struct write_plan *plan, struct write_plan *ret,
                      struct err *err) MUST_USE;
/* Adds the header that it has at the end: that of a swap area, else zeros. */
bool fixing_spot_end(const struct fixing *fixing, const struct reader *table,
                     const struct layout *now, struct write_plan *plan,
                     struct err *err) MUST_USE;

/* --- fixing_disk.c --- */

/* Opens and locks the disk; *RET_MORE: another program still holds the lock. */
bool fixing_open(struct fixing *fixing, bool *ret_more, struct err *err) MUST_USE;
void fixing_close(struct fixing *fixing);

/* --- fixing_kernel.c --- */

/* The table that is on the disk now; layout_unref(). */
struct layout *fixing_read_table(const struct fixing *fixing, struct err *err) MUST_USE;
/* Makes the kernel's partitions those of AFTER. */
bool fixing_tell(struct fixing *fixing, const struct layout *after,
                 struct err *err) MUST_USE;
/* True if the kernel's partitions are those of AFTER, or the disk is an image file. */
bool fixing_is_told(const struct fixing *fixing, const struct layout *after);
/* Removes the kernel's partition that step INDEX moves, so that no other program can use
 * it. */
bool fixing_hide(struct fixing *fixing, size_t index, struct err *err) MUST_USE;
/* False if another program uses what step INDEX moves, or the kernel has a partition
 * there. */
bool fixing_watch(struct fixing *fixing, size_t index, struct err *err) MUST_USE;
/* The same while the kernel may have its partitions: before the move. */
bool fixing_watch_users(struct fixing *fixing, struct err *err) MUST_USE;

/* --- fixing_journal.c --- */

/* Saves in COMMIT's backup what the moves save in the journal. */
bool fixing_save_backup(struct fixing *fixing, struct err *err) MUST_USE;
/* At the end: removes its file if it is in one, and reports that the journal is gone. */
void fixing_remove_journal(struct fixing *fixing);

/* --- fixing_script.c --- */

/* After a stop or an error, if the move has begun: keeps the planned table beside the
 * backup, and reports where, or why not. */
void fixing_keep_script(struct fixing *fixing);

/* --- fixing_scan.c --- */

/* Reads on what will be moved; *RET_MORE: not all is read. */
bool fixing_do_scan(struct fixing *fixing, bool *ret_more, struct err *err) MUST_USE;

#endif
