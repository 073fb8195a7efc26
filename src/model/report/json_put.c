/* SPDX-License-Identifier: GPL-3.0-or-later */
/* json_put.c - json-c without its error returns */
#include "model/report/json_put.h"

#include <math.h>
#include <stdlib.h>

#include "model/base/decimal.h"
#include "model/base/last_words.h"
#include "model/base/mem.h"
#include "model/base/utf8.h"

struct json_object *json_made(struct json_object *object)
{
    if (!object)
        last_words_say();
    return object;
}

void json_put(struct json_object *to, const char *key, struct json_object *value)
{
    if (json_object_object_add(to, key, value))
        last_words_say();
}

void json_put_text(struct json_object *to, const char *key, const char *text)
{
    if (!text || !*text) {
        json_put(to, key, NULL);
        return;
    }
    /* JSON is UTF-8: other bytes would make the whole document unreadable. */
    CLEANUP(freep) char *clean = utf8_clean(text);
    json_put(to, key, json_made(json_object_new_string(clean)));
}

void json_put_error(struct json_object *to, const struct err *err)
{
    json_put_text(to, "error", err ? err->text : NULL);
    json_put_text(to, "reason-id", err ? err->reason : NULL);
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

void json_put_positive(struct json_object *to, const char *key, double value,
                       unsigned decimals)
{
    json_put(to, key, value > 0 ? json_decimal(value, decimals) : NULL);
}

void json_put_bool(struct json_object *to, const char *key, bool value)
{
    json_put(to, key, json_made(json_object_new_boolean(value)));
}

void json_put_known(struct json_object *to, const char *key, uint64_t value,
                    bool is_known)
{
    json_put(to, key, is_known ? json_made(json_object_new_uint64(value)) : NULL);
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

struct json_object *json_put_known_object(struct json_object *to, const char *key,
                                          bool is_known)
{
    if (is_known)
        return json_put_object(to, key);
    json_put(to, key, NULL);
    return NULL;
}

void json_append(struct json_object *array, struct json_object *value)
{
    if (json_object_array_add(array, value))
        last_words_say();
}

struct json_object *json_append_object(struct json_object *array)
{
    struct json_object *object = json_made(json_object_new_object());

    json_append(array, object);
    return object;
}

void json_append_text(struct json_object *array, const char *text)
{
    CLEANUP(freep) char *clean = utf8_clean(text);

    json_append(array, json_made(json_object_new_string(clean)));
}

void json_put_lines(struct json_object *to, const char *key, const struct lines *lines)
{
    struct json_object *array = json_put_array(to, key);

    for (size_t i = 0; lines && i < lines->count; i++)
        json_append_text(array, lines->at[i]);
}

void json_put_interval(struct json_object *to, double low, double high)
{
    bool is_known = low > 0 && isfinite(high);
    struct json_object *array = is_known ? json_put_array(to, "interval") : NULL;

    if (!is_known) {
        json_put(to, "interval", NULL);
        return;
    }
    json_append(array, json_decimal(low, JSON_DIGITS_RATIO));
    json_append(array, json_decimal(high, JSON_DIGITS_RATIO));
}

struct json_object *json_document(void)
{
    struct json_object *root = json_made(json_object_new_object());

    json_put_text(root, "alidade", ALIDADE_VERSION);
    return root;
}

char *json_text(struct json_object *object)
{
    const char *text = json_object_to_json_string_ext(
        object, JSON_C_TO_STRING_PRETTY | JSON_C_TO_STRING_SPACED |
                    JSON_C_TO_STRING_NOSLASHESCAPE);

    if (!text)
        last_words_say();
    return xasprintf("%s\n", text);
}

char *json_take(struct json_object *object)
{
    char *text = json_text(object);

    (void)json_object_put(object);
    return text;
}

char *json_take_line(struct json_object *object)
{
    const char *text = json_object_to_json_string_ext(
        object, JSON_C_TO_STRING_PLAIN | JSON_C_TO_STRING_NOSLASHESCAPE);

    if (!text)
        last_words_say();
    char *line = xasprintf("%s\n", text);
    (void)json_object_put(object);
    return line;
}
