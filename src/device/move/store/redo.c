/* SPDX-License-Identifier: GPL-3.0-or-later */
/* redo.c - carries out a fix by its log: which task, and which head comes next
 *
 * The head in force names a step and a direction.  Its task begins with a check, which
 * writes nothing: what a cut can have left of this step, and nothing else, is there.
 * Then its kind writes what is left (see kinds.h), and when all of that is durable, the
 * next head is put in force.  So a cut is always within the step of the head in force,
 * and a step that was complete is found complete.
 *
 * Each function of store.h that writes is durable when it returns. */
#include "device/move/store/redo.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "device/io/buffer.h"
#include "device/move/store/foreign.h"
#include "device/move/store/kinds.h"
#include "device/move/store/private.h"
#include "model/base/mem.h"
#include "model/move/log/log_wire.h"

void redo_init(struct redo *ret, struct fix_store *store, const struct redo_log *log,
               size_t memory)
{
    *ret = (struct redo){ .store = store, .log = log };
    if (!fix_moves_find(log, &ret->moves, &ret->move_count) || !redo_fits(ret, memory)) {
        ret->error = EINVAL;
        ret->log = NULL;
        return;
    }
    if (!ret->move_count)
        return;
    ret->buffer = buffer_new(ret->buffer_bytes);
    ret->saved = xmalloc(2 * (size_t)store->head.areas[AREA_SAVED_A].bytes + 1);
}

static void forget_task(struct redo *redo)
{
    source_forget(redo);
    table_states_free(redo->states);
    free(redo->differences);
    free(redo->task);
    free(redo->units.at);
    redo->states = NULL;
    redo->differences = NULL;
    redo->difference_count = 0;
    redo->task = NULL;
    redo->units = (struct redo_units){ 0 };
    redo->has_units = false;
}

void redo_end(struct redo *redo)
{
    forget_task(redo);
    free(redo->moves);
    free(redo->buffer);
    free(redo->saved);
    *redo = (struct redo){ 0 };
}

/* --- the task --- */

static const struct fix_kind *kind_at(const struct redo *redo, struct run_head run)
{
    return run.direction == RUN_EXIT ? &fix_kind_exit
                                     : fix_kind_of(redo->log->steps.at[run.step].kind);
}

/* Begins the task of the head in force; writes nothing. */
static enum redo_state begin_task(struct redo *redo)
{
    struct run_head run = redo->store->head.run;

    forget_task(redo);
    if (!run_order_is_sound(redo->log, run) || !kind_at(redo, run))
        return redo_result(redo, ENOTSUP, REDO_FAILED);
    redo->task = xcalloc(1, sizeof(*redo->task));
    *redo->task = (struct redo_task){ .kind = kind_at(redo, run),
                                      .is_back = run.direction == RUN_BACK };
    if (run.direction != RUN_EXIT) {
        redo->task->row = &redo->log->steps.at[run.step];
        redo->task->move = fix_move_of(redo->moves, redo->move_count, run.step);
    }
    enum redo_state state = redo->task->kind->check(redo);
    if (state != REDO_MORE) { /* what it has found is still there */
        free(redo->task);
        redo->task = NULL;
    }
    return state;
}

/* --- heads --- */

/* Of a SHIFT that was complete, and is now taken back, all sectors go back; of one that
 * was cut, redo_turn() has told which. */
static enum redo_state put_in_force(struct redo *redo, struct record_head *head)
{
    const struct log_step *row =
        head->run.direction == RUN_BACK ? &redo->log->steps.at[head->run.step] : NULL;

    if (row && row->kind == LOG_SHIFT && head->run.step != redo->store->head.run.step)
        head->back_end = row->length;
    int error = fix_store_write_head(redo->store, head);
    forget_task(redo);
    return redo_result(redo, error, REDO_MORE);
}

static struct record_head next_head(const struct redo *redo, struct run_head run)
{
    struct record_head head = redo->store->head;

