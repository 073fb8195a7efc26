/* SPDX-License-Identifier: GPL-3.0-or-later */
/* json_table.h - disks and tables as JSON, for every report */
#ifndef ALIDADE_MODEL_REPORT_JSON_TABLE_H
#define ALIDADE_MODEL_REPORT_JSON_TABLE_H

#include <json.h>

#include "model/report/report.h"

/* "device": what the disk is, as far as it is known. */
void json_put_device(struct json_object *to, const struct disk_info *info);
/* "partitiontable": null where the disk has none; and "filesystem", what lies straight on
 * the disk, else null.  The disk has a layout. */
void json_put_table(struct json_object *to, const struct report_disk *disk);

#endif
