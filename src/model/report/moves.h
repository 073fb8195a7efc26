/* SPDX-License-Identifier: GPL-3.0-or-later */
/* moves.h - the plan for a whole disk as JSON */
#ifndef ALIDADE_MODEL_REPORT_MOVES_H
#define ALIDADE_MODEL_REPORT_MOVES_H

#include "model/move/plan/moves_default.h"
#include "model/report/moves_time.h"
#include "model/report/report.h"
#include "model/report/volume_notes.h"

/* A plan with what it was made for; borrowed. */
struct report_moves {
    const struct moves_want *want;
    const struct moves *moves;
    const struct moves_time *time;
    struct moves_price price;           /* with the speed of moves_speed_usual() */
    bool is_default;                    /* it is what is planned where no aim is given */
    const struct volume_notes *volumes; /* NULL: not looked at */
    const struct err *refused; /* why it would not be carried out all the same; or NULL */
};

/* Returns PLAN for DISK as a document, with what OTHER, a plan with the other aim, would
 * cost instead; NULL: there is none.  free(). */
char *report_json_moves(const struct report_disk *disk, const struct report_moves *plan,
                        const struct report_moves *other);

#endif
