/* SPDX-License-Identifier: GPL-3.0-or-later */
/* json_table.h - disks and partition tables as JSON */
#ifndef ALIDADE_MODEL_REPORT_JSON_TABLE_H
#define ALIDADE_MODEL_REPORT_JSON_TABLE_H

#include <json.h>

#include "model/report/report.h"

/* Puts "device": the identity of the disk; null where not known. */
void json_put_device(struct json_object *to, const struct disk_info *info);
/* Puts "partitiontable", and "filesystem" for a file system straight on the disk; the
 * other one is null.  The disk must have a layout. */
void json_put_table(struct json_object *to, const struct report_disk *disk);
/* Puts an object KEY with that of the same disk with another layout. */
void json_put_layout(struct json_object *to, const char *key,
                     const struct report_disk *disk, const struct layout *layout);

#endif
