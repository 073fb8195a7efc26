/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fixing_redo.c - carries out a fix by its redo log */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "device/move/find/hint.h"
#include "device/move/fixing/fixing_private.h"
#include "device/move/store/foreign.h"
#include "device/move/unfinished/log_plan.h"
#include "model/base/intl.h"
#include "model/base/last_words.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/base/refusal.h"
#include "model/base/shell.h"
#include "model/base/str.h"
#include "model/move/log/record_fit.h"

/* Zeros that are written in one step. */
#define WIPE_BYTES (UINT64_C(8) << 20)

enum {
    DIRECT_BYTES = 4096,
    FAILURES_MAX = 3,
};

void fixing_redo_free(struct fixing_redo *redo)
{
    if (!redo)
        return;
    redo_log_finish(&redo->log);
    backup_file_finish(&redo->found);
    layout_unref(redo->before);
    fixing_spot_free(redo);
    free(redo->given_up);
    free(redo);
}

/* --- what may be written --- */

/* Whole pages of data go to the disk as they are; single sectors are copied. */
static const struct sink *sink_for(const struct fixing_disk *disk, const void *bytes)
{
    return (uintptr_t)bytes % DIRECT_BYTES ? &disk->blocks : &disk->moved;
}

static int redo_disk_write(void *context, uint64_t offset, const void *bytes,
                           size_t count)
{
    const struct sink *sink = sink_for(context, bytes);

    return sink->write(sink->context, offset, bytes, count);
}

static int redo_disk_read(void *context, uint64_t offset, void *bytes, size_t count)
{
    const struct sink *sink = sink_for(context, bytes);

    return sink->read_back(sink->context, offset, bytes, count);
}

static int redo_disk_flush(void *context)
{
    const struct fixing_disk *disk = context;

    return disk->blocks.flush(disk->blocks.context);
}

static void open_redo_table(struct fixing *fixing)
{
    struct fixing_disk *disk = &fixing->disk;
    CLEANUP(freep) struct fence_run *runs = NULL;
    size_t count = redo_extents(&fixing->redo->redo, &runs);

    disk->table_below =
        (struct sink){ redo_disk_write, redo_disk_flush, redo_disk_read, disk };
    fence_begin(&disk->table_fence, &disk->table_below, runs, count);
    disk->table = fence_sink(&disk->table_fence);
}

static void open_redo_journal(struct fixing *fixing)
{
    struct fixing_disk *disk = &fixing->disk;
    const struct record_place *place = &fixing->redo->head.place;
    uint64_t start = place->start * place->logical;
    struct fence_run run = { start, start + place->bytes };

    disk->journal_below =
        disk->journal_disk ? sink_disk_pages(disk->journal_disk) : disk->pages;
    fence_begin(&disk->journal_fence, &disk->journal_below, &run, 1);
    disk->journal_sink = fence_sink(&disk->journal_fence);
}

/* What is left is for writes that are verified, and for hashes. */
static size_t redo_memory(const struct fixing *fixing)
{
    return fixing_has_data(fixing) ? fixing->memory / 32 * 25 : 0;
}

uint16_t fixing_redo_guard(const struct fixing *fixing, size_t index)
{
    const struct log_steps *steps = &fixing->redo->log.steps;
    uint16_t at = 0;

    while (at + 1U < steps->count &&
           (steps->at[at].kind != LOG_GUARD || steps->at[at].group != (uint16_t)index))
        at++;
    return at;
}

/* Under the same claim it was not written since. */
static struct redo_units units_of_scan(void *context, size_t step)
{
    const struct fixing *fixing = context;
    size_t index = fixing->redo->log.steps.at[step].group;

    return fixing->moves[index].units;
}

static bool zones_of_disk(void *context, const struct fix_move *move)
{
    return fixing_has_zones(context, move);
}

