/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fix.h - a plan that is carried out, as lines of JSON */
#ifndef ALIDADE_MODEL_REPORT_FIX_H
#define ALIDADE_MODEL_REPORT_FIX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/base/err.h"
#include "model/content/checker.h"
#include "model/disk/disk_info.h"
#include "model/move/plan/fix_plan.h"
#include "model/move/plan/progress.h"
#include "model/report/boot_notes.h"
#include "model/report/volume_notes.h"
#include "model/write/commit_report.h"

/* Before the first write. All is borrowed, here and below; steps count from 0, and from 1
 * in JSON. */
struct report_fix {
    const char *command; /* "fix", "resume" */
    const char *aim;     /* moves_aim_id() of the plan; NULL: it is no longer known */
    bool is_rollback;
    const struct disk_info *info;
    const struct journal_plan *plan;
    const char *journal; /* path of the file or device with it; NULL: on the disk */
    size_t first_step;   /* that is not complete */
    uint64_t read_bytes, written_bytes; /* 0: not known */
    enum move_time time;
    double seconds;
    const struct rehearsal_report *rehearsal;
    const struct lines *warnings;  /* in addition to those of the rehearsal */
    const struct boot_notes *boot; /* NULL: not looked at; also below */
    const struct volume_notes *volumes;
};

/* While it runs. */
struct report_fix_live {
    const char *phase; /* a stable id */
    size_t step, step_count;
    unsigned number;           /* of the partition; 0: none */
    struct move_progress move; /* with rate and time left, if they are known */
    double seconds;            /* since it began */
    bool is_safe; /* no resume would be needed, and nothing is written next */
};

struct report_fix_end {
    const char *state;       /* a stable id */
    int code;                /* the exit code */
    const struct err *error; /* NULL: none */
    size_t steps_done, step_count;
    double seconds;
    const struct commit_report *report; /* NULL: nothing was written */
    const struct boot_notes *boot;      /* NULL: not looked at */
};

/* Of a move that has not ended. */
struct report_fix_status {
    const char *path; /* of the disk */
    const struct journal_plan *plan;
    const char *journal;
    bool has_progress; /* else there is no more than the plan */
    size_t step;
    enum journal_phase phase;
    bool is_back; /* on its way back to the old place */
    uint64_t bytes_done, bytes_total;
    bool is_at_work;   /* another program completes it now */
    bool is_in_editor; /* which offers to complete it: no command is named */
    bool has_guard;    /* in place of its first sectors */
    bool is_untouched; /* no step has begun */
};

/* True if no partition is in the middle of its move: it is between two steps. */
bool report_fix_is_between(const struct report_fix_status *status);

/* Each returns one object in one line; free(). */
char *report_json_fix_begin(const struct report_fix *fix);
char *report_json_fix_step(const struct journal_plan *plan, size_t step);
char *report_json_fix_progress(const struct report_fix_live *live);
char *report_json_fix_note(const char *text);
/* A note with TEXT on what a checker has found; WHEN is "before" or "after" the move. */
char *report_json_fix_checked(const struct checker_result *result, const char *when,
                              const char *text);
char *report_json_fix_end(const struct report_fix_end *end);
char *report_json_fix_status(const struct report_fix_status *status);

/* Return the place of the journal of PLAN, and what a stop and a power failure mean when
 * the steps from FIRST on are left; as sentences; free(). JOURNAL is the file or device
 * with it; NULL: it is on the disk. */
char *report_fix_spot_words(const struct journal_plan *plan, const char *journal);
char *report_fix_stop_words(const struct journal_plan *plan, size_t first,
                            const char *path, const char *journal);
/* Returns which step of the plan is not complete, as a sentence; free(). */
char *report_fix_step_words(const struct report_fix_status *status);
/* Adds the state in sentences: how far it is, where the journal is, and whether the disk
 * may be unplugged. The second one begins with the disk and the step. */
void report_fix_state_lines(const struct report_fix_status *status, struct lines *ret);
void report_fix_status_lines(const struct report_fix_status *status, struct lines *ret);

#endif
