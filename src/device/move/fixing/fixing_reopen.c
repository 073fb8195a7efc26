/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fixing_reopen.c - a fix that has not ended is read from its redo log
 *
 * Nothing is interpreted: the log has all bytes of all tables, and the head tells which
 * step is at work. */
#include "device/commit/stages.h"
#include "device/io/mended.h"
#include "device/move/fixing/fixing_private.h"
#include "device/move/store/redo_log_read.h"
#include "device/move/unfinished/log_plan.h"
#include "device/system/disk.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/refusal.h"
#include "model/move/log/log_over.h"
#include "model/table/tables.h"

/* --- the table now, and at the end --- */

static struct table_states *states_at(const struct redo_log *log, struct run_head run)
{
    return run.direction >= RUN_EXIT ? table_states_of_exits(log, run_order_end(log, run))
                                     : table_states_of_step(log, run.step);
}

/* What a power failure has left unreadable is read as the log has it. */
static void mend_from_log(const struct redo_log *log, struct run_head run,
                          struct mended *ret)
{
    CLEANUP(table_states_freep) struct table_states *states = states_at(log, run);

    ret->logical = log->logical;
    for (size_t i = 0; i < table_states_sectors(states); i++)
        if (table_states_counts(states, 0, i))
            mended_add(ret, table_states_lba(states, i), 1,
                       table_states_bytes(states, 0, i));
}

/* Returns the table at the end of what is left; NULL after an error. */
static struct layout *table_at_end(const struct fixing *fixing, struct run_head run,
                                   struct store *store, struct err *err)
{
    const struct redo_log *log = &fixing->redo->log;
    struct reader disk = store_reader(store);
    CLEANUP(table_image_finish) struct table_image image = { 0 };
    CLEANUP(table_states_freep)
    struct table_states *states = table_states_of_exits(log, run_order_end(log, run));
    struct reader at_end =
        table_states_reader(states, table_states_epochs(states), &disk, &image);
    struct layout *layout = NULL;

    if (tables_read(&at_end, &fixing->limits, &layout, err) && !layout)
        (void)err_set(err, ERR_UNREADABLE, "%s",
                      _("There is no partition table on the disk any more."));
    return layout;
}

/* Returns the table before the fix, which the kernel may still have; NULL: none. */
static struct layout *table_before(const struct fixing *fixing, struct store *store)
{
    struct reader disk = store_reader(store);
    CLEANUP(table_image_finish)
    struct table_image image = table_image_copy(&fixing->redo->log.before);
    struct layout *layout = NULL;

    image.below = &disk;
    struct reader before = table_image_reader(&image);
    return tables_read(&before, &fixing->limits, &layout, ERR_IGNORED) ? layout : NULL;
}

/* --- the rehearsal --- */

/* Only the heads are left, and the log may be overwritten already. */
static bool is_run_done(const struct fix_place_found *found)
{
    return found->head.run.direction == RUN_DONE;
}

/* What is made in the place of a journal begins at its start, where one of them is. */
static bool has_both_heads(const struct reader *journal,
                           const struct fix_place_found *found)
{
    const struct record_head *head = &found->head;
    uint64_t slot = (head->sequence + 1) % 2 * head->place.block;
    uint8_t bytes[RECORD_HEAD_BYTES];
    struct record_head other;

    return reader_read(journal, found->offset + slot, bytes, sizeof(bytes)) &&
           record_head_decode(bytes, sizeof(bytes), head->owner.disk_bytes, &other) ==
               RECORD_IS_VALID &&
           guid_equal(&other.owner.transaction, &head->owner.transaction);
}

/* Under the last head the place of the journal is free for others: it is still the fix's
 * as long as both heads and the log are there, and the table is one that it leaves. */
static bool has_its_place(const struct fix_place_found *found, struct store *store)
{
    CLEANUP(store_closep)
    struct store *other =
        found->journal[0] ? store_open(found->journal, ERR_IGNORED) : NULL;
    struct reader disk = store_reader(store);
    struct reader journal = other ? store_reader(other) : disk;
    CLEANUP(redo_log_finish) struct redo_log log = { 0 };

    return (other || !found->journal[0]) && has_both_heads(&journal, found) &&
           redo_log_read(&journal, found->offset, &found->head, &log, ERR_IGNORED) &&
           log_is_at_rest(&log, &disk);
}

