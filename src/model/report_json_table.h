/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report_json_table.h - the part of the JSON report that sfdisk -J has too */
#ifndef ALIDADE_MODEL_REPORT_JSON_TABLE_H
#define ALIDADE_MODEL_REPORT_JSON_TABLE_H

#include <json.h>

#include "model/report.h"

/* "partitiontable": null where the disk has none; and "filesystem", what lies straight on
 * the disk, else null.  The disk has a layout. */
void json_put_table(struct json_object *to, const struct report_disk *disk);

#endif
