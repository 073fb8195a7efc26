/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mover.h - moves the data of one partition, so that no power cut loses any of it
 *
 * A stepper: each step is what comes before one flush, or a bounded part of a check. The
 * order is that of shift_steps.h. After an error it reads the journal again and recovers,
 * as after a power cut. */
#ifndef ALIDADE_DEVICE_MOVE_MOVER_MOVER_H
#define ALIDADE_DEVICE_MOVE_MOVER_MOVER_H

#include "device/io/background.h"
#include "device/io/zeros.h"
#include "device/move/journal/journal.h"
#include "model/base/mem.h"
#include "model/move/plan/fields.h"
#include "model/move/plan/progress.h"
#include "model/move/shift/shift_steps.h"

struct mover_request {
    /* The disk. It should be a fence that only lets writes to the blocks of the envelope
     * and of the table through. Borrowed, as all else here. */
    const struct sink *disk;
    struct journal *journal; /* its plan is written */
    uint16_t step;           /* of the plan: that moves this partition */
    const struct shift *shift;
    const struct fields *fields;
    /* Of the partition before the move, with guards in its zones, see prescan.h. Of 0
     * units: they are not known, and a change by the drive or memory is not noticed. */
    const struct journal_units *units;
    size_t memory;      /* bytes for buffers; it takes more if the pieces need it */
    struct zeros zeros; /* what of the disk is known to be zeros: it is not moved */
    /* Reads the next pieces while others are written, if MEMORY suffices: for a drive
     * that does not have to seek for it. DISK is then read in BACKGROUND too. */
    bool reads_ahead;
    struct background *background; /* NULL: they are read before the others are written */

    /* Makes the partition's entry be as LABEL says, durably. */
    bool (*set_label)(void *context, enum shift_label label, struct err *err);
    void *context;

    bool is_rollback; /* back to the old place */
    bool skips_check; /* does not read all of it again at the end */
};

enum mover_state {
    MOVER_RUNNING,
    MOVER_AT_NEW,  /* complete */
    MOVER_AT_OLD,  /* undone, or nothing had been done */
    MOVER_STOPPED, /* on request: the same request goes on */
    MOVER_FAILED,  /* see mover_err(): the journal tells how to go on */
};

struct mover;

/* Allocates all that it needs. Reads nothing yet. */
struct mover *mover_new(const struct mover_request *request);
void mover_free(struct mover *mover); /* accepts NULL */
CLEANUP_WITH(mover_free, mover)

/* Does one step, from where the journal says that the move is. Returns the state. */
enum mover_state mover_step(struct mover *mover);
/* The next step is the last one, and does nothing. Between two steps everything is
 * durable, or known to the journal. */
void mover_stop(struct mover *mover);

/* Of MOVER_FAILED: ERR_IO; if nothing was written in this run, also ERR_REFUSED where
 * others have changed the disk, or ERR_UNREADABLE. */
const struct err *mover_err(const struct mover *mover);
/* True if something was written in this run, or it was tried. */
bool mover_has_written(const struct mover *mover);
/* True while what was moved is read again. */
bool mover_is_checking(const struct mover *mover);
/* Fills in what is known of bytes, frontier and mode; rates are 0. While it is checking,
 * the bytes are those that were compared. */
void mover_live(const struct mover *mover, struct move_progress *ret);

#endif
