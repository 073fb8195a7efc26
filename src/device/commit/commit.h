/* SPDX-License-Identifier: GPL-3.0-or-later */
/* commit.h - what is asked of a commit, and the rehearsed commit */
#ifndef ALIDADE_DEVICE_COMMIT_COMMIT_H
#define ALIDADE_DEVICE_COMMIT_COMMIT_H

#include <stddef.h>

#include "device/io/sink_disk.h"
#include "device/io/sys.h"
#include "model/base/err.h"
#include "model/base/mem.h"
#include "model/disk/layout.h"
#include "model/disk/loss.h"
#include "model/move/plan/disk_step.h"
#include "model/write/commit_report.h"
#include "model/write/plan.h"

struct commit;

/* Who is told what a rehearsal waits for. */
struct commit_watch {
    struct sink_lock_watch lock;
    /* DONE of COUNT tables are rehearsed, 0 at first; DONE is COUNT at the end, also
     * after a failure.  CONTEXT is that of the lock. */
    void (*rehearsed)(void *context, size_t done, size_t count);
    /* The same of sectors of a partition that are compared with their hashes. */
    void (*compared)(void *context, uint64_t done, uint64_t count);
    /* The kernel has no random numbers yet, which libparted needs: called once a second.
     * Returns false to give up. */
    bool (*unready)(void *context);
};

/* All members are borrowed for the call. */
struct commit_request {
    const char *path; /* disk or image file */
    const struct sys *sys;
    const struct layout *base;    /* the layout that was read, including contents */
    const struct layout *preview; /* the planned layout */
    /* How to get there, the last step to PREVIEW; none: the table in one step. */
    const struct disk_step *steps;
    size_t step_count;
    const char *backup_path; /* NULL: a new file in the state directory or in /run */
    /* For a restore: the sectors; PREVIEW is their layout. */
    const struct sector_run *runs;
    size_t run_count;
    struct write_plan *cleared;    /* before the first step; it takes them; NULL: none */
    struct loss_accepted accepted; /* contents whose loss the user accepted */
    /* BASE includes the results of the full search of model/found/found.h; else the
     * rehearsal performs that search. */
    bool is_searched;
    bool is_shown; /* never written: where no backup can be saved is only a warning */
    const struct commit_watch *watch; /* NULL: no one */
};

/* The writes of all steps, in order. */
const struct write_plan *commit_plan(const struct commit *commit);

void commit_free(struct commit *commit); /* accepts NULL */
CLEANUP_WITH(commit_free, commit)

#endif
