/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fix_ahead.h - what fix finds out before it asks, and plan before it shows a plan;
 * nothing is written */
#ifndef ALIDADE_UI_CLI_FIX_AHEAD_H
#define ALIDADE_UI_CLI_FIX_AHEAD_H

#include "device/move/session/fix_session.h"
#include "ui/cli/planning.h"

struct fix_ahead {
    struct planning *planning;   /* borrowed */
    const struct aim_plan *plan; /* borrowed */
    struct fix_session session;
    struct rehearsal_report rehearsal;
};

struct fix_ahead fix_ahead_of(const struct sys *sys, struct planning *planning,
                              const struct aim_plan *plan);
/* False if there is nothing to do; with ERR_REFUSED where something should be done and
 * cannot be, which the text of the plan tells, too. */
bool fix_ahead_has_steps(const struct fix_ahead *ahead, struct err *err) MUST_USE;
/* Prepares the session: the place of the journal, what speaks against it, the writes of
 * each step. */
bool fix_ahead_rehearse(struct fix_ahead *ahead, struct err *err) MUST_USE;
/* All of this, for a plan that is not carried out: false (the code with which fix would
 * end) if fix would refuse it. */
bool fix_ahead_is_possible(struct fix_ahead *ahead, struct err *err) MUST_USE;
void fix_ahead_finish(struct fix_ahead *ahead);

#endif
