/* SPDX-License-Identifier: GPL-3.0-or-later */
/* json.h - disks as JSON: a superset of the output of sfdisk -J */
#ifndef ALIDADE_MODEL_REPORT_JSON_H
#define ALIDADE_MODEL_REPORT_JSON_H

#include "model/base/err.h"
#include "model/base/mem.h"
#include "model/report/report.h"
#include "model/write/backup_file.h"

struct report_json; /* a document under construction */

/* With IS_ARRAY the disks go into "disks"; without it the one disk is the document. */
struct report_json *report_json_new(bool is_array);
void report_json_free(struct report_json *report); /* accepts NULL */
CLEANUP_WITH(report_json_free, report_json)

/* Adds a disk; without a layout only the values from sysfs and the note. */
void report_json_add(struct report_json *report, const struct report_disk *disk);
/* Adds the path of a disk that could not be read, and why. */
void report_json_add_error(struct report_json *report, const char *path,
                           const struct err *err);
/* Adds the lines of the output of `explain` to the disk added last. */
void report_json_add_explain(struct report_json *report, const char *text);

/* Returns the document, which ends with '\n'; free(). */
char *report_json_text(const struct report_json *report);

/* Reports the path of a demo image and the options to open it with: OPTIONS are separated
 * by one space and may be empty. */
char *report_json_demo(const char *kind, const char *path, const char *options);

/* Reports that a command was refused, and why. */
char *report_json_refused(const struct err *err);

/* Reports where the sectors of a table were saved, or would be. */
char *report_json_backup(const char *disk, const char *file,
                         const struct backup_file *backup, bool is_written);

#endif
