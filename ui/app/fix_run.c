/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fix_run.c - a move that has not ended, and one that runs now */
#include "ui/app/fix_run.h"

#include <stdlib.h>

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/text.h"
#include "model/measure/cost.h"
#include "ui/app/content_check.h"
#include "ui/app/disk.h"
#include "ui/app/measure_result.h"

/* --- a move that has not ended --- */

bool fix_run_is_unfinished(const struct app *app)
{
    return app->fix.is_begun ||
           (app->layout && layout_note_find(app->layout, NOTE_MOVE_IN_PROGRESS));
}

/* With other limits the wizard's plan is another one: the disk is looked at again. */
static struct effect look_again(const struct app *app)
{
    enum screen_id screen = app_screen(app);
    bool is_wizard = screen == SCREEN_FIX_FOUND || screen == SCREEN_FIX_PLAN ||
                     screen == SCREEN_FIX_CHECKS;

    return (struct effect){ .kind = is_wizard ? EFFECT_FIX_LOOK : EFFECT_NONE };
}

struct effect fix_run_opened(struct app *app)
{
    bool is_shown = app->fix.is_shown;

    app->fix.is_shown = fix_run_is_unfinished(app);
    if (is_shown || !app->fix.is_shown)
        return look_again(app);
    app_push(app, SCREEN_RESUME);
    return (struct effect){ .kind = EFFECT_UNFINISHED };
}

/* Keeps what the screen tells: the event borrows it. */
void fix_run_found(struct app *app, const struct event *event)
{
    struct fix_state *fix = &app->fix;
    const struct report_fix_status *status = event->status;
    struct report_fix_status shown = { 0 };

    lines_finish(&fix->found);
    lines_finish(&fix->differences);
    fix->differences = event->rehearsal.differences;
    copy_text(fix->refusal, sizeof(fix->refusal), event->text ? event->text : "");
    fix->has_status = status;
    if (!status)
        return;
    fix->status = *status;
    fix->status.path = fix->status.journal = NULL; /* those are not kept */
    fix->status.plan = NULL;
    fix->step = status->plan->steps[status->step];
    fix->swap = status->plan->spot.kind == JOURNAL_SWAP ? status->plan->number : 0;
    fix->row = 0;
    lines_take(&fix->found, report_fix_step_words(status));
    shown = *status;
    shown.is_in_editor = true;
    report_fix_state_lines(&shown, &fix->found);
    if (status->has_guard)
        lines_add(&fix->found, "%s",
                  _("A guard in place of its first sectors keeps every system from "
                    "mounting it meanwhile."));
}

static struct effect rehearse(struct app *app, bool is_rollback)
{
    if (app->is_read_only)
        app_say(app, true, _("%s was opened read-only."), app->info.path);
    else if (app->fix.refusal[0])
        app_say(app, true, "%s", app->fix.refusal);
    else if (!app->fix.has_status)
        app_say(app, false, "%s", _("The move is still being looked at."));
    else {
        app->fix.is_rollback = is_rollback || app->fix.status.is_back;
        app_say(app, false, "%s", _("Checking what is to be written .."));
        return (struct effect){ .kind = EFFECT_RESUME,
                                .is_rollback = is_rollback,
                                .writes_table = app->fix.differences.count };
    }
    return effect_none;
}

struct effect fix_run_finish(struct app *app)
{
    return rehearse(app, false);
}

struct effect fix_run_take_back(struct app *app)
{
    return rehearse(app, true);
}

/* --- one that runs --- */

static void forget_moved(struct fix_state *fix)
{
    free(fix->moved);
    fix->moved = NULL;
    fix->moved_count = 0;
}

struct effect fix_run_start(struct app *app)
{
    struct fix_state *fix = &app->fix;

    fix->is_rehearsed = fix->is_asked = fix->is_stopping = false;
    fix->is_at_work = true;
    freep(&fix->gain);
    forget_moved(fix);
    fix->live = (struct fix_live){ .phase = FIXING_PHASE_OPEN };
    fix->live.report.is_safe = true;
    app->message[0] = '\0';
    app_back(app);
    app_push(app, SCREEN_MOVING);
    return (struct effect){ .kind = EFFECT_FIX };
}

/* Returns the bench of the old start of STEP; NULL if there is none, or it is moved. */
static const struct bench_result *bench_of_step(const struct app *app,
                                                const struct journal_step *step)
{
    const struct extent *extent =
        step->action == MOVES_DATA
            ? layout_find_number(queue_base(app->queue), step->number)
            : NULL;

    return extent && extent->start == step->from ? measure_result_bench(app, extent)
                                                 : NULL;
}

/* The table with the old starts is known until the end is reported. */
static void find_gain(struct app *app)
{
    struct fix_state *fix = &app->fix;
    const struct journal_plan *plan = fix->live.plan;

    for (size_t i = 0; i < plan->step_count && !fix->gain; i++) {
        const struct bench_result *bench = bench_of_step(app, &plan->steps[i]);
        if (!bench)
            continue;
        fix->gain_number = plan->steps[i].number;
        fix->gain = cost_gain_sentence(bench, fix->gain_number);
    }
}

