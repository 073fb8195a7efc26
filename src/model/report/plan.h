/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plan.h - what a change would write, and what it did, as text and as JSON */
#ifndef ALIDADE_MODEL_REPORT_PLAN_H
#define ALIDADE_MODEL_REPORT_PLAN_H

#include <stdbool.h>

#include "model/base/lines.h"
#include "model/base/str.h"
#include "model/edit/queue.h"
#include "model/report/report.h"
#include "model/write/commit_report.h"
#include "model/write/plan.h"

/* All borrowed. */
struct report_plan {
    const struct report_disk *disk; /* as it is; with a layout */
    const struct layout *after;
    const struct queue *queue;       /* NULL: a restore, which has no edits */
    const struct write_plan *writes; /* empty: nothing is to be done */
    const struct rehearsal_report *rehearsal;
    const struct lines *warnings; /* beside those of the rehearsal */
};

/* Before the consent: the disk, its table before and after, what is written where. */
void report_text_plan(const struct report_plan *plan, bool has_color, struct str *ret);
/* After it. */
void report_text_commit(const struct commit_report *commit, struct str *ret);

/* One document of both, ended by '\n'; COMMIT NULL: nothing was written; free(). */
char *report_json_plan(const struct report_plan *plan,
                       const struct commit_report *commit);

#endif
