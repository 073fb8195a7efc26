/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fixing_journal.c - begins and ends the journal of a fix
 *
 * The plan is durable before anything leads to it, and stays until nothing is left that
 * needs it. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "device/move/fixing/fixing_private.h"
#include "device/move/fixing/moving_table.h"
#include "device/move/journal/journal_file.h"
#include "device/move/journal/journal_hint.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/move/journal/journal_swap.h"

/* Zeros that are written to a device in one step. */
#define WIPE_BYTES ((size_t)8 << 20)

static bool journal_fail(int error, struct err *err)
{
    return err_set(err, ERR_IO, _("The journal cannot be written: %s."), strerror(error));
}

/* --- the backup --- */

static bool save_run(struct fixing *fixing, const struct shift_sectors *run,
                     struct err *err)
{
    const struct sink *disk = &fixing->disk.blocks;
    size_t count = (size_t)(run->length * fixing->limits.logical);
    uint8_t *bytes = xmalloc(count);
    int error =
        disk->read_back(disk->context, run->lba * fixing->limits.logical, bytes, count);

    /* COMMIT owns them in any case. */
    commit_add_saved(fixing->commit, run->lba, run->length, bytes);
    return !error ||
           err_set(err, ERR_REFUSED, _("Sector %1$llu cannot be read: %2$s. %3$s"),
                   (ull)run->lba, strerror(error), fixing_written_words(fixing));
}

/* Free space is not in it: to write it back would overwrite what has moved there. */
bool fixing_save_backup(struct fixing *fixing, struct err *err)
{
    struct shift_sectors runs[SHIFT_SAVED_MAX];

    bool is_log = fixing->redo && fixing->found.is_resumed; /* its journal has them */

    for (size_t i = fixing->first; i < fixing->plan.step_count && !is_log; i++) {
        if (!fixing_moves_data(fixing, i) || fixing_is_late(fixing, i) ||
            (i == fixing->first && fixing->found.has_record))
            continue;
        struct shift shift = fixing->moves[i].shift;
        shift.keeps_free = false;
        for (size_t run = shift_saved(&shift, runs); run > 0; run--)
            if (!save_run(fixing, &runs[run - 1], err))
                return false;
    }
    struct err why = { 0 };
    return !fixing->commit->backup_path ||
           commit_save_backup(fixing->commit, &fixing->report, &why) ||
           err_set(err, why.code, "%s %s", fixing_written_words(fixing), why.text);
}

/* --- the partition that it is in --- */

static bool is_in_partition(const struct journal_plan *plan)
{
    return plan->number && !guid_is_zero(&plan->spot_type);
}

const struct journal_step *fixing_step_of_spot(const struct journal_plan *plan)
{
    for (size_t i = 0; is_in_partition(plan) && i < plan->step_count; i++)
        if (plan->steps[i].number == plan->number && plan->steps[i].length)
            return &plan->steps[i];
    return NULL;
}

static int write_durably(const struct sink *sink, uint64_t offset, const uint8_t *bytes,
                         size_t count)
{
    int error = sink->write(sink->context, offset, bytes, count);

    return error ? error : sink->flush(sink->context);
}

/* What is written at the start of that partition. */
struct start_blocks {
    uint64_t first, sectors;
    uint64_t skipped; /* sectors before them, in a block with foreign ones */
    uint8_t *bytes;   /* owned; zeros at first */
};

static struct start_blocks start_blocks(const struct fixing *fixing, uint64_t start)
{
    const struct journal_plan *plan = &fixing->plan;
    struct start_blocks blocks = { 0 };

    blocks.sectors = write_grid_at_start(plan->grid, plan->logical, start, &blocks.first);
    blocks.skipped = blocks.first - start;
    size_t count = (size_t)(blocks.sectors * plan->logical) + JOURNAL_SWAP_BYTES;
    blocks.bytes = xaligned(JOURNAL_SWAP_BYTES, count);
    memset(blocks.bytes, 0, count);
    return blocks;
}

static void start_blocks_finish(struct start_blocks *blocks)
{
    free(blocks->bytes);
}

static bool write_start(struct fixing *fixing, const struct start_blocks *blocks,
                        struct err *err)
{
    uint64_t logical = fixing->limits.logical;

    fixing->has_begun = true;
    int error = blocks->sectors
                    ? write_durably(&fixing->disk.journal_sink, blocks->first * logical,
                                    blocks->bytes, (size_t)(blocks->sectors * logical))
                    : ENOTSUP;

    return !error || journal_fail(error, err);
}

/* Whole blocks, where swap has its signature: no zeros that a tool takes for empty. */
bool fixing_guard_journal(struct fixing *fixing, uint64_t start, struct err *err)
{
    CLEANUP(start_blocks_finish)
    struct start_blocks blocks = start_blocks(fixing, start);

    for (size_t i = 0; i < blocks.sectors; i++) {
        struct journal_guard guard =
            journal_guard_of(&fixing->plan, 0, blocks.skipped + i);
        journal_guard_encode(&guard, blocks.bytes + i * (size_t)fixing->limits.logical);
    }
    return write_start(fixing, &blocks, err);
}

/* --- the beginning --- */

static struct layout *entry_wanted(const struct layout *now, void *context,
                                   struct err *err)
{
    const struct fixing *fixing = context;

    (void)err;
    return fixing_table_of_journal(fixing, now);
}

