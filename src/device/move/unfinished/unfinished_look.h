/* SPDX-License-Identifier: GPL-3.0-or-later */
/* unfinished_look.h - how far a move has come that has not ended, without a write */
#ifndef ALIDADE_DEVICE_MOVE_UNFINISHED_UNFINISHED_LOOK_H
#define ALIDADE_DEVICE_MOVE_UNFINISHED_UNFINISHED_LOOK_H

#include "device/move/unfinished/unfinished.h"
#include "model/report/fix.h"

struct unfinished_look {
    struct journal_plan plan;
    char journal[SYS_PATH]; /* the disk, or the file or device that the plan was read from
                             */
    bool is_elsewhere;      /* JOURNAL is not the disk */
    bool has_guard;         /* in a partition whose data is moved */
    bool is_untouched;      /* no step of the plan has begun */

    /* The step that moves data now, or was the last one that did; before those, the first
     * one that is left. */
    bool has_progress; /* false: no data was moved yet */
    size_t step;
    enum journal_phase phase;
    bool is_back;
    uint64_t bytes_done; /* at least */
    uint64_t bytes_total;

    bool is_at_work; /* another program has locked the disk: it completes the move now */
};

/* Reads the journal of FOUND, which is chosen. Fails as unfinished_log(). */
bool unfinished_look(const struct fix_place_found *found, struct unfinished_look *ret,
                     struct err *err) MUST_USE;

/* Returns LOOK at the disk at PATH for a report; both are borrowed. */
struct report_fix_status unfinished_status(const char *path,
                                           const struct unfinished_look *look);

#endif
