/* SPDX-License-Identifier: GPL-3.0-or-later */
/* measure_run.c - starts, pauses and stops a bench or a probe of the open disk */
#include "ui/app/measure_run.h"

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/disk/extent.h"
#include "model/measure/cost.h"
#include "ui/app/disk.h"
#include "ui/app/measure_result.h"

#define BLOCK_BYTES 4096 /* of one write, as the intent states */

enum run_state measure_run_state(const struct app *app)
{
    if (!app->job.is_at_work)
        return app->job.live.phase == MEASURE_ENDED ? RUN_ENDED : RUN_READY;
    if (app->job.live.is_stopping)
        return RUN_STOPPING;
    return app->job.live.is_paused ? RUN_PAUSED : RUN_WORKING;
}

/* Returns the screen of the job, or of the result shown in its place. */
static enum screen_id job_screen(const struct app *app)
{
    return app->job.request.is_probe ? SCREEN_PROBE : SCREEN_BENCH;
}

bool measure_run_is_busy(struct app *app)
{
    if (app->job.is_at_work)
        app_say(app, true, _("%s is still being measured."), app->info.path);
    return app->job.is_at_work;
}

/* --- before --- */

/* The disk as it is: pending edits are not measured. */
static const struct layout *job_disk(const struct app *app)
{
    return queue_base(app->queue);
}

/* Returns the selected partition if the disk has it; else 0. */
static uint32_t job_partition(const struct app *app)
{
    const struct extent *extent = layout_find(job_disk(app), app->selected);

    return extent && extent_is_partition(extent) ? extent->id : 0;
}

const struct extent *measure_run_user(const struct app *app)
{
    const struct layout *layout = job_disk(app);

    LAYOUT_EACH (extent, layout)
        if (extent_is_in_use(extent))
            return extent;
    return NULL;
}

/* Returns the test area that the job will choose; empty if there is none. */
static struct test_area job_area(const struct app *app)
{
    const struct bench_starts *starts = &app->job.request.starts;
    uint32_t partition = app->job.request.is_probe ? 0 : starts->extent;
    uint64_t near_lba = app->job.request.is_probe ? 0 : starts->base;
    struct test_area area = { 0 };

    if (!test_areas_find(job_disk(app), partition, near_lba, &area, 1))
        (void)test_areas_find(job_disk(app), 0, near_lba, &area, 1);
    return area;
}

/* Sets what is known of a job before it starts: its starts and test area.  The job does
 * no more than that: if reads are announced, it only reads. */
static void plan_job(struct app *app)
{
    const struct bench_starts *starts = &app->job.request.starts;
    bool is_read =
        app_is_read_only(app) || layout_read_only(job_disk(app)) || measure_run_user(app);
    struct test_area area = job_area(app);
    app->job.request.is_read_only = is_read;
    app->job.request.area = area;
    app->job.live = (struct measure_live){ .is_probe = app->job.request.is_probe };
    app->job.live.bench = (struct bench_result){
        .is_read = is_read,
        .is_drive = true,
        .max = measure_bench_bounds(0, false),
        .block_bytes = BLOCK_BYTES,
        .area = area,
        .arms[ARM_BASE].start_lba = starts->base,
        .arms[ARM_AGAINST].start_lba = starts->against,
    };
    app->job.live.probe = (struct probe_result){
        .is_read = is_read,
        .is_drive = true,
        .max = measure_probe_bounds(0),
        .reported_physical = layout_limits(job_disk(app))->physical_reported,
        .reported_offset = layout_limits(job_disk(app))->alignment_reported,
        .area = area,
    };
    app->job.is_saved = app->job.is_refused = false;
    app->job.refusal[0] = '\0';
}

/* Shows what the job would do; Enter starts it. */
static void show_plan(struct app *app)
{
    plan_job(app);
    app->scroll = 0;
}

/* What the checkers of file systems read meanwhile would count as the drive's time. */
static struct effect start_job(struct app *app)
{
    if (app->content.live.is_at_work) {
        app_say(app, false, "%s", _("The file systems are still being checked."));
        return effect_none;
    }
    app->job.is_at_work = true;
    app->job.then = THEN_STAY;
    app->scroll = 0;
    return (struct effect){ .kind = EFFECT_MEASURE };
}

static bool show_saved(struct app *app)
{
    const struct bench_result *bench = cost_of_starts(
        measure_result_saved(app), layout_limits(app->layout), &app->job.request.starts);
    bool is_saved = app->job.request.is_probe
                        ? app->job.has_saved && app->job.saved.has_probe
                        : bench != NULL;

    if (!is_saved)
        return false;
    app->job.live = (struct measure_live){ .phase = MEASURE_ENDED,
                                           .is_probe = app->job.request.is_probe,
                                           .bench = app->job.saved.bench,
                                           .probe = app->job.saved.probe };
    app->job.is_saved = true;
    app->job.is_refused = false;
    app->job.refusal[0] = '\0';
    return true;
}

static struct effect open_job(struct app *app, bool is_probe)
{
    struct measure_request request = { .is_probe = is_probe };
    struct err err = { 0 };

