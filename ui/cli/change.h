/* SPDX-License-Identifier: GPL-3.0-or-later */
/* change.h - a change of a disk from the command line: shown, confirmed, written */
#ifndef ALIDADE_UI_CLI_CHANGE_H
#define ALIDADE_UI_CLI_CHANGE_H

#include "device/io/sys.h"
#include "device/move/unfinished/abandoned.h"
#include "model/base/lines.h"
#include "model/edit/queue.h"
#include "model/write/backup_file.h"
#include "model/write/commit_report.h"
#include "ui/cli/disk.h"
#include "ui/cli/options.h"

/* Zero-initialised; change_finish() frees what it holds. */
struct change {
    const char *path; /* borrowed */
    struct sys sys;
    struct command_disk disk;   /* its current state */
    struct queue *queue;        /* edits; NULL for a restore */
    struct layout *preview;     /* of a restore: the layout afterwards */
    struct backup_file *backup; /* borrowed; NULL: no restore */
    struct abandoned abandoned; /* fixes that have not ended */
    struct lines warnings;      /* shown with those of the rehearsal */
    struct lines notes;         /* the same, and again at the end */
};

/* Reads the disk, and with HAS_QUEUE creates an empty queue for it. */
bool change_begin(struct change *change, const struct cli_options *options,
                  const char *path, bool has_queue, struct err *err) MUST_USE;
/* Rehearses and shows the change, asks, writes, and prints what was done.  Returns the
 * exit code; a sentence in ERR is not printed yet. */
int change_carry_out(struct change *change, const struct cli_options *options,
                     struct err *err);
void change_finish(struct change *change);

/* False (ERR_KERNEL) with the command that helps if the kernel still uses the old table
 * of the disk at PATH, which is written. */
bool change_is_in_kernel(const struct sys *sys, const char *path,
                         const struct commit_report *report, struct err *err);

/* What the options accept to lose; before a question, and in a dry run, losses are shown
 * and not refused.  Borrows from OPTIONS. */
struct loss_accepted change_accepted(const struct cli_options *options);

#endif
