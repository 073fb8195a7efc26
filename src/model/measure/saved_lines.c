/* SPDX-License-Identifier: GPL-3.0-or-later */
/* saved_lines.c - converts structs to "key = value" lines and back by one table */
#include "model/measure/saved_lines.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "model/base/amount.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/base/utf8.h"

/* A double with 9 digits and its exponent needs 16. */
#define REAL_TEXT 32
/* Smaller numbers cannot be scaled by their exponent. */
#define REAL_MIN 1e-300

static uint64_t number_at(const struct saved_field *field, const void *place)
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

static void set_number(const struct saved_field *field, void *place, uint64_t value)
{
    uint32_t small = (uint32_t)value;

    if (field->size == sizeof(small))
        memcpy(place, &small, sizeof(small));
    else
        memcpy(place, &value, sizeof(value));
}

/* --- to text --- */

/* printf follows the locale: the first character after the leading digits that is not a
 * digit is the decimal point. */
static char *real_text(double value)
{
    char text[REAL_TEXT];

    if (!isfinite(value))
        return NULL;
    (void)snprintf(text, sizeof(text), "%.9g", value); /* fits: see REAL_TEXT */
    size_t whole = strspn(text, "-0123456789");
    const char *rest = text + whole + strcspn(text + whole, "0123456789e");
    return xasprintf("%.*s%s%s", (int)whole, text, *rest && *rest != 'e' ? "." : "",
                     rest);
}

/* Returns NULL if the field has no line; free(). */
static char *value_text(const struct saved_field *field, const void *place)
{
    double real;
    bool is_set;

    switch (field->kind) {
    case SAVED_TEXT:
        return *(const char *)place ? utf8_clean(place) : NULL;
    case SAVED_BOOL:
        memcpy(&is_set, place, sizeof(is_set));
        return xstrdup(is_set ? "yes" : "no");
    case SAVED_NUMBER:
        return xasprintf("%llu", (unsigned long long)number_at(field, place));
    case SAVED_REAL:
        memcpy(&real, place, sizeof(real));
        return real_text(real);
    case SAVED_ID:
        break;
    }
    const char *id = field->id((unsigned)number_at(field, place));
    return id ? xstrdup(id) : NULL;
}

void saved_lines_put(struct str *to, const struct saved_field *fields, size_t count,
                     const void *from)
{
    for (size_t i = 0; i < count; i++) {
        CLEANUP(freep)
        char *value = value_text(&fields[i], (const char *)from + fields[i].offset);
        if (value)
            str_printf(to, "%s = %s\n", fields[i].key, value);
    }
}

/* --- from text --- */

static bool take_text(const struct saved_field *field, const char *text, char *place)
{
    CLEANUP(freep) char *clean = utf8_clean(text);

    copy_text(place, field->size, clean);
    return true;
}

static bool take_bool(const char *text, void *place)
{
    bool is_set = !strcmp(text, "yes");

    memcpy(place, &is_set, sizeof(is_set));
    return is_set || !strcmp(text, "no");
}

static bool take_number(const struct saved_field *field, const char *text, void *place)
{
    uint64_t max = field->size == sizeof(uint32_t) ? UINT32_MAX : UINT64_MAX, value;

    if (!num_parse(text, max, &value))
        return false;
    set_number(field, place, value);
    return true;
}

/* Applies an exponent ("e-07"); strtod would follow the locale. */
static bool scale_real(const char *text, double *value)
{
    bool is_small = !strncmp(text, "e-", 2);
    uint64_t power;

    if (!*text)
        return true;
    if (*text != 'e' || !num_parse(text + 1 + (is_small || text[1] == '+'), 999, &power))
        return false;
    double scale = pow(10, (double)power);
    *value = is_small ? *value / scale : *value * scale;
    return true;
}

static bool take_real(const char *text, void *place)
{
    const char *at = text + (*text == '-');
    struct amount_number number;

    if (amount_read_number(&at, AMOUNT_RULES_SAVED, &number))
        return false;
    /* One division of two exact numbers gives the nearest double. */
    double value = (double)number.whole * (double)number.parts + (double)number.decimals;
    value /= (double)number.parts;
    if (!scale_real(at, &value) || !isfinite(value))
        return false;
    if (value < REAL_MIN)
        value = 0;
    if (*text == '-')
        value = -value;
    memcpy(place, &value, sizeof(value));
    return true;
}

static bool take_id(const struct saved_field *field, const char *text, void *place)
{
    for (unsigned i = 0; i < field->count; i++) {
        const char *id = field->id(i);
        if (id && !strcmp(id, text)) {
            set_number(field, place, i);
            return true;
        }
    }
    return false;
}

static bool take_value(const struct saved_field *field, const char *text, void *place)
{
    switch (field->kind) {
    case SAVED_TEXT:
        return take_text(field, text, place);
    case SAVED_BOOL:
        return take_bool(text, place);
    case SAVED_NUMBER:
        return take_number(field, text, place);
    case SAVED_REAL:
        return take_real(text, place);
    case SAVED_ID:
        return take_id(field, text, place);
    }
    return false;
}

bool saved_lines_take(const char *line, const struct saved_field *fields, size_t count,
                      void *to)
{
    const char *mark = strstr(line, " = ");

    if (!mark)
        return false;
    for (size_t i = 0; i < count; i++) {
        const struct saved_field *field = &fields[i];
        size_t length = strlen(field->key);
        if ((size_t)(mark - line) == length && !memcmp(line, field->key, length))
            return take_value(field, mark + strlen(" = "), (char *)to + field->offset);
    }
    return true;
}
