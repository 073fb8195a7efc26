/* SPDX-License-Identifier: GPL-3.0-or-later */
/* log_plan.h - the steps of a redo log as a plan that can be told */
#ifndef ALIDADE_DEVICE_MOVE_UNFINISHED_LOG_PLAN_H
#define ALIDADE_DEVICE_MOVE_UNFINISHED_LOG_PLAN_H

#include "model/move/log/records.h"
#include "model/move/plan/fix_plan.h"

/* Returns the id of the words of STEP, as log_plan_make() reads it. */
uint16_t log_plan_words(const struct journal_step *step);
/* Returns in RET the steps of LOG, whose journal has HEAD: one for each group, up to
 * JOURNAL_STEPS_MAX.  Only for words. */
void log_plan_make(const struct redo_log *log, const struct record_head *head,
                   struct journal_plan *ret);
/* Returns the step of that plan that HEAD is at; their number: all are done. */
size_t log_plan_step(const struct redo_log *log, const struct run_head *head);
/* True if HEAD is on its way back, or was. */
bool log_plan_is_back(const struct redo_log *log, const struct run_head *head);

#endif
