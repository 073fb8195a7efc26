/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fixing_disk.c - opens the disk and the journal's, and keeps others away from them */
#include <stdlib.h>

#include "device/move/fixing/fixing_private.h"
#include "device/move/journal/journal_file.h"
#include "device/system/kernel.h"
#include "model/base/intl.h"
#include "model/base/mem.h"

/* --- what may be written --- */

struct runs {
    struct fence_run *at; /* owned */
    size_t count;
};

static void runs_add(struct runs *runs, const struct fixing *fixing, uint64_t lba,
                     uint64_t sectors)
{
    uint64_t logical = fixing->limits.logical;

    runs->at = xrealloc(runs->at, runs->count + 1, sizeof(*runs->at));
    runs->at[runs->count++] =
        (struct fence_run){ lba * logical, (lba + sectors) * logical };
}

static void runs_finish(struct runs *runs)
{
    free(runs->at);
}

/* Where a swap area has its header after it has moved. */
static void add_swaps(struct runs *runs, const struct fixing *fixing)
{
    for (size_t i = 0; i < fixing->plan.step_count; i++) {
        if (fixing->plan.steps[i].action != MOVES_REMAKE)
            continue;
        struct shift_sectors blocks = fixing_swap_blocks(fixing, fixing->base, i);
        runs_add(runs, fixing, blocks.lba, blocks.length);
    }
}

/* What the rehearsal planned, and the table that is there: a power cut may have left it
 * so that more of it has to be written. */
static void open_table_fence(struct fixing *fixing)
{
    struct fixing_disk *disk = &fixing->disk;
    CLEANUP(runs_finish) struct runs runs = { 0 };
    const struct write_plan *plan = commit_plan(fixing->commit);

    for (size_t i = 0; i < plan->count; i++)
        runs_add(&runs, fixing, plan->writes[i].lba, plan->writes[i].count);
    add_swaps(&runs, fixing);
    LAYOUT_EACH (extent, fixing->base)
        if (extent->kind == EXTENT_METADATA)
            runs_add(&runs, fixing, extent->start, extent->length);
    fence_begin(&disk->table_fence, &disk->blocks, runs.at, runs.count);
    disk->table_below = fence_sink(&disk->table_fence);
    fixing_begin_table(fixing);
}

/* The guard of a partition with the journal, and later its header. */
static void add_start_of_spot(struct runs *runs, const struct fixing *fixing,
                              uint64_t start)
{
    const struct journal_plan *plan = &fixing->plan;
    uint64_t first;
    uint64_t count = write_grid_at_start(plan->grid, plan->logical, start, &first);

    if (count)
        runs_add(runs, fixing, first, count);
}

/* The places of the start of the partition with the journal, before and after it moves.
 */
static void add_starts(struct runs *runs, const struct fixing *fixing)
{
    const struct journal_plan *plan = &fixing->plan;
    const struct journal_step *step = fixing_step_of_spot(plan);
    const struct extent *extent = layout_find_number(fixing->base, plan->number);

    if (guid_is_zero(&plan->spot_type))
        return;
    if (step) {
        add_start_of_spot(runs, fixing, step->from);
        add_start_of_spot(runs, fixing, step->to);
    } else if (extent) {
        add_start_of_spot(runs, fixing, extent->start);
    }
}

static void open_journal_fence(struct fixing *fixing)
{
    struct fixing_disk *disk = &fixing->disk;
    CLEANUP(runs_finish) struct runs runs = { 0 };
    const struct journal_spot *spot = &fixing->plan.spot;

    disk->journal_below =
        disk->journal_disk ? sink_disk_pages(disk->journal_disk) : disk->pages;
    runs_add(&runs, fixing, spot->start, spot->bytes / fixing->limits.logical);
    add_starts(&runs, fixing);
    fence_begin(&disk->journal_fence, &disk->journal_below, runs.at, runs.count);
    disk->journal_sink = fence_sink(&disk->journal_fence);
}

static struct shift_sectors envelope_of(const struct fixing *fixing, size_t index)
{
    const struct journal_step *step = &fixing->plan.steps[index];
    uint64_t low = step->from < step->to ? step->from : step->to;
    uint64_t high = step->from < step->to ? step->to : step->from;

    return (struct shift_sectors){ low, high - low + step->length };
}

void fixing_open_data(struct fixing *fixing, size_t index)
{
    struct fixing_disk *disk = &fixing->disk;
    CLEANUP(runs_finish) struct runs runs = { 0 };
    const struct shift *shift = &fixing->moves[index].shift;
    struct shift_sectors blocks = shift_blocks(shift, envelope_of(fixing, index));

    runs_add(&runs, fixing, blocks.lba, blocks.length);
    for (size_t i = 0; i < shift->table_count; i++) {
        blocks = shift_blocks(shift, shift->tables[i]);
        runs_add(&runs, fixing, blocks.lba, blocks.length);
    }
    fence_begin(&disk->data_fence, &disk->moved, runs.at, runs.count);
    disk->data = fence_sink(&disk->data_fence);
    disk->has_data_fence = true;
}

