/* SPDX-License-Identifier: GPL-3.0-or-later */
/* job.c - runs a stepper on a worker thread */
#include "device/io/job.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "device/io/background.h"
#include "device/io/clock.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/refusal.h"

/* A step may be as short as one write, so progress is published only at this interval,
 * and at the end. */
#define PUBLISH_NS UINT64_C(50000000)

struct job {
    struct job_work work;
    int pipe[2]; /* the worker writes, the owner polls */
    pthread_t thread;
    void *fresh; /* used by the worker only: progress before it is published */

    pthread_mutex_t lock; /* guards the members below */
    pthread_cond_t turn;  /* signalled when one of them changes */
    void *news;
    bool is_waking; /* the pipe contains a byte */
    bool is_paused;
    bool is_resting; /* the worker waits for the end of the pause */
    bool is_stopping;
    bool is_ended;
};

/* A plain mutex held for a few lines: neither call can fail. */
static void job_lock(struct job *job)
{
    (void)pthread_mutex_lock(&job->lock);
}

static void job_unlock(struct job *job)
{
    (void)pthread_mutex_unlock(&job->lock);
}

/* Both threads wait on the same condition and check their own flags again. */
static void job_notify(struct job *job)
{
    (void)pthread_cond_broadcast(&job->turn); /* cannot fail */
}

static void job_publish(struct job *job, bool is_last)
{
    if (job->work.look)
        job->work.look(job->work.context, job->fresh);
    job_lock(job);
    memcpy(job->news, job->fresh, job->work.news_size);
    job->is_ended = is_last;
    if (!job->is_waking)
        (void)!write(job->pipe[1], "", 1); /* the only byte, so it does not block */
    job->is_waking = true;
    job_notify(job);
    job_unlock(job);
}

/* Waits while the job is paused.  Returns true if the job was asked to stop. */
static bool wait_turn(struct job *job)
{
    uint64_t since = clock_ns();

    job_lock(job);
    bool has_rested = job->is_paused && !job->is_stopping;
    if (has_rested && job->work.rest)
        job->work.rest(job->work.context);
    while (job->is_paused && !job->is_stopping) {
        job->is_resting = true;
        job_notify(job);
        (void)pthread_cond_wait(&job->turn, &job->lock); /* cannot fail */
    }
    job->is_resting = false;
    bool is_stopping = job->is_stopping;
    job_unlock(job);
    if (has_rested && job->work.rested)
        job->work.rested(job->work.context, clock_ns() - since);
    return is_stopping;
}

static void *job_run(void *context)
{
    struct job *job = context;
    uint64_t published = clock_ns();
    bool is_stopped = false;

    job_publish(job, false);
    for (bool is_more = true; is_more;) {
        bool is_asked = wait_turn(job);
        if (is_asked && !is_stopped && job->work.stop)
            job->work.stop(job->work.context);
        is_stopped = is_asked;
        is_more = job->work.step(job->work.context);
        if (is_more && clock_ns() - published < PUBLISH_NS)
            continue;
        job_publish(job, !is_more);
        published = clock_ns();
    }
    return NULL;
}

/* Timed waits use the monotonic clock. */
static void init_locks(struct job *job)
{
    pthread_condattr_t attr;

    (void)pthread_mutex_init(&job->lock, NULL); /* these cannot fail on Linux */
    (void)pthread_condattr_init(&attr);
    (void)pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
    (void)pthread_cond_init(&job->turn, &attr);
    (void)pthread_condattr_destroy(&attr);
}

/* Frees everything except the thread. */
static void job_release(struct job *job)
{
    for (size_t i = 0; i < ARRAY_SIZE(job->pipe); i++)
        if (job->pipe[i] >= 0)
            (void)close(job->pipe[i]);      /* the byte in it is not needed */
    (void)pthread_cond_destroy(&job->turn); /* no thread waits for it any more */
    (void)pthread_mutex_destroy(&job->lock);
    free(job->fresh);
    free(job->news);
    free(job);
}

struct job *job_start(const struct job_work *work_of, struct err *err)
{
    struct job *job = xcalloc(1, sizeof(*job));

    job->work = *work_of;
    job->fresh = xcalloc(1, work_of->news_size);
    job->news = xcalloc(1, work_of->news_size);
    job->pipe[0] = job->pipe[1] = -1;
    init_locks(job);
    int error = pipe2(job->pipe, O_CLOEXEC | O_NONBLOCK)
                    ? errno
                    : background_create(&job->thread, job_run, job);
    if (!error)
        return job;
    job_release(job);
    (void)err_refuse(err, REFUSAL_NO_THREAD, _("There is no thread to work on: %s."),
                     strerror(error));
    return NULL;
}

int job_fd(const struct job *job)
{
    return job ? job->pipe[0] : -1;
}

bool job_peek(struct job *job, void *ret_news)
{
    char drained[8];

    job_lock(job);
    if (job->work.look)
        memcpy(ret_news, job->news, job->work.news_size);
    bool is_at_work = !job->is_ended;
    /* A byte written after the unlock announces newer progress. */
    while (read(job->pipe[0], drained, sizeof(drained)) > 0)
        ;
    job->is_waking = false;
    job_unlock(job);
    return is_at_work;
}

void job_pause(struct job *job, bool is_paused)
{
    job_lock(job);
    job->is_paused = is_paused;
    job_notify(job);
    job_unlock(job);
}

void job_stop(struct job *job)
{
    job_lock(job);
    job->is_stopping = true;
    job_notify(job);
    job_unlock(job);
}

/* Conditions for wait_until(). */
static bool is_ended(const struct job *job)
{
    return job->is_ended;
}

static bool is_at_rest(const struct job *job)
{
    return job->is_resting || job->is_ended;
}

/* Uses the clock that init_locks() selected for the condition. */
static struct timespec deadline_of(int max_ms)
{
    uint64_t end = clock_ns() + (uint64_t)max_ms * 1000000;

    return (struct timespec){ .tv_sec = (time_t)(end / CLOCK_SECOND_NS),
                              .tv_nsec = (long)(end % CLOCK_SECOND_NS) };
}

/* Waits until IS_TRUE returns true, at most MAX_MS ms (-1: no limit). */
static bool wait_until(struct job *job, bool (*is_true)(const struct job *), int max_ms)
{
    struct timespec end = deadline_of(max_ms < 0 ? 0 : max_ms);
    int error = 0;

    job_lock(job);
    while (!is_true(job) && error != ETIMEDOUT)
        error = max_ms < 0 ? pthread_cond_wait(&job->turn, &job->lock)
                           : pthread_cond_timedwait(&job->turn, &job->lock, &end);
    bool is_so = is_true(job);
    job_unlock(job);
    return is_so;
}

bool job_rest(struct job *job, int max_ms)
{
    job_pause(job, true);
    return wait_until(job, is_at_rest, max_ms);
}

bool job_join(struct job *job, int max_ms)
{
    job_stop(job);
    if (!wait_until(job, is_ended, max_ms))
        return false;
    (void)pthread_join(job->thread, NULL); /* our thread, joined only once */
    job_release(job);
    return true;
}
