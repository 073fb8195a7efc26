/* SPDX-License-Identifier: GPL-3.0-or-later */
/* measure.h - the measurement at work behind the screen */
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

/* Zero-initialised: nothing is at work, nothing is known. */
struct loop_measure {
    struct drive_test_work *worker; /* its own business while there is a job */
    struct job *job;
    struct measure_live live; /* the last that came */
    bool is_paused;           /* by the person */
    bool is_stopping;
    bool is_remark_shown;
    bool is_refused;  /* the last one could measure nothing: ERR says why */
    uint64_t told_ms; /* when the screen was told last */

    struct saved_result latest; /* what came last, for the one who keeps it */
    struct loop_memory memory;
    struct err err;    /* words of the last answer */
    struct err remark; /* of the worker */
    char *text;        /* the same */
    char *note;        /* the same */
};

/* Carries out EFFECT_MEASURE (of a disk that nobody else reads any more), ..PAUSE, ..STOP
 * and ..KEEP; false for all others.  RET is the answer: its texts are valid until the
 * next call. */
bool loop_measure_do(struct loop_measure *measure, const struct loop_disk *disk,
                     const struct app *app, const struct effect *effect,
                     struct event *ret);
/* EFFECT_MEASURE_USE: what the probe found counts from now on, and is kept for the drive
 * where that can be; the caller reads the disk again. */
void loop_measure_use(struct loop_measure *measure, const struct limits_given *given);

bool loop_measure_is_at_work(const struct loop_measure *measure);
/* While it is at work nothing else touches the disk: true, with the answer, for an effect
 * that would. */
bool loop_measure_refuses(struct loop_measure *measure, const struct app *app,
                          const struct effect *effect, struct event *ret);

/* Readable when there is news; -1 while nothing is at work. */
int loop_measure_fd(const struct loop_measure *measure);
/* Milliseconds until the screen is to be told again; -1 while nothing is at work. */
int loop_measure_wait(const struct loop_measure *measure, uint64_t now_ms, bool is_slow);
/* After either: true with an EVENT_MEASURE that is due, or with the EVENT_MEASURED. */
bool loop_measure_take(struct loop_measure *measure, uint64_t now_ms, bool is_slow,
                       struct event *ret);

/* After an EVENT_MEASURED: one more sentence, where the window has changed and lies in a
 * file as it was, or could not be saved; NULL else.  Valid until the next call. */
const char *loop_measure_note(const struct loop_measure *measure);

/* Before the program is stopped by Ctrl-Z, and after. */
void loop_measure_suspend(struct loop_measure *measure);
void loop_measure_resume(struct loop_measure *measure);

/* Stops it and waits at most MOST_MS; false while a request still hangs.  Nothing that it
 * has is freed then: the program may end all the same. */
bool loop_measure_end(struct loop_measure *measure, int max_ms) MUST_USE;
void loop_measure_finish(struct loop_measure *measure);

#endif
