/* SPDX-License-Identifier: GPL-3.0-or-later */
/* carry.c - performs steps on the disk: compare, back up, write, read back */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "device/commit/backup.h"
#include "device/commit/stages.h"
#include "device/system/backup_folder.h"
#include "model/base/intl.h"
#include "model/base/last_words.h"
#include "model/base/mem.h"
#include "model/base/refusal.h"
#include "model/base/shell.h"
#include "model/base/str.h"
#include "model/edit/delta.h"

#define NAMES_MAX 20 /* names that other processes may have taken */

static bool refuse_changed(const struct commit *commit, uint64_t lba, int error,
                           struct err *err)
{
    if (error)
        return err_refuse(err, REFUSAL_DISK_CHANGED_SINCE_READ,
                          _("Sector %1$llu cannot be read: %2$s. Nothing was written."),
                          (ull)lba, strerror(error));
    return err_refuse(
        err, REFUSAL_DISK_CHANGED_SINCE_READ,
        _("Sector %1$llu of %2$s has changed since it was read: another program writes "
          "to this disk. Nothing was written. Close that program first."),
        (ull)lba, commit->path);
}

bool commit_compare(const struct commit *commit, const struct sink *sink, struct err *err)
{
    uint64_t logical = commit->plan.logical, lba;
    int error;

    for (size_t i = 0; i < commit->table_count; i++) {
        const struct sector_run *run = &commit->table[i];
        if (!sink_compare(sink, run->lba, run->count, logical, run->bytes, &lba, &error))
            return refuse_changed(commit, lba, error, err);
    }
    if (!sink_compare_before(sink, &commit->plan, &lba, &error))
        return refuse_changed(commit, lba, error, err);
    return true;
}

/* Collects the sectors of the table and all others that will be overwritten: the header
 * of a swap area, free sectors that become part of a new table. */
static void fill_backup(const struct commit *commit, struct backup_file *backup)
{
    const struct limits *limits = layout_limits(commit->base);

    *backup = (struct backup_file){ .size = limits->size, .logical = limits->logical };
    copy_text(backup->path, sizeof(backup->path), commit->path);
    copy_text(backup->model, sizeof(backup->model), commit->mark.model);
    copy_text(backup->serial, sizeof(backup->serial), commit->mark.serial);
    copy_text(backup->label, sizeof(backup->label),
              label_name(layout_label(commit->base)));
    backup_time(backup->time, sizeof(backup->time));
    for (size_t i = 0; i < commit->saved_count; i++) /* as they are on the disk */
        backup_file_add(backup, commit->saved[i].lba, commit->saved[i].count,
                        commit->saved[i].bytes);
    for (size_t i = 0; i < commit->table_count; i++)
        backup_file_add(backup, commit->table[i].lba, commit->table[i].count,
                        commit->table[i].bytes);
    for (size_t i = 0; i < commit->plan.count; i++)
        backup_file_add(backup, commit->plan.writes[i].lba, commit->plan.writes[i].count,
                        commit->plan.writes[i].before);
}

/* Tries further names, because another process may have taken the name since the
 * rehearsal. */
static bool save_in_own_folder(struct commit *commit, const struct backup_file *backup,
                               struct err *err)
{
    CLEANUP(freep) char *folder = NULL;

    if (!backup_folder(&folder, err))
        return false;
    for (int left = NAMES_MAX; left; left--) {
        struct err why = { 0 };
        if (backup_save(commit->backup_path, backup, &why))
            return true;
        if (access(commit->backup_path, F_OK) || left == 1)
            return err_pass(err, &why, "%s", why.text);
        free(commit->backup_path);
        commit->backup_path = backup_name(folder, commit->path);
    }
    return false;
}

/* If this fails, nothing was written: a missing folder is ERR_REFUSED, not an I/O error
 * of the disk. */
bool commit_save_backup(struct commit *commit, struct commit_report *report,
                        struct err *err)
{
    struct backup_file backup;
    struct err why = { 0 };
    bool is_saved;

    fill_backup(commit, &backup);
    is_saved = commit->has_own_folder ? save_in_own_folder(commit, &backup, &why)
                                      : backup_save(commit->backup_path, &backup, &why);
    backup_file_finish(&backup);
    if (!is_saved)
        return err_refuse_for(err, REFUSAL_BACKUP_NOT_SAVED, &why);
    report->backup_path = xstrdup(commit->backup_path);
    lines_add(&report->done, _("The old table was saved: %s"), commit->backup_path);
    const char *lifetime = backup_lifetime_words(&commit->sys, commit->backup_path);
    if (lifetime)
        lines_add(&report->warnings, "%s", lifetime);
    return true;
}

void commit_log(const struct commit *commit, const char *words, const struct lines *lines,
                struct commit_report *report)
{
    CLEANUP(freep) char *folder = NULL;
    struct err err = { 0 };

    bool is_logged = backup_folder(&folder, &err) &&
                     backup_log(folder, commit->path, words, lines, &err);
    /* The other entries fail for the same reason. */
    if (!is_logged && lines_index(&report->warnings, err.text) == report->warnings.count)
        lines_add(&report->warnings, "%s", err.text);
}

void commit_log_step(const struct commit *commit, size_t index, const char *words,
                     const struct lines *lines, struct commit_report *report)
{
    CLEANUP(freep) char *step = NULL;

    if (commit->step_count > 1)
        step = xasprintf(_("%1$s, step %2$zu of %3$zu"), words, index + 1,
                         commit->step_count);
    commit_log(commit, step ? step : words, lines, report);
}

