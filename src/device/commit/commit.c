/* SPDX-License-Identifier: GPL-3.0-or-later */
/* commit.c - rehearses and writes a change: the only writer of tables */
#include "device/commit/commit.h"

#include <assert.h>
#include <stdlib.h>

#include "device/commit/backup.h"
#include "device/commit/rehearsal.h"
#include "device/commit/stages.h"
#include "device/system/backup_folder.h"
#include "device/system/below.h"
#include "device/system/kernel.h"
#include "model/align/advice.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/size.h"
#include "model/disk/damage.h"
#include "model/disk/repair.h"
#include "model/write/whitelist.h"

static struct commit *commit_new(const struct commit_request *request)
{
    struct commit *commit = xcalloc(1, sizeof(*commit));

    commit->path = xstrdup(request->path);
    commit->sys = sys_copy(request->sys);
    commit->base = layout_ref(request->base);
    commit->preview = layout_ref(request->preview);
    commit->is_restore = request->runs != NULL;
    commit->is_searched = request->is_searched;
    return commit;
}

void commit_free(struct commit *commit)
{
    if (!commit)
        return;
    free(commit->path);
    sys_finish(&commit->sys);
    layout_unref(commit->base);
    layout_unref(commit->preview);
    runs_free(commit->table, commit->table_count);
    write_plan_finish(&commit->plan);
    free(commit->backup_path);
    free(commit->grown);
    free(commit);
}

void commit_freep(struct commit **commit)
{
    commit_free(*commit);
}

const struct write_plan *commit_plan(const struct commit *commit)
{
    return &commit->plan;
}

/* Containers are not counted, as in the editor. */
static unsigned count_partitions(const struct layout *layout)
{
    unsigned count = 0;

    LAYOUT_EACH (extent, layout)
        count += extent_holds_data(extent);
    return count;
}

static void describe_disk(const struct commit *commit, struct lines *lines)
{
    const struct limits *limits = layout_limits(commit->base);
    unsigned count = count_partitions(commit->base);
    char size[SIZE_TEXT];

    lines_add(lines, _("disk: %s"), commit->path);
    if (commit->mark.model[0])
        lines_add(lines, _("model: %s"), commit->mark.model);
    if (commit->mark.serial[0])
        lines_add(lines, _("serial number: %s"), commit->mark.serial);
    lines_add(lines,
              ngettext("size: %1$s (%2$llu sector of %3$llu B)",
                       "size: %1$s (%2$llu sectors of %3$llu B)", limits->size),
              size_format(limits->size * limits->logical, SIZE_IEC, 0, size),
              (ull)limits->size, (ull)limits->logical);
    if (layout_label(commit->base)->kind == LABEL_NONE)
        lines_add(lines, "%s", _("table now: none"));
    else
        lines_add(lines,
                  ngettext("table now: %1$s, %2$u partition",
                           "table now: %1$s, %2$u partitions", count),
                  label_name(layout_label(commit->base)), count);
}

/* Entries are repaired one at a time, so other damage may remain. */
static bool is_left_damaged(const struct layout *preview, const struct note *note)
{
    return layout_note_find(preview, NOTE_TABLE_CURED) && damage_is_note(note);
}

static const struct note *find_refusal(const struct layout *preview)
{
    for (size_t i = 0; i < layout_note_count(preview); i++) {
        const struct note *note = layout_note_at(preview, i);
        if (note_level(note->id) == NOTE_READ_ONLY && !is_left_damaged(preview, note))
            return note;
    }
    return NULL;
}

/* Refuses a preview with a note that makes the table read-only. */
static bool check_preview(const struct commit *commit, struct err *err)
{
    const struct note *note = find_refusal(commit->preview);

    /* A backup is restored unchanged, even if its table has errors. */
    if (!note || commit->is_restore)
        return true;
    return err_set(err, ERR_REFUSED, _("%1$s is not written to: %2$s"), commit->path,
                   note->text);
}

static bool make_plan(struct commit *commit, const struct commit_request *request,
                      struct store *store, struct err *err)
{
    struct reader disk = store_reader(store);
    bool is_made;

