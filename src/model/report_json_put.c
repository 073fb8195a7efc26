/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report_json_put.c - json-c without its error returns */
#include "model/report_json_put.h"

#include <stdlib.h>

#include "model/mem.h"
#include "model/utf8.h"

struct json_object *json_made(struct json_object *object)
{
    if (!object)
        abort(); /* no memory, as in xmalloc */
    return object;
}

void json_put(struct json_object *to, const char *key, struct json_object *value)
{
    /* Fails only without memory, where the program ends as in xmalloc. */
    if (json_object_object_add(to, key, value))
        abort();
}

void json_put_text(struct json_object *to, const char *key, const char *text)
{
    if (!text || !*text) {
        json_put(to, key, NULL);
        return;
    }
    /* JSON is UTF-8: bytes that are not would make the whole document unreadable. */
    CLEANUP(freep) char *clean = utf8_clean(text);
    json_put(to, key, json_made(json_object_new_string(clean)));
}

void json_put_number(struct json_object *to, const char *key, uint64_t value)
{
    json_put(to, key, json_made(json_object_new_uint64(value)));
}

void json_put_bool(struct json_object *to, const char *key, bool value)
{
    json_put(to, key, json_made(json_object_new_boolean(value)));
}

struct json_object *json_put_object(struct json_object *to, const char *key)
{
    struct json_object *object = json_made(json_object_new_object());

    json_put(to, key, object);
    return object;
}

struct json_object *json_put_array(struct json_object *to, const char *key)
{
    struct json_object *array = json_made(json_object_new_array());

    json_put(to, key, array);
    return array;
}

void json_append(struct json_object *array, struct json_object *value)
{
    if (json_object_array_add(array, value))
        abort();
}
