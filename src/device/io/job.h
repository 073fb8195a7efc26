/* SPDX-License-Identifier: GPL-3.0-or-later */
/* job.h - a stepper on one worker thread: the last that is known of it, a pipe that wakes
 */
#ifndef ALIDADE_DEVICE_IO_JOB_H
#define ALIDADE_DEVICE_IO_JOB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/base/err.h"

/* What a job runs.  All of it is called on the worker alone. */
struct job_work {
    bool (*step)(void *context); /* false: it is done */
    void (*stop)(void *context); /* asked for once; steps go on to the end */
    void (*look)(const void *context, void *ret_news); /* what is known now */
    /* Between two steps a pause was so long, in nanoseconds; NULL: nobody asks. */
    void (*rested)(void *context, uint64_t ns);
    void *context;    /* the worker's, until job_join() */
    size_t news_size; /* bytes of *ret_news */
};

struct job;

/* Signals are blocked on the worker.  NULL (ERR_REFUSED) where there is no thread. */
struct job *job_start(const struct job_work *work, struct err *err) MUST_USE;
/* Readable when something new is known; job_peek() empties it. */
int job_fd(const struct job *job);
/* Copies the last news; true while the job is at work. */
bool job_peek(struct job *job, void *ret_news);
void job_pause(struct job *job, bool is_paused);
/* Pauses it and waits at most MOST_MS (-1: as long as it takes) for the step under way;
 * true when the worker rests, or has ended. */
bool job_rest(struct job *job, int most_ms) MUST_USE;
void job_stop(struct job *job);
/* Stops it and waits at most MOST_MS (-1: as long as it takes); true when the worker has
 * ended: then JOB is freed and its context belongs to the caller again.  False while a
 * request still hangs in the kernel; JOB stays. */
bool job_join(struct job *job, int most_ms) MUST_USE;

#endif
