/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fix_look.h - what a look at the disk tells before a plan is carried out */
#ifndef ALIDADE_UI_APP_FIX_LOOK_H
#define ALIDADE_UI_APP_FIX_LOOK_H

#include <stdbool.h>

#include "model/base/lines.h"
#include "model/content/checker.h"
#include "model/disk/owner_run.h"
#include "model/move/plan/journal_place.h"
#include "model/move/plan/typical_speed.h"

/* All sentences are translated.  Zero-initialised: the disk was not looked at. */
struct fix_look {
    bool is_made;
    struct lines refusals;             /* why the plan cannot be carried out now */
    struct lines doubts;               /* what is to be known before the consent */
    struct lines passed;               /* checks without a finding */
    struct lines boot;                 /* what the moves mean for boot loaders */
    const struct typical_speed *usual; /* of a drive of its kind; NULL: not known */
    struct move_speed read; /* of the drive, by a few reads: .read and .far; 0: none */
    bool is_reading;        /* they are being made */
    struct journal_offer offer; /* for the journal; borrows its path from the app */
    bool has_offer;
    struct owner_runs owned;     /* what no table names: the plan keeps off it */
    struct checker_list content; /* what can be checked of what is moved */
};

void fix_look_finish(struct fix_look *look);

#endif
