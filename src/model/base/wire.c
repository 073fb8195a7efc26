/* SPDX-License-Identifier: GPL-3.0-or-later */
/* wire.c - the fields of a record, from and to the members of a struct */
#include "model/base/wire.h"

#include <assert.h>
#include <string.h>

#include "model/base/num.h"
#include "model/base/utf8.h"

/* --- numbers --- */

static uint64_t member_get(const uint8_t *member, size_t size)
{
    uint16_t two;
    uint32_t four;
    uint64_t eight;

    switch (size) {
    case 1:
        return *member;
    case 2:
        memcpy(&two, member, sizeof(two));
        return two;
    case 4:
        memcpy(&four, member, sizeof(four));
        return four;
    default:
        assert(size == sizeof(eight));
        memcpy(&eight, member, sizeof(eight));
        return eight;
    }
}

static void member_put(uint8_t *member, size_t size, uint64_t value)
{
    uint16_t two = (uint16_t)value;
    uint32_t four = (uint32_t)value;

    switch (size) {
    case 1:
        *member = (uint8_t)value;
        return;
    case 2:
        memcpy(member, &two, sizeof(two));
        return;
    case 4:
        memcpy(member, &four, sizeof(four));
        return;
    default:
        assert(size == sizeof(value));
        memcpy(member, &value, sizeof(value));
    }
}

static uint64_t number_get(const uint8_t *bytes, size_t at, size_t width)
{
    return width == 1   ? bytes[at]
           : width == 2 ? le16_at(bytes, at)
           : width == 4 ? le32_at(bytes, at)
                        : le64_at(bytes, at);
}

static void number_put(uint8_t *bytes, size_t at, size_t width, uint64_t value)
{
    if (width == 1)
        bytes[at] = (uint8_t)value;
    else if (width == 2)
        put_le16(bytes, at, (uint16_t)value);
    else if (width == 4)
        put_le32(bytes, at, (uint32_t)value);
    else
        put_le64(bytes, at, value);
}

/* --- fields that are no lists --- */

static void field_encode(const struct wire *field, const uint8_t *value, uint8_t *bytes)
{
    const uint8_t *member = value + field->member;

    if (field->kind == WIRE_TEXT)
        memcpy(bytes + field->at, member, strnlen((const char *)member, field->width));
    else if (field->kind == WIRE_BYTES)
        memcpy(bytes + field->at, member, field->width);
    else
        number_put(bytes, field->at, field->width, member_get(member, field->size));
}

/* False for texts that could harm a terminal or have no end, and for other numbers than 0
 * and 1 of a bool. */
static bool field_decode(const struct wire *field, const uint8_t *bytes, uint8_t *value)
{
    uint8_t *member = value + field->member;

    if (field->kind == WIRE_TEXT || field->kind == WIRE_BYTES) {
        memcpy(member, bytes + field->at, field->width);
        return field->kind == WIRE_BYTES || (memchr(member, '\0', field->width) &&
                                             utf8_is_harmless((const char *)member));
    }
    uint64_t number = number_get(bytes, field->at, field->width);
    member_put(member, field->size, number);
    return field->kind == WIRE_NUMBER || number <= 1;
}

static void plain_encode(const struct wire *fields, size_t count, const uint8_t *value,
                         uint8_t *bytes)
{
    for (size_t i = 0; i < count; i++)
        if (fields[i].kind != WIRE_LIST)
            field_encode(&fields[i], value, bytes);
}

static bool plain_decode(const struct wire *fields, size_t count, const uint8_t *bytes,
                         uint8_t *value)
{
    for (size_t i = 0; i < count; i++)
        if (fields[i].kind != WIRE_LIST && !field_decode(&fields[i], bytes, value))
            return false;
    return true;
}

/* --- lists --- */

static size_t list_count(const struct wire_list *list, const uint8_t *value)
{
    return (size_t)member_get(value + list->count_member, list->count_size);
}

static void list_encode(const struct wire *field, const uint8_t *value, uint8_t *bytes)
{
    const struct wire_list *list = field->list;
    size_t count = list_count(list, value);

    assert(count <= list->max);
    for (size_t i = 0; i < count; i++)
        plain_encode(list->fields, list->field_count,
                     value + field->member + i * list->size,
                     bytes + field->at + i * list->width);
}

static bool list_decode(const struct wire *field, const uint8_t *bytes, uint8_t *value)
{
    const struct wire_list *list = field->list;
    size_t count = list_count(list, value);

    if (count > list->max)
        return false;
    for (size_t i = 0; i < count; i++)
        if (!plain_decode(list->fields, list->field_count,
                          bytes + field->at + i * list->width,
                          value + field->member + i * list->size))
            return false;
    return true;
}

/* --- all fields --- */

void wire_encode(const struct wire *fields, size_t count, const void *value,
                 uint8_t *bytes)
{
    plain_encode(fields, count, value, bytes);
    for (size_t i = 0; i < count; i++)
        if (fields[i].kind == WIRE_LIST)
            list_encode(&fields[i], value, bytes);
}

bool wire_decode(const struct wire *fields, size_t count, const uint8_t *bytes,
                 void *value)
{
    if (!plain_decode(fields, count, bytes, value))
        return false;
    for (size_t i = 0; i < count; i++)
        if (fields[i].kind == WIRE_LIST && !list_decode(&fields[i], bytes, value))
            return false;
    return true;
}
