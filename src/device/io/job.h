/* SPDX-License-Identifier: GPL-3.0-or-later */
/* job.h - runs a stepper on a worker thread and publishes its progress */
#ifndef ALIDADE_DEVICE_IO_JOB_H
#define ALIDADE_DEVICE_IO_JOB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/base/err.h"

/* The stepper.  All functions are called on the worker thread only. */
struct job_work {
    bool (*step)(void *context); /* performs a step; false: done */
    /* called once on a stop request; steps continue until the end; may be NULL */
    void (*stop)(void *context);
    /* copies the current progress; NULL: there is none, and no NEWS */
    void (*look)(const void *context, void *ret_news);
    /* announces a pause; short, since the thread that asked may wait; may be NULL */
    void (*rest)(void *context);
    /* reports a pause of NS nanoseconds between two steps; may be NULL */
    void (*rested)(void *context, uint64_t ns);
    void *context;    /* owned by the worker until job_join() */
    size_t news_size; /* size of *ret_news in bytes */
};

struct job;

/* Starts the worker thread, which has all signals blocked.  Returns NULL (ERR_REFUSED) if
 * no thread can be created. */
struct job *job_start(const struct job_work *work, struct err *err) MUST_USE;
/* Returns a descriptor that is readable when there is new progress; job_peek() drains
 * it.  Returns -1 if JOB is NULL. */
int job_fd(const struct job *job);
/* Copies the latest progress; returns true while the job is running. */
bool job_peek(struct job *job, void *ret_news);
void job_pause(struct job *job, bool is_paused);
/* Pauses the job and waits at most MAX_MS ms (-1: no limit) for the current step.
 * Returns true if the worker waits or has ended. */
bool job_rest(struct job *job, int max_ms) MUST_USE;
void job_stop(struct job *job);
/* Stops the job and waits at most MAX_MS ms (-1: no limit).  Returns true if the worker
 * has ended: JOB is then freed, and the context belongs to the caller again.  Returns
 * false if a request still hangs in the kernel; JOB stays valid. */
bool job_join(struct job *job, int max_ms) MUST_USE;

#endif
