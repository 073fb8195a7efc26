/* SPDX-License-Identifier: GPL-3.0-or-later */
/* commit_steps.c - rehearses and writes a change in steps: the only writer of tables */
#include "device/commit/commit_steps.h"

#include <assert.h>

#include "device/commit/carry_steps.h"
#include "device/commit/stages.h"
#include "model/align/advice.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/disk/repair.h"
#include "model/found/found.h"

static bool rehearse_losses(struct commit *commit, const struct commit_request *request,
                            struct store *store, struct rehearsal_report *report,
                            struct err *err)
{
    report->is_loss_refused =
        !commit_check_losses(commit, &request->accepted, store, &report->losses, err);
    if (report->is_loss_refused || !commit_make_plan(commit, request, store, err))
        return false;
    report->is_loss_refused = !commit_check_hidden_data(commit, &request->accepted, store,
                                                        &report->losses, err);
    if (!report->is_loss_refused)
        commit_check_owned(commit, &request->accepted, store, report);
    return !report->is_loss_refused;
}

static bool rehearse_saving(struct commit *commit, const struct commit_request *request,
                            struct rehearsal_report *report, struct err *err)
{
    struct err why = { 0 };

    if (commit_find_backup(commit, request->backup_path, report, &why))
        return true;
    if (!request->is_shown)
        return err_pass(err, &why, "%s", why.text);
    lines_add(&report->warnings, "%s", why.text);
    return true;
}

static bool run_rehearsal(struct commit *commit, const struct commit_request *request,
                          struct rehearsal_report *report, struct err *err)
{
    CLEANUP(store_closep) struct store *store = store_open(commit->path, err);

    if (!store ||
        !mark_take(&commit->sys, commit->path, store_fd(store), &commit->mark, err))
        return false;
    commit_describe(commit, &report->disk);
    if (!commit_check_notes(commit, err) || !commit_check_table(commit, store, err))
        return false;
    lines_add(&report->checked, "%s", _("The table on the disk is the one shown here."));
    if (!commit_check_users(commit, report, err) || !commit_check_contents(commit, err) ||
        !rehearse_losses(commit, request, store, report, err))
        return false;
    if (!commit->plan.count)
        return true;
    if (!claim_is_possible(commit, store_fd(store),
                           request->watch ? &request->watch->lock : NULL, err))
        return false;
    commit_list_writes(commit, &report->writes);
    commit_warn_losses(commit, store, &report->warnings);
    return commit_check_plan(commit, store, request->watch, report, err) &&
           rehearse_saving(commit, request, report, err);
}

/* After a restore, or with the other copy of a GPT, partitions have their old contents,
 * so no commands are needed. */
static void advise(const struct commit *commit, struct lines *ret_before,
                   struct lines *ret_after)
{
    bool is_taken = repair_is_choice(commit->base) && !layout_other(commit->preview);
    CLEANUP(layout_unrefp) struct layout *base = found_join(commit->base, commit->lost);

    if (!commit->is_restore && !is_taken)
        advice_for(base, commit->preview, commit->path, !commit->mark.is_block,
                   ret_before, ret_after);
}

struct commit *commit_steps_rehearse(const struct commit_request *request,
                                     struct rehearsal_report *ret, struct err *err)
{
    CLEANUP(commit_freep) struct commit *commit = commit_new(request);
    CLEANUP(lines_finish) struct lines after = { 0 };
    struct err too_large = { 0 };

    *ret = (struct rehearsal_report){ 0 };
    if (!run_rehearsal(commit, request, ret, err)) {
        err_add_untouched(err);
        return NULL;
    }
    /* File systems can still be shrunk until the write. */
    if (!commit->is_restore && !commit_check_shrunk(commit, &too_large)) {
        lines_add(&ret->warnings, "%s", too_large.text);
        if (!ret->refusal) {
            ret->refusal = xstrdup(too_large.text);
            ret->refusal_id = too_large.reason;
        }
    }
    advise(commit, &ret->before, &after);
    return TAKE(commit);
}

static bool is_same_disk(const struct commit *commit, const struct claim *claim,
                         struct err *err)
{
    struct disk_mark now;

    return mark_take(&commit->sys, commit->path, sink_disk_fd(claim->disk), &now, err) &&
           mark_check(commit, &now, err);
}

bool commit_steps_write(struct commit *commit, struct commit_report *ret, struct err *err)
{
    struct claim claim;

    assert(!commit->is_spent);
    commit->is_spent = true;
    *ret = (struct commit_report){ 0 };
    ret->is_written = !commit->plan.count;
    if (ret->is_written)
        return true;
    assert(commit->backup_path);
    /* The rehearsal may have been some time ago, so the checks are repeated.  They come
     * before the claim, which would make the disk look in use. */
    if (!commit_check_users(commit, NULL, err) || !commit_check_contents(commit, err) ||
        (!commit->is_restore && !commit_check_shrunk(commit, err)) ||
        !claim_take(commit, &claim, err))
        return false;
    struct sink sink = sink_disk_sink(claim.disk);
    bool is_done =
        is_same_disk(commit, &claim, err) && carry_steps(commit, &sink, &claim, ret, err);
    if (is_done) {
        CLEANUP(lines_finish) struct lines before = { 0 };
        advise(commit, &before, &ret->after);
        if (ret->after.count)
            commit_log(commit, _("what can be run now"), &ret->after, ret);
    }
    claim_finish(&claim);
    return is_done;
}
