/* SPDX-License-Identifier: GPL-3.0-or-later */
/* measure_job.h - the state of a bench or a probe of the open disk */
#ifndef ALIDADE_UI_APP_MEASURE_JOB_H
#define ALIDADE_UI_APP_MEASURE_JOB_H

#include <stdbool.h>

#include "model/measure/saved_result.h"
#include "model/measure/test_area.h"

/* What to measure. */
struct measure_request {
    bool is_probe;
    bool is_read_only;
    struct bench_starts starts; /* of a bench */
};

/* What to do when the running job has ended. */
enum measure_then {
    THEN_STAY,
    THEN_KEEP,
    THEN_LEAVE,
    THEN_USE, /* save the result and leave the screen */
};

/* Zero-initialised: nothing has been measured. */
struct measure_job {
    struct measure_request request; /* of the job, or of the shown result */
    struct measure_live live;       /* latest state of the job */
    bool is_at_work;                /* the worker uses the disk: nothing may be written */
    bool is_kept;              /* live is a saved result, not a job of this session */
    enum measure_then then;    /* what to do when the job has ended */
    char hindrance[512];       /* why the last job does not write; empty if it does */
    bool is_refused;           /* it could not even start */
    struct saved_result known; /* of the open disk: measured now or earlier */
    bool is_known;
};

#endif
