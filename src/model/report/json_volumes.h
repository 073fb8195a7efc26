/* SPDX-License-Identifier: GPL-3.0-or-later */
/* json_volumes.h - whether file systems are marked dirty, as JSON */
#ifndef ALIDADE_MODEL_REPORT_JSON_VOLUMES_H
#define ALIDADE_MODEL_REPORT_JSON_VOLUMES_H

#include "model/report/json_put.h"
#include "model/report/volume_notes.h"

/* Puts "volumes" with an object for each of VOLUMES, which is null if VOLUMES is NULL:
 * nothing was looked at. */
void json_put_volumes(struct json_object *to, const struct volume_notes *volumes);

#endif
