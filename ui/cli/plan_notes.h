/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plan_notes.h - what to know before a plan is carried out, as text */
#ifndef ALIDADE_UI_CLI_PLAN_NOTES_H
#define ALIDADE_UI_CLI_PLAN_NOTES_H

#include "model/base/str.h"
#include "model/report/moves.h"

/* Adds paragraphs in lines of WIDTH columns: the measured cost of a start that MOVES
 * changes, what is only assumed of the sectors of DISK, and how parted will judge the new
 * starts; nothing if none of that applies. */
void plan_notes(const struct report_disk *disk, const struct moves *moves, int width,
                struct str *ret);

#endif
