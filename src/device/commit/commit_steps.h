/* SPDX-License-Identifier: GPL-3.0-or-later */
/* commit_steps.h - rehearses and writes a change in steps: the only writer of tables
 *
 * An ordinary change is one step. */
#ifndef ALIDADE_DEVICE_COMMIT_COMMIT_STEPS_H
#define ALIDADE_DEVICE_COMMIT_COMMIT_STEPS_H

#include "device/commit/commit.h"

/* Rehearses all steps of a change; opens nothing for writing.  Compares the table on the
 * disk with the base, makes the write plan of each step on the disk as the steps before
 * leave it, has libparted make the same change on a shadow and compares the results,
 * applies the whitelist, and checks who uses the disk, that no data is lost without the
 * user's consent, and where the backup can be saved.  Returns NULL on failure:
 * ERR_REFUSED if a step is not safe, has no safe order of writing, or the results differ;
 * ERR_UNREADABLE, or ERR_IO.  RET is filled as far as possible even then. */
struct commit *commit_steps_rehearse(const struct commit_request *request,
                                     struct rehearsal_report *ret,
                                     struct err *err) MUST_USE;

/* Writes the change, after the user's consent; may be called once.  In order: checks
 * users and contents again; locks the disk; compares identity and old table again; writes
 * and syncs one backup with the original content of every sector that any step
 * overwrites.  Then for each step: performs the writes and flushes of its plan; reads
 * everything back and compares; informs the kernel of changed partitions and compares its
 * view.  If that fails in a step, no later one begins, and those before it stay done.
 * Returns false with ERR_REFUSED if nothing was written, or ERR_IO with a message about
 * the state of the disk.  RET is always filled. */
bool commit_steps_write(struct commit *commit, struct commit_report *ret,
                        struct err *err) MUST_USE;

#endif
