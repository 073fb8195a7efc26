/* SPDX-License-Identifier: GPL-3.0-or-later */
/* carry.c - performs a change on the disk: compare, back up, write, read back */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "device/commit/backup.h"
#include "device/commit/stages.h"
#include "device/system/backup_folder.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/shell.h"
#include "model/edit/delta.h"

#define NAMES_MAX 20 /* names that other processes may have taken */

static bool refuse_changed(const struct commit *commit, uint64_t lba, int error,
                           struct err *err)
{
    if (error)
        return err_set(err, ERR_REFUSED,
                       _("Sector %1$llu cannot be read: %2$s. Nothing was written."),
                       (ull)lba, strerror(error));
    return err_set(err, ERR_REFUSED,
                   _("Sector %1$llu of %2$s has changed since it was read: another "
                     "program writes to this disk. Nothing was written."),
                   (ull)lba, commit->path);
}

/* Compares all sectors of the table, and those that will be overwritten. */
static bool compare_old(const struct commit *commit, const struct sink *sink,
                        struct err *err)
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
            return err_set(err, why.code, "%s", why.text);
        free(commit->backup_path);
        commit->backup_path = backup_name(folder, commit->path);
    }
    return false;
}

/* If this fails, nothing was written: a missing folder is ERR_REFUSED, not an I/O error
 * of the disk. */
static bool carry_save_backup(struct commit *commit, struct commit_report *report,
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
        return err_set(err, ERR_REFUSED, _("Nothing was written. %s"), why.text);
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

    if (!backup_folder(&folder, &err) ||
        !backup_log(folder, commit->path, words, lines, &err))
        lines_add(&report->warnings, "%s", err.text);
}

static void log_begin(const struct commit *commit, struct commit_report *report)
{
    struct lines lines = { 0 };

    lines_add(&lines, _("backup: %s"), commit->backup_path);
    delta_lines(commit->base, commit->preview, &lines);
    loss_lines(commit->base, commit->preview, commit->is_restore, &lines);
    write_plan_lines(&commit->plan, &lines);
    commit_log(commit,
               commit->is_restore ? _("writing a table from a backup") : _("writing"),
               &lines, report);
    lines_finish(&lines);
}

static char *restore_command(const struct commit *commit)
{
    CLEANUP(freep) char *file = shell_path(commit->backup_path);
    CLEANUP(freep) char *disk = shell_path(commit->path);

    return xasprintf("alidade restore %s %s", file, disk);
}

/* Sets the error to WHY with the current state of the disk and the command to restore
 * it. */
static bool carry_fail(const struct commit *commit, const struct sink *sink,
                       const char *why, struct commit_report *report, struct err *err)
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
    enum sink_state state = sink_state_of(sink, &commit->plan);
    CLEANUP(freep) char *back = NULL;

    report->is_written = state == SINK_COMPLETE;
    if (state != SINK_UNTOUCHED) {
        back = restore_command(commit);
        lines_add(&report->warnings, _("To go back to the old table: %s"), back);
    }
    struct lines lines = { 0 };
    lines_add(&lines, "%s", why);
    lines_add(&lines, "%s", _(states[state]));
    commit_log(commit, _("failed"), &lines, report);
    lines_finish(&lines);
    if (back)
        return err_set(err, ERR_IO, _("%1$s %2$s To go back: %3$s"), why,
                       _(states[state]), back);
    return err_set(err, ERR_IO, "%s %s", why, _(states[state]));
}

bool commit_carry_out(struct commit *commit, const struct sink *sink,
                      struct commit_report *report, struct err *err)
{
    struct err why = { 0 };
    size_t done;

    /* The backup must be durable before the first byte of the disk changes. */
    if (!compare_old(commit, sink, err) || !carry_save_backup(commit, report, err))
        return false;
    log_begin(commit, report);
    if (!sink_write_plan(sink, &commit->plan, &done, &why))
        return carry_fail(commit, sink, why.text, report, err);
    lines_add(&report->done,
              ngettext("%llu sector was written.", "%llu sectors were written.",
                       (unsigned long)write_plan_sectors(&commit->plan)),
              (ull)write_plan_sectors(&commit->plan));
    if (!sink_verify_plan(sink, &commit->plan, &why))
        return carry_fail(commit, sink, why.text, report, err);
    lines_add(&report->done, "%s", _("All of it was read back and is right."));
    report->is_written = true;
    return true;
}
