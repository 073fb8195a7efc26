/* SPDX-License-Identifier: GPL-3.0-or-later */
/* redo.h - carries out a fix by its log, forward or back, from wherever a cut has left it
 *
 *     redo_begin()    the log, then the first head: from here on there is a fix
 *     redo_open()     after a cut or an error: writes back what the page has of blocks
 *                     that cannot be read
 *     redo_turn()     goes back from here on
 *     while (redo_step() == REDO_MORE)
 *                     a part of the task of the head in force; when that is done, the
 *                     next head
 *
 * Nothing on the disk is interpreted: what is found is compared with the states that the
 * log has of the step at work, and must be one of them, or a mixture of two neighbours.
 * Anything else is foreign, and nothing is written.
 *
 * To stop, call no more steps.  After REDO_FAILED redo_open() goes on, if anything does.
 */
#ifndef ALIDADE_DEVICE_MOVE_STORE_REDO_H
#define ALIDADE_DEVICE_MOVE_STORE_REDO_H

#include "device/io/background.h"
#include "device/io/fence.h"
#include "device/io/zeros.h"
#include "device/move/store/store.h"
#include "model/move/data/fix_move.h"
#include "model/move/log/table_state.h"
#include "model/move/plan/progress.h"

enum redo_state {
    REDO_MORE,      /* all is as it should be: there is more to do */
    REDO_ENDED,     /* the heads are cleared */
    REDO_FOREIGN,   /* another program has changed what the step writes or moves: see
                     * .differences or .at */
    REDO_MISMATCH,  /* .at, a part of what was moved, is not what it was before */
    REDO_LOST,      /* the journal contradicts itself about .at, which is being moved */
    REDO_OTHER,     /* a guard of another step, or of another direction: journal and disk
                     * are of different times, see .is_disk_newer */
    REDO_COMMITTED, /* of redo_turn(): the step at work is complete */
    REDO_FAILED,    /* .error, .store->stopped_at */
    REDO_NEXT,      /* within redo_step(): the task is done */
};

/* The hashes of a partition before it is moved, with guards in its zones. */
struct redo_units {
    uint64_t bytes;  /* of a unit, see records.h */
    struct hash *at; /* owned */
    size_t count;
};

/* Sectors [FIRST, END) of the partition that is moved, as before the move. */
struct redo_source {
    uint8_t *bytes; /* borrowed */
    size_t room;    /* bytes */
    uint64_t base;  /* the sector that BYTES begin with, or would */
    uint64_t first, end;
};

struct redo {
    struct fix_store *store;    /* borrowed; its head has all but run and sequence */
    const struct redo_log *log; /* borrowed */
    /* For the caller to set after redo_init(). */
    bool skips_check;   /* what was moved is not compared with its hashes */
    bool checks_source; /* but what is read for the move is all the same */
    /* Numbers of partitions whose content the person gives up: it is not compared, what
     * is where it was or goes is left there, and what cannot be moved is not; borrowed.
     */
    const unsigned *given_up;
    size_t given_up_count;
    struct zeros zeros; /* what of the disk is known to be zeros: it is not moved */
    /* Returns the hashes of the partition that STEP, a LOG_GUARD, is of, if it was read
     * under the same claim, with guards in its zones; they are borrowed.  Without any, or
     * NULL, it is read for that. */
    struct redo_units (*read_units)(void *context, size_t step);
    /* Returns whether the signatures of the partition of MOVE are where the log has them:
     * asked before each of them becomes a guard.  NULL: they are. */
    bool (*has_zones)(void *context, const struct fix_move *move);
    /* Gets how many sectors of ALL redo_compare() has compared; all at its end, also
     * after a failure.  NULL: no one. */
    void (*told)(void *context, uint64_t done, uint64_t all);
    void *context;
    /* Reads what is moved next while the rest is written, if there is memory for it: for
     * a drive that does not have to seek for that.  The disk is then read in BACKGROUND
     * too; NULL: before the rest is written. */
    bool reads_ahead;
    struct background *background; /* borrowed */

    int error; /* errno */
    /* What differs from the states of the step at work; owned by .states. */
    struct table_states *states;
    struct table_difference *differences;
    size_t difference_count;
    struct shift_sectors at;
    bool is_disk_newer;
    size_t moved, compared; /* moves of data that were done, and also compared */

    struct fix_move *moves; /* owned; of the log */
    size_t move_count;
    const struct fix_move *compared_move; /* its data, in this run, with its hashes */
    struct redo_task *task;               /* owned; the one at work; NULL: not begun */
    uint8_t *buffer; /* owned, at a multiple of 4096: what is moved */
    size_t buffer_bytes;
    struct redo_source source; /* in BUFFER: what is moved next */
    /* What comes behind it, if there is memory: it is read in the background.  While
     * IS_READING, nothing of NEXT is touched, nor what reading uses. */
    struct redo_source next;
    struct shift_piece next_units;
    bool is_reading;
    uint8_t *saved;          /* owned: the zones of the move at work, from the journal */
    struct redo_units units; /* of the move at work */
    bool has_units;          /* it was tried to read them */
    struct hash_zeros zero_unit;
};

/* STORE and LOG outlive RET.  Allocates MEMORY bytes for data, more if the moves need it.
 * If the log has moves that cannot be, or not with this journal, all else fails with
 * EINVAL.  redo_end(). */
void redo_init(struct redo *ret, struct fix_store *store, const struct redo_log *log,
               size_t memory);
void redo_end(struct redo *redo);
CLEANUP_WITH(redo_end, redo)

/* Writes the log and the first head.  Returns 0 or an errno. */
int redo_begin(struct redo *redo) MUST_USE;
/* STORE has the newest head.  Mends blocks that cannot be read.  REDO_MORE, REDO_FAILED
 * or REDO_OTHER: what is on the disk is then left alone. */
enum redo_state redo_open(struct redo *redo) MUST_USE;
/* After that: writes an LBA 0 again that another program has overwritten, so that it has
 * no signature, as the log has it.  Returns 0 or an errno. */
int redo_mend_first(struct redo *redo) MUST_USE;
/* After that, of a fix that is RUN_DONE: puts RUN, the RUN_EXIT before it, in force, as
 * another program has changed the table since.  REDO_MORE, or REDO_FAILED. */
enum redo_state redo_take_up(struct redo *redo, struct run_head run) MUST_USE;
/* Goes back from here on: REDO_MORE.  REDO_COMMITTED: it can only go on. */
enum redo_state redo_turn(struct redo *redo) MUST_USE;
enum redo_state redo_step(struct redo *redo) MUST_USE;

/* Returns the bytes of a unit of a partition of BYTES, with the hashes that a journal
 * with HEAD has space for; 0: it has none. */
uint64_t redo_unit_bytes(const struct record_head *head, uint64_t bytes);
/* Writes the guard for sector INDEX of the partition that STEP, a LOG_GUARD, is of. */
void redo_put_guard(const struct redo *redo, size_t step, uint64_t index, uint8_t *ret);
/* Returns the move that is at work, or NULL. */
const struct fix_move *redo_move_at_work(const struct redo *redo);
/* Fills in what is known of bytes, frontier and mode; rates and retries are 0. */
void redo_live(const struct redo *redo, struct move_progress *ret);
/* True while what was moved, or is to be, is read for its hashes. */
bool redo_is_checking(const struct redo *redo);

/* Sets *RET to what the fix may write, in whole blocks; returns their number.  The caller
 * must free(). */
size_t redo_extents(const struct redo *redo, struct fence_run **ret);

#endif
