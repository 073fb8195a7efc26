/* SPDX-License-Identifier: GPL-3.0-or-later */
/* measure.c - the measurement that runs in the background */
#include "ui/loop/measure.h"

#include <stdlib.h>
#include <sys/random.h>

#include "device/system/measured.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "ui/loop/busy.h"
#include "ui/loop/tell.h"

/* Ctrl-Z waits so long for the running request. */
#define REST_MS 2000

static void measure_answer(struct loop_measure *measure, char *text, struct event *ret)
{
    free(measure->text);
    measure->text = text;
    *ret = (struct event){ .kind = EVENT_SAID, .text = text };
}

/* Adds what only the loop knows to the progress. */
static void measure_give_progress(struct loop_measure *measure, struct event *ret)
{
    measure->live.is_paused = measure->is_paused;
    measure->live.is_stopping = measure->is_stopping;
    measure->live.request_seconds =
        (double)drive_test_work_request_ns(measure->worker) / 1e9;
    *ret = (struct event){ .kind = EVENT_MEASURE, .live = &measure->live };
}

static void measure_give_end(struct loop_measure *measure, struct event *ret)
{
    *ret = (struct event){ .kind = EVENT_MEASURED,
                           .live = &measure->live,
                           .saved = loop_memory_known(&measure->memory),
                           .text = measure->is_refused ? measure->remark.text : NULL };
}

/* Returns a random seed; early in boot it depends on an address only. */
static uint64_t seed_of(const void *pointer)
{
    uint64_t seed = (uint64_t)(uintptr_t)pointer;

    (void)!getrandom(&seed, sizeof(seed),
                     GRND_NONBLOCK); /* else the address is the seed */
    return seed;
}

static void do_start(struct loop_measure *measure, const struct loop_disk *disk,
                     const struct app *app, struct event *ret)
{
    const struct measure_request *wish = &app->job.request;
    struct drive_test_request request = {
        .path = disk->info.path,
        .sys = &disk->sys,
        .layout = disk->layout,
        .is_probe = wish->is_probe,
        .is_read_only = wish->is_read_only || app->is_read_only,
        .starts = wish->starts,
        .area = wish->area,
        .seed = seed_of(measure),
    };

    /* Nothing else may have an image open that is to be leased. */
    measure->store = disk->store;
    store_pause(measure->store);
    measure->worker = drive_test_work_new(&request);
    struct job_work work = drive_test_work_job(measure->worker);
    measure->is_paused = measure->is_stopping = measure->is_remark_shown = false;
    measure->live = (struct measure_live){ .is_probe = wish->is_probe };
    measure->job = job_start(&work, &measure->err);
    if (measure->job) {
        measure_give_progress(measure, ret);
        return;
    }
    store_resume(measure->store);
    drive_test_work_free(measure->worker);
    measure->worker = NULL;
    measure->live.phase = MEASURE_ENDED;
    measure->live.bench.verdict = measure->live.probe.verdict = MEASURE_REFUSED;
    measure->is_refused = true;
    measure->remark = measure->err;
    measure_give_end(measure, ret);
}

static void do_pause(struct loop_measure *measure, const struct effect *effect,
                     struct event *ret)
{
    measure->is_paused = effect->is_paused;
    job_pause(measure->job, effect->is_paused);
    measure_give_progress(measure, ret);
}

static void do_stop(struct loop_measure *measure, struct event *ret)
{
    measure->is_stopping = true;
    job_stop(measure->job);
    measure_give_progress(measure, ret);
}

static bool is_anything(const struct saved_result *saved)
{
    return saved->has_bench || saved->has_probe;
}

static void do_keep(struct loop_measure *measure, const struct loop_disk *disk,
                    struct event *ret)
{
    CLEANUP(freep) char *path = NULL;

    if (!is_anything(&measure->latest))
        measure_answer(measure, xstrdup(_("There is no result to be kept.")), ret);
    else if (!measure->latest.serial[0])
        measure_answer(
            measure,
            xasprintf(_("%s has no serial number to be met again by: the result counts "
                        "until alidade ends."),
                      disk->info.path),
            ret);
    else if (measured_save(&measure->latest, &path, &measure->err))
        measure_answer(measure, xasprintf(_("Kept for this drive in %s."), path), ret);
    else
        *ret = (struct event){ .kind = EVENT_ERROR, .text = measure->err.text };
}

