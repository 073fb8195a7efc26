/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fix_run.c - carries out what fix or resume has prepared, and reports it */
#include "ui/cli/fix_run.h"

#include <poll.h>
#include <stdio.h>

#include "device/io/clock.h"
#include "device/io/job.h"
#include "device/move/fixing_boot.h"
#include "device/move/fixing_outcome.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/report/plan.h"
#include "ui/cli/change.h"
#include "ui/cli/fix_progress.h"
#include "ui/cli/output.h"
#include "ui/cli/steps.h"

/* A request that hangs is noticed so often. */
#define TICK_MS 500

/* --- the worker --- */

struct fix_worker {
    struct fixing *fixing;
    enum fixing_state state;
};

static bool fix_worker_step(void *context)
{
    struct fix_worker *worker = context;

    worker->state = fixing_step(worker->fixing);
    return worker->state == FIXING_RUNNING;
}

static void fix_worker_stop(void *context)
{
    struct fix_worker *worker = context;

    fixing_stop(worker->fixing);
}

static void fix_worker_look(const void *context, void *ret)
{
    const struct fix_worker *worker = context;

    fixing_look(worker->fixing, ret);
}

/* --- while it runs --- */

struct fix_running {
    struct job *job;
    struct fix_progress progress;
    bool is_stopping;
};

static void answer_signals(struct fix_running *running)
{
    if (*steps_stop_flag() && !running->is_stopping) {
        running->is_stopping = true;
        job_stop(running->job);
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
    struct pollfd news = { .fd = job_fd(running->job), .events = POLLIN };

    return poll(&news, 1, TICK_MS) > 0;
}

static void watch(struct fix_running *running)
{
    struct fixing_live live;
    bool is_more = true;

    while (is_more) {
        answer_signals(running);
        if (wait_for_news(running)) {
            is_more = job_peek(running->job, &live);
            fix_progress_take(&running->progress, &live, clock_ms());
        }
        if (is_more)
            fix_progress_show(&running->progress, clock_ms());
    }
    fix_progress_end(&running->progress);
}

static bool run_worker(const struct fix_prepared *prepared, struct fix_worker *worker,
                       struct fix_running *running, struct err *err)
{
    const struct job_work work = {
        .step = fix_worker_step,
        .stop = fix_worker_stop,
        .look = fix_worker_look,
        .context = worker,
        .news_size = sizeof(struct fixing_live),
    };

    steps_catch_moving();
    fix_progress_begin(&running->progress, prepared->options, prepared->report.plan,
                       prepared->report.first_step, clock_ms());
    running->job = job_start(&work, err);
    if (!running->job)
        return false;
    watch(running);
    return job_join(running->job, -1);
}

/* --- the end --- */

static const char *const state_ids[] = {
    [FIXING_RUNNING] = "running",         [FIXING_COMPLETE] = "complete",
    [FIXING_ROLLED_BACK] = "rolled-back", [FIXING_STOPPED] = "stopped",
    [FIXING_FAILED] = "failed",
};

/* Sets ERR to what decides the exit code. Returns the path of the log; NULL: there is
 * none; free(). */
static char *conclude(const struct fix_prepared *prepared, enum fixing_state state,
                      const struct fixing_live *live, struct err *err)
{
    const struct fixing_outcome outcome = { .fixing = prepared->fixing,
                                            .state = state,
                                            .is_safe = live->is_safe,
                                            .path = prepared->path,
                                            .journal = prepared->report.journal };

    if (fixing_conclude(&outcome, err))
        (void)change_is_in_kernel(prepared->sys, prepared->path,
                                  fixing_report(prepared->fixing), err);
    return fixing_log(&outcome, err);
}

/* What fix knows of boot loaders is in its notes; resume finds it now. */
static void end_add_boot(const struct fix_prepared *prepared, enum fixing_state state,
                         struct lines *ret_to_do, struct lines *ret_done)
{
    if (!prepared->report.boot && state == FIXING_COMPLETE)
        fixing_boot_lines(prepared->path, prepared->report.plan, ret_to_do, ret_done);
}

/* Adds to what was found at the end what was told at the beginning. */
static void end_warnings(const struct fix_prepared *prepared, bool is_begun,
                         struct lines *ret)
{
    const struct commit_report *report = fixing_report(prepared->fixing);

    lines_append(ret, &report->warnings);
    if (prepared->notes && is_begun)
        lines_append(ret, prepared->notes);
}

static void end_done(const struct fix_prepared *prepared, const char *log,
                     struct lines *ret)
{
    lines_append(ret, &fixing_report(prepared->fixing)->done);
    if (log)
        lines_add(ret, _("How it has ended is in the log: %s"), log);
}

static void end_content(const struct fix_prepared *prepared, struct lines *ret_warnings,
                        struct lines *ret_done)
{
    if (!prepared->content)
        return;
    lines_append(ret_warnings, &prepared->content->warnings);
    lines_append(ret_done, &prepared->content->done);
}

static void print_end(const struct fix_prepared *prepared, enum fixing_state state,
                      const struct fix_progress *progress, const char *log,
                      const struct err *err)
{
    struct commit_report report = *fixing_report(prepared->fixing);
    CLEANUP(str_finish) struct str text = { 0 };
    CLEANUP(lines_finish) struct lines warnings = { 0 }, done = { 0 };
    const struct report_fix_end end = {
        .state = state_ids[state],
        .code = (int)err->code,
        .error = err->code ? err->text : NULL,
        .steps_done = progress->pace.live.step,
        .step_count = progress->pace.live.step_count,
        .seconds = (double)(clock_ms() - progress->pace.begun_ms) / 1000,
        .report = &report,
        .boot = prepared->report.boot,
    };

    end_warnings(prepared, !progress->pace.live.is_safe, &warnings);
    end_done(prepared, log, &done);
    end_add_boot(prepared, state, &warnings, &done);
    end_content(prepared, &warnings, &done);
    report.warnings = warnings; /* copies: each is freed once */
    report.done = done;

    if (prepared->options->is_json) {
        output_json(report_json_fix_end(&end));
        return;
    }
    report_text_commit(&report, output_columns(prepared->options), &text);
    output_text(stdout, str_text(&text));
}

int fix_run(const struct fix_prepared *prepared, struct err *err)
{
    struct fix_worker worker = { .fixing = prepared->fixing };
    struct fix_running running = { 0 };

    if (!run_worker(prepared, &worker, &running, err))
        return fix_end(prepared->options, "refused", err);
    CLEANUP(freep)
    char *log = conclude(prepared, worker.state, &running.progress.pace.live, err);
    bool is_over = worker.state == FIXING_COMPLETE || worker.state == FIXING_ROLLED_BACK;
    if (is_over && prepared->content)
        fix_content_check_again(prepared->content);
    print_end(prepared, worker.state, &running.progress, log, err);
    return (int)err->code;
}
