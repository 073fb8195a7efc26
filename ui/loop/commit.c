/* SPDX-License-Identifier: GPL-3.0-or-later */
/* commit.c - the effects that write: rehearsal, commit, backups and scripts */
#include <stdlib.h>

#include "device/commit/backup.h"
#include "device/commit/history_read.h"
#include "device/commit/restore.h"
#include "device/io/text_file.h"
#include "device/move/unfinished/unfinished.h"
#include "device/system/backup_folder.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "ui/loop/files.h"
#include "ui/loop/private.h"
#include "ui/loop/signal.h"

static void commit_forget(struct loop_commit *commit)
{
    commit_free(commit->commit);
    commit->commit = NULL;
}

/* --- rehearsals --- */

static struct commit_request request_of(const struct loop *loop,
                                        const struct effect *effect)
{
    return (struct commit_request){ .path = loop->disk.info.path,
                                    .sys = &loop->disk.sys,
                                    .base = queue_base(loop->app.queue),
                                    .preview = loop->app.layout,
                                    .backup_path = loop->commit.backup_path,
                                    /* The write screen lists them beside the consent. */
                                    .accepted = { .is_all = true,
                                                  .starts = effect->starts,
                                                  .start_count = effect->start_count },
                                    .is_searched = loop->disk.found.news.is_complete,
                                    .watch = loop->commit.watch };
}

static void commit_rehearse_request(struct loop_commit *commit,
                                    const struct commit_request *request,
                                    struct event *ret)
{
    commit_forget(commit);
    *ret = (struct event){ .kind = EVENT_REHEARSED };
    commit->commit = commit_steps_rehearse(request, &ret->rehearsal, &commit->err);
    if (!commit->commit)
        ret->text = commit->err.text;
}

static void do_rehearse(struct loop *loop, const struct effect *effect, struct event *ret)
{
    struct commit_request request = request_of(loop, effect);
    struct disk_step *steps;

    request.step_count = disk_steps_of_queue(loop->app.queue, &steps);
    request.steps = steps;
    commit_rehearse_request(&loop->commit, &request, ret);
    disk_steps_free(steps, request.step_count);
}

static void rehearse_backup(struct loop *loop, const struct effect *effect,
                            struct backup_file *backup, struct event *ret)
{
    struct commit_request request = request_of(loop, effect);
    struct lines warnings = { 0 };
    struct err *err = &loop->commit.err;
    CLEANUP(layout_unrefp)
    struct layout *preview = restore_preview(loop->disk.store, &loop->disk.sys,
                                             request.base, backup, &warnings, err);

    *ret = (struct event){ .kind = EVENT_REHEARSED, .text = err->text };
    /* A table that was lost may be the one that leads to a fix. */
    if (preview && unfinished_is_none(loop->disk.store, preview, err)) {
        request.preview = preview;
        request.runs = backup->runs;
        request.run_count = backup->count;
        commit_rehearse_request(&loop->commit, &request, ret);
        ret->layout = TAKE(preview);
    }
    lines_append(&ret->rehearsal.warnings, &warnings);
    lines_finish(&warnings);
}

static void do_rehearse_restore(struct loop *loop, const struct effect *effect,
                                struct event *ret)
{
    struct loop_commit *commit = &loop->commit;
    struct backup_file backup = { 0 };

    *ret = (struct event){ .kind = EVENT_REHEARSED, .text = commit->err.text };
    if (effect->path) {
        free(commit->restored);
        commit->restored = xstrdup(effect->path);
    }
    if (!backup_load(commit->restored, &backup, &commit->err))
        return;
    rehearse_backup(loop, effect, &backup, ret);
    backup_file_finish(&backup);
}

/* --- the write --- */

/* Signals wait: one between two sectors would leave the rest unwritten. */
static void do_commit(struct loop *loop, const struct effect *effect, struct event *ret)
{
    struct loop_commit *commit = &loop->commit;
    sigset_t before;

    (void)effect;
    *ret = (struct event){ .kind = EVENT_COMMITTED };
    loop_signal_hold(&before);
    bool is_written = commit_steps_write(commit->commit, &ret->commit, &commit->err);
    loop_signal_release(&before);
    if (!is_written)
        ret->text = commit->err.text;
    /* One file holds one table: later backups get a name of their own. */
    if (ret->commit.backup_path)
        commit->backup_path = NULL;
    commit_forget(commit);
}

static void do_forget(struct loop *loop, const struct effect *effect, struct event *ret)
{
    (void)effect;
    (void)ret;
    commit_forget(&loop->commit);
}

/* --- backups and scripts --- */

static void commit_answer(struct loop_commit *commit, char *text, struct event *ret)
{
    free(commit->text);
    commit->text = text;
    *ret = (struct event){ .kind = EVENT_SAID, .text = text };
}