bool loop_measure_do(struct loop_measure *measure, const struct loop_disk *disk,
                     const struct app *app, const struct effect *effect,
                     struct event *ret)
{
    bool is_control =
        effect->kind == EFFECT_MEASURE_PAUSE || effect->kind == EFFECT_MEASURE_STOP;

    measure->err = (struct err){ 0 };
    *ret = (struct event){ .kind = EVENT_IDLE };
    if (effect->kind == EFFECT_MEASURE && !measure->job)
        do_start(measure, disk, app, ret);
    else if (effect->kind == EFFECT_MEASURE_KEEP)
        do_keep(measure, disk, ret);
    else if (effect->kind == EFFECT_MEASURE_PAUSE && measure->job)
        do_pause(measure, effect, ret);
    else if (effect->kind == EFFECT_MEASURE_STOP && measure->job)
        do_stop(measure, ret);
    else /* the measurement has just ended: its event is due */
        return is_control || effect->kind == EFFECT_MEASURE;
    return true;
}

void loop_measure_use(struct loop_measure *measure, const struct limits_given *given)
{
    CLEANUP(freep) char *path = NULL;
    struct err err = { 0 };

    loop_memory_use(&measure->memory, &given->measured);
    /* A result that cannot be saved counts for this session. */
    (void)!(is_anything(&measure->latest) &&
            measured_save(&measure->latest, &path, &err));
}

bool loop_measure_refuses(struct loop_measure *measure, const struct app *app,
                          const struct effect *effect, struct event *ret)
{
    enum event_kind answer;

    if (!measure->job || !busy_touches(effect->kind, &answer))
        return false;
    measure_answer(measure,
                   xasprintf(_("%s is being measured: stop that first."), app->info.path),
                   ret);
    ret->kind = answer;
    return true;
}

/* --- progress and results --- */

int loop_measure_wait(const struct loop_measure *measure, uint64_t now_ms, bool is_slow)
{
    return measure->job ? loop_tell_left(measure->told_ms, now_ms, is_slow) : -1;
}

/* Takes the results of the worker, which has ended. */
static void finish_job(struct loop_measure *measure)
{
    struct drive_test_end *end = xcalloc(1, sizeof(*end));

    measure->job = NULL;
    store_resume(measure->store);
    drive_test_work_take(measure->worker, end);
    drive_test_work_free(measure->worker);
    measure->worker = NULL;
    free(measure->note);
    measure->note = end->note;
    measure->live = end->live;
    if (!end->is_refused) {
        measure->latest = end->result;
        loop_memory_add(&measure->memory, &measure->latest);
    }
    free(end);
}

static bool peek_news(struct loop_measure *measure)
{
    CLEANUP(freep) struct drive_test_news *news = xcalloc(1, sizeof(*news));
    bool is_at_work = job_peek(measure->job, news);

    measure->live = news->live;
    measure->remark = news->word;
    measure->is_refused = news->is_refused;
    return is_at_work;
}

bool loop_measure_take(struct loop_measure *measure, uint64_t now_ms, bool is_slow,
                       struct event *ret)
{
    if (!measure->job)
        return false;
    bool is_at_work = peek_news(measure);
    bool has_remark =
        measure->remark.text[0] && !measure->is_remark_shown && !measure->is_refused;
    if (!is_at_work && !has_remark && loop_measure_end(measure, -1)) {
        measure_give_end(measure, ret);
        return true;
    }
    /* Also without progress: the time that a request hangs is shown. */
    if (!has_remark && loop_measure_wait(measure, now_ms, is_slow) > 0)
        return false;
    /* After a remark the end follows without a wait. */
    measure->told_ms = is_at_work ? now_ms : 0;
    measure_give_progress(measure, ret);
    ret->text = has_remark ? measure->remark.text : NULL;
    measure->is_remark_shown |= has_remark;
    return true;
}

void loop_measure_suspend(struct loop_measure *measure)
{
    /* A request that hangs is suspended together with the program. */
    if (measure->job)
        (void)!job_rest(measure->job, REST_MS);
}

void loop_measure_resume(struct loop_measure *measure)
{
    if (measure->job)
        job_pause(measure->job, measure->is_paused);
}

bool loop_measure_end(struct loop_measure *measure, int max_ms)
{
    if (measure->job && !job_join(measure->job, max_ms))
        return false;
    if (measure->job)
        finish_job(measure);
    return true;
}

void loop_measure_finish(struct loop_measure *measure)
{
    loop_memory_finish(&measure->memory);
    free(measure->text);
    free(measure->note);
    measure->text = measure->note = NULL;
}
