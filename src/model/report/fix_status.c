/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fix_status.c - how far a move has come that has not ended, in sentences */
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/base/size.h"
#include "model/base/utf8.h"
#include "model/move/plan/journal_place.h"
#include "model/report/fix.h"
#include "model/report/resume_words.h"

char *report_fix_spot_words(const struct journal_plan *plan, const char *journal)
{
    const struct journal_place place = { .kind = plan->spot.kind,
                                         .start = plan->spot.start,
                                         .number = plan->number };
    CLEANUP(freep)
    char *where = journal ? utf8_clean(journal) : journal_place_words(&place);

    return xasprintf(_("Journal: %s"), where);
}

static bool plan_moves_data(const struct journal_plan *plan, size_t first)
{
    for (size_t i = first; i < plan->step_count; i++)
        if (plan->steps[i].action == MOVES_DATA)
            return true;
    return false;
}

char *report_fix_stop_words(const struct journal_plan *plan, size_t first,
                            const char *path, const char *journal)
{
    CLEANUP(freep) char *operands = resume_operands(path, journal);

    return xasprintf(
        first == plan->step_count
            ? _("Only the journal is removed. After a power failure 'alidade resume %s' "
                "does that.")
        : plan_moves_data(plan, first)
            ? _("Ctrl-C stops at the next safe point. After that, or after a power "
                "failure, nothing is lost: 'alidade resume %s' goes on from there, or "
                "takes the move back with --rollback. Until then the partition that is "
                "being moved cannot be used.")
            : _("After a power failure nothing is lost: 'alidade resume %s' does the "
                "steps that are left, or drops them with --rollback."),
        operands);
}

/* No step is left: the journal is. */
static bool no_step_is_left(const struct report_fix_status *status)
{
    return !status->plan->step_count ||
           (status->has_progress && status->phase == JOURNAL_PHASE_COMPLETE &&
            !status->is_back && status->step + 1 == status->plan->step_count);
}

char *report_fix_step_words(const struct report_fix_status *status)
{
    const struct journal_step *step = &status->plan->steps[status->step];

    if (no_step_is_left(status))
        return xstrdup(
            status->is_back
                ? _("The fix is taken back; the journal is still to be removed.")
                : _("All steps are done; the journal is still to be removed."));
    return xasprintf(_("Step %1$zu of %2$u: partition %3$u from sector %4$llu to "
                       "%5$llu."),
                     status->step + 1, status->plan->step_count, step->number,
                     (ull)step->from, (ull)step->to);
}

static char *status_which(const struct report_fix_status *status)
{
    CLEANUP(freep) char *path = utf8_clean(status->path);
    CLEANUP(freep) char *step = report_fix_step_words(status);

    if (no_step_is_left(status))
        return xasprintf("%s: %s", path, step);
    /* TRANSLATORS: a disk, and which step of which plan */
    return xasprintf(_("%1$s: a move has not ended. %2$s"), path, step);
}

static char *status_moved(const struct report_fix_status *status)
{
    char done[SIZE_TEXT], all[SIZE_TEXT];
    unsigned percent = status->bytes_total ? (unsigned)num_scale(status->bytes_done, 100,
                                                                 status->bytes_total)
                                           : 0;

    (void)size_format(status->bytes_done, SIZE_IEC, 0, done);
    (void)size_format(status->bytes_total, SIZE_IEC, 0, all);
    return xasprintf(status->is_back ? _("Its data is being moved back: at least %1$s of "
                                         "%2$s (%3$u %%) are done.")
                                     : _("Its data is being moved: at least %1$s of %2$s "
                                         "(%3$u %%) are done."),
                     done, all, percent);
}

static char *status_phase(const struct report_fix_status *status)
{
    if (no_step_is_left(status))
        return xstrdup(_("No partition is in the middle of its move."));
    if (status->is_untouched)
        return xstrdup(_("Nothing has been moved yet: all partitions are as they were."));
    if (!status->has_progress)
        return xstrdup(_("No data has been moved yet."));
    switch (status->phase) {
    case JOURNAL_PHASE_SAVED:
        return xstrdup(_("The sectors that need it are saved; its data has not been "
                         "moved yet."));
    case JOURNAL_PHASE_MOVING:
        return status_moved(status);
    case JOURNAL_PHASE_FINAL:
        return xstrdup(_("All of its data is moved; the table and its first sectors are "
                         "still to be written."));
    case JOURNAL_PHASE_COMPLETE:
        break;
    }
    return xstrdup(status->is_back ? _("This step is taken back.")
                                   : _("This step is complete."));
}

/* A guard is the first that is written of a move, and removed last. */
bool report_fix_is_between(const struct report_fix_status *status)
{
    return !status->has_guard &&
           (!status->has_progress || status->phase == JOURNAL_PHASE_SAVED ||
            status->phase == JOURNAL_PHASE_COMPLETE);
}

static char *status_unplug(const struct report_fix_status *status)
{
    CLEANUP(freep) char *operands = resume_operands(status->path, status->journal);

    if (status->is_at_work)
        return xstrdup(_("Safe to unplug: no, another program completes the move now."));
    if (no_step_is_left(status) && !status->is_in_editor)
        return xasprintf(_("Safe to unplug: yes. 'alidade resume %s' removes the "
                           "journal."),
                         operands);
    if (report_fix_is_between(status) && status->is_in_editor)
        return xstrdup(
            _("Safe to unplug: yes. No partition is in the middle of its move."));
    if (status->is_untouched)
        return xasprintf(_("Safe to unplug: yes. 'alidade resume %1$s' carries the plan "
                           "out; 'alidade resume --rollback %1$s' forgets it."),
                         operands);
    if (report_fix_is_between(status))
        return xasprintf(_("Safe to unplug: yes. No partition is in the middle of its "
                           "move; 'alidade resume %s' does the steps that are left, or "
                           "drops them with --rollback."),
                         operands);
    if (status->is_in_editor)
        return xstrdup(_("Safe to unplug: yes. The partition can be used again when the "
                         "move is completed or taken back."));
    return xasprintf(
        _("Safe to unplug: yes. The partition can be used again when 'alidade "
          "resume %s' has completed the move, or taken it back with --rollback."),
        operands);
}

void report_fix_state_lines(const struct report_fix_status *status, struct lines *ret)
{
    lines_take(ret, status_phase(status));
    lines_take(ret, report_fix_spot_words(status->plan, status->journal));
    lines_take(ret, status_unplug(status));
    if (status->step && !status->is_in_editor && !no_step_is_left(status))
        lines_add(ret, "%s",
                  _("--rollback takes back this step only: those before it stay done."));
}

void report_fix_status_lines(const struct report_fix_status *status, struct lines *ret)
{
    lines_take(ret, status_which(status));
    report_fix_state_lines(status, ret);
}
