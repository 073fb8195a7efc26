/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mover.c - moves the data of one partition, step by step */
#include "device/move/mover/mover.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "device/move/mover/mover_private.h"
#include "model/base/intl.h"
#include "model/base/mem.h"

/* Attempts to recover from an error before the move is given up for now. */
#define FAILURES_MAX 3

struct mover *mover_new(const struct mover_request *request)
{
    struct mover *m = xcalloc(1, sizeof(*m));

    m->request = *request;
    m->shift = request->shift;
    m->logical = request->journal->plan->logical;
    mover_allocate(m);
    return m;
}

void mover_free(struct mover *m)
{
    if (!m)
        return;
    mover_release(m);
    free(m);
}

void mover_stop(struct mover *m)
{
    m->is_stopping = true;
}

const struct err *mover_err(const struct mover *m)
{
    return &m->err;
}

/* --- the end --- */

/* What is refused, or cannot be read, is so before anything is written. */
static void fail(struct mover *m)
{
    if (m->has_written)
        m->err.code = ERR_IO;
    m->state = MOVER_FAILED;
}

static void fail_at(struct mover *m, const char *words, struct shift_sectors at)
{
    (void)err_set(&m->err, ERR_REFUSED, words, (ull)at.lba,
                  (ull)(at.lba + at.length - 1));
    fail(m);
}

static void mover_end(struct mover *m, const struct shift_step *step)
{
    switch (step->end) {
    case SHIFT_AT_NEW:
        m->state = MOVER_AT_NEW;
        break;
    case SHIFT_AT_OLD:
        m->state = MOVER_AT_OLD;
        break;
    case SHIFT_FOREIGN:
        fail_at(m,
                _("Another program has written to sectors %1$llu to %2$llu, which are "
                  "being moved: the move cannot go on."),
                step->at);
        break;
    case SHIFT_UNREAD:
        fail_at(m, _("The data of sectors %1$llu to %2$llu cannot be read."), step->at);
        break;
    case SHIFT_LOST:
        fail_at(m,
                _("The journal contradicts itself about sectors %1$llu to %2$llu: the "
                  "move cannot go on."),
                step->at);
        break;
    case SHIFT_MISMATCH:
        fail_at(m,
                _("The data in sectors %1$llu to %2$llu is not all the same as before "
                  "the move: the partition stays guarded. If the partition was used "
                  "since, that is why: alidade resume --no-check"),
                step->at);
        break;
    }
}

/* --- from the journal --- */

/* The border of the way back is what the buffer for it has space for, and what is written
 * from it. */
static bool has_right_border(const struct mover *m, const struct shift_run *run)
{
    const struct journal_range *border = &m->record.border;
    struct shift_sectors right = shift_border(m->shift, run);

    return border->length == right.length &&
           (!border->length || border->start == right.lba);
}

/* Begins where the journal says that the move is. */
static bool mover_recover(struct mover *m)
{
    struct journal_progress *record = &m->record;
    struct shift_found found = { 0 };

    *record = (struct journal_progress){ 0 };
    enum journal_state state = journal_read_progress(m->request.journal, record, &m->err);
    if (state != RECORD_VALID && state != RECORD_NONE)
        return false;
    /* The first flush of the recovery makes it durable. */
    int error =
        state == RECORD_VALID ? journal_settle_progress(m->request.journal, record) : 0;
    if (error)
        return err_set(&m->err, ERR_IO, _("The journal cannot be written: %s."),
                       strerror(error));
    if (state == RECORD_VALID && record->head.step == m->request.step)
        found = (struct shift_found){
            .is_found = true,
            .phase = (enum shift_phase)record->phase,
            .run = { record->run.is_back, record->run.first, record->run.end },
            .piece = record->piece,
            .hashes = record->hash_count,
        };
    else
        *record = (struct journal_progress){ 0 };
    /* Guards are written after the first record is durable. To begin again would save
     * them in place of what they replace. */
    if (!found.is_found && mover_has_guards(m))
        return err_set(
            &m->err, ERR_UNREADABLE, "%s",
            _("The move has begun, but the journal does not tell how far it has "
              "come: its newest record is damaged."));
    if (!shift_found_is_valid(m->shift, &found) ||
        (found.is_found && !has_right_border(m, &found.run)))
        return err_set(&m->err, ERR_UNREADABLE, "%s",
                       _("The newest record in the journal is of another move."));
    m->shifting = shift_recover(m->shift, &found, m->request.is_rollback);
    m->has_saved = m->has_border = false;
    mover_reset_buffers(m);
    m->unit_checked = 0;
    m->checked = 0;
    m->is_checking = false;
    m->needs_check = found.is_found && found.phase == SHIFT_FINAL;
    m->is_moving = false;
    return true;
}