void fixing_redo_open(struct fixing *fixing)
{
    struct fixing_redo *redo = fixing->redo;
    struct fixing_disk *disk = &fixing->disk;

    open_redo_journal(fixing);
    fix_store_begin(&redo->store, &disk->table, &disk->journal_sink,
                    redo->head.place.start * redo->head.place.logical, fixing->plan.grid,
                    &redo->head);
    redo_init(&redo->redo, &redo->store, &redo->log, redo_memory(fixing));
    redo->redo.skips_check = fixing->skips_check;
    redo->redo.checks_source = !fixing->is_resumed; /* it was not used since */
    redo->redo.given_up = redo->given_up;
    redo->redo.given_up_count = redo->given_up_count;
    redo->redo.zeros = sink_disk_zeros(disk->claim.disk);
    redo->redo.read_units = units_of_scan;
    redo->redo.has_zones = zones_of_disk;
    redo->redo.context = fixing;
    open_redo_table(fixing);
    redo->is_open = true;
}

void fixing_redo_close(struct fixing *fixing)
{
    struct fixing_redo *redo = fixing->redo;

    if (!redo || !redo->is_open)
        return;
    redo_end(&redo->redo);
    fix_store_end(&redo->store);
    fence_finish(&fixing->disk.journal_fence);
    fence_finish(&fixing->disk.table_fence);
    redo->is_open = false;
}

/* --- stages --- */

static bool begin_new(struct fixing *fixing, struct err *err)
{
    struct fixing_redo *redo = fixing->redo;
    struct err why = { 0 };

    fixing->has_begun = true;
    if (redo_begin(&redo->redo)) {
        (void)fixing_redo_fail(fixing, &why);
        return err_pass(err, &why, "%s %s", why.text,
                        _("No table and no data was changed."));
    }
    fixing->is_resumed = true; /* from here on there is something to resume */
    fix_hint_save(&redo->head);
    return true;
}

static bool refuse_gone_on(const struct fixing *fixing, struct err *err)
{
    CLEANUP(freep) char *path = shell_path(fixing->path);

    return err_refuse(
        err, REFUSAL_FIX_GONE_ON,
        _("The move has gone on since it was looked at: another alidade works "
          "on it. Nothing was written. How far it is: alidade resume --status "
          "%s"),
        path);
}

/* Another program may have gone on before the disk was locked. */
static bool begin_again(struct fixing *fixing, struct err *err)
{
    struct fixing_redo *redo = fixing->redo;
    const struct record_head *head = &redo->head;
    struct record_head now;

    if (fix_store_find_head(redo->store.journal, redo->store.offset,
                            head->owner.disk_bytes, head->place.block,
                            &now) != RECORD_IS_VALID ||
        !guid_equal(&now.owner.transaction, &head->owner.transaction) ||
        now.sequence != head->sequence)
        return refuse_gone_on(fixing, err);
    redo->has_begun_move =
        redo_move_at_work(&redo->redo) || head->run.direction == RUN_BACK;
    enum redo_state state = redo_open(&redo->redo);
    if (state == REDO_MORE && redo->was_complete)
        state = redo_take_up(&redo->redo, head->run);
    if (state == REDO_MORE && redo->writes_table) {
        state = redo_look(&redo->redo);
        if (state == REDO_FOREIGN && redo->redo.difference_count) {
            if (!fixing_foreign_write(fixing, err))
                return false;
            state = redo_look(&redo->redo);
        }
    }
    if (state == REDO_MORE && (redo->redo.error = redo_mend_first(&redo->redo)))
        state = REDO_FAILED;
    if (state == REDO_MORE && fixing->is_rollback &&
        redo->store.head.run.direction <= RUN_BACK)
        state = redo_turn(&redo->redo);
    if (state != REDO_MORE)
        return fixing_redo_refuse(fixing, &redo->redo, state, err);
    fixing->has_begun |= fixing->is_rollback;
    return true;
}

static void set_words_of_move(const struct fixing *fixing)
{
    CLEANUP(freep) char *path = shell_path(fixing->path);
    CLEANUP(freep)
    char *words =
        xasprintf(_("A move has begun, and nothing is lost: alidade resume %s"), path);

    last_words_set(words, ERR_STOPPED);
}

bool fixing_redo_begin(struct fixing *fixing, struct err *err)
{
    set_words_of_move(fixing);
    return fixing->is_resumed ? begin_again(fixing, err) : begin_new(fixing, err);
}

void fixing_forget_place(const struct fixing *fixing)
{
    fix_hint_remove(&fixing->redo->head);
}

