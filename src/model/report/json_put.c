/* SPDX-License-Identifier: GPL-3.0-or-later */
/* json_put.c - json-c without its error returns */
#include "model/report/json_put.h"

#include <stdlib.h>

#include "model/base/decimal.h"
#include "model/base/mem.h"
#include "model/base/utf8.h"

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

struct json_object *json_decimal(double value, unsigned decimals)
{
    char text[DECIMAL_TEXT];

    (void)decimal_format(value, decimals, text);
    return *text == '-' && !text[1] ? NULL
                                    : json_made(json_object_new_double_s(value, text));
}

void json_put_decimal(struct json_object *to, const char *key, double value,
                      unsigned decimals)
{
    json_put(to, key, json_decimal(value, decimals));
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

void json_append_text(struct json_object *array, const char *text)
{
    CLEANUP(freep) char *clean = utf8_clean(text);

    json_append(array, json_made(json_object_new_string(clean)));
}

char *json_text(struct json_object *object)
{
    const char *text = json_object_to_json_string_ext(
        object, JSON_C_TO_STRING_PRETTY | JSON_C_TO_STRING_SPACED |
                    JSON_C_TO_STRING_NOSLASHESCAPE);

    if (!text)
        abort(); /* no memory, as in xmalloc */
    return xasprintf("%s\n", text);
}

char *json_take(struct json_object *object)
{
    char *text = json_text(object);

    (void)json_object_put(object); /* 1: freed, as it must be */
    return text;
}
