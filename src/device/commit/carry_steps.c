/* SPDX-License-Identifier: GPL-3.0-or-later */
/* carry_steps.c - performs the steps of a rehearsed change on the opened disk */
#include "device/commit/carry_steps.h"

#include "device/system/kernel.h"
#include "model/base/intl.h"
#include "model/base/last_words.h"
#include "model/base/mem.h"

/* Tells the kernel of step INDEX, and lists its partitions in REPORT. */
static void tell_kernel(const struct commit *commit, size_t index, struct claim *claim,
                        struct commit_report *report)
{
    const struct layout *after = commit->steps[index].after;
    int fd = sink_disk_fd(claim->disk);

    lines_finish(&report->kernel);
    claim_release_parts(claim);
    bool is_told = kernel_tell(&commit->sys, commit->path, fd,
                               commit_before(commit, index), after, &report->warnings);
    if (is_told && index + 1 == commit->step_count)
        lines_add(&report->done, "%s", _("The kernel was told."));
    report->is_kernel_old =
        !kernel_verify(&commit->sys, commit->path, fd, after, &report->kernel) ||
        !is_told;
}

static void warn_kernel(const struct commit *commit, struct commit_report *report)
{
    CLEANUP(freep) char *way_out = kernel_way_out(&commit->sys, commit->path);

    lines_add(&report->warnings, "%s",
              _("The table is written, but the kernel still uses another one."));
    lines_add(&report->warnings, "%s", way_out);
}

/* The kernel could let a partition that changes next be mounted where it was. */
static bool has_new_table(const struct commit *commit, const struct commit_report *report,
                          struct err *err)
{
    if (!report->is_kernel_old)
        return true;
    CLEANUP(freep) char *way_out = kernel_way_out(&commit->sys, commit->path);
    return err_set(err, ERR_IO, _("The kernel still uses another table. %s"), way_out);
}

/* Step INDEX begins only if the kernel has the table of those before it, and no other
 * program has begun to use what changes now. */
static bool begin_step(const struct commit *commit, size_t index, struct claim *claim,
                       const struct commit_report *report, struct err *err)
{
    return !index || !commit->mark.is_block ||
           (has_new_table(commit, report, err) && claim_parts(commit, index, claim, err));
}

static void report_written(const struct commit *commit, struct commit_report *report)
{
    uint64_t sectors = write_plan_sectors(&commit->plan);

    if (commit->step_count > 1)
        lines_add(&report->done,
                  ngettext("%1$llu sector was written in %2$zu steps.",
                           "%1$llu sectors were written in %2$zu steps.",
                           (unsigned long)sectors),
                  (ull)sectors, commit->step_count);
    else
        lines_add(&report->done,
                  ngettext("%llu sector was written.", "%llu sectors were written.",
                           (unsigned long)sectors),
                  (ull)sectors);
    lines_add(&report->done, "%s", _("All of it was read back and is right."));
    report->is_written = true;
    CLEANUP(freep)
    char *words =
        xasprintf(_("The new table is on %1$s and was read back; the old one was "
                    "saved: %2$s"),
                  commit->path, commit->backup_path);
    last_words_set(words, ERR_IO);
}

/* The backup must be durable before the first byte of the disk changes. */
static bool save_first(struct commit *commit, struct commit_report *report,
                       struct err *err)
{
    struct err why = { 0 };

    return commit_save_backup(commit, report, &why) ||
           err_pass(err, &why, _("Nothing was written. %s"), why.text);
}

bool carry_steps(struct commit *commit, const struct sink *sink, struct claim *claim,
                 struct commit_report *report, struct err *err)
{
    if (!commit_compare(commit, sink, err) || !save_first(commit, report, err))
        return false;
    for (size_t i = 0; i < commit->step_count; i++) {
        struct err why = { 0 };
        if (!begin_step(commit, i, claim, report, &why))
            return commit_stop(commit, i, &why, report, err);
        if (!commit_write_step(commit, i, sink, report, err))
            return false;
        if (i + 1 == commit->step_count)
            report_written(commit, report);
        if (commit->mark.is_block)
            tell_kernel(commit, i, claim, report);
        commit_log_step(commit, i, _("written"), &report->kernel, report);
    }
    if (report->is_kernel_old)
        warn_kernel(commit, report);
    return true;
}
