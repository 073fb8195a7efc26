/* SPDX-License-Identifier: GPL-3.0-or-later */
/* text.h - one disk as text */
#ifndef ALIDADE_MODEL_REPORT_TEXT_H
#define ALIDADE_MODEL_REPORT_TEXT_H

#include "model/base/str.h"
#include "model/report/list_column.h"
#include "model/report/report.h"

/* Adds a translated text, invalid UTF-8 replaced: BEFORE, TEXT and a newline. */
void report_text_line(const char *before, const char *text, struct str *ret);
/* Adds an empty line, the column heads and a row for each partition and large free
 * extent; nothing if there are none.  VIEW is LIST_TEXT or LIST_PLAN.  SAVED may be
 * NULL.  OFF_COLOR is the escape sequence for misaligned ones; NULL: no colours. */
void report_text_table(const struct layout *layout, enum list_view view,
                       struct suggest_context context, const struct saved_result *saved,
                       const char *off_color, struct str *ret);

/* The output of `list`: the disk, its limits with their sources, notes, the table of
 * partitions, and the summary. */
void report_text_list(const struct report_disk *disk, const char *off_color,
                      struct str *ret);

/* Options of `check`. */
struct report_check {
    enum report_need need;
    bool is_verbose; /* reports all known of the table, and all judged partitions */
};

/* The output of `check`: damage and findings, a line for each partition that misses the
 * need or whose end is past the grid (a note), and the summary.  The disk must have a
 * layout. */
void report_text_check(const struct report_disk *disk, const struct report_check *check,
                       struct str *ret);

#endif
