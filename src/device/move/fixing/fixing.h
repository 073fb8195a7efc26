/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fixing.h - carries a plan for a whole disk out, data included, from its first step or
 * from where a power cut, an error or a stop has left it
 *
 * A stepper, in this order: opens and locks the disk; reads all that will be moved; saves
 * a backup; writes the journal; then one step of the plan after the other; at the end
 * removes the journal. Beginning is resuming with nothing done: both compare what is on
 * the disk with the log of the journal, and go on from there. */
#ifndef ALIDADE_DEVICE_MOVE_FIXING_FIXING_H
#define ALIDADE_DEVICE_MOVE_FIXING_FIXING_H

#include "device/io/sys.h"
#include "device/move/unfinished/unfinished.h"
#include "model/base/guid.h"
#include "model/base/mem.h"
#include "model/disk/layout.h"
#include "model/move/plan/fixing_live.h"
#include "model/move/plan/moves.h"
#include "model/write/commit_report.h"

struct fixing;
struct commit_watch;

/* Everything is borrowed for the call, PATH and SYS until fixing_free(). */
struct fix_request {
    const struct sys *sys;
    const char *path;                  /* of the disk or image file */
    const struct layout *base;         /* as on the disk, with its contents */
    const struct moves *moves;         /* possible, and made for BASE */
    const struct journal_place *place; /* of the journal: one of journal_places() */
    const struct move_speed *speed;    /* of the disk; NULL: unknown */
    struct guid_source seed;           /* for the transaction and the journal's entry */
    const char *backup_path; /* NULL: a new file in the state directory or in /run */
    struct loss_accepted accepted; /* what no table names and is given up */
    size_t memory;                 /* bytes for buffers: FIXING_MEMORY_MIN or more */
    bool is_shown;    /* never begun: where no backup can be saved is only a warning */
    bool skips_check; /* does not read all of it again at the end */
    /* What more time than this is refused for, once all is read and the speed of the
     * drive is known; 0: nothing. */
    double max_seconds;
    const struct commit_watch *watch; /* NULL: no one */
};

struct resume_request {
    const struct sys *sys;
    const struct fix_place_found *move; /* from fix_found_choose() */
    const char *backup_path;            /* of the table as it is now; NULL: a new file */
    size_t memory;
    bool is_rollback; /* takes the move back that is not complete, and ends there */
    /* A table that another program has changed is written again as the journal has it;
     * ACCEPTED is what is given up for that. */
    bool writes_table;
    struct loss_accepted accepted;
    /* Does not compare what was moved, at the end and where an old table was written. */
    bool skips_check;
    const struct commit_watch *watch; /* NULL: no one */
};

#define FIXING_MEMORY_MIN (UINT64_C(8) << 20)
#define FIXING_MEMORY_MAX (UINT64_C(48) << 20)

/* Rehearse without writing: find zones and fields of all that is moved, fit the journal
 * in, plan each change of the table on the disk as the steps before leave it, and have
 * libparted and the whitelist check it. NULL on failure: ERR_REFUSED, ERR_UNREADABLE or
 * ERR_IO. RET is filled as far as possible even then. */
struct fixing *fixing_begin(const struct fix_request *request,
                            struct rehearsal_report *ret, struct err *err) MUST_USE;
/* The same for a move that has not ended. */
struct fixing *fixing_reopen(const struct resume_request *request,
                             struct rehearsal_report *ret, struct err *err) MUST_USE;
void fixing_free(struct fixing *fixing); /* accepts NULL */
CLEANUP_WITH(fixing_free, fixing)

enum fixing_state {
    FIXING_RUNNING,
    FIXING_COMPLETE,    /* all steps are done, the journal is removed */
    FIXING_ROLLED_BACK, /* the move is taken back; steps before it stay done */
    FIXING_STOPPED,     /* on request, or because the journal says how to go on */
    FIXING_FAILED,      /* see fixing_err() */
};

/* Does one bounded piece of work. Nothing is written before the first call. */
enum fixing_state fixing_step(struct fixing *fixing);
/* Ends at the next point at which everything is durable. */
void fixing_stop(struct fixing *fixing);
/* Removes what the state folder remembers of the journal: only the disk leads to it
 * then. */
void fixing_forget_place(const struct fixing *fixing);
/* Of FIXING_FAILED: ERR_REFUSED if nothing was written, else ERR_IO; one sentence. */
const struct err *fixing_err(const struct fixing *fixing);

/* What is known between two steps. */
void fixing_look(const struct fixing *fixing, struct fixing_live *ret);

/* The plan that is carried out: its steps, transaction and journal; borrowed. */
const struct journal_plan *fixing_plan(const struct fixing *fixing);
/* What a fix reads from its disk, and writes to it, with the journal if that is there. */
struct fixing_bytes {
    uint64_t read, written;
};
struct fixing_bytes fixing_bytes(const struct fixing *fixing);
/* Returns the step that is not complete yet, before the first call of fixing_step(). */
size_t fixing_first_step(const struct fixing *fixing);
/* Adds a line for the journal, for each step that is left, and for the end. */
void fixing_list_left(const struct fixing *fixing, struct lines *ret);
/* What was done, for the end: lines, backup and warnings; borrowed. */
const struct commit_report *fixing_report(const struct fixing *fixing);

#endif
