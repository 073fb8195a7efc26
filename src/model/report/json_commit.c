/* SPDX-License-Identifier: GPL-3.0-or-later */
/* json_commit.c - what is written, and overwritten, as JSON */
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

void json_put_owned(struct json_object *to, const struct owner_runs *runs)
{
    static const char *const kinds[] = {
        [OWNER_KNOWN] = "known", [OWNER_UNKNOWN] = "unknown", [OWNER_OURS] = "ours"
    };
    struct json_object *array = json_put_array(to, "owned");

    for (size_t i = 0; i < runs->count; i++) {
        const struct owner_run *run = &runs->at[i];
        struct json_object *object = json_append_object(array);
        json_put_number(object, "start", run->first);
        json_put_number(object, "size", run->whole);
        json_put_text(object, "kind", kinds[run->kind]);
        json_put_text(object, "id", run->id);
        json_put_text(object, "name", run->name);
    }
    json_put_number(to, "owner-sectors-read", runs->read);
}
