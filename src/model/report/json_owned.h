/* SPDX-License-Identifier: GPL-3.0-or-later */
/* json_owned.h - what would be overwritten that no table names, as JSON */
#ifndef ALIDADE_MODEL_REPORT_JSON_OWNED_H
#define ALIDADE_MODEL_REPORT_JSON_OWNED_H

#include <json.h>

#include "model/disk/owner_run.h"

/* Puts the array "owned" and the number "owner-sectors-read" to TO. */
void json_put_owned(struct json_object *to, const struct owner_runs *runs);

#endif
