/* SPDX-License-Identifier: GPL-3.0-or-later */
/* empty_notes.h - empty partitions that come to lie where data was */
#ifndef ALIDADE_MODEL_REPORT_EMPTY_NOTES_H
#define ALIDADE_MODEL_REPORT_EMPTY_NOTES_H

#include "model/base/lines.h"
#include "model/move/plan/moves.h"

/* Adds a sentence to RET for each empty partition of LAYOUT whose new place had data of
 * another: MOVES copies that away, and clears nothing. */
void empty_notes_lines(const struct layout *layout, const struct moves *moves,
                       struct lines *ret);

#endif
