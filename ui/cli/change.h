/* SPDX-License-Identifier: GPL-3.0-or-later */
/* change.h - a change of a disk from the command line: shown, agreed to, written
 */
#ifndef ALIDADE_UI_CLI_CHANGE_H
#define ALIDADE_UI_CLI_CHANGE_H

#include "device/io/sys.h"
#include "model/base/lines.h"
#include "model/edit/queue.h"
#include "model/write/backup_file.h"
#include "ui/cli/disk.h"
#include "ui/cli/options.h"

/* Zero-initialised; change_finish() frees what it holds. */
struct change {
    const char *path; /* borrowed */
    struct sys sys;
    struct command_disk disk; /* as it is */
    struct queue *queue;      /* what shall be done; NULL: a restore */
    struct layout *preview;   /* of a restore: what the backup makes of the disk */
    const struct backup_file *backup; /* borrowed; NULL: no restore */
    struct lines warnings;            /* to be shown beside those of the rehearsal */
};

/* Reads the disk; with HAS_QUEUE an empty queue over it. */
bool change_begin(struct change *change, const struct cli_options *options,
                  const char *path, bool has_queue, struct err *err) MUST_USE;
/* Rehearses, shows, asks, writes and says what was done; or stops where it must.  Returns
 * the exit code; what is still to be said is in ERR. */
int change_carry_out(struct change *change, const struct cli_options *options,
                     struct err *err);
void change_finish(struct change *change);

#endif
