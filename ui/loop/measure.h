/* SPDX-License-Identifier: GPL-3.0-or-later */
/* measure.h - the measurement that runs in the background */
#ifndef ALIDADE_UI_LOOP_MEASURE_H
#define ALIDADE_UI_LOOP_MEASURE_H

#include <stdbool.h>
#include <stdint.h>

#include "device/io/job.h"
#include "device/measure/drive_test_work.h"
#include "model/base/err.h"
#include "model/measure/saved_result.h"
#include "ui/app/state.h"
#include "ui/loop/disk.h"
#include "ui/loop/memory.h"

/* Zero-initialised: nothing runs, nothing is known. */
struct loop_measure {
    struct drive_test_work *worker; /* not to be used while there is a job */
    struct job *job;                /* NULL: nothing runs */
    struct store *store;            /* of the disk, paused while there is a job */
    struct measure_live live;       /* last progress */
    bool is_paused;                 /* by the person */
    bool is_stopping;
    bool is_remark_shown;
    bool is_refused;  /* nothing could be measured; remark is the reason */
    uint64_t told_ms; /* time of the last event */

    struct saved_result latest; /* last result, to be saved on request */
    struct loop_memory memory;
    struct err err;    /* sentence of the last answer */
    struct err remark; /* sentence of the worker */
    char *text;        /* sentence of the last answer, if it is no error */
    char *note; /* after an EVENT_MEASURED: a sentence about a test area that another
                 * program changed, and the file with its bytes; or NULL */
};

/* Runs EFFECT_MEASURE (nothing else may read the disk), ..PAUSE, ..STOP and ..KEEP;
 * returns false for other effects.  RET is the answer: its texts are valid until the next
 * call. */
bool loop_measure_do(struct loop_measure *measure, const struct loop_disk *disk,
                     const struct app *app, const struct effect *effect,
                     struct event *ret);
/* EFFECT_MEASURE_USE: uses the probe's result GIVEN from now on, and saves it if the
 * drive has a serial number; the caller reads the disk again. */
void loop_measure_use(struct loop_measure *measure, const struct limits_given *given);

/* True, with the answer, for an effect that would access the disk during a
 * measurement. */
bool loop_measure_refuses(struct loop_measure *measure, const struct app *app,
                          const struct effect *effect, struct event *ret);

/* Milliseconds until the next event is due; -1 if nothing runs. */
int loop_measure_wait(const struct loop_measure *measure, uint64_t now_ms, bool is_slow);
/* To be called when either is so: true with an EVENT_MEASURE that is due, or with the
 * final EVENT_MEASURED. */
bool loop_measure_take(struct loop_measure *measure, uint64_t now_ms, bool is_slow,
                       struct event *ret);

/* To be called before and after a stop by Ctrl-Z. */
void loop_measure_suspend(struct loop_measure *measure);
void loop_measure_resume(struct loop_measure *measure);

/* Stops the measurement and waits at most MAX_MS; false if a request still hangs.  Then
 * nothing is freed, and the program may end. */
bool loop_measure_end(struct loop_measure *measure, int max_ms) MUST_USE;
void loop_measure_finish(struct loop_measure *measure);

#endif
