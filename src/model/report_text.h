/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report_text.h - one disk as text for people and pipes */
#ifndef ALIDADE_MODEL_REPORT_TEXT_H
#define ALIDADE_MODEL_REPORT_TEXT_H

#include "model/report.h"
#include "model/str.h"

/* `list`: what the disk is, what judges it and where that comes from, notes, one row per
 * partition and free extent, and the sum. */
void report_text_list(const struct report_disk *disk, bool has_color, struct str *ret);

/* `check`: one line per partition that falls short of NEED or whose end is past the grid
 * (a note), and the sum.  The disk has a layout. */
void report_text_check(const struct report_disk *disk, enum report_need need,
                       struct str *ret);

#endif