/* What was written since the last flush is unknown after an error. */
static void handle_error(struct mover *m, int error)
{
    bool is_final = error == ECANCELED || error == EINVAL || error == EPERM;

    m->failed_piece = m->shifting.piece;
    if (error != ECANCELED)
        (void)err_set(&m->err, ERR_IO, _("Moving data failed: %s."), strerror(error));
    if (is_final || ++m->failures > FAILURES_MAX || !mover_recover(m))
        fail(m);
    else {
        m->err = (struct err){ 0 };
        m->retries++;
    }
}

/* --- steps --- */

/* Returns whether STEP was the last one before data is known to be durable. */
static bool ends_epoch(const struct shift_step *step)
{
    return step->op == SHIFT_FLUSH || step->op == SHIFT_LABEL || step->op == SHIFT_SAVE;
}

/* STEP makes the partition one that can be mounted, after something went wrong. */
static bool is_before_commit(const struct mover *m, const struct shift_step *step)
{
    return m->needs_check && step->op == SHIFT_WRITE && step->write == SHIFT_WRITE_TRUE;
}

/* Returns false: STEP is the next one. */
static bool end_check_before_commit(struct mover *m, const struct shift_step *step,
                                    enum shift_answer answer)
{
    m->needs_check = false;
    if (answer == SHIFT_YES)
        return false;
    mover_end(m, &(struct shift_step){ .end = SHIFT_MISMATCH,
                                       .at = { step->place, m->shift->length } });
    return true;
}

static bool writes_something(const struct shift_step *step)
{
    return step->op >= SHIFT_SAVE && step->op != SHIFT_READ &&
           step->op != SHIFT_READ_SLOT;
}

/* Returns true if the caller has to be asked before the next step. */
static bool mover_do(struct mover *m)
{
    struct shift_step step = shift_next(&m->shifting);
    enum shift_answer answer = SHIFT_YES;
    bool is_more = false;

    if (step.op == SHIFT_END) {
        mover_end(m, &step);
        return true;
    }
    bool is_check = step.op == SHIFT_CHECK || is_before_commit(m, &step);
    uint64_t place = step.op == SHIFT_CHECK ? step.at.lba : step.place;
    /* Nothing else uses the disk while it is read in the background. */
    if (is_check || step.op == SHIFT_LABEL)
        mover_forget_next(m);
    m->has_written |= !is_check && writes_something(&step);
    int error = is_check ? mover_check(m, place, &is_more, &answer)
                         : mover_carry_out(m, &step, &answer);
    if (error) {
        handle_error(m, error);
        return true;
    }
    m->is_checking = is_more;
    if (is_more)
        return true;
    if (is_check && step.op != SHIFT_CHECK)
        return end_check_before_commit(m, &step, answer);
    shift_report(&m->shifting, answer, m->slot_piece);
    m->is_moving |= step.op == SHIFT_READ;
    if (!ends_epoch(&step))
        return false;
    /* Pieces that a recovery finds again are no progress. */
    if (m->is_moving && m->shifting.piece > m->failed_piece)
        m->failures = 0;
    return true;
}

enum mover_state mover_step(struct mover *m)
{
    if (m->state != MOVER_RUNNING)
        return m->state;
    if (m->is_stopping) {
        m->state = MOVER_STOPPED;
        return m->state;
    }
    if (!m->has_begun && !mover_recover(m)) {
        fail(m);
        return m->state;
    }
    m->has_begun = true;
    while (!mover_do(m))
        ;
    return m->state;
}

/* --- how far it is --- */

static uint64_t moved_sectors(const struct mover *m)
{
    const struct shifting *shifting = &m->shifting;
    uint64_t done = shifting->piece;

    if (!done || !m->has_begun)
        return 0;
    struct shift_piece last = shift_piece_at(m->shift, &shifting->run, done - 1);
    return shift_target(m->shift, &shifting->run) > shift_source(m->shift, &shifting->run)
               ? shifting->run.end - last.first
               : last.first + last.length - shifting->run.first;
}

bool mover_has_written(const struct mover *m)
{
    return m->has_written;
}

bool mover_is_checking(const struct mover *m)
{
    return m->is_checking;
}

void mover_live(const struct mover *m, struct move_progress *ret)
{
    const struct shift_run *run = &m->shifting.run;
    uint64_t done = moved_sectors(m), all = run->end - run->first;
    bool is_right = m->shift->to > m->shift->from;

    if (!m->has_begun)
        all = m->shift->length;
    *ret = (struct move_progress){ .bytes_done = done * m->logical,
                                   .bytes_total = all * m->logical,
                                   .mode = m->shift->mode,
                                   .retries = m->retries };
    if (m->is_checking)
        ret->bytes_done = m->checked * m->request.units->bytes;
    if (ret->bytes_done > ret->bytes_total)
        ret->bytes_done = ret->bytes_total;
    ret->frontier = shift_source(m->shift, run) +
                    (is_right != run->is_back ? run->end - done : run->first + done);
}