void fixing_close_data(struct fixing *fixing)
{
    if (fixing->disk.has_data_fence)
        fence_finish(&fixing->disk.data_fence);
    fixing->disk.has_data_fence = false;
}

/* --- opening --- */

static bool open_journal_disk(struct fixing *fixing, struct err *err)
{
    bool is_new = fixing->plan.spot.kind == JOURNAL_FILE && !fixing->found.is_resumed,
         is_busy;

    if (!fixing->journal_path)
        return true;
    if (is_new &&
        !journal_file_create(fixing->journal_path, fixing->plan.spot.bytes, err))
        return false;
    fixing->is_new_file = is_new;
    fixing->disk.journal_disk =
        sink_disk_open(fixing->journal_path, false, &is_busy, err);
    return fixing->disk.journal_disk && sink_disk_lock(fixing->disk.journal_disk, err);
}

static bool is_rehearsed_disk(struct fixing *fixing, struct err *err)
{
    const struct commit *commit = fixing->commit;
    struct disk_mark now;

    return mark_take(&commit->sys, commit->path, sink_disk_fd(fixing->disk.claim.disk),
                     &now, err) &&
           mark_check(commit, &now, err) &&
           (!commit->plan.count || commit_compare(commit, &fixing->disk.blocks, err)) &&
           (fixing->found.is_resumed || fixing_compare_owned(fixing, err));
}

static bool open_claim(struct fixing *fixing, struct err *err)
{
    struct commit *commit = fixing->commit;

    if (!commit_check_users(commit, NULL, err) || !commit_check_contents(commit, err) ||
        !claim_begin(commit, &fixing->disk.claim, err))
        return false;
    fixing->disk.is_claimed = true;
    return true;
}

/* Tries once. */
static bool lock_claim(struct fixing *fixing, struct err *err)
{
    enum sink_lock lock =
        sink_disk_try_lock(fixing->disk.claim.disk, fixing->disk.lock_tries, err);

    fixing->disk.lock_tries = lock == SINK_LOCK_HELD ? fixing->disk.lock_tries + 1 : 0;
    return lock != SINK_LOCK_REFUSED;
}

static bool use_claim(struct fixing *fixing, struct err *err)
{
    struct fixing_disk *disk = &fixing->disk;
    struct sink pages = sink_disk_pages(disk->claim.disk);
    disk->pages = mended_bare_sink(&disk->bare_disk, &disk->mended, &pages);
    struct sink moved = sink_disk_moved(disk->claim.disk);
    disk->moved = mended_bare_sink(&disk->bare_moved, &disk->mended, &moved);
    struct sink blocks = sink_disk_sink(disk->claim.disk);
    disk->blocks = mended_sink(&disk->mended_disk, &disk->mended, &blocks);
    return is_rehearsed_disk(fixing, err);
}

/* Another program may have completed the move before the disk was locked. */
static bool is_where_it_was(struct fixing *fixing, struct err *err)
{
    CLEANUP(freep) struct journal_progress *newest = xcalloc(1, sizeof(*newest));

    if (!fixing->found.is_resumed)
        return true;
    enum journal_state state = journal_read_progress(&fixing->journal, newest, err);
    if (state != RECORD_VALID && state != RECORD_NONE)
        return false;
    return fixing->journal.sequence == fixing->found.sequence ||
           err_set(err, ERR_REFUSED, "%s",
                   _("The move has gone on since it was looked at: another alidade works "
                     "on it. Nothing was written."));
}

/* A claim does not keep out who has the disk open already, such as a virtual machine. */
static bool begin_watch(struct fixing *fixing, struct err *err)
{
    struct fixing_disk *disk = &fixing->disk;
    char name[SYS_NAME] = "";

    (void)sys_name_of(fixing->sys, fixing->path, name); /* an image file has none */
    copy_text(disk->name, sizeof(disk->name), name);
    disk->watch = watch_begin(fixing->sys, fixing->path, disk->name, fixing->base);
    return !disk->watch.was_used ||
           err_set(err, ERR_REFUSED,
                   _("%1$s is in use (%2$s), and what is written to it while data is "
                     "moved could be lost. Nothing was written."),
                   fixing->path, disk->watch.users);
}

