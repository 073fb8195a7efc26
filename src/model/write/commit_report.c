/* SPDX-License-Identifier: GPL-3.0-or-later */
/* commit_report.c - frees the reports of a rehearsal and of a commit */
#include "model/write/commit_report.h"

#include <stdlib.h>

void rehearsal_report_finish(struct rehearsal_report *report)
{
    lines_finish(&report->disk);
    lines_finish(&report->writes);
    lines_finish(&report->checked);
    lines_finish(&report->losses);
    lines_finish(&report->warnings);
    lines_finish(&report->before);
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
    *report = (struct commit_report){ 0 };
}
