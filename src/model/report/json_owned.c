/* SPDX-License-Identifier: GPL-3.0-or-later */
/* json_owned.c - what would be overwritten that no table names, as JSON */
#include "model/report/json_owned.h"

#include "model/report/json_put.h"

void json_put_owned(struct json_object *to, const struct owner_runs *runs)
{
    struct json_object *array = json_put_array(to, "owned");

    for (size_t i = 0; i < runs->count; i++) {
        const struct owner_run *run = &runs->at[i];
        struct json_object *object = json_append_object(array);
        json_put_number(object, "start", run->first);
        json_put_number(object, "size", run->whole);
        json_put_text(object, "kind", run->kind == OWNER_KNOWN ? "known" : "unknown");
        json_put_text(object, "id", run->id);
        json_put_text(object, "name", run->name);
    }
    json_put_number(to, "owner-sectors-read", runs->read);
}
