/* SPDX-License-Identifier: GPL-3.0-or-later */
/* json_field.c - structs as JSON objects and back */
#include "model/report/json_field.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "model/base/mem.h"
#include "model/base/utf8.h"
#include "model/report/json_put.h"

/* --- numbers in structs --- */

static uint64_t number_at(const struct field *field, const void *place)
{
    uint32_t small;
    uint64_t large;

    if (field->size == sizeof(small)) {
        memcpy(&small, place, sizeof(small));
        return small;
    }
    memcpy(&large, place, sizeof(large));
    return large;
}

/* False where it does not fit. */
static bool set_number(const struct field *field, void *place, uint64_t value)
{
    uint32_t small = (uint32_t)value;

    if (field->size == sizeof(small)) {
        memcpy(place, &small, sizeof(small));
        return value <= UINT32_MAX;
    }
    memcpy(place, &value, sizeof(value));
    return true;
}

/* --- to text --- */

/* Enough digits for any time that was measured. */
static struct json_object *real(double value)
{
    if (!isfinite(value))
        return NULL;
    struct json_object *object = json_made(json_object_new_double(value));
    /* The format is a constant: json-c keeps the pointer. */
    json_object_set_serializer(object, json_object_double_to_json_string,
                               (void *)(uintptr_t) "%.9g", NULL);
    return object;
}

static void put_field(struct json_object *to, const struct field *field,
                      const void *place)
{
    double value;
    bool is_set;

    switch (field->kind) {
    case FIELD_TEXT:
        json_put_text(to, field->key, place);
        return;
    case FIELD_BOOL:
        memcpy(&is_set, place, sizeof(is_set));
        json_put_bool(to, field->key, is_set);
        return;
    case FIELD_NUMBER:
        json_put_number(to, field->key, number_at(field, place));
        return;
    case FIELD_REAL:
        memcpy(&value, place, sizeof(value));
        json_put(to, field->key, real(value));
        return;
    case FIELD_ID:
        json_put_text(to, field->key, field->id((unsigned)number_at(field, place)));
        return;
    }
}

void field_put(struct json_object *to, const struct field_table *table, const void *from)
{
    for (size_t i = 0; i < table->count; i++)
        put_field(to, &table->fields[i], (const char *)from + table->fields[i].offset);
}

void field_put_rows(struct json_object *to, const char *key,
                    const struct field_table *table, const void *from, size_t rows)
{
    struct json_object *array = json_put_array(to, key);

    for (size_t i = 0; i < rows; i++) {
        struct json_object *row = json_made(json_object_new_object());

        field_put(row, table, (const char *)from + i * table->stride);
        json_append(array, row);
    }
}

/* --- from text: false for what is not as it was written --- */

bool field_take_text(struct json_object *value, char *place, size_t size)
{
    if (!value)
        return true;
    if (!json_object_is_type(value, json_type_string))
        return false;
    CLEANUP(freep) char *clean = utf8_clean(json_object_get_string(value));
    copy_text(place, size, clean);
    return true;
}

static bool take_bool(struct json_object *value, void *place)
{
    bool is_set = json_object_get_boolean(value);

    memcpy(place, &is_set, sizeof(is_set));
    return json_object_is_type(value, json_type_boolean);
}

static bool take_number(const struct field *field, struct json_object *value, void *place)
{
    /* json-c makes 0 of a negative one where it is asked for one without a sign. */
    return json_object_is_type(value, json_type_int) &&
           (json_object_get_int64(value) >= 0) &&
           set_number(field, place, json_object_get_uint64(value));
}

static bool take_real(struct json_object *value, void *place)
{
    if (!value)
        return true;
    double number = json_object_get_double(value);
    memcpy(place, &number, sizeof(number));
    return (json_object_is_type(value, json_type_double) ||
            json_object_is_type(value, json_type_int)) &&
           isfinite(number);
}

static bool take_id(const struct field *field, struct json_object *value, void *place)
{
    const char *text = json_object_get_string(value);

    for (unsigned i = 0; i < field->count; i++) {
        const char *id = field->id(i);
        if (id && text ? !strcmp(id, text) : !id && !text)
            return set_number(field, place, i);
    }
    return false;
}

static bool take_field(const struct field *field, struct json_object *value, void *place)
{
    switch (field->kind) {
    case FIELD_TEXT:
        return field_take_text(value, place, field->size);
    case FIELD_BOOL:
        return take_bool(value, place);
    case FIELD_NUMBER:
        return take_number(field, value, place);
    case FIELD_REAL:
        return take_real(value, place);
    case FIELD_ID:
        return take_id(field, value, place);
    }
    return false;
}

bool field_take(struct json_object *from, const struct field_table *table, void *to)
{
    struct json_object *value;

    if (!json_object_is_type(from, json_type_object))
        return false;
    for (size_t i = 0; i < table->count; i++) {
        const struct field *field = &table->fields[i];

        if (json_object_object_get_ex(from, field->key, &value) &&
            !take_field(field, value, (char *)to + field->offset))
            return false;
    }
    return true;
}

bool field_take_rows(struct json_object *from, const char *key,
                     const struct field_table *table, void *to, size_t most,
                     size_t *ret_rows)
{
    struct json_object *array;
    size_t rows = 0;

    if (json_object_object_get_ex(from, key, &array)) {
        if (!json_object_is_type(array, json_type_array) ||
            json_object_array_length(array) > most)
            return false;
        rows = json_object_array_length(array);
    }
    for (size_t i = 0; i < rows; i++)
        if (!field_take(json_object_array_get_idx(array, i), table,
                        (char *)to + i * table->stride))
            return false;
    *ret_rows = rows;
    return true;
}
