/* SPDX-License-Identifier: GPL-3.0-or-later */
/* commit_report.h - reports of a rehearsal and of a commit, shown to the user */
#ifndef ALIDADE_MODEL_WRITE_COMMIT_REPORT_H
#define ALIDADE_MODEL_WRITE_COMMIT_REPORT_H

#include <stdbool.h>

#include "model/base/lines.h"
#include "model/disk/owner_run.h"

/* The report before the user confirms.  All texts are translated; zero-initialised is
 * empty. */
struct rehearsal_report {
    struct lines disk;    /* the disk: path, model, serial number, size */
    struct lines writes;  /* what is written, in order */
    struct lines checked; /* checks that passed */
    struct lines losses;  /* contents whose partition is removed or starts elsewhere */
    /* what another program has changed in the middle of a fix, and where its backup is */
    struct lines differences;
    /* a loss was not accepted; the error names only the first one */
    bool is_loss_refused;
    struct lines warnings; /* what the person should know */
    struct lines before;   /* commands to run before the write (shrinking file systems) */
    /* what would be overwritten outside partitions and table, and is not zero */
    struct owner_runs owned;
    /* where the backup will be saved; NULL: nothing is to be written */
    char *backup_path;
    char *refusal; /* reason why a write would be refused now; NULL: none */
    /* its stable id, or that of why --yes would be refused; NULL: that of what no table
     * names */
    const char *refusal_id;
};
void rehearsal_report_finish(struct rehearsal_report *report);

/* The report after the write. */
struct commit_report {
    bool is_written;       /* the new table is on the disk */
    bool is_begun;         /* not is_written, but some of its steps are done */
    bool is_kernel_old;    /* is_written, but the kernel still uses the old table */
    struct lines done;     /* completed steps, in order */
    struct lines kernel;   /* partitions that the kernel now has, one per line */
    struct lines warnings; /* what is left to do or was not possible */
    /* commands that belong to the change: mkfs, growing file systems */
    struct lines after;
    char *backup_path; /* NULL: no backup was saved */
    /* of a fix that has stopped: the planned table as a script for sfdisk; NULL: none */
    char *script_path;
    /* of a fix: its file is not at its path any more, as a sentence; NULL: it is */
    char *elsewhere;
};
void commit_report_finish(struct commit_report *report);
/* RET becomes a copy; commit_report_finish(). */
void commit_report_copy(const struct commit_report *from, struct commit_report *ret);

#endif
