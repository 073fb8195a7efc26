/* SPDX-License-Identifier: GPL-3.0-or-later */
/* runs_private.h - a disk as a backup wants it, and its sectors kind by kind */
#ifndef ALIDADE_MODEL_WRITE_RUNS_PRIVATE_H
#define ALIDADE_MODEL_WRITE_RUNS_PRIVATE_H

#include "model/write/private.h"

/* The sectors that are to come, as a plan that is never carried out: its reader is the
 * disk as it shall be. */
struct goal {
    struct write_plan plan; /* borrows the bytes */
    struct write_plan_view view;
    struct reader reader;
    const struct layout *layout; /* what READER reads as; NULL: no table */
};

/* Plans all sectors of the goal that are of this kind, without LBA 0. */
bool goal_put_kind(struct write_work *work, const struct goal *goal, enum write_what what,
                   struct err *err) MUST_USE;
/* LBA 0 alone. */
bool goal_put_mbr(struct write_work *work, const struct goal *goal,
                  struct err *err) MUST_USE;
/* What is no part of the table (boot code in the gap): when that is there. */
bool goal_put_rest(struct write_work *work, const struct goal *goal,
                   struct err *err) MUST_USE;
/* Blanks the backup header of the base, where the goal has nothing there. */
bool goal_blank_backup(struct write_work *work, struct goal *goal,
                       struct err *err) MUST_USE;

/* One for each kind of table that a goal can have. */
bool goal_put_gpt(struct write_work *work, struct goal *goal, struct err *err) MUST_USE;
bool goal_put_msdos(struct write_work *work, struct goal *goal, struct err *err) MUST_USE;

#endif
