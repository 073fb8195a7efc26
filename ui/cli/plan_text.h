/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plan_text.h - the plan for a whole disk as text */
#ifndef ALIDADE_UI_CLI_PLAN_TEXT_H
#define ALIDADE_UI_CLI_PLAN_TEXT_H

#include "model/base/str.h"
#include "model/report/moves.h"

/* Adds the steps of PLAN for DISK, what stays, and where the journal can be with the time
 * that this takes; or why there is no plan, and what would free the missing sectors; and
 * the cost of OTHER, a plan with the other aim, NULL if there is none; and what to know
 * before it is carried out.  Sentences are wrapped at WIDTH. */
void plan_text(const struct report_disk *disk, const struct report_moves *plan,
               const struct report_moves *other, int width, struct str *ret);
/* Adds how MOVES, if there is something to do, are carried out. */
void plan_text_next(const struct moves *moves, int width, struct str *ret);

#endif
