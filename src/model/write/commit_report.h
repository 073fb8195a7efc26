/* SPDX-License-Identifier: GPL-3.0-or-later */
/* commit_report.h - what a rehearsal found and what a write did, for people */
#ifndef ALIDADE_MODEL_WRITE_COMMIT_REPORT_H
#define ALIDADE_MODEL_WRITE_COMMIT_REPORT_H

#include <stdbool.h>

#include "model/base/lines.h"

/* Before the consent.  All translated; zero-initialised: empty. */
struct rehearsal_report {
    struct lines disk;     /* which disk: path, model, serial, size */
    struct lines writes;   /* what is written where, in order */
    struct lines checked;  /* what was checked and is well */
    struct lines losses;   /* contents that no partition begins with any more */
    bool is_loss_refused;  /* some were not given up; the error names the first alone */
    struct lines warnings; /* what the person should know */
    struct lines before;   /* commands to be run before the write (shrinking) */
    char *backup_path;     /* where the backup will be; NULL: nothing is to be written */
    char *refusal;         /* why a write would be refused now; NULL: it would not */
};
void rehearsal_report_finish(struct rehearsal_report *report);

/* After it. */
struct commit_report {
    bool is_written;       /* the table on the disk is the new one */
    bool is_kernel_old;    /* is_written, but the kernel uses another table */
    struct lines done;     /* steps that were done, in order */
    struct lines kernel;   /* what the kernel sees now, one line for each partition */
    struct lines warnings; /* what is left to do, or was not possible */
    struct lines after;    /* commands that belong to the change: mkfs, growing */
    char *backup_path;     /* NULL: none was made */
};
void commit_report_finish(struct commit_report *report);

#endif