/* The end tells of the last partition whose data was moved. */
static void keep_step(struct fix_state *fix)
{
    const struct fix_live *live = &fix->live;

    if (live->report.step < live->plan->step_count &&
        live->plan->steps[live->report.step].action == MOVES_DATA)
        fix->step = live->plan->steps[live->report.step];
}

/* The plan is known until the end is reported. */
static void keep_moved(struct fix_state *fix)
{
    const struct journal_plan *plan = fix->live.plan;

    if (fix->moved)
        return;
    fix->moved = xcalloc(plan->step_count + 1, sizeof(*fix->moved));
    for (size_t i = 0; i < plan->step_count; i++)
        if (plan->steps[i].action == MOVES_DATA || plan->steps[i].action == MOVES_REMAKE)
            fix->moved[fix->moved_count++] = plan->steps[i].number;
}

void fix_run_update(struct app *app, const struct event *event)
{
    if (!app->fix.is_at_work)
        return;
    app->fix.live = *event->fix;
    if (!app->fix.live.plan)
        return;
    keep_step(&app->fix);
    keep_moved(&app->fix);
    find_gain(app);
}

struct effect fix_run_ask_stop(struct app *app)
{
    if (app->fix.is_stopping)
        app_say(app, false, "%s",
                _("It stops at the next safe point; the drive is still at work."));
    else
        app->fix.is_asked = app->fix.is_at_work;
    return effect_none;
}

bool fix_run_keeps_screen(struct app *app)
{
    if (app->fix.is_at_work)
        (void)fix_run_ask_stop(app); /* it has no effect */
    return app->fix.is_at_work;
}

struct effect fix_run_key(struct app *app, uint32_t key)
{
    app->fix.is_asked = false;
    app->message[0] = '\0';
    if (key != 'y' && key != 'Y') {
        app_say(app, false, "%s", _("It goes on."));
        return effect_none;
    }
    app->fix.is_stopping = true;
    app_say(app, false, "%s", _("Stopping at the next safe point."));
    return (struct effect){ .kind = EFFECT_FIX_STOP };
}

bool fix_run_stays_awake(struct app *app)
{
    if (app->fix.is_at_work)
        app_say(app, false, "%s",
                _("A move is not suspended. Ctrl-C stops it, and resume goes on with "
                  "it."));
    return app->fix.is_at_work;
}

/* Returns what a stop would mean now; free(). */
static char *stop_question(const struct app *app)
{
    const struct report_fix_live *report = &app->fix.live.report;

    if (report->is_safe)
        return xstrdup(_("Stop now? Nothing is begun yet. y stops, any other key goes "
                         "on."));
    if (!report->number)
        return xstrdup(_("Stop at the next safe point? Nothing is lost, and 'alidade "
                         "resume' completes it. y stops, any other key goes on."));
    return xasprintf(
        _("Stop at the next safe point? Nothing is lost, but partition %u cannot be used "
          "until 'alidade resume' has completed the move. y stops, any other key goes "
          "on."),
        report->number);
}

void fix_run_draw_question(const struct app *app, struct canvas *canvas)
{
    CLEANUP(freep) char *question = stop_question(app);
    int width = app->cols - 2, rows = text_wrap_count(question, width);
    int row = app->rows - rows;

    for (int i = row > 0 ? row : 0; i < app->rows; i++)
        canvas_fill(canvas, i, 0, app->cols, STYLE_NORMAL, " ");
    canvas_put_wrapped(canvas, row > 0 ? row : 0, 1, width, rows, 0, STYLE_KEY, question);
    canvas_set_cursor(canvas, app->rows - 1, 1);
}

/* Edits were made for the table that was on the disk before. */
static void forget_edits(struct app *app)
{
    const struct commit_report *report = &app->change.report;

    if (!report->is_written && !report->is_begun)
        return;
    queue_clear(app->queue);
    app_show_preview(app);
}

/* Shows what was done, and reads the table that is on the disk now. */
struct effect fix_run_ended(struct app *app, struct event *event)
{
    struct fix_state *fix = &app->fix;

    fix->is_at_work = fix->is_asked = fix->is_stopping = false;
    fix->has_status = false;
    fix->is_shown = true; /* what is left of it is offered after the report */
    /* Until the disk is read again, which can fail, that is all that is known of it. */
    fix->is_begun = event->fix_end > FIX_END_TAKEN_BACK;
    app->is_state_told = false;
    fix->end = event->fix_end;
    app->asking = ASK_NOTHING; /* in the help above the move */
    app->message[0] = '\0';
    commit_report_finish(&app->change.report);
    app->change.report = event->commit;
    copy_text(app->change.failure, sizeof(app->change.failure),
              event->text ? event->text : "");
    app->change.is_move = true;
    forget_edits(app);
    app_back_to(app, SCREEN_TABLE);
    app_push(app, SCREEN_WRITTEN);
    if (event->checked.count)
        content_check_offer(app, &event->checked);
    return (struct effect){ .kind = EFFECT_REREAD, .given = app->given };
}

void fix_run_finish_state(struct app *app)
{
    lines_finish(&app->fix.found);
    lines_finish(&app->fix.differences);
    lines_finish(&app->fix.stop);
    freep(&app->fix.gain);
    forget_moved(&app->fix);
}
