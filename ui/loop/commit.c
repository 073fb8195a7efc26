/* SPDX-License-Identifier: GPL-3.0-or-later */
/* commit.c - what the editor asks the disk and files for when a change is written */
#include "ui/loop/commit.h"

#include <stdlib.h>

#include "device/commit/backup.h"
#include "device/commit/restore.h"
#include "device/io/text_file.h"
#include "device/system/backup_folder.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "ui/loop/signal.h"

static void commit_forget(struct loop_commit *commit)
{
    commit_free(commit->commit);
    commit->commit = NULL;
}

/* --- rehearsals --- */

static struct commit_request request_of(const struct loop_commit *commit,
                                        const struct loop_disk *disk,
                                        const struct app *app)
{
    return (struct commit_request){ .path = disk->info.path,
                                    .sys = &disk->sys,
                                    .base = queue_base(app->queue),
                                    .preview = app->layout,
                                    .backup_path = commit->backup_path,
                                    /* The write screen lists them beside the consent. */
                                    .accepted = { .is_all = true },
                                    .is_searched = disk->found.is_complete };
}

static void commit_rehearse_request(struct loop_commit *commit,
                                    const struct commit_request *request,
                                    struct event *ret)
{
    commit_forget(commit);
    *ret = (struct event){ .kind = EVENT_REHEARSED };
    commit->commit = commit_rehearse(request, &ret->rehearsal, &commit->err);
    if (!commit->commit)
        ret->text = commit->err.text;
}

static void do_rehearse(struct loop_commit *commit, struct loop_disk *disk,
                        const struct app *app, const struct effect *effect,
                        struct event *ret)
{
    struct commit_request request = request_of(commit, disk, app);

    (void)effect; /* the queue says it all */
    commit_rehearse_request(commit, &request, ret);
}

/* The lines of FROM behind those of TO. */
static void move_lines(struct lines *to, struct lines *from)
{
    for (size_t i = 0; i < from->count; i++)
        lines_take(to, xstrdup(from->at[i]));
    lines_finish(from);
}

static void rehearse_backup(struct loop_commit *commit, struct loop_disk *disk,
                            const struct app *app, const struct backup_file *backup,
                            struct event *ret)
{
    struct commit_request request = request_of(commit, disk, app);
    struct lines warnings = { 0 };
    struct layout *preview = restore_preview(disk->store, &disk->sys, request.base,
                                             backup, &warnings, &commit->err);

    *ret = (struct event){ .kind = EVENT_REHEARSED, .text = commit->err.text };
    if (preview) {
        request.preview = preview;
        request.runs = backup->runs;
        request.run_count = backup->count;
        commit_rehearse_request(commit, &request, ret);
        ret->layout = preview;
    }
    move_lines(&ret->rehearsal.warnings, &warnings);
}

static void do_rehearse_restore(struct loop_commit *commit, struct loop_disk *disk,
                                const struct app *app, const struct effect *effect,
                                struct event *ret)
{
    struct backup_file backup = { 0 };

    *ret = (struct event){ .kind = EVENT_REHEARSED, .text = commit->err.text };
    if (!backup_load(effect->path, &backup, &commit->err))
        return;
    rehearse_backup(commit, disk, app, &backup, ret);
    backup_file_finish(&backup);
}

/* --- the write --- */

/* A signal between two sectors would leave the rest undone. */
static void do_commit(struct loop_commit *commit, struct loop_disk *disk,
                      const struct app *app, const struct effect *effect,
                      struct event *ret)
{
    sigset_t before;

    (void)disk;   /* the rehearsal has opened its own */
    (void)app;    /* and holds what was consented to */
    (void)effect; /* it says nothing more */
    *ret = (struct event){ .kind = EVENT_COMMITTED };
    loop_signal_hold(&before);
    bool is_written = commit_write(commit->commit, &ret->commit, &commit->err);
    loop_signal_release(&before);
    if (!is_written)
        ret->text = commit->err.text;
    /* One file holds one table: the next goes where it would without the option. */
    if (ret->commit.backup_path)
        commit->backup_path = NULL;
    commit_forget(commit);
}