static void log_begin(const struct commit *commit, size_t index,
                      struct commit_report *report)
{
    const struct layout *before = commit_before(commit, index);
    const struct layout *after = commit->steps[index].after;
    struct write_plan plan = commit_step_plan(commit, index);
    CLEANUP(lines_finish) struct lines lines = { 0 };

    lines_add(&lines, _("backup: %s"), commit->backup_path);
    delta_lines(before, after, &lines);
    loss_lines(before, after, commit->is_restore, &lines);
    write_plan_lines(&plan, &lines);
    commit_log_step(commit, index,
                    commit->is_restore ? _("writing a table from a backup")
                                       : _("writing"),
                    &lines, report);
}

static char *restore_command(const struct commit *commit)
{
    CLEANUP(freep) char *file = shell_path(commit->backup_path);
    CLEANUP(freep) char *disk = shell_path(commit->path);

    return xasprintf("alidade restore %s %s", file, disk);
}

/* What lies on the disk after a failure in a step. */
static const char *state_words(const struct commit *commit, size_t index,
                               enum sink_state state)
{
    static const char *const states[] = {
        [SINK_UNTOUCHED] = N_("On the disk is the old table, whole."),
        [SINK_COMPLETE] = N_("On the disk is the new table, whole as far as it can be "
                             "read now."),
        [SINK_BETWEEN] = N_("On the disk some of the writes are done, in an order in "
                            "which the table stays readable."),
        [SINK_UNORDERED] = N_("On the disk some of the writes are done and earlier ones "
                              "are not: the table may be damaged."),
        [SINK_UNKNOWN] = N_("What lies on the disk now cannot be told."),
    };

    if (state == SINK_UNTOUCHED && index)
        return _("On the disk is the table that the steps before it made, whole.");
    if (state == SINK_COMPLETE && index + 1 < commit->step_count)
        return _("On the disk is the table that this step makes, whole as far as it can "
                 "be read now.");
    return _(states[state]);
}

/* Adds that step INDEX is one of several. */
static void add_step_words(const struct commit *commit, size_t index, struct str *words)
{
    if (commit->step_count > 1)
        str_printf(words, _(" This was step %1$zu of %2$zu."), index + 1,
                   commit->step_count);
    if (index + 1 < commit->step_count)
        str_printf(words, " %s", _("The steps behind it were not begun."));
}

/* Sets the error to WORDS and, if HAS_CHANGED, how to restore the disk. */
static bool carry_end(const struct commit *commit, size_t index, const char *log,
                      const char *words, bool has_changed, struct commit_report *report,
                      struct err *err)
{
    CLEANUP(lines_finish) struct lines lines = { 0 };
    CLEANUP(freep) char *back = has_changed ? restore_command(commit) : NULL;

    report->is_begun = index > 0 && !report->is_written;
    if (back)
        lines_add(&report->warnings, _("To go back to the old table: %s"), back);
    lines_add(&lines, "%s", words);
    commit_log_step(commit, index, log, &lines, report);
    if (back)
        return err_set(err, ERR_IO, _("%1$s To go back: %2$s"), words, back);
    return err_set(err, ERR_IO, "%s", words);
}

/* Sets the error to WHY with the current state of the disk. */
static bool carry_fail(const struct commit *commit, size_t index, const struct sink *sink,
                       const char *why, struct commit_report *report, struct err *err)
{
    struct write_plan plan = commit_step_plan(commit, index);
    enum sink_state state = sink_state_of(sink, &plan);
    CLEANUP(str_finish) struct str words = { 0 };

    report->is_written = state == SINK_COMPLETE && index + 1 == commit->step_count;
    str_printf(&words, "%s", why);
    add_step_words(commit, index, &words);
    str_printf(&words, " %s", state_words(commit, index, state));
    return carry_end(commit, index, _("failed"), str_text(&words),
                     index || state != SINK_UNTOUCHED, report, err);
}

static void set_last_words(const struct commit *commit)
{
    CLEANUP(freep) char *back = restore_command(commit);
    CLEANUP(freep)
    char *words =
        xasprintf(_("A table was being written to %1$s: alidade check %1$s tells "
                    "what is there now. To go back: %2$s"),
                  commit->path, back);

    last_words_set(words, ERR_IO);
}

bool commit_write_step(const struct commit *commit, size_t index, const struct sink *sink,
                       struct commit_report *report, struct err *err)
{
    struct write_plan plan = commit_step_plan(commit, index);
    struct err why = { 0 };
    size_t done;

    log_begin(commit, index, report);
    set_last_words(commit);
    if (!sink_write_plan(sink, &plan, &done, &why) ||
        !sink_verify_plan(sink, &plan, &why))
        return carry_fail(commit, index, sink, why.text, report, err);
    return true;
}

bool commit_stop(const struct commit *commit, size_t index, const struct err *why,
                 struct commit_report *report, struct err *err)
{
    CLEANUP(freep)
    char *words = xasprintf(_("Step %1$zu of %2$zu was not begun: %3$s Those before it "
                              "are done, and the table is whole."),
                            index + 1, commit->step_count, why->text);

    return carry_end(commit, index, _("stopped"), words, true, report, err);
}
