/* SPDX-License-Identifier: GPL-3.0-or-later */
/* drive_test_work.c - runs a drive test in the worker thread */
#include "device/measure/drive_test_work.h"

#include <pthread.h>
#include <stdlib.h>

#include "device/io/clock.h"
#include "device/measure/area_file.h"
#include "model/base/mem.h"
#include "model/measure/words.h"

struct drive_test_work {
    struct drive_test_request request; /* points to copies owned here */
    struct sys sys;
    struct layout *layout; /* the request's, or NULL */
    char *path;            /* the request's */
    struct err word;
    struct drive_test_end end;
    bool is_stopped; /* before it was open */
    bool is_over;

    pthread_mutex_t lock;    /* guards the members below */
    struct drive_test *test; /* NULL: not open */
    uint64_t since_ns;       /* since when it is being opened or closed; 0: it is not */
};

struct drive_test_work *drive_test_work_new(const struct drive_test_request *request)
{
    struct drive_test_work *worker = xcalloc(1, sizeof(*worker));

    worker->request = *request;
    worker->request.path = worker->path = xstrdup(request->path);
    worker->sys = sys_copy(request->sys);
    worker->request.sys = &worker->sys;
    if (request->layout)
        worker->request.layout = worker->layout = layout_ref(request->layout);
    (void)pthread_mutex_init(&worker->lock, NULL); /* cannot fail on Linux */
    return worker;
}

void drive_test_work_free(struct drive_test_work *worker)
{
    if (!worker)
        return;
    (void)pthread_mutex_destroy(&worker->lock); /* no thread waits for it now */
    sys_finish(&worker->sys);
    layout_unref(worker->layout);
    free(worker->path);
    free(worker->end.note);
    free(worker);
}

/* --- on the worker --- */

static void work_set(struct drive_test_work *worker, struct drive_test *test,
                     bool is_waiting)
{
    (void)pthread_mutex_lock(&worker->lock); /* cannot fail: held for a few lines */
    worker->test = test;
    worker->since_ns = is_waiting ? clock_ns() : 0;
    (void)pthread_mutex_unlock(&worker->lock); /* the same */
}

static bool work_refuse(struct drive_test_work *worker, enum measure_reason reason)
{
    struct measure_live *live = &worker->end.live;

    *live = (struct measure_live){ .phase = MEASURE_ENDED,
                                   .is_probe = worker->request.is_probe };
    live->bench.verdict = live->probe.verdict = MEASURE_REFUSED;
    live->bench.reason = live->probe.reason = reason;
    worker->end.is_refused = worker->is_over = true;
    return false;
}

static bool open_disk(struct drive_test_work *worker)
{
    enum measure_reason reason = REASON_NONE;

    if (worker->is_stopped) {
        (void)err_set(&worker->word, ERR_STOPPED, "%s",
                      measure_reason_text(REASON_STOPPED));
        return work_refuse(worker, REASON_STOPPED);
    }
    work_set(worker, NULL, true);
    struct drive_test *test = drive_test_open(&worker->request, &reason, &worker->word);
    work_set(worker, test, false);
    return test || work_refuse(worker, reason);
}

/* The bytes first read may be needed if another program wrote, or the drive fails. */
static char *save_changed(const struct drive_test_work *worker)
{
    CLEANUP(freep) char *saved = NULL;
    uint64_t start;
    size_t count;
    const void *bytes = drive_test_changed(worker->test, &start, &count);

    return bytes ? area_file_report(worker->request.path, start, bytes, count, &saved)
                 : NULL;
}

static void close_disk(struct drive_test_work *worker)
{
    struct drive_test *test = worker->test;

    drive_test_live(test, &worker->end.live);
    drive_test_result(test, &worker->end.result);
    worker->end.note = save_changed(worker);
    work_set(worker, NULL, true);
    drive_test_close(test);
    work_set(worker, NULL, false);
    worker->is_over = true;
}

static bool work_step(void *context)
{
    struct drive_test_work *worker = context;

    if (!worker->test)
        return open_disk(worker);
    if (drive_test_step(worker->test) == STEP_MORE)
        return true;
    close_disk(worker);
    return false;
}

static void work_stop(void *context)
{
    struct drive_test_work *worker = context;

    worker->is_stopped = true;
    if (worker->test)
        drive_test_stop(worker->test);
}

static void work_rest(void *context)
{
    struct drive_test_work *worker = context;

    if (worker->test)
        drive_test_rest(worker->test);
}

static void work_rested(void *context, uint64_t ns)
{
    struct drive_test_work *worker = context;

    if (worker->test)
        drive_test_rested(worker->test, ns);
}

static void work_peek(const void *context, void *ret_news)
{
    const struct drive_test_work *worker = context;
    struct drive_test_news *news = ret_news;

    *news = (struct drive_test_news){ .word = worker->word,
                                      .is_refused = worker->end.is_refused };
    if (worker->test)
        drive_test_live(worker->test, &news->live);
    else if (worker->is_over)
        news->live = worker->end.live;
    else
        news->live.is_probe = worker->request.is_probe;
}

struct job_work drive_test_work_job(struct drive_test_work *worker)
{
    return (struct job_work){ .step = work_step,
                              .stop = work_stop,
                              .look = work_peek,
                              .rest = work_rest,
                              .rested = work_rested,
                              .context = worker,
                              .news_size = sizeof(struct drive_test_news) };
}

/* --- for the one who waits --- */

uint64_t drive_test_work_request_ns(struct drive_test_work *worker)
{
    (void)pthread_mutex_lock(&worker->lock); /* as above */
    uint64_t ns = worker->test       ? drive_test_request_ns(worker->test)
                  : worker->since_ns ? clock_ns() - worker->since_ns
                                     : 0;
    (void)pthread_mutex_unlock(&worker->lock);
    return ns;
}

void drive_test_work_take(struct drive_test_work *worker, struct drive_test_end *ret)
{
    *ret = worker->end;
    worker->end.note = NULL;
}
