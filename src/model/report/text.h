/* SPDX-License-Identifier: GPL-3.0-or-later */
/* text.h - one disk as text for people and pipes */
#ifndef ALIDADE_MODEL_REPORT_TEXT_H
#define ALIDADE_MODEL_REPORT_TEXT_H

#include "model/base/str.h"
#include "model/report/report.h"

/* `list`: what the disk is, what judges it and where that comes from, notes, one row per
 * partition and free extent, and the sum. */
void report_text_list(const struct report_disk *disk, bool has_color, struct str *ret);

/* How much `check` asks for, and says. */
struct report_check {
    enum report_need need;
    bool is_verbose; /* all that is known about the table, and every judged partition */
};

/* `check`: what weighs against the table, one line per partition that falls short of the
 * need or whose end is past the grid (a note), and the sum.  The disk has a layout. */
void report_text_check(const struct report_disk *disk, const struct report_check *check,
                       struct str *ret);

#endif
