/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fixing_owned.h - what a fix would overwrite that no table names */
#ifndef ALIDADE_DEVICE_MOVE_FIXING_FIXING_OWNED_H
#define ALIDADE_DEVICE_MOVE_FIXING_FIXING_OWNED_H

#include "device/io/store.h"
#include "model/disk/owner_run.h"
#include "model/move/plan/journal_place.h"
#include "model/move/plan/moves.h"

/* A plan, with the place of its journal; NULL: it has none.  Borrowed. */
struct fixing_avoid {
    const struct moves *moves;
    const struct journal_place *place;
    const struct loss_accepted *accepted;
};

/* A plan is made again at most so often: what is in the way then is left to the user. */
#define FIXING_AVOID_ROUNDS 8

/* Adds to RET what the plan would overwrite that no table names and was not given up, for
 * the next plan to keep off; RET has no ranges that overlap.  False if it meets nothing
 * new, or is not possible. */
bool fixing_find_avoided(struct store *store, const struct layout *base,
                         const struct fixing_avoid *avoid, struct owner_runs *ret);

#endif
