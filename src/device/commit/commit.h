/* SPDX-License-Identifier: GPL-3.0-or-later */
/* commit.h - rehearses and writes a change: the only writer of tables */
#ifndef ALIDADE_DEVICE_COMMIT_COMMIT_H
#define ALIDADE_DEVICE_COMMIT_COMMIT_H

#include <stddef.h>

#include "device/io/sys.h"
#include "model/base/err.h"
#include "model/disk/layout.h"
#include "model/disk/loss.h"
#include "model/write/commit_report.h"
#include "model/write/plan.h"

struct commit;

/* All members are borrowed for the call. */
struct commit_request {
    const char *path; /* disk or image file */
    const struct sys *sys;
    const struct layout *base;    /* the layout that was read, including contents */
    const struct layout *preview; /* the planned layout */
    const char *backup_path;      /* NULL: a new file in the state directory or in /run */
    /* For a restore: the sectors; PREVIEW is their layout. */
    const struct sector_run *runs;
    size_t run_count;
    struct loss_accepted accepted; /* contents whose loss the user accepted */
    /* BASE includes the results of the full search of model/found/found.h; else the
     * rehearsal performs that search. */
    bool is_searched;
};

/* Rehearses a change; opens nothing for writing.  Compares the table on the disk with
 * BASE, makes the write plan, has libparted make the same change on a shadow and compares
 * the results, applies the whitelist, and checks who uses the disk, that no data is lost
 * without the user's consent, and where the backup can be saved.  Returns NULL on
 * failure: ERR_REFUSED if the change is not safe or the results differ, ERR_UNREADABLE,
 * or ERR_IO.  RET is filled as far as possible even then. */
struct commit *commit_rehearse(const struct commit_request *request,
                               struct rehearsal_report *ret, struct err *err) MUST_USE;
const struct write_plan *commit_plan(const struct commit *commit);

/* Writes the change, after the user's consent; may be called once.  In order: checks
 * users and contents again; locks the disk; compares identity and old table again; writes
 * and syncs the backup; performs the writes and flushes of the plan; reads everything
 * back and compares; informs the kernel of changed partitions and compares its view.
 * Returns false with ERR_REFUSED if nothing was written, or ERR_IO with a message about
 * the state of the disk.  RET is always filled. */
bool commit_write(struct commit *commit, struct commit_report *ret,
                  struct err *err) MUST_USE;

void commit_free(struct commit *commit);   /* accepts NULL */
void commit_freep(struct commit **commit); /* for CLEANUP */

#endif
