/* SPDX-License-Identifier: GPL-3.0-or-later */
/* json.h - disks as JSON: a superset of what sfdisk -J says */
#ifndef ALIDADE_MODEL_REPORT_JSON_H
#define ALIDADE_MODEL_REPORT_JSON_H

#include <stddef.h>

#include "model/report/report.h"
#include "model/write/backup_file.h"

struct report_json; /* one document being put together */

/* With IS_ARRAY the disks go into "disks"; without, the one disk is the document. */
struct report_json *report_json_new(bool is_array);
void report_json_free(struct report_json *report); /* accepts NULL */
void report_json_freep(struct report_json **report);

/* A disk as far as it is known: without a layout what sysfs says, and the note. */
void report_json_add(struct report_json *report, const struct report_disk *disk);
/* What could not be read: its path and one sentence. */
void report_json_add_error(struct report_json *report, const char *path,
                           const char *sentence);
/* The text of `explain`, line by line, in the disk added last. */
void report_json_add_explain(struct report_json *report, const char *text);

/* The document, ended by '\n'; free(). */
char *report_json_text(const struct report_json *report);

/* Where a demo image lies and what it wants to be opened with: OPTIONS, one space between
 * two; may be empty. */
char *report_json_demo(const char *kind, const char *path, const char *options);

/* Where sectors of a table were saved, or would be. */
char *report_json_backup(const char *disk, const char *file,
                         const struct backup_file *backup, bool is_written);

#endif
