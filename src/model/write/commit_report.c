/* SPDX-License-Identifier: GPL-3.0-or-later */
/* commit_report.c - frees and copies the reports of a rehearsal and of a commit */
#include "model/write/commit_report.h"

#include <stdlib.h>

#include "model/base/mem.h"

void rehearsal_report_finish(struct rehearsal_report *report)
{
    lines_finish(&report->disk);
    lines_finish(&report->writes);
    lines_finish(&report->checked);
    lines_finish(&report->losses);
    lines_finish(&report->differences);
    lines_finish(&report->warnings);
    lines_finish(&report->before);
    owner_runs_finish(&report->owned);
    free(report->backup_path);
    free(report->refusal);
    *report = (struct rehearsal_report){ 0 };
}

void commit_report_finish(struct commit_report *report)
{
    lines_finish(&report->done);
    lines_finish(&report->kernel);
    lines_finish(&report->warnings);
    lines_finish(&report->after);
    free(report->backup_path);
    free(report->script_path);
    free(report->elsewhere);
    *report = (struct commit_report){ 0 };
}

static char *path_copy(const char *path)
{
    return path ? xstrdup(path) : NULL;
}

void commit_report_copy(const struct commit_report *from, struct commit_report *ret)
{
    *ret = (struct commit_report){ .is_written = from->is_written,
                                   .is_begun = from->is_begun,
                                   .is_kernel_old = from->is_kernel_old,
                                   .backup_path = path_copy(from->backup_path),
                                   .script_path = path_copy(from->script_path),
                                   .elsewhere = path_copy(from->elsewhere) };
    lines_append(&ret->done, &from->done);
    lines_append(&ret->kernel, &from->kernel);
    lines_append(&ret->warnings, &from->warnings);
    lines_append(&ret->after, &from->after);
}