/* Returns the bytes at the start of each slot of the ring that moves have written. Where
 * the log is wiped already, its moves are not known any more. */
static uint64_t slot_written(const struct redo *redo, uint64_t slot)
{
    uint64_t block = redo->store->head.place.block, largest = 0;

    for (size_t i = 0; i < redo->move_count; i++) {
        const struct shift *shift = &redo->moves[i].shift;
        if (shift->mode == MOVE_JOURNAL)
            largest = num_max(largest, shift->piece * redo->log->logical);
    }
    if (!redo->move_count)
        return slot;
    return largest ? num_min(slot, block + num_round_up(largest, block)) : 0;
}

/* Returns the next part of the journal that was written; of no length: that is all. */
static struct record_bytes next_written(const struct fixing_redo *redo, uint64_t at)
{
    const struct record_bytes *ring = &redo->head.areas[AREA_RING];
    const struct record_bytes *log = &redo->head.areas[AREA_LOG_B];
    uint64_t end = redo->head.place.bytes;
    uint64_t slot = num_round_down(ring->bytes / RECORD_SLOTS, redo->head.place.block);
    uint64_t written = slot_written(&redo->redo, slot);

    /* The second copy of the log goes last, alone: as long as it is there, it is known
     * which table the fix has left, and without it all else is gone. */
    if (at < log->offset)
        end = log->offset;
    if (at < ring->offset && ring->bytes)
        end = ring->offset;
    for (unsigned i = 0; i < RECORD_SLOTS && ring->bytes; i++) {
        uint64_t start = ring->offset + i * slot, next = start + slot;
        if (i + 1 == RECORD_SLOTS)
            next = ring->offset + ring->bytes;
        if (at >= start && at < start + written)
            end = start + written;
        else if (at >= start && at < next)
            at = next;
    }
    return (struct record_bytes){ at, num_min(end - at, WIPE_BYTES) };
}

/* What is left in free space would pass for data; swap has other bytes in any case, and a
 * file is removed.  A part of it; *RET_MORE: not all. */
static int wipe_journal(struct fixing *fixing, bool *ret_more)
{
    const struct record_place *place = &fixing->redo->head.place;
    const struct sink *journal = &fixing->disk.journal_sink;
    uint64_t heads = 2 * (uint64_t)place->block;
    struct record_bytes part = next_written(fixing->redo, heads + fixing->wiped);
    CLEANUP(freep) uint8_t *zeros = NULL;

    *ret_more = part.bytes && !fixing->redo->leaves_place &&
                place->kind != JOURNAL_FILE && place->kind != JOURNAL_SWAP;
    if (!*ret_more)
        return 0;
    zeros = xaligned(DIRECT_BYTES, (size_t)part.bytes);
    memset(zeros, 0, (size_t)part.bytes);
    int error =
        journal->write(journal->context, place->start * place->logical + part.offset,
                       zeros, (size_t)part.bytes);
    fixing->wiped = part.offset + part.bytes - heads;
    return error ? error : journal->flush(journal->context);
}

static bool is_last(const struct fixing_redo *redo)
{
    return redo->store.head.run.direction == RUN_DONE;
}

/* The kernel has the table of each step before the next one, but not the partition that
 * is moved, so that no other program can use it. */
static bool tell_table(struct fixing *fixing, struct err *err)
{
    CLEANUP(layout_unrefp) struct layout *now = fixing_read_table(fixing, err);

    fixing->redo->hidden = NULL;
    return now && fixing_tell(fixing, now, err);
}

/* Returns NOW without the entry of the journal; NULL: it has none of its own. */
static struct layout *without_journal(const struct fixing *fixing,
                                      const struct layout *now)
{
    const struct journal_spot *spot = &fixing->plan.spot;
    const struct extent *entry = layout_find_number(now, fixing->plan.number);

    if (!entry || spot->kind == JOURNAL_SWAP || spot->kind == JOURNAL_EMPTY ||
        entry->start != spot->start)
        return NULL;
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(now);
    layout_builder_remove(builder, entry->id);
    return layout_builder_refinish(builder);
}

