/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fixing_look.h - a fix that has not ended and its disk, looked at without a write */
#ifndef ALIDADE_DEVICE_MOVE_FIXING_FIXING_LOOK_H
#define ALIDADE_DEVICE_MOVE_FIXING_FIXING_LOOK_H

#include "device/move/fixing/fixing_private.h"
#include "device/move/store/foreign.h"

/* Nothing is opened for writing. */
struct fixing_look {
    struct store *disk, *journal; /* JOURNAL can be DISK */
    struct reader disk_reader, journal_reader;
    struct sink disk_sink, journal_sink;
    struct fix_store store;
    struct redo redo;
};

/* RET must not be moved; fixing_look_end() it also after a failure. */
bool fixing_look_begin(struct fixing_look *ret, const struct fixing *fixing,
                       struct err *err) MUST_USE;
void fixing_look_end(struct fixing_look *look); /* also for CLEANUP */

/* The table of the step at work can be written again: nothing is lost that another
 * program has made, but what REQUEST accepts, and the data is where that table leads.
 * Else ERR_REFUSED. */
bool fixing_look_allows(const struct fixing *fixing, struct fixing_look *look,
                        const struct resume_request *request, struct err *err) MUST_USE;

#endif
