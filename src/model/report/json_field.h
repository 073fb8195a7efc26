/* SPDX-License-Identifier: GPL-3.0-or-later */
/* json_field.h - structs as JSON objects and back, by one table for both ways */
#ifndef ALIDADE_MODEL_REPORT_JSON_FIELD_H
#define ALIDADE_MODEL_REPORT_JSON_FIELD_H

#include <stdbool.h>
#include <stddef.h>

#include <json.h>

#include "model/base/must_use.h"

enum field_kind {
    FIELD_TEXT, /* null: empty */
    FIELD_BOOL,
    FIELD_NUMBER, /* 32 or 64 bits without a sign, by its size */
    FIELD_REAL,   /* null: not finite, the place keeps what it has */
    FIELD_ID,     /* an enum, by its stable word; null where it has none */
};

struct field {
    const char *key;
    enum field_kind kind;
    size_t offset;
    size_t size;
    const char *(*id)(unsigned value); /* FIELD_ID */
    unsigned count;                    /* FIELD_ID: how many words there are */
};

#define FIELD(kind, of, member, key)                                                     \
    {                                                                                    \
        key, kind, offsetof(struct of, member), sizeof(((struct of *)NULL)->member),     \
            NULL, 0                                                                      \
    }
#define FIELD_ENUM(of, member, key, id, count)                                           \
    {                                                                                    \
        key, FIELD_ID, offsetof(struct of, member), sizeof(unsigned), id, count          \
    }

/* Every array of structs that has a table. */
struct field_table {
    const struct field *fields;
    size_t count;
    size_t stride; /* bytes of one struct */
};

void field_put(struct json_object *to, const struct field_table *table, const void *from);
/* ROWS structs as an array of objects called KEY. */
void field_put_rows(struct json_object *to, const char *key,
                    const struct field_table *table, const void *from, size_t rows);

/* False for what is not as it was written: another type, a number that does not fit, a
 * word that nobody knows.  TO is then half filled.  Keys that are not there leave their
 * places as they are; texts are cleaned and cut. */
bool field_take(struct json_object *from, const struct field_table *table,
                void *to) MUST_USE;
/* At most MOST rows; 0 where KEY is not there. */
bool field_take_rows(struct json_object *from, const char *key,
                     const struct field_table *table, void *to, size_t most,
                     size_t *ret_rows) MUST_USE;
/* For a text that lies in another struct; VALUE may be NULL. */
bool field_take_text(struct json_object *value, char *place, size_t size) MUST_USE;

#endif
