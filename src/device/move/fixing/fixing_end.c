/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fixing_end.c - a fix whose last head tells that it is complete, while its log is there
 *
 * Its table was compared before that head.  If it is another one now, the fix is as if
 * that head were not there: what differs is told, and can be written again. */
#include <stdlib.h>

#include "device/move/fixing/fixing_private.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/refusal.h"
#include "model/report/resume_words.h"

/* Returns how many sectors differ from the table at the end of a fix that stops at REST:
 * a header of swap may be used since. */
static size_t differences_at(const struct redo_log *log, size_t rest,
                             const struct reader *disk)
{
    CLEANUP(table_states_freep)
    struct table_states *states = table_states_of_exits(log, rest);
    CLEANUP(freep) struct table_difference *list = NULL;
    size_t position = table_position(states, disk, false), count = 0, all;

    if (position != TABLE_FOREIGN) /* before the exits: the head came after them */
        return position != table_states_epochs(states);
    all = table_differences(states, disk, false, &list);
    for (size_t i = 0; i < all; i++)
        count += table_states_part(states, list[i].sector) != TABLE_NONE;
    return count;
}

/* Returns the end that the table is nearest to; *RET_COUNT: sectors that differ. */
static struct run_head nearest_end(const struct redo_log *log, bool is_back,
                                   const struct reader *disk, size_t *ret_count)
{
    struct run_head end = { RUN_EXIT, (uint16_t)log->steps.count };

    *ret_count = SIZE_MAX;
    for (size_t rest = 0; rest <= log->steps.count; rest++) {
        if (!log_is_rest(log, rest) || is_back != (rest < log->steps.count))
            continue;
        size_t count = differences_at(log, rest, disk);
        if (count < *ret_count) {
            end.step = (uint16_t)rest;
            *ret_count = count;
        }
    }
    return end;
}

bool fixing_find_end(const struct resume_request *request, const struct redo_log *log,
                     const struct reader *disk, struct run_head *ret,
                     struct rehearsal_report *report, struct err *err)
{
    size_t count;

    if (request->skips_check)
        return true;
    if (log) {
        struct run_head end = nearest_end(log, ret->step, disk, &count);
        *ret = count ? end : *ret;
        return true;
    }
    if (!request->writes_table) {
        lines_add(
            &report->warnings, "%s",
            _("The fix is complete, and its log is removed already: the table is not "
              "compared with it."));
        return true;
    }
    const char *journal = request->move->journal[0] ? request->move->journal : NULL;
    CLEANUP(freep) char *operands = resume_operands(request->move->disk, journal);
    return err_refuse(
        err, REFUSAL_FIX_COMPLETE,
        _("The fix is complete, and its log is removed already: its table "
          "cannot be written again. Nothing was written. To remove the rest "
          "of the journal: alidade resume %s"),
        operands);
}
