/* SPDX-License-Identifier: GPL-3.0-or-later */
/* find_judge.c - what the log of a fix that was found tells about its disk */
#include <string.h>

#include "model/base/mem.h"
#include "model/move/log/find_choice.h"
#include "model/move/log/table_state.h"

static bool touches_data(const struct log_step *step)
{
    return step->kind == LOG_GUARD || step->kind == LOG_SHIFT ||
           step->kind == LOG_UNGUARD || step->kind == LOG_TOOL;
}

/* What goes back goes there from the step at work, which may have begun. */
static bool has_moved(const struct redo_log *log, struct run_head run)
{
    size_t begun = run.direction < RUN_EXIT ? run.step + (size_t)1 : run.step;

    for (size_t i = 0; i < begun && run.direction != RUN_DONE; i++)
        if (touches_data(&log->steps.at[i]))
            return true;
    return false;
}

/* A move leaves no guard behind when it is complete, or taken back.  That of the
 * partition with the journal is there from the first step to the end. */
static bool is_misfit(const struct redo_log *log, struct run_head run,
                      const struct record_guard *guard)
{
    if (guard->step >= log->steps.count)
        return true;
    const struct log_step *step = &log->steps.at[guard->step];
    return step->kind != LOG_BYTES &&
           (run.direction >= RUN_EXIT || step->group != log->steps.at[run.step].group);
}

static bool is_at_position(const struct redo_log *log, struct run_head run,
                           const struct reader *disk)
{
    if (run.direction == RUN_DONE)
        return false;
    CLEANUP(table_states_freep)
    struct table_states *states = run.direction == RUN_EXIT
                                      ? table_states_of_exits(log, run.step)
                                      : table_states_of_step(log, run.step);
    return table_position(states, disk, run.direction == RUN_BACK) != TABLE_FOREIGN;
}

void fix_found_judge(struct fix_place_found *found, const struct redo_log *log,
                     const struct reader *disk, const char *serial)
{
    struct run_head run = found->head.run;
    bool has_log = log && run_order_is_sound(log, run) &&
                   guid_equal(&log->transaction, &found->head.owner.transaction);

    found->has_log = has_log;
    found->is_at_position = has_log && is_at_position(log, run, disk);
    found->is_misfit = has_log && found->has_guard && is_misfit(log, run, &found->guard);
    found->is_same_drive = has_log && *serial && !strcmp(serial, log->serial);
    found->has_moved = has_log ? has_moved(log, run) : run.direction != RUN_DONE;
}