    head.run = run;
    head.back_first = head.back_end = 0;
    return head;
}

int redo_begin(struct redo *redo)
{
    size_t count;

    if (!redo->log)
        return redo->error;
    CLEANUP(freep) uint8_t *bytes = log_encode(redo->log, &count);
    redo->error = fix_store_write_log(redo->store, bytes, count);
    if (!redo->error)
        redo->error = fix_store_clear_heads(redo->store);
    if (!redo->error) {
        struct record_head head = next_head(redo, run_order_first());
        redo->error = fix_store_write_head(redo->store, &head);
    }
    return redo->error;
}

enum redo_state redo_open(struct redo *redo)
{
    if (!redo->log)
        return REDO_FAILED;
    forget_task(redo);
    int error = fix_store_flush(redo->store);
    if (!error)
        fix_store_find_again(redo->store);
    if (!error)
        error = fix_store_mend(redo->store);
    if (error)
        return redo_result(redo, error, REDO_FAILED);
    return guards_check_time(redo);
}

/* --- without a write: see foreign.h --- */

/* Nothing was written back from the page, which may have all that cannot be read. */
static bool is_only_unreadable(const struct redo *redo)
{
    size_t i = 0;

    while (i < redo->difference_count && redo->differences[i].is_unreadable)
        i++;
    return redo->difference_count && i == redo->difference_count;
}

enum redo_state redo_look(struct redo *redo)
{
    if (!redo->log)
        return REDO_FAILED;
    forget_task(redo);
    enum redo_state state = guards_check_time(redo);
    if (state == REDO_MORE && redo->store->head.run.direction != RUN_DONE)
        state = begin_task(redo);
    return state == REDO_FAILED || is_only_unreadable(redo) ? REDO_MORE : state;
}

/* Of the task that has begun: writes nothing. */
static enum redo_state can_turn(struct redo *redo)
{
    return redo->task->kind->can_undo ? redo->task->kind->can_undo(redo) : REDO_MORE;
}

enum redo_state redo_look_back(struct redo *redo)
{
    if (!redo->task || !run_order_can_turn(redo->store->head.run))
        return REDO_MORE; /* that is on its way back, or at its end */
    enum redo_state state = can_turn(redo);
    return state == REDO_FAILED ? REDO_MORE : state;
}

/* --- the steps --- */

enum redo_state redo_take_up(struct redo *redo, struct run_head run)
{
    struct record_head head = next_head(redo, run);

    return put_in_force(redo, &head);
}

enum redo_state redo_turn(struct redo *redo)
{
    struct run_head run = redo->store->head.run;

    if (!redo->log)
        return REDO_FAILED;
    if (run.direction == RUN_BACK)
        return REDO_MORE;
    if (!run_order_can_turn(run))
        return REDO_COMMITTED;
    enum redo_state state = begin_task(redo);
    if (state == REDO_MORE)
        state = can_turn(redo);
    struct record_head head = next_head(redo, run_order_turn(run));
    if (state == REDO_MORE && redo->task->kind->turn)
        state = redo->task->kind->turn(redo, &head);
    if (state == REDO_MORE)
        return put_in_force(redo, &head);
    return state;
}

enum redo_state redo_step(struct redo *redo)
{
    struct run_head run = redo->store->head.run;
    enum redo_state state = REDO_MORE;

    if (!redo->log)
        return REDO_FAILED;
    if (run.direction == RUN_DONE)
        return redo_result(redo, fix_store_clear_heads(redo->store), REDO_ENDED);
    if (!redo->task)
        state = begin_task(redo);
    if (state == REDO_MORE)
        state = redo->task->is_back ? redo->task->kind->undo(redo)
                                    : redo->task->kind->redo(redo);
    if (state != REDO_NEXT)
        return state;
    struct record_head head = next_head(redo, run_order_next(redo->log, run));
    return put_in_force(redo, &head);
}
