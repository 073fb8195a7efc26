/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fixing_disk.c - opens the disk and the journal's, and keeps others away from them */
#include <stdlib.h>

#include "device/move/fixing/fixing_private.h"
#include "device/move/fixing/journal_file.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/refusal.h"

/* --- opening --- */

static bool open_journal_disk(struct fixing *fixing, struct err *err)
{
    bool is_new = fixing->plan.spot.kind == JOURNAL_FILE && !fixing->is_resumed, is_busy;

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
           (fixing->is_resumed || fixing_compare_owned(fixing, err));
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

    disk->pages = sink_disk_pages(disk->claim.disk);
    disk->moved = sink_disk_moved(disk->claim.disk);
    disk->blocks = sink_disk_sink(disk->claim.disk);
    return is_rehearsed_disk(fixing, err);
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
           err_refuse(err, REFUSAL_FIX_DISK_IN_USE,
                      _("%1$s is in use (%2$s), and what is written to it while data is "
                        "moved could be lost. Nothing was written. End that use first."),
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
    fixing->disk.told =
        layout_ref(fixing->redo->before ? fixing->redo->before : fixing->base);
    fixing_redo_open(fixing);
    return true;
}

/* The kernel gets the table that is there, whatever has been done. */
static void tell_rest(struct fixing *fixing)
{
    struct err err = { 0 };
    CLEANUP(layout_unrefp) struct layout *now = fixing_read_table(fixing, &err);

    if (now && (!fixing_tell(fixing, now, &err) || !fixing_is_told(fixing, now)))
        fixing->report.is_kernel_old = true;
}

/* A program that replaces an image by its name leaves the open file as it is. */
static void note_elsewhere(struct fixing *fixing)
{
    struct commit_report *report = &fixing->report;

    free(report->elsewhere);
    report->elsewhere = NULL;
    if (!report->is_written && !fixing->has_begun)
        return;
    report->elsewhere =
        mark_elsewhere(fixing->commit, sink_disk_fd(fixing->disk.claim.disk));
    if (report->elsewhere)
        lines_add(&report->warnings, "%s", report->elsewhere);
}

void fixing_close(struct fixing *fixing)
{
    struct fixing_disk *disk = &fixing->disk;

    prescan_free(fixing->scan.prescan);
    fixing->scan.prescan = NULL;
    if (fixing->redo->is_open)
        tell_rest(fixing);
    if (fixing->redo->is_open)
        note_elsewhere(fixing);
    fixing_redo_close(fixing); /* which waits for what is read ahead */
    background_free(fixing->background);
    fixing->background = NULL;
    sink_disk_close(disk->journal_disk);
    /* Where nothing was begun, it would be in the way of the next try. */
    if (fixing->is_new_file && !fixing->is_resumed)
        (void)journal_file_remove(fixing->journal_path); /* the error is reported */
    fixing->is_new_file = false;
    disk->journal_disk = NULL;
    if (disk->is_claimed)
        claim_finish(&disk->claim);
    disk->is_claimed = false;
    layout_unref(disk->told);
    disk->told = NULL;
}
