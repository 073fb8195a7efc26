/* SPDX-License-Identifier: GPL-3.0-or-later */
/* loop_measure.c - the measurement at work behind the screen */
#include "ui/loop_measure.h"

#include <stdlib.h>
#include <sys/random.h>

#include "device/measured.h"
#include "device/window_file.h"
#include "model/intl.h"
#include "model/mem.h"

/* How often the screen is told: bars that jump faster cannot be read, and a slow line
 * takes most of a second for one of them. */
#define TELL_MS      500
#define TELL_SLOW_MS 2000
/* How long Ctrl-Z waits for the request under way. */
#define REST_MS 2000

/* --- the job's side: on the worker --- */

static bool step(void *context)
{
    return measuring_step(context) == STEP_MORE;
}

static void stop(void *context)
{
    measuring_stop(context);
}

static void rested(void *context, uint64_t ns)
{
    measuring_rested(context, ns);
}

static void look(const void *context, void *ret_news)
{
    measuring_live(context, ret_news);
}

/* --- the loop's side --- */

bool loop_measure_is_at_work(const struct loop_measure *measure)
{
    return measure->job != NULL;
}

static void say(struct loop_measure *measure, char *text, struct event *ret)
{
    free(measure->text);
    measure->text = text;
    *ret = (struct event){ .kind = EVENT_SAID, .text = text };
}

/* What the steppers cannot know. */
static void tell(struct loop_measure *measure, struct event *ret)
{
    measure->live.is_paused = measure->is_paused;
    measure->live.is_stopping = measure->is_stopping;
    measure->live.request_seconds =
        (double)measuring_request_ns(measure->measuring) / 1e9;
    *ret = (struct event){ .kind = EVENT_MEASURE, .live = &measure->live };
}

/* REASON: why nothing could be measured. */
static void refuse(struct loop_measure *measure, const struct measure_request *request,
                   enum measure_reason reason, struct event *ret)
{
    measure->live =
        (struct measure_live){ .phase = MEASURE_ENDED, .is_probe = request->is_probe };
    measure->live.bench.verdict = measure->live.probe.verdict = MEASURE_REFUSED;
    measure->live.bench.reason = measure->live.probe.reason = reason;
    *ret = (struct event){ .kind = EVENT_MEASURED,
                           .live = &measure->live,
                           .measurement = loop_memory_known(&measure->memory),
                           .text = measure->err.text };
}

/* Places and order are as random as the kernel can; early in boot, as a pointer is. */
static uint64_t seed_of(const void *pointer)
{
    uint64_t seed = (uint64_t)(uintptr_t)pointer;

    (void)!getrandom(&seed, sizeof(seed), GRND_NONBLOCK); /* then it stays that */
    return seed;
}

static void do_start(struct loop_measure *measure, const struct loop_disk *disk,
                     const struct app *app, struct event *ret)
{
    const struct measure_request *wish = &app->measure;
    struct measuring_request request = {
        .path = disk->info.path,
        .sys = &disk->sys,
        .layout = disk->layout,
        .is_probe = wish->is_probe,
        .is_read_only = wish->is_read_only || app->is_read_only,
        .starts = wish->starts,
        .seed = seed_of(measure),
    };
    enum measure_reason reason = REASON_NONE;

    measure->measuring = measuring_open(&request, &reason, &measure->err);
    if (!measure->measuring) {
        refuse(measure, wish, reason, ret);
        return;
    }
    measure->is_paused = measure->is_stopping = false;
    measuring_live(measure->measuring, &measure->live);
    struct job_work work = { .step = step,
                             .stop = stop,
                             .look = look,
                             .rested = rested,
                             .context = measure->measuring,
                             .news_size = sizeof(struct measure_live) };
    measure->job = job_start(&work, &measure->err);
    if (!measure->job) {
        measuring_close(measure->measuring);
        measure->measuring = NULL;
        refuse(measure, wish, REASON_NONE, ret);
        return;
    }
    tell(measure, ret);
    ret->text = measure->err.text[0] ? measure->err.text : NULL;
}

static void do_pause(struct loop_measure *measure, const struct effect *effect,
                     struct event *ret)
{
    measure->is_paused = effect->is_paused;
    job_pause(measure->job, effect->is_paused);
    tell(measure, ret);
}

static void do_stop(struct loop_measure *measure, struct event *ret)
{
    measure->is_stopping = true;
    job_stop(measure->job);
    tell(measure, ret);
}

static bool is_anything(const struct measurement *measurement)
{
    return measurement->has_bench || measurement->has_probe;
}

static void do_keep(struct loop_measure *measure, const struct loop_disk *disk,
                    struct event *ret)
{
    CLEANUP(freep) char *path = NULL;

    if (!is_anything(&measure->latest))
        say(measure, xstrdup(_("There is no result to be kept.")), ret);
    else if (!measure->latest.serial[0])
        say(measure,
            xasprintf(_("%s has no serial number to be met again by: the result counts "
                        "until alidade ends."),
                      disk->info.path),
            ret);
    else if (measured_save(&measure->latest, &path, &measure->err))
        say(measure, xasprintf(_("Kept for this drive in %s."), path), ret);
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
    else /* it has ended in this moment: the news are on their way */
        return is_control || effect->kind == EFFECT_MEASURE;
    return true;
}

