/* SPDX-License-Identifier: GPL-3.0-or-later */
/* json_commit.h - what is written, and overwritten, as JSON */
#ifndef ALIDADE_MODEL_REPORT_JSON_COMMIT_H
#define ALIDADE_MODEL_REPORT_JSON_COMMIT_H

#include <json.h>

#include "model/write/commit_report.h"

/* Puts the array "owned" and the number "owner-sectors-read" to TO. */
void json_put_owned(struct json_object *to, const struct owner_runs *runs);
/* Puts "written" and "result"; COMMIT is NULL if nothing was to be written. */
void json_put_commit(struct json_object *to, const struct commit_report *commit);

#endif