    if (request->runs)
        is_made = write_plan_of_runs(&disk, commit->base, request->runs,
                                     request->run_count, &commit->plan, err);
    else
        is_made =
            write_plan_make(&disk, commit->base, commit->preview, &commit->plan, err);
    return is_made &&
           table_runs(&disk, commit->base, &commit->table, &commit->table_count, err);
}

/* Adds AGREES, or that libparted was not asked. */
static void report_cross_check(const struct rehearsal *made, const char *agrees,
                               struct rehearsal_report *report)
{
    if (made->is_missing)
        lines_add(&report->warnings, "%s",
                  _("Not cross-checked by libparted: libparted.so.2 cannot be loaded."));
    else
        lines_add(&report->checked, "%s", agrees);
}

/* A restore is not an edit: no rule limits the bytes that it may change, and libparted
 * need not be able to read the result. */
static bool check_restore(const struct commit *commit, struct store *store,
                          struct rehearsal_report *report)
{
    CLEANUP(rehearsal_finish) struct rehearsal made = { 0 };
    struct err err = { 0 };

    if (!label_is_editable(layout_label(commit->preview)->kind))
        return true;
    if (!rehearsal_agrees(store, commit->base, commit->preview, &commit->plan, &made,
                          &err))
        lines_add(&report->warnings, "%s", err.text);
    else
        report_cross_check(&made, _("libparted reads the same table in it."), report);
    return true;
}

static bool check_plan(const struct commit *commit, struct store *store,
                       struct rehearsal_report *report, struct err *err)
{
    struct reader disk = store_reader(store);

    if (commit->is_restore)
        return check_restore(commit, store, report);
    if (!whitelist_check(&disk, commit->base, commit->preview, &commit->plan, err))
        return false;
    lines_add(&report->checked, "%s",
              _("No byte is written that these changes do not need."));
    CLEANUP(rehearsal_finish) struct rehearsal made;
    bool agrees =
        rehearsal_agrees(store, commit->base, commit->preview, &commit->plan, &made, err);
    if (!agrees)
        return false;
    report_cross_check(&made, _("libparted comes to the same table."), report);
    lines_append(&report->checked, &made.kept);
    return true;
}

/* Chooses the file of the backup, and warns about its location. */
static bool commit_find_backup(struct commit *commit, const char *wish,
                               struct rehearsal_report *report, struct err *err)
{
    CLEANUP(freep) char *folder = NULL;
    char name[SYS_NAME];

    if (wish) {
        commit->backup_path = xstrdup(wish);
        if (!backup_is_possible(wish, err))
            return false;
    } else {
        if (!backup_folder_find(&folder, err))
            return false;
        commit->backup_path = backup_name(folder, commit->path);
        commit->has_own_folder = true;
    }
    const char *lifetime = backup_lifetime_words(&commit->sys, commit->backup_path);
    if (lifetime)
        lines_add(&report->warnings, "%s", lifetime);
    if (sys_name_of(&commit->sys, commit->path, name) &&
        below_file_is_on(&commit->sys, commit->backup_path, name))
        lines_add(&report->warnings,
                  _("The backup will lie on the disk that is changed (%s): keep a copy "
                    "elsewhere, or name a file with --backup=FILE."),
                  commit->backup_path);
    report->backup_path = xstrdup(commit->backup_path);
    return true;
}

static bool commit_run_rehearsal(struct commit *commit,
                                 const struct commit_request *request,
                                 struct rehearsal_report *report, struct err *err)
{
    CLEANUP(store_closep) struct store *store = store_open(commit->path, err);

    if (!store ||
        !mark_take(&commit->sys, commit->path, store_fd(store), &commit->mark, err))
        return false;
    describe_disk(commit, &report->disk);
    if (!check_preview(commit, err) || !commit_check_table(commit, store, err))
        return false;
    lines_add(&report->checked, "%s", _("The table on the disk is the one shown here."));
    if (!commit_check_users(commit, report, err) || !commit_check_contents(commit, err))
        return false;
    if (!commit_check_losses(commit, &request->accepted, store, &report->losses, err)) {
        report->is_loss_refused = true;
        return false;
    }
    if (!make_plan(commit, request, store, err))
        return false;
    if (!commit_check_hidden_data(commit, &request->accepted, store, &report->losses,
                                  err)) {
        report->is_loss_refused = true;
        return false;
    }
    if (!commit->plan.count)
        return true;
    if (!claim_is_possible(commit, store_fd(store), err))
        return false;
    write_plan_lines(&commit->plan, &report->writes);
    commit_warn_losses(commit, store, &report->warnings);
    return check_plan(commit, store, report, err) &&
           commit_find_backup(commit, request->backup_path, report, err);
}

