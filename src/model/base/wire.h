/* SPDX-License-Identifier: GPL-3.0-or-later */
/* wire.h - tables of fields, from which the bytes of records are encoded and decoded */
#ifndef ALIDADE_MODEL_BASE_WIRE_H
#define ALIDADE_MODEL_BASE_WIRE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/base/must_use.h"

enum wire_kind {
    WIRE_NUMBER, /* little-endian; in C of any size that is enough */
    WIRE_BOOL,
    WIRE_BYTES,
    WIRE_TEXT,
    WIRE_LIST,
};

/* One field: WIDTH bytes at AT of the record, and SIZE bytes at MEMBER of the struct. */
struct wire {
    enum wire_kind kind;
    uint16_t at, width;
    size_t member, size;
    const struct wire_list *list;
};

/* The items of a list, of which the struct has the number. */
struct wire_list {
    const struct wire *fields;
    size_t field_count;
    size_t max;
    size_t width, size; /* of an item in the record, and in the struct */
    size_t count_member, count_size;
};

#define WIRE_AT(kind, type, at, width, member)                                           \
    {                                                                                    \
        kind, at, width, offsetof(type, member), sizeof(((type *)0)->member), NULL       \
    }
#define WIRE_LIST_AT(type, at, member, list)                                             \
    {                                                                                    \
        WIRE_LIST, at, 0, offsetof(type, member), 0, &(list)                             \
    }

/* Writes VALUE to a record of zeros. */
void wire_encode(const struct wire *fields, size_t count, const void *value,
                 uint8_t *bytes);
/* False for lists that are too long, numbers that are no bool, and texts that could harm
 * a terminal or have no end. */
bool wire_decode(const struct wire *fields, size_t count, const uint8_t *bytes,
                 void *value) MUST_USE;

#endif
