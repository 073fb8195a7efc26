/* SPDX-License-Identifier: GPL-3.0-or-later */
/* json_workload.h - the workloads that have a name, as JSON */
#ifndef ALIDADE_MODEL_REPORT_JSON_WORKLOAD_H
#define ALIDADE_MODEL_REPORT_JSON_WORKLOAD_H

#include <json.h>

#include "model/measure/workload.h"

/* Each sets one list of TO: "workloads", and what PRESET's article printed as
 * "published", empty for PRESET_NONE. */
void json_put_workloads(struct json_object *to, const struct workload_result *results,
                        size_t count);
void json_put_published(struct json_object *to, enum preset preset);

#endif