void loop_measure_use(struct loop_measure *measure, const struct limits_given *given)
{
    CLEANUP(freep) char *path = NULL;
    struct err err = { 0 };

    loop_memory_use(&measure->memory, &given->measured);
    /* A drive that cannot be kept is remembered for this session. */
    (void)!(is_anything(&measure->latest) &&
            measured_save(&measure->latest, &path, &err));
}

/* What is shown instead of an answer that will not come. */
static const struct {
    enum effect_kind effect;
    enum event_kind answer;
} touching[] = {
    { EFFECT_DISKS, EVENT_ERROR },
    { EFFECT_OPEN, EVENT_ERROR },
    { EFFECT_REREAD, EVENT_ERROR },
    { EFFECT_MEASURE_USE, EVENT_ERROR },
    { EFFECT_BACKUP, EVENT_ERROR },
    { EFFECT_REHEARSE, EVENT_REHEARSED },
    { EFFECT_REHEARSE_RESTORE, EVENT_REHEARSED },
    { EFFECT_COMMIT, EVENT_COMMITTED },
};

bool loop_measure_refuses(struct loop_measure *measure, const struct app *app,
                          const struct effect *effect, struct event *ret)
{
    for (size_t i = 0; measure->job && i < ARRAY_SIZE(touching); i++) {
        if (touching[i].effect != effect->kind)
            continue;
        say(measure,
            xasprintf(_("%s is being measured: stop that first."), app->info.path), ret);
        ret->kind = touching[i].answer;
        return true;
    }
    return false;
}

/* --- news --- */

int loop_measure_fd(const struct loop_measure *measure)
{
    return measure->job ? job_fd(measure->job) : -1;
}

int loop_measure_wait(const struct loop_measure *measure, uint64_t now_ms, bool is_slow)
{
    uint64_t wait = is_slow ? TELL_SLOW_MS : TELL_MS, gone = now_ms - measure->told_ms;

    if (!measure->job)
        return -1;
    return gone >= wait ? 0 : (int)(wait - gone);
}

/* Somebody else has written, or the drive fails: what was read first may be needed. */
static void save_changed(struct loop_measure *measure, const char *path)
{
    const struct measurement *latest = &measure->latest;
    CLEANUP(freep) char *saved = NULL;
    struct err err = { 0 };
    bool is_probe = measure->live.is_probe;
    uint64_t start = is_probe ? latest->probe.window_start : latest->bench.window_start;
    uint64_t count = 0;
    const void *bytes = measuring_window(measure->measuring, &count);

    free(measure->note);
    measure->note = NULL;
    bool is_unchanged =
        is_probe ? latest->probe.is_unchanged : latest->bench.is_unchanged;
    uint64_t written =
        is_probe ? latest->probe.bytes_written : latest->bench.bytes_written;
    if (!written || is_unchanged || !bytes || !count)
        return;
    if (window_file_save(path, start, bytes, (size_t)count, &saved, &err))
        measure->note = xasprintf(_("%1$llu bytes from byte %2$llu on, as they were read "
                                    "first, are in %3$s."),
                                  (ull)count, (ull)start, saved);
    else
        measure->note = xstrdup(err.text);
}

/* The worker has ended: all that it had is the loop's again. */
static void finish_job(struct loop_measure *measure)
{
    measure->job = NULL;
    measuring_live(measure->measuring, &measure->live);
    measuring_result(measure->measuring, &measure->latest);
    save_changed(measure, measure->latest.path);
    measuring_close(measure->measuring);
    measure->measuring = NULL;
    loop_memory_add(&measure->memory, &measure->latest);
}

bool loop_measure_take(struct loop_measure *measure, uint64_t now_ms, bool is_slow,
                       struct event *ret)
{
    if (!measure->job)
        return false;
    bool is_at_work = job_peek(measure->job, &measure->live);
    if (!is_at_work && loop_measure_end(measure, -1)) {
        *ret = (struct event){ .kind = EVENT_MEASURED,
                               .live = &measure->live,
                               .measurement = loop_memory_known(&measure->memory) };
        return true;
    }
    /* Also without news: a request that hangs grows old. */
    if (loop_measure_wait(measure, now_ms, is_slow) > 0)
        return false;
    measure->told_ms = now_ms;
    tell(measure, ret);
    return true;
}

const char *loop_measure_note(const struct loop_measure *measure)
{
    return measure->note;
}

void loop_measure_suspend(struct loop_measure *measure)
{
    /* One that hangs is stopped with the program, in the kernel or behind it. */
    if (measure->job)
        (void)!job_rest(measure->job, REST_MS);
}

void loop_measure_resume(struct loop_measure *measure)
{
    if (measure->job)
        job_pause(measure->job, measure->is_paused);
}

bool loop_measure_end(struct loop_measure *measure, int most_ms)
{
    if (measure->job && !job_join(measure->job, most_ms))
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
