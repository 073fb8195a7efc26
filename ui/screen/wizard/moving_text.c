/* SPDX-License-Identifier: GPL-3.0-or-later */
/* moving_text.c - what the screen of a running move tells, as sentences */
#include "ui/screen/wizard/moving_text.h"

#include "model/base/duration.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/base/size.h"
#include "model/base/text.h"
#include "model/report/fix_pace.h"

/* A request that takes longer is told with its age. */
#define WAITED_MS 2000

char *moving_text_phase(const struct app *app)
{
    const struct fix_live *live = &app->fix.live;
    const char *words = fix_phase_words(live->phase);
    bool is_move = live->phase == FIXING_PHASE_MOVE;

    if (is_move)
        words = app->fix.is_rollback ? _("moving its data back") : _("moving its data");
    if (!fix_phase_is_in_step(live->phase) || !live->report.number)
        return xstrdup(words);
    /* TRANSLATORS: what is done now; 36 columns */
    return xasprintf(_("Partition %1$u: %2$s"), live->report.number, words);
}

bool moving_text_is_waiting(const struct app *app)
{
    return app->fix.live.waited_ms >= WAITED_MS;
}

char *moving_text_bytes(const struct app *app)
{
    const struct move_progress *move = &app->fix.live.report.move;
    char done[SIZE_TEXT], total[SIZE_TEXT], rate[SIZE_TEXT];

    if (app->fix.live.phase == FIXING_PHASE_LOCK)
        /* TRANSLATORS: 36 columns */
        return xstrdup(_("Another program holds the lock."));
    if (!fix_phase_has_bytes(app->fix.live.phase) || !move->bytes_total)
        return xstrdup("");
    (void)size_format(move->bytes_done, SIZE_IEC, 0, done);
    (void)size_format(move->bytes_total, SIZE_IEC, 0, total);
    if (move->bytes_per_second < 1 || moving_text_is_waiting(app))
        return xasprintf(_("%1$s of %2$s"), done, total);
    (void)size_format((uint64_t)move->bytes_per_second, SIZE_IEC, 0, rate);
    return xasprintf(_("%1$s of %2$s, %3$s/s"), done, total, rate);
}

char *moving_text_time(const struct app *app, int width)
{
    const struct fix_live *live = &app->fix.live;
    char gone[DURATION_TEXT], left[DURATION_TEXT];

    if (moving_text_is_waiting(app))
        return xasprintf(_("The drive has not answered for %llu s."),
                         (ull)(live->waited_ms / 1000));
    (void)duration_format(live->report.seconds, gone);
    if (live->report.move.seconds_left <= 0)
        return xasprintf(_("%s so far"), gone);
    (void)duration_format(live->report.move.seconds_left, left);
    CLEANUP(freep)
    char *whole = xasprintf(_("%1$s so far, %2$s left, done at about %3$s"), gone, left,
                            live->finish);
    if (live->finish[0] && text_width(whole) <= width)
        return TAKE(whole);
    return xasprintf(_("%1$s so far, %2$s left"), gone, left);
}

char *moving_text_unplug(const struct app *app)
{
    const struct fix_live *live = &app->fix.live;

    if (live->report.is_safe)
        return xstrdup(_("Safe to unplug: yes. Nothing is begun yet."));
    if (!live->report.number)
        return xstrdup(_("Safe to unplug: no. Nothing would be lost, but "
                         "'alidade resume' would have to complete it."));
    return xasprintf(_("Safe to unplug: no. Nothing would be lost, but partition "
                       "%u could not be used before 'alidade resume' has completed the "
                       "move."),
                     live->report.number);
}

char *moving_text_retries(const struct app *app)
{
    unsigned count = app->fix.live.report.move.retries;

    if (!count)
        return xstrdup("");
    return xasprintf(ngettext("%u request has failed, and was repeated: the drive may be "
                              "failing. Nothing is lost.",
                              "%u requests have failed, and were repeated: the drive may "
                              "be failing. Nothing is lost.",
                              count),
                     count);
}

char *moving_text_journal(const struct app *app)
{
    const struct fix_live *live = &app->fix.live;

    if (!live->plan)
        return xstrdup("");
    CLEANUP(freep) char *spot = report_fix_spot_words(live->plan, live->journal);
    if (live->report.move.mode == MOVE_HOLE)
        return xasprintf(_("%s. Data goes straight to its new place."), spot);
    if (live->report.move.mode == MOVE_JOURNAL)
        return xasprintf(_("%s. Data is written there first."), spot);
    return xasprintf(_("%s."), spot);
}

/* --- the steps --- */

static const char *step_state(const struct app *app, size_t index)
{
    const struct fix_live *live = &app->fix.live;
    bool is_now = fix_phase_is_in_step(live->phase) && index == live->report.step;

    /* TRANSLATORS: the state of a step; 6 columns each */
    if (is_now)
        return _("now");
    return index < live->report.step ? _("done") : "-";
}

char *moving_text_step(const struct app *app, size_t index, const char **ret_state)
{
    const struct journal_step *step = &app->fix.live.plan->steps[index];
    char size[SIZE_TEXT];

    *ret_state = step_state(app, index);
    if (step->action == MOVES_REMAKE)
        return xasprintf(_("Partition %1$u: swap is created again at sector %2$llu"),
                         (unsigned)step->number, (ull)step->to);
    if (step->action != MOVES_DATA)
        return xasprintf(_("Partition %1$u: its entry in the table"),
                         (unsigned)step->number);
    (void)size_format(step->length * app->fix.live.plan->logical, SIZE_IEC, 0, size);
    if (app->fix.is_rollback && index == app->fix.live.report.step)
        return xasprintf(_("Partition %1$u: back to sector %2$llu, %3$s"),
                         (unsigned)step->number, (ull)step->from, size);
    return xasprintf(_("Partition %1$u: sector %2$llu to %3$llu, %4$s"),
                     (unsigned)step->number, (ull)step->from, (ull)step->to, size);
}
