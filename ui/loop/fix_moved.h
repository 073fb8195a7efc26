/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fix_moved.h - the file systems that a plan moves, as they are on the disk now */
#ifndef ALIDADE_UI_LOOP_FIX_MOVED_H
#define ALIDADE_UI_LOOP_FIX_MOVED_H

#include "device/io/sys.h"
#include "model/content/checker.h"
#include "model/disk/layout.h"
#include "model/move/plan/fix_plan.h"
#include "model/report/volume_notes.h"

/* Zero-initialised: the disk cannot be read. */
struct fix_moved {
    struct layout *layout; /* with its contents; owned reference */
    struct volume_notes volumes;
    struct checker_list checkers;
};

/* Reads the disk at PATH, and finds what the steps of PLAN from FIRST to before END move;
 * not what is in the middle of its move. fix_moved_finish(). */
void fix_moved_look(const struct sys *sys, const char *path,
                    const struct journal_plan *plan, size_t first, size_t end,
                    struct fix_moved *ret);
void fix_moved_finish(struct fix_moved *moved); /* also for CLEANUP */

#endif
