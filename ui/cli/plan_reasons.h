/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plan_reasons.h - why partitions stay, and why there is no plan, as text */
#ifndef ALIDADE_UI_CLI_PLAN_REASONS_H
#define ALIDADE_UI_CLI_PLAN_REASONS_H

#include "model/base/lines.h"
#include "model/base/str.h"
#include "model/move/plan/moves.h"

/* Adds which partitions of LAYOUT should be moved and stay, in lines of WIDTH columns,
 * and an empty line; nothing if there are none. */
void plan_reasons_left(const struct layout *layout, const struct moves *moves, int width,
                       struct str *ret);
/* Adds the same as one line for each reason. */
void plan_reasons_left_lines(const struct layout *layout, const struct moves *moves,
                             struct lines *ret);
/* Adds why MOVES is not possible, and what would free space. */
void plan_reasons_lack(const struct layout *layout, const struct moves *moves, int width,
                       struct str *ret);

#endif
