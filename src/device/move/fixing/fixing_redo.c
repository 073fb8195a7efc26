/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fixing_redo.c - carries out a fix by its redo log */
#include <stdlib.h>
#include <string.h>

#include "device/move/fixing/fixing_private.h"
#include "device/move/journal/journal_hint.h"
#include "device/move/unfinished/log_plan.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/base/str.h"

void fixing_redo_free(struct fixing_redo *redo)
{
    if (!redo)
        return;
    redo_log_finish(&redo->log);
    layout_unref(redo->before);
    free(redo);
}

/* --- what may be written --- */

/* The page writes whole blocks again that it has read. */
static struct fence_run redo_blocks_of(const struct fixing *fixing, uint64_t lba,
                                       uint64_t sectors)
{
    struct alignment grid = fixing->plan.grid;
    uint64_t logical = fixing->limits.logical;
    uint64_t first = lba - num_min(lba, align_past(grid, lba));
    uint64_t end = num_min(align_next(grid, lba + sectors), fixing->limits.size);

    return (struct fence_run){ first * logical, end * logical };
}

static void open_redo_table(struct fixing *fixing)
{
    struct fixing_disk *disk = &fixing->disk;
    const struct redo_log *log = &fixing->redo->log;
    CLEANUP(freep)
    struct fence_run *runs = xcalloc(log->patch_count + 1, sizeof(*runs));

    for (size_t i = 0; i < log->patch_count; i++)
        runs[i] = redo_blocks_of(fixing, log->patches[i].lba, 1);
    fence_begin(&disk->table_fence, &disk->blocks, runs, log->patch_count);
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

void fixing_redo_open(struct fixing *fixing)
{
    struct fixing_redo *redo = fixing->redo;
    struct fixing_disk *disk = &fixing->disk;

    open_redo_table(fixing);
    open_redo_journal(fixing);
    fix_store_begin(&redo->store, &disk->table, &disk->journal_sink,
                    redo->head.place.start * redo->head.place.logical, fixing->plan.grid,
                    &redo->head);
    redo_init(&redo->redo, &redo->store, &redo->log, 0);
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

/* --- errors --- */

static bool redo_fail(const struct fixing *fixing, struct err *err)
{
    const struct fixing_redo *redo = fixing->redo;

    return err_set(err, ERR_IO, _("The table or its journal cannot be written: %s."),
                   strerror(redo->redo.error));
}

#define DIFFERENCES_NAMED 4

static char *name_differences(const struct redo *redo)
{
    CLEANUP(str_finish) struct str list = { 0 };

    for (size_t i = 0; i < redo->difference_count && i < DIFFERENCES_NAMED; i++)
        str_printf(&list, i ? ", %llu" : "%llu",
                   (ull)table_states_lba(redo->states, redo->differences[i].sector));
    if (redo->difference_count > DIFFERENCES_NAMED)
        str_printf(&list, ", ...");
    return xstrdup(str_text(&list));
}

/* What is there is neither written over nor interpreted. */
static bool refuse_foreign(const struct fixing *fixing, struct err *err)
{
    CLEANUP(freep) char *sectors = name_differences(&fixing->redo->redo);

    return err_set(err, ERR_REFUSED,
                   _("Another program has changed the partition table since the fix "
                     "began. Not as the journal has them: sectors %1$s. Undo that "
                     "change: then 'alidade resume' goes on. %2$s"),
                   sectors, fixing_written_words(fixing));
}

static bool redo_refuse(const struct fixing *fixing, enum redo_state state,
                        struct err *err)
{
    return state == REDO_FOREIGN ? refuse_foreign(fixing, err) : redo_fail(fixing, err);
}

/* --- stages --- */

static bool begin_new(struct fixing *fixing, struct err *err)
{
    struct fixing_redo *redo = fixing->redo;

    fixing->has_begun = true;
    if (redo_begin(&redo->redo))
        return redo_fail(fixing, err);
    fixing->found.is_resumed = true; /* from here on there is something to resume */
    journal_hint_save(&fixing->plan);
    return true;
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
        return err_set(err, ERR_REFUSED, "%s",
                       _("The move has gone on since it was looked at: another alidade "
                         "works on it. Nothing was written."));
    enum redo_state state = redo_open(&redo->redo);
    if (state == REDO_MORE && fixing->is_rollback &&
        redo->store.head.run.direction <= RUN_BACK)
        state = redo_turn(&redo->redo);
    if (state != REDO_MORE)
        return redo_refuse(fixing, state, err);
    fixing->has_begun = fixing->is_rollback;
    return true;
}

bool fixing_redo_begin(struct fixing *fixing, struct err *err)
{
    return fixing->found.is_resumed ? begin_again(fixing, err) : begin_new(fixing, err);
}

/* What is left in free space would pass for data; swap has other bytes in any case, and a
 * file is removed. */
static int wipe_journal(struct fixing *fixing)
{
    const struct record_place *place = &fixing->redo->head.place;
    const struct sink *journal = &fixing->disk.journal_sink;
    uint64_t at = place->start * place->logical + 2 * (uint64_t)place->block;
    uint64_t end = place->start * place->logical + place->bytes;
    CLEANUP(freep) uint8_t *zeros = xaligned(RECORD_BYTES, place->block);
    int error = 0;

    memset(zeros, 0, place->block);
    for (; !error && at < end; at += place->block)
        error = journal->write(journal->context, at, zeros, place->block);
    return error ? error : journal->flush(journal->context);
}

static bool is_last(const struct fixing_redo *redo)
{
    return redo->store.head.run.direction == RUN_DONE;
}

bool fixing_redo_step(struct fixing *fixing, bool *ret_more, struct err *err)
{
    struct fixing_redo *redo = fixing->redo;
    bool is_wiped =
        redo->head.place.kind != JOURNAL_FILE && redo->head.place.kind != JOURNAL_SWAP;

    if (is_last(redo) && is_wiped)
        redo->redo.error = wipe_journal(fixing);
    if (redo->redo.error)
        return redo_fail(fixing, err);
    if (!is_last(redo) || !fixing->is_rollback)
        fixing->step = log_plan_step(&redo->log, &redo->store.head.run);
    enum redo_state state = redo_step(&redo->redo);
    fixing->has_begun |= state != REDO_FOREIGN;
    *ret_more = state == REDO_MORE;
    if (state == REDO_ENDED)
        journal_hint_remove(&fixing->plan);
    return state == REDO_MORE || state == REDO_ENDED || redo_refuse(fixing, state, err);
}