bool fixing_begin_journal(struct fixing *fixing, struct err *err)
{
    const struct journal_plan *plan = &fixing->plan;
    const struct extent *partition = layout_find_number(fixing->base, plan->number);
    int error = journal_write_plan(&fixing->journal);

    if (error)
        return journal_fail(error, err);
    fixing->found.is_resumed = true; /* from here on there is something to resume */
    fixing->has_begun = true;
    journal_hint_save(plan);
    if (is_in_partition(plan) && !fixing_guard_journal(fixing, partition->start, err))
        return false;
    return moving_table_change(&fixing->disk.table, &fixing->limits, entry_wanted, fixing,
                               err);
}

void fixing_forget_place(const struct fixing *fixing)
{
    journal_hint_remove(&fixing->plan);
}

/* --- the end --- */

static struct layout *end_wanted(const struct layout *now, void *context, struct err *err)
{
    const struct fixing *fixing = context;

    (void)err;
    return fixing_table_at_end(now, &fixing->plan);
}

/* That at the old start is inside the partition if it has moved to the left. Elsewhere it
 * is in free space, or what was moved there has overwritten it. */
static bool wipe_old_guard(struct fixing *fixing, const struct extent *extent,
                           struct err *err)
{
    const struct journal_step *step = fixing_step_of_spot(&fixing->plan);

    if (!step || extent->start != step->to || step->from < step->to)
        return true;
    CLEANUP(start_blocks_finish)
    struct start_blocks zeros = start_blocks(fixing, step->from);
    return write_start(fixing, &zeros, err);
}

/* Of the header, what is before the whole blocks was never changed. */
static void put_header(const struct fixing *fixing, const struct extent *extent,
                       const struct start_blocks *blocks)
{
    uint8_t page[JOURNAL_SWAP_BYTES];
    size_t skipped = (size_t)(blocks->skipped * fixing->limits.logical);

    journal_swap_make(&fixing->plan, extent->length * fixing->limits.logical, page);
    memcpy(blocks->bytes, page + skipped, sizeof(page) - skipped);
}

/* The swap area has its header, or the empty partition its zeros, before it has its type
 * again. */
static bool end_partition(struct fixing *fixing, struct err *err)
{
    const struct journal_plan *plan = &fixing->plan;

    if (!is_in_partition(plan))
        return true;
    CLEANUP(layout_unrefp) struct layout *now = fixing_read_table(fixing, err);
    const struct extent *extent = now ? layout_find_number(now, plan->number) : NULL;
    if (!extent)
        return now != NULL;
    if (!wipe_old_guard(fixing, extent, err))
        return false;
    CLEANUP(start_blocks_finish)
    struct start_blocks blocks = start_blocks(fixing, extent->start);
    if (plan->spot.kind == JOURNAL_SWAP && blocks.sectors)
        put_header(fixing, extent, &blocks);
    return write_start(fixing, &blocks, err);
}

/* In free space, an empty partition or another device what is left would pass for data: a
 * saved superblock for a lost file system.  Swap is created again, a file is removed. */
static bool is_wiped(const struct journal_spot *spot)
{
    return spot->kind != JOURNAL_FILE && spot->kind != JOURNAL_SWAP;
}

/* The records of the progress stay until the plan is gone: it is complete without them.
 */
bool fixing_wipe_journal(struct fixing *fixing, bool *ret_more, struct err *err)
{
    const struct journal_spot *spot = &fixing->plan.spot;

    *ret_more = is_wiped(spot) && fixing->wiped < spot->bytes;
    if (!*ret_more)
        return true;
    int error = journal_clear_areas(&fixing->journal, WIPE_BYTES, &fixing->wiped);
    return !error || journal_fail(error, err);
}

static int clear_records(struct fixing *fixing)
{
    int error = journal_clear_plan(&fixing->journal);

    if (!error && is_wiped(&fixing->plan.spot))
        error = journal_clear_progress(&fixing->journal);
    return error;
}

/* The kernel lacks the journal's partition before the table does: without that entry
 * nothing leads to a fix that was killed before the kernel was told. It is told again
 * when the disk is closed: this can fail, and another program can bring the partition
 * back. */
static void tell_end(struct fixing *fixing)
{
    CLEANUP(layout_unrefp) struct layout *now = fixing_read_table(fixing, ERR_IGNORED);
    CLEANUP(layout_unrefp)
    struct layout *after = now ? fixing_table_at_end(now, &fixing->plan) : NULL;

    if (!after)
        return;
    struct layout *told = layout_ref(fixing->disk.told);
    (void)!fixing_tell(fixing, after, ERR_IGNORED);
    layout_unref(fixing->disk.told);
    fixing->disk.told = told;
}

bool fixing_end_journal(struct fixing *fixing, struct err *err)
{
    if (!end_partition(fixing, err))
        return false;
    tell_end(fixing);
    if (!moving_table_change(&fixing->disk.table, &fixing->limits, end_wanted, fixing,
                             err))
        return false;
    int error = clear_records(fixing);
    if (error)
        return journal_fail(error, err);
    journal_hint_remove(&fixing->plan);
    return true;
}

void fixing_remove_journal(struct fixing *fixing)
{
    struct commit_report *report = &fixing->report;

    if (fixing->plan.spot.kind != JOURNAL_FILE)
        lines_add(&report->done, "%s", _("The journal is removed."));
    else if (journal_file_remove(fixing->journal_path))
        lines_add(&report->done, _("The file of the journal is removed: %s"),
                  fixing->journal_path);
    else
        lines_add(&report->warnings,
                  _("The file of the journal could not be removed, and can be deleted "
                    "now: %s"),
                  fixing->journal_path);
}
