/* SPDX-License-Identifier: GPL-3.0-or-later */
/* saved_lines.h - converts structs to "key = value" lines and back by one table */
#ifndef ALIDADE_MODEL_MEASURE_SAVED_LINES_H
#define ALIDADE_MODEL_MEASURE_SAVED_LINES_H

#include <stdbool.h>
#include <stddef.h>

#include "model/base/must_use.h"
#include "model/base/str.h"

enum saved_kind {
    SAVED_TEXT,
    SAVED_BOOL,   /* yes, no */
    SAVED_NUMBER, /* unsigned, 32 or 64 bits by its size */
    SAVED_REAL,   /* with a decimal point in every locale; no line if not finite */
    SAVED_ID,     /* an enum by its stable id; no line if it has none */
};

struct saved_field {
    const char *key;
    enum saved_kind kind;
    size_t offset;
    size_t size;
    const char *(*id)(unsigned value); /* SAVED_ID */
    unsigned count;                    /* SAVED_ID: number of values */
};

#define SAVED(kind, of, member, key)                                                     \
    {                                                                                    \
        key, kind, offsetof(struct of, member), sizeof(((struct of *)NULL)->member),     \
            NULL, 0                                                                      \
    }
#define SAVED_ENUM(of, member, key, id, count)                                           \
    {                                                                                    \
        key, SAVED_ID, offsetof(struct of, member), sizeof(unsigned), id, count          \
    }

void saved_lines_put(struct str *to, const struct saved_field *fields, size_t count,
                     const void *from);

/* Sets the field that LINE ("key = value") names; texts are cleaned and truncated.
 * Unknown keys are skipped. False for any other line and for an invalid value: no number,
 * out of range, an unknown id. */
bool saved_lines_take(const char *line, const struct saved_field *fields, size_t count,
                      void *to) MUST_USE;

#endif