bool fixing_open(struct fixing *fixing, bool *ret_more, struct err *err)
{
    if (!fixing->disk.is_claimed && !open_claim(fixing, err))
        return false;
    if (!lock_claim(fixing, err))
        return false;
    *ret_more = fixing->disk.lock_tries;
    if (*ret_more)
        return true;
    if (!use_claim(fixing, err) || !fixing_check_contents(fixing, err) ||
        !begin_watch(fixing, err) || !open_journal_disk(fixing, err))
        return false;
    fixing->disk.told = layout_ref(
        fixing->redo && fixing->redo->before ? fixing->redo->before : fixing->base);
    if (fixing->redo) {
        fixing_redo_open(fixing);
        return true;
    }
    open_table_fence(fixing);
    open_journal_fence(fixing);
    journal_begin(&fixing->journal, &fixing->disk.journal_sink,
                  fixing->plan.spot.start * fixing->limits.logical, &fixing->plan);
    fixing->has_journal = true;
    return is_where_it_was(fixing, err) && fixing_mend_table(fixing, err);
}

/* The kernel gets the table that is there, whatever has been done. */
static void tell_rest(struct fixing *fixing)
{
    struct err err = { 0 };
    CLEANUP(layout_unrefp) struct layout *now = fixing_read_table(fixing, &err);

    if (now && !fixing_tell(fixing, now, &err))
        fixing->report.is_kernel_old = true;
}

void fixing_close(struct fixing *fixing)
{
    struct fixing_disk *disk = &fixing->disk;

    mover_free(fixing->mover);
    prescan_free(fixing->scan.prescan);
    background_free(fixing->background);
    fixing->mover = NULL;
    fixing->scan.prescan = NULL;
    fixing->background = NULL;
    fixing_close_data(fixing);
    if (fixing->has_journal || (fixing->redo && fixing->redo->is_open))
        tell_rest(fixing);
    fixing_redo_close(fixing);
    if (fixing->has_journal) {
        journal_end(&fixing->journal);
        fence_finish(&disk->journal_fence);
        fence_finish(&disk->table_fence);
    }
    fixing->has_journal = false;
    sink_disk_close(disk->journal_disk);
    /* Where nothing was begun, it would be in the way of the next try. */
    if (fixing->is_new_file && !fixing->found.is_resumed)
        (void)journal_file_remove(fixing->journal_path); /* the error is reported */
    fixing->is_new_file = false;
    disk->journal_disk = NULL;
    if (disk->is_claimed)
        claim_finish(&disk->claim);
    disk->is_claimed = false;
    layout_unref(disk->told);
    disk->told = NULL;
}

/* --- the kernel and other programs --- */

bool fixing_tell(struct fixing *fixing, const struct layout *after, struct err *err)
{
    struct claim *claim = &fixing->disk.claim;

    if (!fixing->commit->mark.is_block)
        return true;
    claim_release_parts(claim);
    bool is_told = kernel_tell(fixing->sys, fixing->path, sink_disk_fd(claim->disk),
                               fixing->disk.told, after, &fixing->report.warnings);
    layout_unref(fixing->disk.told);
    fixing->disk.told = layout_ref(after);
    if (is_told)
        return !claim->is_shared || claim_parts(fixing->commit, 0, claim, err);
    CLEANUP(freep) char *way_out = kernel_way_out(fixing->sys, fixing->path);
    return err_set(err, ERR_IO, _("The kernel still uses another table. %s"), way_out);
}

bool fixing_hide(struct fixing *fixing, size_t index, struct err *err)
{
    CLEANUP(layout_unrefp) struct layout *now = fixing_read_table(fixing, err);

    if (!now)
        return false;
    const struct extent *extent =
        layout_find_number(now, fixing->plan.steps[index].number);
    if (!extent)
        return true;
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(now);
    LAYOUT_EACH (slice, now)
        if (slice->parent == extent->id)
            layout_builder_remove(builder, slice->id);
    layout_builder_remove(builder, extent->id);
    CLEANUP(layout_unrefp) struct layout *without = layout_builder_refinish(builder);
    return fixing_tell(fixing, without, err);
}

static bool check_watch(struct fixing *fixing, struct shift_sectors all, struct err *err)
{
    char users[DISK_USERS];

    if (!watch_is_taken(&fixing->disk.watch, all.lba, all.lba + all.length, users))
        return true;
    return err_set(err, ERR_REFUSED,
                   _("Another program has begun to use the disk (%s): the move was "
                     "stopped before the next write."),
                   users);
}

bool fixing_watch(struct fixing *fixing, size_t index, struct err *err)
{
    return check_watch(fixing, envelope_of(fixing, index), err);
}

bool fixing_watch_users(struct fixing *fixing, struct err *err)
{
    return check_watch(fixing, (struct shift_sectors){ 0 }, err);
}
