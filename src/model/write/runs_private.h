/* SPDX-License-Identifier: GPL-3.0-or-later */
/* runs_private.h - the goal of a restore, and writing its sectors by kind */
#ifndef ALIDADE_MODEL_WRITE_RUNS_PRIVATE_H
#define ALIDADE_MODEL_WRITE_RUNS_PRIVATE_H

#include "model/write/private.h"

/* The sectors to restore, as a plan that is never performed: its reader shows the
 * restored disk. */
struct goal {
    struct write_plan plan; /* borrows the bytes */
    struct write_plan_view view;
    struct reader reader;
    const struct layout *layout; /* layout of READER; NULL: no table */
};

/* Plans all sectors of the goal of this kind, except LBA 0. */
bool goal_put_kind(struct write_work *work, const struct goal *goal, enum write_what what,
                   struct err *err) MUST_USE;
/* Plans LBA 0. */
bool goal_put_mbr(struct write_work *work, const struct goal *goal,
                  struct err *err) MUST_USE;
/* Plans the sectors that do not belong to the table (boot code in the gap). */
bool goal_put_rest(struct write_work *work, const struct goal *goal,
                   struct err *err) MUST_USE;
/* Blanks the backup header of the base, if the goal has nothing at its position. */
bool goal_blank_backup(struct write_work *work, struct goal *goal,
                       struct err *err) MUST_USE;

/* Plan the table of the goal, one function for each kind. */
bool goal_put_gpt(struct write_work *work, struct goal *goal, struct err *err) MUST_USE;
bool goal_put_msdos(struct write_work *work, struct goal *goal, struct err *err) MUST_USE;

#endif
