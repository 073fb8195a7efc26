/* SPDX-License-Identifier: GPL-3.0-or-later */
/* measure_job.h - the state of a bench or a probe of the open disk */
#ifndef ALIDADE_UI_APP_MEASURE_JOB_H
#define ALIDADE_UI_APP_MEASURE_JOB_H

#include <stdbool.h>

#include "model/measure/saved_result.h"
#include "model/measure/test_area.h"

/* What is to be measured. */
struct measure_request {
    bool is_probe;
    bool is_read_only;
    struct bench_starts starts; /* bench */
};

/* What follows when the job at work has ended. */
enum measure_then {
    THEN_STAY,
    THEN_KEEP,
    THEN_LEAVE,
    THEN_USE, /* keep, and leave */
};

/* Zero-initialised: nothing was measured yet. */
struct measure_job {
    struct measure_request request; /* what the job at work was asked for */
    struct measure_live live;       /* the last that is known of it */
    bool is_at_work;                /* the worker has the disk: nothing is written */
    bool is_kept;                   /* live is what was kept, no job of now */
    enum measure_then then;         /* the job's end is waited for */
    char hindrance[512]; /* why the last job writes nothing; empty: nothing to say */
    bool is_refused;     /* ... and could not even begin */
    struct saved_result known; /* of the open disk, this session's or an earlier one's */
    bool is_known;
};

#endif
