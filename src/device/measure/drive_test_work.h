/* SPDX-License-Identifier: GPL-3.0-or-later */
/* drive_test_work.h - a measurement off the screen, from its opening to its closing
 *
 * A drive that sleeps or fails answers neither of them for seconds: both are the
 * worker's, as all between them. */
#ifndef ALIDADE_DEVICE_MEASURE_DRIVE_TEST_WORK_H
#define ALIDADE_DEVICE_MEASURE_DRIVE_TEST_WORK_H

#include "device/io/job.h"
#include "device/measure/drive_test.h"
#include "model/base/err.h"
#include "model/measure/saved_result.h"

struct measuring_work;

/* What job_peek() gives. */
struct measuring_work_news {
    struct measure_live live;
    struct err word; /* what the opening said: who is in the way; empty: nobody */
    bool is_refused; /* ... and nothing could be measured */
};

struct measuring_work_end {
    struct measure_live live;
    bool is_refused; /* there is no result: the word of the news says why */
    struct measurement result;
    char *note; /* the changed window is in a file, or could not be saved; free() */
};

/* Its own copy of REQUEST. */
struct measuring_work *measuring_work_new(const struct measuring_request *request);
/* After job_join() alone. */
void measuring_work_free(struct measuring_work *worker); /* accepts NULL */
/* What a job runs. */
struct job_work measuring_work_job(struct measuring_work *worker);

/* For another thread: how old the request under way is; 0: none. */
uint64_t measuring_work_request_ns(struct measuring_work *worker);
/* After job_join(): what came of it; the note is the caller's. */
void measuring_work_take(struct measuring_work *worker, struct measuring_work_end *ret);

#endif
