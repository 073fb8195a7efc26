/* SPDX-License-Identifier: GPL-3.0-or-later */
/* json_commit.c - what was written, as JSON */
#include "model/report/json_commit.h"

#include "model/report/json_put.h"

void json_put_commit(struct json_object *to, const struct commit_report *commit)
{
    json_put_bool(to, "written", commit && commit->is_written);
    struct json_object *result = json_put_known_object(to, "result", commit != NULL);
    if (!result)
        return;
    json_put_bool(result, "partly-written", commit->is_begun);
    json_put_lines(result, "done", &commit->done);
    json_put_lines(result, "kernel", &commit->kernel);
    json_put_bool(result, "kernel-differs", commit->is_kernel_old);
    json_put_lines(result, "warnings", &commit->warnings);
    json_put_lines(result, "commands-after", &commit->after);
    json_put_text(result, "backup", commit->backup_path);
    json_put_text(result, "script", commit->script_path);
}
