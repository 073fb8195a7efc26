/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fix_progress.h - the progress of fix and resume: a line, or lines of JSON */
#ifndef ALIDADE_UI_CLI_FIX_PROGRESS_H
#define ALIDADE_UI_CLI_FIX_PROGRESS_H

#include "device/move/fixing/fixing.h"
#include "model/report/fix_pace.h"
#include "ui/cli/options.h"

struct fix_progress {
    const struct cli_options *options; /* borrowed */
    bool is_terminal;                  /* standard error is one */
    uint64_t shown_ms, news_ms;
    struct fix_pace pace;
    size_t told;        /* steps that were reported as begun */
    bool has_told_time; /* after all was read */
    bool has_told_safe; /* that the disk could be unplugged */
    int width;          /* of the line on the terminal */
};

/* Begins at NOW_MS with step FIRST of the plan. */
void fix_progress_begin(struct fix_progress *progress, const struct cli_options *options,
                        const struct journal_plan *plan, size_t first, uint64_t now_ms);
/* LIVE is new; reports each step that has begun. */
void fix_progress_take(struct fix_progress *progress, const struct fixing_live *live,
                       uint64_t now_ms);
/* Shows how far it is, not more often than each kind of output needs: twice a second on a
 * terminal, once a minute elsewhere, each second as JSON.  At once where the disk could
 * be unplugged before, and cannot any more. */
void fix_progress_show(struct fix_progress *progress, uint64_t now_ms);
/* Reports one sentence beside the progress. */
void fix_progress_note(struct fix_progress *progress, const char *sentence);
/* Erases the line. */
void fix_progress_end(struct fix_progress *progress);

/* Returns the line for LIVE in PHASE, where the last answer of the drive is WAITED_MS
 * old; free(). */
char *fix_progress_line(const struct report_fix_live *live, enum fixing_phase phase,
                        uint64_t waited_ms);

#endif
