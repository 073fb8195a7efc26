/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fix_run.c - carries out what fix or resume has prepared, and reports it */
#include "ui/cli/fix_run.h"

#include <poll.h>
#include <stdio.h>

#include "device/io/clock.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/report/plan.h"
#include "ui/cli/change.h"
#include "ui/cli/fix_progress.h"
#include "ui/cli/output.h"
#include "ui/cli/steps.h"

/* A request that hangs is noticed so often. */
#define TICK_MS 500

/* --- while it runs --- */

struct fix_running {
    struct fix_session *session;
    struct fix_progress progress;
    bool is_stopping;
};

static void answer_signals(struct fix_running *running)
{
    if (*steps_stop_flag() && !running->is_stopping) {
        running->is_stopping = true;
        fix_session_stop(running->session);
        fix_progress_note(&running->progress, _("Stopping at the next safe point."));
    }
    if (steps_take_suspend())
        fix_progress_note(
            &running->progress,
            _("A move is not suspended. Ctrl-C stops it, and resume goes on "
              "with it."));
}

/* Waits for news, a signal or the next tick. */
static bool wait_for_news(struct fix_running *running)
{
    struct pollfd news = { .fd = job_fd(running->session->job), .events = POLLIN };

    return poll(&news, 1, TICK_MS) > 0;
}

static void watch(struct fix_running *running)
{
    struct fixing_live live;
    bool is_more = true;

    while (is_more) {
        answer_signals(running);
        if (wait_for_news(running)) {
            is_more = fix_session_peek(running->session, &live);
            fix_progress_take(&running->progress, &live, clock_ms());
        }
        if (is_more)
            fix_progress_show(&running->progress, clock_ms());
    }
    fix_progress_end(&running->progress);
}

static bool run_session(const struct fix_prepared *prepared, struct fix_running *running,
                        struct err *err)
{
    if (!fix_session_begin(running->session, err))
        return false;
    steps_catch_moving();
    fix_progress_begin(&running->progress, prepared->options, prepared->report.plan,
                       prepared->report.first_step, clock_ms());
    if (!fix_session_start(running->session, err))
        return false;
    watch(running);
    return fix_session_join(running->session);
}

/* --- the end --- */

static const char *const state_ids[] = {
    [FIXING_RUNNING] = "running",         [FIXING_COMPLETE] = "complete",
    [FIXING_ROLLED_BACK] = "rolled-back", [FIXING_STOPPED] = "stopped",
    [FIXING_FAILED] = "failed",
};

static void end_content(const struct fix_prepared *prepared, struct lines *ret_warnings,
                        struct lines *ret_done)
{
    if (!prepared->content)
        return;
    lines_append(ret_warnings, &prepared->content->warnings);
    lines_append(ret_done, &prepared->content->done);
}

/* Adds to what was done what was told at the beginning, and what was found afterwards. */
static void end_add_found(const struct fix_prepared *prepared, struct commit_report *ret)
{
    if (prepared->notes && !prepared->session->is_safe)
        lines_append(&ret->warnings, prepared->notes);
    if (!prepared->report.boot) /* else the notes tell it */
        fix_session_report_boot(prepared->session, ret);
    end_content(prepared, &ret->warnings, &ret->done);
}

static void print_end(const struct fix_prepared *prepared,
                      const struct fix_progress *progress,
                      const struct commit_report *report, const struct err *err)
{
    CLEANUP(str_finish) struct str text = { 0 };
    const struct report_fix_end end = {
        .state = state_ids[prepared->session->state],
        .code = (int)err->code,
        .error = err->code ? err : NULL,
        .steps_done = progress->pace.live.step,
        .step_count = progress->pace.live.step_count,
        .seconds = (double)(clock_ms() - progress->pace.begun_ms) / 1000,
        .report = report,
        .boot = prepared->report.boot,
    };

    if (prepared->session->state == FIXING_STOPPED)
        str_add(&text, _("Stopped.\n"));
    report_text_commit(report, output_columns(prepared->options), &text);
    output_report(str_text(&text),
                  prepared->options->is_json ? report_json_fix_end(&end) : NULL);
}

int fix_run(const struct fix_prepared *prepared, struct err *err)
{
    struct fix_session *session = prepared->session;
    struct fix_running running = { .session = session };
    CLEANUP(commit_report_finish) struct commit_report report = { 0 };

    if (!run_session(prepared, &running, err))
        return fix_end(prepared->options, "refused", err);
    bool is_over =
        session->state == FIXING_COMPLETE || session->state == FIXING_ROLLED_BACK;
    if (fix_session_conclude(session, err))
        (void)change_is_in_kernel(session->sys, session->path,
                                  fixing_report(session->fixing), err);
    fix_session_report(session, err, &report);
    if (is_over && prepared->content && !report.elsewhere)
        fix_content_check_again(prepared->content);
    end_add_found(prepared, &report);
    print_end(prepared, &running.progress, &report, err);
    return (int)err->code;
}