/* The table as it is now: what is written may be what a person has changed. */
static bool find_backup(struct commit *commit, const char *path, struct store *store,
                        struct rehearsal_report *ret, struct err *err)
{
    struct reader disk = store_reader(store);

    table_runs_readable(&disk, commit->base, &commit->table, &commit->table_count);
    return commit_find_backup(commit, path, ret, err);
}

/* The bytes were rehearsed before they were recorded: only users can speak against it. */
static bool check_reopened(struct fixing *fixing, const struct resume_request *request,
                           struct store *store, struct rehearsal_report *ret,
                           struct err *err)
{
    const struct commit_request change = { .path = fixing->path,
                                           .sys = fixing->sys,
                                           .base = fixing->base,
                                           .preview = fixing->target,
                                           .accepted = { .are_moves = true } };
    struct commit *commit = commit_new(&change);

    fixing->commit = commit;
    if (!mark_take(&commit->sys, commit->path, store_fd(store), &commit->mark, err))
        return false;
    commit_describe(commit, &ret->disk);
    if (!commit_check_users(commit, ret, err) ||
        !claim_is_possible(commit, store_fd(store),
                           request->watch ? &request->watch->lock : NULL, err) ||
        (fixing->redo->writes_table &&
         !find_backup(commit, request->backup_path, store, ret, err)))
        return false;
    fixing_list_left(fixing, &ret->writes);
    return true;
}

/* A fix that is complete, or nearly, cannot go back any more. */
static bool check_direction(const struct fixing *fixing, struct err *err)
{
    const struct run_head *run = &fixing->redo->head.run;
    bool is_complete =
        (run->direction == RUN_DONE && !run->step) ||
        (run->direction == RUN_EXIT && run->step == fixing->redo->log.steps.count);

    return !fixing->is_rollback || !is_complete ||
           err_refuse(err, REFUSAL_FIX_ALL_COMPLETE, "%s",
                      _("All steps are complete: 'alidade resume' without --rollback "
                        "removes the journal."));
}

/* What the log has of them; the steps of the plan are its groups. */
static void take_logged_moves(struct fixing *fixing)
{
    const struct redo_log *log = &fixing->redo->log;
    CLEANUP(freep) struct fix_move *moves = NULL;
    size_t count;

    (void)!fix_moves_find(log, &moves, &count);
    for (size_t i = 0; i < count; i++) {
        const struct run_head run = { RUN_FORWARD, moves[i].guard };
        size_t index = log_plan_step(log, &run);
        if (index >= JOURNAL_STEPS_MAX)
            continue;
        fixing->moves[index].shift = moves[i].shift;
        fixing->moves[index].fields = moves[i].fields;
    }
}

/* What has no signature is no table: it is written again. */
static void lose_first(struct store *store, struct mended *mended)
{
    struct reader disk = store_reader(store);
    CLEANUP(freep) uint8_t *first = xmalloc((size_t)mended->logical);

    if (reader_read(&disk, 0, first, (size_t)mended->logical) &&
        (first[510] != 0x55 || first[511] != 0xaa))
        mended_lose(mended, first);
}

static void take_given_up(struct fixing *fixing, const struct loss_accepted *accepted)
{
    struct fixing_redo *redo = fixing->redo;
    size_t bytes = accepted->count * sizeof(*redo->given_up);

    redo->given_up = xmalloc(bytes + 1);
    redo->given_up_count = accepted->count;
    for (size_t i = 0; i < accepted->count; i++)
        redo->given_up[i] = accepted->numbers[i];
}

/* Of moves that are left. */
static void tell_given_up(const struct fixing *fixing, struct rehearsal_report *ret)
{
    const struct fixing_redo *redo = fixing->redo;

    for (size_t i = fixing->first; i < fixing->plan.step_count; i++)
        for (size_t k = 0; k < redo->given_up_count && fixing_moves_data(fixing, i); k++)
            if (redo->given_up[k] == fixing->plan.steps[i].number)
                lines_add(
                    &ret->warnings,
                    _("The content of partition %u is given up: it is not compared, "
                      "what another program has written to it stays, and what "
                      "cannot be moved any more is lost."),
                    redo->given_up[k]);
}

