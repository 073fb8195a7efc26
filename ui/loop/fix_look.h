/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fix_look.h - looks at a disk before its plan is carried out */
#ifndef ALIDADE_UI_LOOP_FIX_LOOK_H
#define ALIDADE_UI_LOOP_FIX_LOOK_H

#include "device/move/fix_check.h"
#include "ui/app/keymap.h"
#include "ui/app/state.h"
#include "ui/loop/disk.h"
#include "ui/screen/plan_rows.h"

/* The plan that the wizard of APP shows, and what its check is made of; owned. */
struct loop_fix_plan {
    struct plan_rows rows;
    const struct journal_place *place; /* borrowed from ROWS; NULL: none */
    struct fix_write *writes;
    char probe_key[KEY_LIST], given_key[KEY_LIST];
};

/* loop_fix_plan_finish() */
void loop_fix_plan_make(const struct app *app, struct loop_fix_plan *ret);
void loop_fix_plan_finish(struct loop_fix_plan *plan);
/* Returns the check of PLAN, from which it borrows. */
struct fix_check loop_fix_check(const struct loop_disk *disk, const struct app *app,
                                struct loop_fix_plan *plan);

/* Fills an EVENT_FIX_LOOKED; reads the disk, and writes nothing.  ERR is the sentence of
 * the event if it has one. */
void loop_fix_look(const struct loop_disk *disk, const struct app *app, struct err *err,
                   struct event *ret);

#endif