    if (app->job.is_at_work) {
        app_push(app, job_screen(app)); /* only one job at a time */
        return effect_none;
    }
    if (!bench_starts_of(job_disk(app), job_partition(app), app->base_context,
                         &request.starts, &err)) {
        app_say(app, true, "%s", err.text);
        return effect_none;
    }
    app->job.request = request;
    app_push(app, job_screen(app));
    if (!show_saved(app))
        show_plan(app);
    return effect_none;
}

struct effect measure_run_open_bench(struct app *app)
{
    return open_job(app, false);
}

struct effect measure_run_open_probe(struct app *app)
{
    return open_job(app, true);
}

/* --- while it is at work --- */

static struct effect stop_job(struct app *app, enum measure_then then)
{
    app->job.then = then;
    if (app->job.live.is_stopping)
        return effect_none;
    app->job.live.is_stopping = true;
    return (struct effect){ .kind = EFFECT_MEASURE_STOP };
}

struct effect measure_run_pause(struct app *app)
{
    if (!app->job.is_at_work || app->job.live.is_stopping)
        return effect_none;
    app->job.live.is_paused = !app->job.live.is_paused;
    return (struct effect){ .kind = EFFECT_MEASURE_PAUSE,
                            .is_paused = app->job.live.is_paused };
}

bool measure_run_keeps_screen(struct app *app, struct effect *ret)
{
    if (!app->job.is_at_work || app_screen(app) != job_screen(app) ||
        app->job.then == THEN_LEAVE)
        return false;
    *ret = stop_job(app, THEN_LEAVE);
    return true;
}

/* Fills in from the plan what the job has not reported yet. */
static void keep_planned(const struct measure_live *plan, struct measure_live *live)
{
    for (enum bench_arm arm = ARM_BASE; arm <= ARM_AGAINST; arm++) {
        if (!live->bench.arms[arm].start_lba)
            live->bench.arms[arm].start_lba = plan->bench.arms[arm].start_lba;
    }
    if (!live->bench.block_bytes)
        live->bench.block_bytes = plan->bench.block_bytes;
    if (!live->bench.max.bytes)
        live->bench.max = plan->bench.max;
    if (!live->probe.max.bytes)
        live->probe.max = plan->probe.max;
    if (live->bench.area.bytes || live->probe.area.bytes)
        return;
    live->bench.area = live->probe.area = plan->bench.area;
}

void measure_run_update(struct app *app, const struct event *event)
{
    const struct measure_live plan = app->job.live;
    bool is_stopping = app->job.live.is_stopping, is_paused = app->job.live.is_paused;

    if (!app->job.is_at_work)
        return;
    app->job.live = *event->live;
    keep_planned(&plan, &app->job.live);
    /* These were set by keys after the event was sent. */
    app->job.live.is_stopping = is_stopping;
    app->job.live.is_paused = is_paused;
    if (event->text)
        copy_text(app->job.refusal, sizeof(app->job.refusal), event->text);
}

/* --- afterwards --- */

static struct effect leave_screen(struct app *app)
{
    if (app_screen(app) == job_screen(app))
        app_back(app);
    return effect_none;
}

/* The screen stays open where the result cannot be used, with the reason. */
static struct effect use_result(struct app *app)
{
    struct effect effect = effect_none;

    if (measure_result_use(app, &effect))
        (void)leave_screen(app); /* it returns no effect */
    return effect;
}

/* Enter pressed twice to start must not stop the job. */
static struct effect stop_and_use(struct app *app)
{
    if (measure_result_is_usable(app))
        return stop_job(app, THEN_USE);
    app_say(app, false, "%s", _("Nothing is known yet that could be used."));
    return effect_none;
}

static struct effect stay_on_screen(struct app *app)
{
    (void)app; /* the screen shows the result */
    return effect_none;
}

static void take_end(struct app *app, const struct event *event)
{
    app->job.is_at_work = false;
    if (event->live)
        app->job.live = *event->live;
    app->job.live.phase = MEASURE_ENDED;
    app->job.is_refused = event->text != NULL;
    if (event->text)
        copy_text(app->job.refusal, sizeof(app->job.refusal), event->text);
    app->job.has_saved = event->saved != NULL;
    if (event->saved)
        app->job.saved = *event->saved;
    app_suggest_again(app);
}

struct effect measure_run_ended(struct app *app, const struct event *event)
{
    static struct effect (*const next[])(struct app *) = {
        [THEN_STAY] = stay_on_screen,
        [THEN_KEEP] = measure_result_keep,
        [THEN_LEAVE] = leave_screen,
        [THEN_USE] = use_result,
    };
    enum measure_then then = app->job.then;

    take_end(app, event);
    app->job.then = THEN_STAY;
    return next[then](app);
}

struct effect measure_run_keep(struct app *app)
{
    return app->job.is_at_work ? stop_job(app, THEN_KEEP) : measure_result_keep(app);
}

struct effect measure_run_again(struct app *app)
{
    if (!app->job.is_at_work)
        show_plan(app);
    return effect_none;
}

struct effect measure_run_use(struct app *app)
{
    if (measure_run_state(app) == RUN_READY)
        return start_job(app);
    return app->job.is_at_work ? stop_and_use(app) : use_result(app);
}