static struct fixing *reopen_with(const struct resume_request *request, bool was_complete,
                                  struct redo_log *log, struct store *store,
                                  struct rehearsal_report *ret, struct err *err)
{
    const struct fix_place_found *found = request->move;
    const struct limits_given given = { .logical =
                                            store_is_block(store) ? 0 : log->logical };
    CLEANUP(mended_finish) struct mended mended = { 0 };

    CLEANUP(layout_unrefp) struct layout *now = NULL;

    if (!is_run_done(found)) {
        mend_from_log(log, found->head.run, &mended);
        now = fixing_foreign_table(request, log, store);
        lose_first(store, &mended);
    }
    bool is_foreign = now;
    store_mend(store, &mended);
    if (!now)
        now = disk_read(store, &given, err);
    if (!now)
        return NULL;
    CLEANUP(fixing_freep)
    struct fixing *fixing = fixing_new(request->sys, request->move->disk, now);
    fixing->redo->log = *log;
    *log = (struct redo_log){ 0 };
    fixing->redo->head = found->head;
    fixing->redo->was_complete = was_complete;
    fixing->redo->leaves_place = is_run_done(found) && !has_its_place(found, store);
    log_plan_make(&fixing->redo->log, &found->head, &fixing->plan);
    fixing->first = fixing->step = log_plan_step(&fixing->redo->log, &found->head.run);
    take_logged_moves(fixing);
    fixing->memory = request->memory;
    fixing->skips_check = request->skips_check;
    fixing->is_rollback =
        request->is_rollback || log_plan_is_back(&fixing->redo->log, &found->head.run);
    fixing->is_resumed = true;
    take_given_up(fixing, &request->accepted);
    tell_given_up(fixing, ret);
    if (found->journal[0])
        fixing->journal_path = xstrdup(found->journal);
    struct run_head run = found->head.run;
    if (fixing->is_rollback && run_order_can_turn(run))
        run = run_order_turn(run);
    if (!is_run_done(found))
        fixing->redo->before = table_before(fixing, store);
    fixing->target =
        is_run_done(found) ? layout_ref(now) : table_at_end(fixing, run, store, err);
    if (!fixing->target || !check_direction(fixing, err) ||
        (!is_run_done(found) && !fixing_foreign_look(fixing, request, ret, err)) ||
        !check_reopened(fixing, request, store, ret, err))
        return NULL;
    if (mended.lost && !is_foreign)
        lines_add(&ret->warnings, "%s",
                  _("Another program has overwritten the first sector of the disk: it is "
                    "written again, with the table, before anything else."));
    return TAKE(fixing);
}

/* If the table is that of the end, only the heads are left. */
static bool settle_end(const struct resume_request *request,
                       struct fix_place_found *found, struct redo_log *log,
                       struct store *store, struct rehearsal_report *ret, struct err *err)
{
    struct reader disk = store_reader(store);
    bool has_log = unfinished_log(found, log, ERR_IGNORED);

    if (!fixing_find_end(request, has_log ? log : NULL, &disk, &found->head.run, ret,
                         err))
        return false;
    if (has_log && is_run_done(found)) {
        redo_log_finish(log);
        *log = (struct redo_log){ 0 };
    }
    return true;
}

struct fixing *fixing_reopen(const struct resume_request *request,
                             struct rehearsal_report *ret, struct err *err)
{
    CLEANUP(freep) struct fix_place_found *found = xmalloc(sizeof(*found));
    struct resume_request own = *request;
    CLEANUP(redo_log_finish) struct redo_log log = { 0 };
    CLEANUP(store_closep) struct store *store = store_open(request->move->disk, err);

    *ret = (struct rehearsal_report){ 0 };
    *found = *request->move;
    own.move = found;
    if (!store || !(is_run_done(found) ? settle_end(&own, found, &log, store, ret, err)
                                       : unfinished_log(found, &log, err)))
        return NULL;
    return reopen_with(&own, is_run_done(request->move) && !is_run_done(found), &log,
                       store, ret, err);
}
