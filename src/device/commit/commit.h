/* SPDX-License-Identifier: GPL-3.0-or-later */
/* commit.h - a change rehearsed, then written: the only way to a disk */
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

/* All borrowed for the call. */
struct commit_request {
    const char *path; /* disk or image file */
    const struct sys *sys;
    const struct layout *base;    /* as it was read, contents and all */
    const struct layout *preview; /* what it shall become */
    const char *backup_path; /* NULL: a new file in the state directory, or in /run */
    /* For a restore: the sectors themselves; PREVIEW is what they decode to. */
    const struct sector_run *runs;
    size_t run_count;
    struct given_up given_up; /* contents that may be lost */
    /* BASE has what the whole search of model/found/found.h finds; else it is searched
     * here. */
    bool is_searched;
};

/* Opens nothing for writing.  Reads the table again and compares it with BASE, makes the
 * write plan, has libparted make the same change on a shadow and compares, checks the
 * whitelist, who uses the disk, that no data is lost but what was given up, and where the
 * backup can lie.  NULL with one sentence:
 * ERR_REFUSED for whatever is not safe or not the same, ERR_UNREADABLE, ERR_IO.  RET is
 * filled also then, as far as it came. */
struct commit *commit_rehearse(const struct commit_request *request,
                               struct rehearsal_report *ret, struct err *err) MUST_USE;
const struct write_plan *commit_plan(const struct commit *commit);

/* After the person's consent, once.  In order: users and contents are looked at
 * again; the disk is locked; identity and old table are compared again; the backup file
 * is written and synced; the plan's writes and flushes; all is read back and compared;
 * the kernel is told of each partition that changed, and asked what it believes.  False:
 * ERR_REFUSED and nothing was written, or ERR_IO with a sentence on the state of the
 * disk.  RET is filled in both cases. */
bool commit_write(struct commit *commit, struct commit_report *ret,
                  struct err *err) MUST_USE;

void commit_free(struct commit *commit);   /* accepts NULL */
void commit_freep(struct commit **commit); /* for CLEANUP */

#endif
