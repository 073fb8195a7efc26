/* SPDX-License-Identifier: GPL-3.0-or-later */
/* json_volumes.c - whether file systems are marked dirty, as JSON */
#include "model/report/json_volumes.h"

void json_put_volumes(struct json_object *to, const struct volume_notes *volumes)
{
    if (!volumes) {
        json_put_text(to, "volumes", NULL);
        return;
    }
    struct json_object *array = json_put_array(to, "volumes");
    for (size_t i = 0; i < volumes->count; i++) {
        const struct volume_note *note = &volumes->at[i];
        struct json_object *object = json_append_object(array);
        json_put_number(object, "partition", note->number);
        json_put_text(object, "fstype", note->type);
        json_put_text(object, "state", volume_state_id(note->state));
        json_put_text(object, "text", note->text);
    }
}
