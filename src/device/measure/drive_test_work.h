/* SPDX-License-Identifier: GPL-3.0-or-later */
/* drive_test_work.h - runs a drive test in the worker thread
 *
 * A sleeping or failing drive delays opening and closing by seconds, so the worker thread
 * does both. */
#ifndef ALIDADE_DEVICE_MEASURE_DRIVE_TEST_WORK_H
#define ALIDADE_DEVICE_MEASURE_DRIVE_TEST_WORK_H

#include "device/io/job.h"
#include "device/measure/drive_test.h"
#include "model/base/err.h"
#include "model/measure/saved_result.h"

struct drive_test_work;

/* Result of job_peek(). */
struct drive_test_news {
    struct measure_live live;
    struct err word; /* message of the opening, as users of the disk; empty: none */
    bool is_refused; /* and nothing could be tested */
};

struct drive_test_end {
    struct measure_live live;
    bool is_refused; /* no result: the message above gives the reason */
    struct saved_result result;
    char *note; /* path of the saved area, or why it could not be saved; free() */
};

/* Copies REQUEST. */
struct drive_test_work *drive_test_work_new(const struct drive_test_request *request);
/* Only after job_join(). */
void drive_test_work_free(struct drive_test_work *worker); /* accepts NULL */
/* The functions for a job. */
struct job_work drive_test_work_job(struct drive_test_work *worker);

/* For another thread: age of the current request; 0: none. */
uint64_t drive_test_work_request_ns(struct drive_test_work *worker);
/* After job_join(): the outcome; the caller owns the note. */
void drive_test_work_take(struct drive_test_work *worker, struct drive_test_end *ret);

#endif