/* The kernel lacks the journal's partition before the table does: without that entry
 * nothing leads to a fix that was killed before the kernel was told.  It is told again
 * after that: this can fail, and another program can bring the partition back. */
static void tell_of_end(struct fixing *fixing)
{
    CLEANUP(layout_unrefp) struct layout *now = fixing_read_table(fixing, ERR_IGNORED);
    CLEANUP(layout_unrefp)
    struct layout *after = now ? without_journal(fixing, now) : NULL;

    if (!after || !fixing_tell(fixing, now, ERR_IGNORED))
        return;
    (void)!fixing_tell(fixing, after, ERR_IGNORED);
    layout_unref(fixing->disk.told);
    fixing->disk.told = layout_ref(now);
}

static bool removes_entry(const struct fixing_redo *redo)
{
    enum run_direction direction = redo->store.head.run.direction;

    return direction == RUN_EXIT ||
           (direction == RUN_BACK && !redo_move_at_work(&redo->redo));
}

static bool guard_from_others(struct fixing *fixing, struct err *err)
{
    struct fixing_redo *redo = fixing->redo;
    const struct fix_move *move = redo_move_at_work(&redo->redo);

    if (removes_entry(redo))
        tell_of_end(fixing);

    if (!move)
        return is_last(redo) || !redo->redo.move_count || fixing_watch_users(fixing, err);
    if (move != redo->hidden) {
        if (!fixing_hide(fixing, fixing->step, err))
            return false;
        redo->hidden = move;
        fixing_begin_background(fixing);
        redo->redo.background = fixing->background;
        redo->redo.reads_ahead = fixing->background;
    }
    return fixing_watch(fixing, fixing->step, err);
}

/* What fails at the same place again and again is given up. */
static bool may_try_again(struct fixing_redo *redo)
{
    struct fixing_failures *failures = &redo->failures;
    uint64_t sequence = redo->store.head.sequence;
    struct move_progress now;

    redo_live(&redo->redo, &now);
    if (sequence != failures->sequence || now.bytes_done > failures->bytes_done)
        failures->count = 0;
    failures->sequence = sequence;
    failures->bytes_done = now.bytes_done;
    return ++failures->count <= FAILURES_MAX;
}

/* What has failed is tried again, from what is on the disk then. */
static enum redo_state step_or_open(struct fixing *fixing)
{
    struct fixing_redo *redo = fixing->redo;
    enum redo_state state = redo_step(&redo->redo);

    fixing->has_begun |= state != REDO_FOREIGN && state != REDO_OTHER;
    if (state != REDO_FAILED || !may_try_again(redo))
        return state;
    int error = redo->redo.error;
    state = redo_open(&redo->redo);
    if (state == REDO_FAILED)
        redo->redo.error = error;
    fixing->retries += state == REDO_MORE;
    return state;
}

bool fixing_redo_step(struct fixing *fixing, bool *ret_more, struct err *err)
{
    struct fixing_redo *redo = fixing->redo;
    const struct fix_move *move = redo_move_at_work(&redo->redo);
    uint64_t sequence = redo->store.head.sequence;

    *ret_more = false;
    redo->redo.error = is_last(redo) ? wipe_journal(fixing, ret_more) : 0;
    if (redo->redo.error)
        return fixing_redo_fail(fixing, err);
    if (*ret_more)
        return true;
    if (!is_last(redo) || !fixing->is_rollback)
        fixing->step = log_plan_step(&redo->log, &redo->store.head.run);
    if (!guard_from_others(fixing, err))
        return false;
    enum redo_state state = step_or_open(fixing);
    *ret_more = state == REDO_MORE;
    if (state == REDO_ENDED)
        fix_hint_remove(&redo->head);
    if (state != REDO_MORE && state != REDO_ENDED)
        return fixing_redo_refuse(fixing, &redo->redo, state, err);
    const struct fix_move *next = redo_move_at_work(&redo->redo);
    if (!is_last(redo))
        fixing->step = log_plan_step(&redo->log, &redo->store.head.run);
    bool is_table_new = redo->store.head.sequence != sequence && (!next || next != move);
    /* At the end it is told once more, and reported. */
    return is_last(redo) || !is_table_new || tell_table(fixing, err);
}
