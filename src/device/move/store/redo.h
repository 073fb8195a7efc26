/* SPDX-License-Identifier: GPL-3.0-or-later */
/* redo.h - carries out a fix by its log, forward or back, from wherever a cut has left it
 *
 *     redo_begin()                       the log, then the first head: from here on there
 *                                        is a fix
 *     redo_open()                        after a cut: the head, the log, and what the
 * page has of blocks that cannot be read while (redo_step() == REDO_MORE)   the task of
 * the head in force, then the next head
 *
 * Nothing on the disk is interpreted: what is found is compared with the states that the
 * log has of the step at work, and must be one of them, or a mixture of two neighbours.
 * Anything else is foreign, and nothing is written. */
#ifndef ALIDADE_DEVICE_MOVE_STORE_REDO_H
#define ALIDADE_DEVICE_MOVE_STORE_REDO_H

#include "device/move/store/store.h"
#include "model/move/log/table_state.h"

enum redo_state {
    REDO_MORE,    /* the next head is in force */
    REDO_ENDED,   /* the heads are cleared */
    REDO_FOREIGN, /* another program has changed what the step writes: see .differences */
    REDO_FAILED,  /* .error, .store->stopped_at; redo_open() goes on, if anything does */
};

struct redo {
    struct fix_store *store;    /* borrowed; its head has all but run and sequence */
    const struct redo_log *log; /* borrowed */
    int error;                  /* errno */
    /* What differs from the states of the step at work; owned by .states. */
    struct table_states *states;
    struct table_difference *differences;
    size_t difference_count;
};

/* STORE and LOG outlive RET.  redo_end(). */
void redo_init(struct redo *ret, struct fix_store *store, const struct redo_log *log);
void redo_end(struct redo *redo);
CLEANUP_WITH(redo_end, redo)

/* Writes the log and the first head.  Returns 0 or an errno. */
int redo_begin(struct redo *redo) MUST_USE;
/* STORE has the newest head.  Mends blocks that cannot be read.  Returns 0 or an errno.
 */
int redo_open(struct redo *redo) MUST_USE;
/* Goes back from here on.  False with .error, with .differences if another program has
 * changed what the step writes, or with neither: all steps are complete. */
bool redo_turn(struct redo *redo) MUST_USE;
/* Carries out the head in force, then puts the next one in force. */
enum redo_state redo_step(struct redo *redo);

#endif
