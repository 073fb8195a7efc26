/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fixing_live.h - how far a fix has come, for display */
#ifndef ALIDADE_MODEL_MOVE_PLAN_FIXING_LIVE_H
#define ALIDADE_MODEL_MOVE_PLAN_FIXING_LIVE_H

#include <stdbool.h>
#include <stddef.h>

#include "model/move/plan/progress.h"

enum fixing_phase {
    FIXING_PHASE_OPEN,    /* opens and locks the disk */
    FIXING_PHASE_LOCK,    /* another program holds the lock: tries again */
    FIXING_PHASE_SCAN,    /* reads all that will be moved */
    FIXING_PHASE_JOURNAL, /* writes backup and journal */
    FIXING_PHASE_TABLE,   /* changes the table */
    FIXING_PHASE_MOVE,    /* moves data */
    FIXING_PHASE_CHECK,   /* reads it again and compares it with what it was */
    FIXING_PHASE_END,     /* removes the journal */
    FIXING_PHASE_COUNT,
};

/* What is to be done after all data was read. */
struct fixing_ahead {
    uint64_t bytes; /* that are read and written */
    double seconds; /* in addition, from one place to another */
};

/* A value that is published while a fix is running. */
struct fixing_live {
    enum fixing_phase phase;
    size_t step, step_count;   /* STEP from 0; == STEP_COUNT: all are done */
    unsigned number;           /* of the partition that the step is about; 0: none */
    struct move_progress move; /* of PHASE_SCAN over all that is read, _MOVE, _CHECK */
    /* After PHASE_SCAN: what is left, by the speed at which all was read. */
    enum move_time planned;
    double planned_seconds;
    struct fixing_ahead ahead; /* of PHASE_SCAN */
    bool is_safe; /* a power cut now would need no resume: nothing is begun */
};
#endif
