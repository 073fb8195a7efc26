/* SPDX-License-Identifier: GPL-3.0-or-later */
/* planning.h - what a plan for a whole disk is made of, as the options say */
#ifndef ALIDADE_UI_CLI_PLANNING_H
#define ALIDADE_UI_CLI_PLANNING_H

#include "device/system/journal_offer.h"
#include "model/report/moves.h"
#include "ui/cli/disk.h"
#include "ui/cli/options.h"

struct planning {
    struct command_disk disk;
    const struct cli_options *options;
    struct moves_start *starts; /* chosen ones; owned */
    struct journal_offer offer; /* the place of --journal */
    size_t offer_count;         /* 1 if that was given, else 0 */
};

void planning_finish(struct planning *planning);

/* A plan for one aim; zero-initialised: there is none. */
struct aim_plan {
    struct owner_runs owned; /* what is in the way and no table names */
    struct moves_want want;  /* borrows from OWNED */
    struct moves moves;
    struct moves_time time;
    const struct journal_place *place; /* of the journal, in TIME; NULL: there is none */
    struct report_moves report;        /* zero: there is no plan */
};

/* Reads the disk of PLANNING's options as fix does, and makes the plan for their aim, and
 * for the other one; RET_OTHER stays as it is with chosen starts, which have no other
 * aim.  planning_finish() in any case. */
bool planning_make(struct planning *planning, const struct sys *sys, struct aim_plan *ret,
                   struct aim_plan *ret_other, struct err *err) MUST_USE;
void aim_plan_finish(struct aim_plan *plan);

#endif