static void commit_fail(struct loop_commit *commit, struct event *ret)
{
    *ret = (struct event){ .kind = EVENT_ERROR, .text = commit->err.text };
}

/* A folder that does not outlive the session is offered too: the person may type another
 * one. */
static void do_name(struct loop *loop, const struct effect *effect, struct event *ret)
{
    bool is_new = effect->kind == EFFECT_NAME_BACKUP;
    struct file_choices choices = { 0 };
    CLEANUP(freep) char *folder = NULL;

    if (!(is_new ? backup_folder : backup_folder_find)(&folder, &loop->commit.err))
        folder = xstrdup(".");
    if (!is_new)
        loop_files_backups(&loop->disk.sys, loop->disk.info.path, &choices);
    commit_answer(&loop->commit,
                  is_new                ? backup_name(folder, loop->disk.info.path)
                  : choices.paths.count ? xstrdup(choices.paths.at[0])
                                        : xasprintf("%s/", folder),
                  ret);
    ret->kind = EVENT_NAMED;
    ret->choices = choices;
}

static void do_find_script(struct loop *loop, const struct effect *effect,
                           struct event *ret)
{
    struct file_choices choices = { 0 };

    (void)effect;
    loop_files_scripts(".", &choices);
    commit_answer(&loop->commit, xstrdup(choices.paths.count ? choices.paths.at[0] : ""),
                  ret);
    ret->kind = EVENT_NAMED;
    ret->choices = choices;
}

static bool save_backup(struct loop *loop, const char *path)
{
    const struct loop_disk *disk = &loop->disk;
    struct err *err = &loop->commit.err;
    struct backup_file backup = { 0 };

    if (!restore_take(disk->store, &disk->sys, disk->layout, &backup, err))
        return false;
    bool is_saved = backup_save(path, &backup, err);
    backup_file_finish(&backup);
    return is_saved;
}

static void do_backup(struct loop *loop, const struct effect *effect, struct event *ret)
{
    if (!save_backup(loop, effect->path)) {
        commit_fail(&loop->commit, ret);
        return;
    }
    const char *lifetime = backup_lifetime_words(&loop->disk.sys, effect->path);
    CLEANUP(freep)
    char *kept =
        xasprintf(_("The table as it is on the disk is kept in %s."), effect->path);
    commit_answer(&loop->commit,
                  lifetime ? xasprintf("%s %s", kept, lifetime) : TAKE(kept), ret);
}

static void do_save(struct loop *loop, const struct effect *effect, struct event *ret)
{
    struct loop_commit *commit = &loop->commit;

    if (text_file_save(effect->path, effect->text, &commit->err))
        commit_answer(commit,
                      xasprintf(_("Saved as %s; the disk is as it was."), effect->path),
                      ret);
    else
        commit_fail(commit, ret);
}

static void do_load(struct loop *loop, const struct effect *effect, struct event *ret)
{
    char *text;

    if (!text_file_load(effect->path, &text, &loop->commit.err)) {
        commit_fail(&loop->commit, ret);
        return;
    }
    commit_answer(&loop->commit, text, ret);
    ret->kind = EVENT_SCRIPT;
}

static void do_read_history(struct loop *loop, const struct effect *effect,
                            struct event *ret)
{
    (void)effect;
    *ret = (struct event){ .kind = EVENT_HISTORY };
    history_read(&loop->disk.sys, loop->disk.info.path, &ret->history);
}

static const struct {
    enum effect_kind kind;
    void (*run)(struct loop *, const struct effect *, struct event *);
} handlers[] = {
    { EFFECT_REHEARSE, do_rehearse },
    { EFFECT_REHEARSE_RESTORE, do_rehearse_restore },
    { EFFECT_COMMIT, do_commit },
    { EFFECT_FORGET, do_forget },
    { EFFECT_FIND_SCRIPT, do_find_script },
    { EFFECT_NAME_BACKUP, do_name },
    { EFFECT_FIND_BACKUP, do_name },
    { EFFECT_BACKUP, do_backup },
    { EFFECT_SAVE_SCRIPT, do_save },
    { EFFECT_LOAD_SCRIPT, do_load },
    { EFFECT_HISTORY, do_read_history },
};

bool loop_commit_do(struct loop *loop, const struct effect *effect, struct event *ret)
{
    loop->commit.err = (struct err){ 0 };
    *ret = (struct event){ .kind = EVENT_IDLE };
    for (size_t i = 0; i < ARRAY_SIZE(handlers); i++) {
        if (handlers[i].kind != effect->kind)
            continue;
        handlers[i].run(loop, effect, ret);
        return true;
    }
    return false;
}

void loop_commit_finish(struct loop_commit *commit)
{
    commit_forget(commit);
    freep(&commit->text);
    freep(&commit->restored);
}
