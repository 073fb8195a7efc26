/* SPDX-License-Identifier: GPL-3.0-or-later */
/* move_params.c - what the steps of a move have in the log of its fix */
#include "model/move/data/move_params.h"

#include <string.h>

#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/base/wire.h"

_Static_assert(MOVE_HOLE == 1 && MOVE_JOURNAL == 2, "mode");

enum {
    HEADER = 32,
    ZONE_BYTES = 16,
    FIELD_BYTES = 32,
    AT_ZONES = 1,
    AT_FIELDS = 2,
    REPEAT_MAX = 4096,
};

#define SHIFT_AT(at, width, member) WIRE_AT(WIRE_NUMBER, struct shift, at, width, member)
static const struct wire params_fields[] = {
    SHIFT_AT(0, 1, mode),  SHIFT_AT(AT_ZONES, 1, zones.count),
    SHIFT_AT(3, 1, slots), SHIFT_AT(4, 4, hashes),
    SHIFT_AT(8, 8, piece), SHIFT_AT(16, 8, zones.magic),
};

static const struct wire params_zone[] = {
    WIRE_AT(WIRE_NUMBER, struct zone, 0, 8, start),
    WIRE_AT(WIRE_NUMBER, struct zone, 8, 8, length),
};

#define PARAM_FIELD_AT(kind, at, width, member)                                          \
    WIRE_AT(kind, struct move_field, at, width, member)
static const struct wire params_field[] = {
    PARAM_FIELD_AT(WIRE_NUMBER, 0, 8, offset), PARAM_FIELD_AT(WIRE_NUMBER, 8, 8, before),
    PARAM_FIELD_AT(WIRE_NUMBER, 16, 8, after), PARAM_FIELD_AT(WIRE_NUMBER, 24, 1, width),
    PARAM_FIELD_AT(WIRE_NUMBER, 25, 1, kind),  PARAM_FIELD_AT(WIRE_NUMBER, 26, 2, repeat),
    PARAM_FIELD_AT(WIRE_BOOL, 28, 1, is_left),
};

size_t move_params_encode(const struct shift *shift, const struct fields *fields,
                          uint8_t ret[MOVE_PARAMS_MAX])
{
    uint8_t *at = ret + HEADER;

    memset(ret, 0, MOVE_PARAMS_MAX);
    wire_encode(params_fields, ARRAY_SIZE(params_fields), shift, ret);
    ret[AT_FIELDS] = (uint8_t)fields->count;
    for (size_t i = 0; i < shift->zones.count; i++, at += ZONE_BYTES)
        wire_encode(params_zone, ARRAY_SIZE(params_zone), &shift->zones.at[i], at);
    for (size_t i = 0; i < fields->count; i++, at += FIELD_BYTES)
        wire_encode(params_field, ARRAY_SIZE(params_field), &fields->at[i], at);
    return (size_t)(at - ret);
}

/* --- decode --- */

static bool params_have_lists(const uint8_t *bytes, size_t count)
{
    if (count < HEADER || bytes[AT_ZONES] > ZONES_MAX || bytes[AT_FIELDS] > FIELDS_MAX)
        return false;
    return count == HEADER + (size_t)ZONE_BYTES * bytes[AT_ZONES] +
                        (size_t)FIELD_BYTES * bytes[AT_FIELDS];
}

static bool decode_lists(const uint8_t *bytes, struct shift *shift, struct fields *fields)
{
    const uint8_t *at = bytes + HEADER;
    bool fits = true;

    for (size_t i = 0; i < shift->zones.count && fits; i++, at += ZONE_BYTES)
        fits = wire_decode(params_zone, ARRAY_SIZE(params_zone), at, &shift->zones.at[i]);
    fields->count = bytes[AT_FIELDS];
    for (size_t i = 0; i < fields->count && fits; i++, at += FIELD_BYTES)
        fits = wire_decode(params_field, ARRAY_SIZE(params_field), at, &fields->at[i]);
    return fits;
}

/* A field is a number that fits its bytes, within the partition. */
static bool is_field_possible(const struct move_field *field, uint64_t bytes)
{
    uint64_t size = (uint64_t)field->width * field->repeat;
    bool has_width =
        field->width == 2 || field->width == 4 || field->width == 6 || field->width == 8;

    return has_width && field->kind <= FIELD_BSD_CHECKSUM && field->repeat &&
           field->repeat <= REPEAT_MAX && size <= bytes &&
           field->offset <= bytes - size &&
           (field->width == 8 ||
            ((field->before | field->after) >> 8 * field->width) == 0);
}

static bool are_fields_possible(const struct shift *shift, const struct fields *fields,
                                uint64_t logical)
{
    uint64_t bytes = 0;

    if (!num_mul(shift->length, logical, &bytes))
        return false;
    for (size_t i = 0; i < fields->count; i++)
        if (!is_field_possible(&fields->at[i], bytes))
            return false;
    return fields_are_in_zones(fields, &shift->zones, logical);
}

bool move_params_decode(const uint8_t *bytes, size_t count, uint64_t logical,
                        struct shift *shift, struct fields *fields)
{
    struct shift found = *shift;
    struct fields found_fields = { 0 };
    uint8_t again[MOVE_PARAMS_MAX];

    if (!params_have_lists(bytes, count) ||
        !wire_decode(params_fields, ARRAY_SIZE(params_fields), bytes, &found) ||
        !decode_lists(bytes, &found, &found_fields) ||
        move_params_encode(&found, &found_fields, again) != count ||
        memcmp(again, bytes, count) != 0 || !shift_is_valid(&found) ||
        (found.mode == MOVE_HOLE ? found.slots : found.hashes) ||
        !are_fields_possible(&found, &found_fields, logical))
        return false;
    *shift = found;
    *fields = found_fields;
    return true;
}
