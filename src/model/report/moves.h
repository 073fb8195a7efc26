/* SPDX-License-Identifier: GPL-3.0-or-later */
/* moves.h - the plan for a whole disk as JSON */
#ifndef ALIDADE_MODEL_REPORT_MOVES_H
#define ALIDADE_MODEL_REPORT_MOVES_H

#include "model/move/moves.h"
#include "model/report/report.h"

/* Returns the plan MOVES, made for DISK and WANT, as a document; free(). */
char *report_json_moves(const struct report_disk *disk, const struct moves_want *want,
                        const struct moves *moves);

#endif
