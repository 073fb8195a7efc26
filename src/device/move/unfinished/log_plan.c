/* SPDX-License-Identifier: GPL-3.0-or-later */
/* log_plan.c - the steps of a redo log as a plan that can be told */
#include "device/move/unfinished/log_plan.h"

#include "model/base/mem.h"

/* The id of a step's words: its action, and what it is about. */
enum { WORDS_ACTIONS = 16 };

uint16_t log_plan_words(const struct journal_step *step)
{
    return (uint16_t)(step->action + WORDS_ACTIONS * (unsigned)step->object);
}

/* Words that are not known are those of a table. */
static struct journal_step step_of_log(const struct log_step *log)
{
    unsigned action = log->words % WORDS_ACTIONS, object = log->words / WORDS_ACTIONS;
    struct journal_step step = {
        .number = log->number, .from = log->from, .to = log->to, .length = log->length
    };

    step.action = action < MOVES_ACTION_COUNT ? (enum moves_action)action : MOVES_TABLE;
    step.object = object <= JOURNAL_EBR ? (enum journal_object)object : JOURNAL_PARTITION;
    return step;
}

static bool begins_group(const struct redo_log *log, size_t i)
{
    return !i || log->steps.at[i - 1].group != log->steps.at[i].group;
}

void log_plan_make(const struct redo_log *log, const struct record_head *head,
                   struct journal_plan *ret)
{
    *ret = (struct journal_plan){ .head = { head->owner.transaction,
                                            head->owner.disk_bytes },
                                  .logical = log->logical,
                                  .label = log->label,
                                  .disk_id = log->disk_id,
                                  .grid = log->grid,
                                  .time = log->time,
                                  .spot = { .kind = (enum journal_kind)head->place.kind,
                                            .start = head->place.start,
                                            .bytes = head->place.bytes } };
    if (log->exits.count) /* they end the entry of the journal */
        ret->number = log->exits.at[0].number;
    copy_text(ret->serial, sizeof(ret->serial), log->serial);
    copy_text(ret->model, sizeof(ret->model), log->model);
    copy_text(ret->spot.uuid, sizeof(ret->spot.uuid), head->place.uuid);
    copy_text(ret->spot.path, sizeof(ret->spot.path), head->place.path);
    for (size_t i = 0; i < log->steps.count && ret->step_count < JOURNAL_STEPS_MAX; i++)
        if (begins_group(log, i))
            ret->steps[ret->step_count++] = step_of_log(&log->steps.at[i]);
}

size_t log_plan_step(const struct redo_log *log, const struct run_head *head)
{
    size_t end = head->direction == RUN_DONE ? log->steps.count : head->step, step = 0;

    for (size_t i = 0; i < end && i < log->steps.count; i++)
        step += i + 1 == log->steps.count || begins_group(log, i + 1);
    return step;
}

bool log_plan_is_back(const struct redo_log *log, const struct run_head *head)
{
    return head->direction == RUN_BACK || (head->direction == RUN_DONE && head->step) ||
           (head->direction == RUN_EXIT && head->step < log->steps.count);
}