static void do_forget(struct loop_commit *commit, struct loop_disk *disk,
                      const struct app *app, const struct effect *effect,
                      struct event *ret)
{
    (void)disk;
    (void)app;
    (void)effect;
    (void)ret; /* nobody waits for an answer */
    commit_forget(commit);
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

/* A place that keeps nothing is named too: the person may type another. */
static void do_name(struct loop_commit *commit, struct loop_disk *disk,
                    const struct app *app, const struct effect *effect, struct event *ret)
{
    CLEANUP(freep) char *folder = NULL;

    (void)app; /* the open disk */
    bool is_new = effect->kind == EFFECT_NAME_BACKUP;
    if (!(is_new ? backup_folder : backup_folder_find)(&folder, &commit->err))
        folder = xstrdup(".");
    commit_answer(
        commit, is_new ? backup_name(folder, disk->info.path) : xasprintf("%s/", folder),
        ret);
    ret->kind = EVENT_NAMED;
}

static bool save_backup(struct loop_commit *commit, struct loop_disk *disk,
                        const char *path)
{
    struct backup_file backup = { 0 };

    if (!restore_take(disk->store, &disk->sys, disk->layout, &backup, &commit->err))
        return false;
    bool is_saved = backup_save(path, &backup, &commit->err);
    backup_file_finish(&backup);
    return is_saved;
}

static void do_backup(struct loop_commit *commit, struct loop_disk *disk,
                      const struct app *app, const struct effect *effect,
                      struct event *ret)
{
    (void)app; /* what is on the disk, not what is pending */
    if (!save_backup(commit, disk, effect->path)) {
        commit_fail(commit, ret);
        return;
    }
    const char *lifetime = backup_lifetime_words(&disk->sys, effect->path);
    CLEANUP(freep)
    char *kept =
        xasprintf(_("The table as it is on the disk is kept in %s."), effect->path);
    commit_answer(commit, lifetime ? xasprintf("%s %s", kept, lifetime) : TAKE(kept),
                  ret);
}

static void do_save(struct loop_commit *commit, struct loop_disk *disk,
                    const struct app *app, const struct effect *effect, struct event *ret)
{
    (void)disk;
    (void)app; /* the effect has the text */
    if (text_file_save(effect->path, effect->text, &commit->err))
        commit_answer(commit,
                      xasprintf(_("Saved as %s; the disk is as it was."), effect->path),
                      ret);
    else
        commit_fail(commit, ret);
}

static void do_load(struct loop_commit *commit, struct loop_disk *disk,
                    const struct app *app, const struct effect *effect, struct event *ret)
{
    char *text;

    (void)disk;
    (void)app; /* it makes edits of the text */
    if (!text_file_load(effect->path, &text, &commit->err)) {
        commit_fail(commit, ret);
        return;
    }
    commit_answer(commit, text, ret);
    ret->kind = EVENT_SCRIPT;
}

typedef void doer(struct loop_commit *, struct loop_disk *, const struct app *,
                  const struct effect *, struct event *);

static const struct {
    enum effect_kind kind;
    doer *act;
} doers[] = {
    { EFFECT_REHEARSE, do_rehearse }, { EFFECT_REHEARSE_RESTORE, do_rehearse_restore },
    { EFFECT_COMMIT, do_commit },     { EFFECT_FORGET, do_forget },
    { EFFECT_NAME_BACKUP, do_name },  { EFFECT_FIND_BACKUP, do_name },
    { EFFECT_BACKUP, do_backup },     { EFFECT_SAVE_SCRIPT, do_save },
    { EFFECT_LOAD_SCRIPT, do_load },
};

bool loop_commit_do(struct loop_commit *commit, struct loop_disk *disk,
                    const struct app *app, const struct effect *effect, struct event *ret)
{
    commit->err = (struct err){ 0 };
    *ret = (struct event){ .kind = EVENT_IDLE };
    for (size_t i = 0; i < ARRAY_SIZE(doers); i++) {
        if (doers[i].kind != effect->kind)
            continue;
        doers[i].act(commit, disk, app, effect, ret);
        return true;
    }
    return false;
}

void loop_commit_finish(struct loop_commit *commit)
{
    commit_forget(commit);
    free(commit->text);
    commit->text = NULL;
}