/* After a restore, or with the other copy of a GPT, partitions have their old contents,
 * so no commands are needed. */
static void commit_advise(const struct commit *commit, struct lines *ret_before,
                          struct lines *ret_after)
{
    bool is_taken = repair_is_choice(commit->base) && !layout_other(commit->preview);

    if (!commit->is_restore && !is_taken)
        advice_for(commit->base, commit->preview, commit->path, ret_before, ret_after);
}

struct commit *commit_rehearse(const struct commit_request *request,
                               struct rehearsal_report *ret, struct err *err)
{
    CLEANUP(commit_freep) struct commit *commit = commit_new(request);
    CLEANUP(lines_finish) struct lines after = { 0 };
    struct err too_large = { 0 };

    *ret = (struct rehearsal_report){ 0 };
    if (!commit_run_rehearsal(commit, request, ret, err)) {
        err_add_untouched(err);
        return NULL;
    }
    /* File systems can still be shrunk until the write. */
    if (!commit->is_restore && !commit_check_shrunk(commit, &too_large)) {
        lines_add(&ret->warnings, "%s", too_large.text);
        ret->refusal = xstrdup(too_large.text);
    }
    commit_advise(commit, &ret->before, &after);
    return TAKE(commit);
}

static void tell_kernel(const struct commit *commit, struct claim *claim,
                        struct commit_report *report)
{
    if (!commit->mark.is_block)
        return;
    claim_release_parts(claim);
    bool is_told = kernel_tell(&commit->sys, commit->path, sink_disk_fd(claim->disk),
                               commit->base, commit->preview, &report->warnings);
    if (is_told)
        lines_add(&report->done, "%s", _("The kernel was told."));
    report->is_kernel_old =
        !kernel_compare(&commit->sys, commit->path, commit->preview, &report->kernel) ||
        !is_told;
    if (!report->is_kernel_old)
        return;
    CLEANUP(freep) char *way_out = kernel_way_out(&commit->sys, commit->path);
    lines_add(&report->warnings, "%s",
              _("The table is written, but the kernel still uses another one."));
    lines_add(&report->warnings, "%s", way_out);
}

static bool is_same_disk(const struct commit *commit, const struct claim *claim,
                         struct err *err)
{
    struct disk_mark now;

    return mark_take(&commit->sys, commit->path, sink_disk_fd(claim->disk), &now, err) &&
           mark_check(commit, &now, err);
}

bool commit_write(struct commit *commit, struct commit_report *ret, struct err *err)
{
    struct claim claim;
    bool is_done;

    assert(!commit->is_spent);
    commit->is_spent = true;
    *ret = (struct commit_report){ 0 };
    ret->is_written = !commit->plan.count;
    if (ret->is_written)
        return true;
    /* The rehearsal may have been some time ago, so the checks are repeated.  They come
     * before the claim, which would make the disk look in use. */
    if (!commit_check_users(commit, NULL, err) || !commit_check_contents(commit, err) ||
        (!commit->is_restore && !commit_check_shrunk(commit, err)) ||
        !claim_take(commit, &claim, err))
        return false;
    struct sink sink = sink_disk_sink(claim.disk);
    is_done =
        is_same_disk(commit, &claim, err) && commit_carry_out(commit, &sink, ret, err);
    if (is_done) {
        CLEANUP(lines_finish) struct lines before = { 0 };

        tell_kernel(commit, &claim, ret);
        commit_advise(commit, &before, &ret->after);
        commit_log(commit, _("written"), &ret->kernel, ret);
    }
    claim_finish(&claim);
    return is_done;
}
