/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plan.h - the planned writes of a change and its result, as text and as JSON */
#ifndef ALIDADE_MODEL_REPORT_PLAN_H
#define ALIDADE_MODEL_REPORT_PLAN_H

#include "model/base/err.h"
#include "model/base/lines.h"
#include "model/base/str.h"
#include "model/edit/queue.h"
#include "model/report/report.h"
#include "model/write/commit_report.h"
#include "model/write/plan.h"

/* All borrowed. */
struct report_plan {
    const struct report_disk *disk; /* before the change; has a layout */
    const struct layout *after;
    const struct queue *queue;       /* NULL for a restore, which has no edits */
    const struct write_plan *writes; /* may be empty */
    const struct rehearsal_report *rehearsal;
    const struct lines *warnings; /* in addition to those of the rehearsal */
    const struct err *refused;    /* why nothing is written; NULL: it may be */
};

/* For the confirmation: the disk, its table before and after, and the planned writes.
 * Sentences are wrapped at WIDTH columns, here and below. */
void report_text_plan(const struct report_plan *plan, const char *off_color, int width,
                      struct str *ret);
/* Its last part: the writes, with WARNINGS beside those of REHEARSAL. */
void report_text_rehearsal(const struct rehearsal_report *rehearsal,
                           const struct lines *warnings, int width, struct str *ret);
/* After the write. */
void report_text_commit(const struct commit_report *commit, int width, struct str *ret);

/* Their parts: a heading with the lines, nothing if there are none; a heading with the
 * label, and the table of the partitions. */
void report_text_lines(const char *heading, const struct lines *lines, int width,
                       struct str *ret);
void report_text_layout(const char *heading, const struct layout *layout,
                        struct suggest_context context, const struct saved_result *saved,
                        const char *off_color, struct str *ret);

/* Returns one document with both, which ends with '\n'; COMMIT is NULL if nothing was
 * written; free(). */
char *report_json_plan(const struct report_plan *plan,
                       const struct commit_report *commit);
/* The same in one line, as the event "end". */
char *report_json_plan_line(const struct report_plan *plan,
                            const struct commit_report *commit);

#endif
