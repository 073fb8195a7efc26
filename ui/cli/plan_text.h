/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plan_text.h - the plan for a whole disk as text */
#ifndef ALIDADE_UI_CLI_PLAN_TEXT_H
#define ALIDADE_UI_CLI_PLAN_TEXT_H

#include "model/base/str.h"
#include "model/move/moves.h"
#include "model/report/report.h"

/* Adds the steps of MOVES, made for DISK and WANT, and what stays; or why there is no
 * plan, and what would free the missing sectors.  Sentences are wrapped at WIDTH. */
void plan_text(const struct report_disk *disk, const struct moves_want *want,
               const struct moves *moves, int width, struct str *ret);

#endif
