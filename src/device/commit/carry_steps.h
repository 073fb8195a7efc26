/* SPDX-License-Identifier: GPL-3.0-or-later */
/* carry_steps.h - performs the steps of a rehearsed change on the opened disk */
#ifndef ALIDADE_DEVICE_COMMIT_CARRY_STEPS_H
#define ALIDADE_DEVICE_COMMIT_CARRY_STEPS_H

#include "device/commit/stages.h"

/* Compares the disk with the rehearsal, saves the backup, and performs all steps through
 * SINK; the kernel is told through CLAIM, which is not used for an image file.  Returns
 * false as commit_steps_write(). */
bool carry_steps(struct commit *commit, const struct sink *sink, struct claim *claim,
                 struct commit_report *report, struct err *err) MUST_USE;

#endif
