/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fixing_outcome.h - how a fix has ended, and what goes on with it, as one sentence */
#ifndef ALIDADE_DEVICE_MOVE_FIXING_OUTCOME_H
#define ALIDADE_DEVICE_MOVE_FIXING_OUTCOME_H

#include "device/move/fixing.h"

/* All is borrowed. */
struct fixing_outcome {
    const struct fixing *fixing;
    enum fixing_state state; /* that it has ended in */
    bool is_safe;            /* of its last struct fixing_live */
    const char *path;        /* of the disk */
    const char *journal;     /* file or device with it; NULL: it is on the disk */
};

/* Returns true if all is done. Else ERR (ERR_STOPPED, or that of the failure; no error
 * before the call) says what has stopped it, and which command goes on. */
bool fixing_conclude(const struct fixing_outcome *outcome, struct err *err);
/* Adds to the log how it has ended: ERR is that of fixing_conclude(). Returns the path of
 * the log; NULL if it cannot be written; free(). */
char *fixing_log(const struct fixing_outcome *outcome, const struct err *err);

#endif
