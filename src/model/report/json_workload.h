/* SPDX-License-Identifier: GPL-3.0-or-later */
/* json_workload.h - results of workloads and published figures as JSON */
#ifndef ALIDADE_MODEL_REPORT_JSON_WORKLOAD_H
#define ALIDADE_MODEL_REPORT_JSON_WORKLOAD_H

#include <stddef.h>

#include <json.h>

#include "model/measure/workload.h"

/* Put the array "workloads", and "published" with the figures of PRESET. */
void json_put_workloads(struct json_object *to, const struct workload_result *results,
                        size_t count);
void json_put_published(struct json_object *to, enum preset preset);

#endif
