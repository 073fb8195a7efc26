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

struct drive_test_work;

/* What job_peek() gives. */
struct drive_test_news {
    struct measure_live live;
    struct err word; /* what the opening said: who is in the way; empty: nobody */
    bool is_refused; /* ... and nothing could be measured */
};

struct drive_test_end {
    struct measure_live live;
    bool is_refused; /* there is no result: the word of the news says why */
    struct saved_result result;
    char *note; /* the changed window is in a file, or could not be saved; free() */
};

/* Its own copy of REQUEST. */
struct drive_test_work *drive_test_work_new(const struct drive_test_request *request);
/* After job_join() alone. */
void drive_test_work_free(struct drive_test_work *worker); /* accepts NULL */
/* What a job runs. */
struct job_work drive_test_work_job(struct drive_test_work *worker);

/* For another thread: how old the request under way is; 0: none. */
uint64_t drive_test_work_request_ns(struct drive_test_work *worker);
/* After job_join(): what came of it; the note is the caller's. */
void drive_test_work_take(struct drive_test_work *worker, struct drive_test_end *ret);

#endif
