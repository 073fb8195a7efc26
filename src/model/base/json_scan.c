/* SPDX-License-Identifier: GPL-3.0-or-later */
/* json_scan.c - reads JSON from a disk without allocating memory */
#include "model/base/json_scan.h"

#include <string.h>

#include "model/base/num.h"

static const char *skip_space(const char *at, const char *end)
{
    while (at < end && (*at == ' ' || *at == '\t' || *at == '\n' || *at == '\r'))
        at++;
    return at;
}

/* AT is after the opening quote.  Returns the position after the closing one; NULL: none.
 */
static const char *skip_string(const char *at, const char *end)
{
    for (; at < end; at++) {
        if (*at == '"')
            return at + 1;
        if (*at == '\\' && at + 1 < end)
            at++;
    }
    return NULL;
}

static bool is_among(char c, const char *set)
{
    return c && strchr(set, c);
}

/* Returns the end of the value at AT; NULL: none.  Counts brackets, but not which. */
static const char *skip_value(const char *at, const char *end)
{
    size_t depth = 0;

    while (at < end) {
        char c = *at++;
        if (c == '"' && !(at = skip_string(at, end)))
            return NULL;
        if (is_among(c, "{["))
            depth++;
        if (is_among(c, "}]") && depth-- == 0)
            return NULL;
        /* A bare word ends before a delimiter. */
        if (depth == 0 &&
            (is_among(c, "\"}]") || at == end || is_among(*at, ",]} \t\r\n")))
            return at;
    }
    return NULL;
}

static bool take_char(struct json_piece *piece, char c)
{
    piece->at = skip_space(piece->at, piece->end);
    if (piece->at >= piece->end || *piece->at != c)
        return false;
    piece->at++;
    return true;
}

bool json_next(struct json_piece *object, struct json_piece *ret_key,
               struct json_piece *ret_value)
{
    struct json_piece rest = *object;

    if (!take_char(&rest, '{') && !take_char(&rest, ','))
        return false;
    if (!take_char(&rest, '"'))
        return false;
    const char *key = rest.at, *after = skip_string(key, rest.end);
    if (!after)
        return false;
    rest.at = after;
    if (!take_char(&rest, ':'))
        return false;
    const char *value = skip_space(rest.at, rest.end);
    const char *end = skip_value(value, rest.end);
    if (!end)
        return false;
    *ret_key = (struct json_piece){ key, after - 1 };
    *ret_value = (struct json_piece){ value, end };
    *object = (struct json_piece){ end, rest.end };
    return true;
}

static bool is_text(struct json_piece piece, const char *text)
{
    size_t length = strlen(text);

    return (size_t)(piece.end - piece.at) == length && !memcmp(piece.at, text, length);
}

bool json_member(struct json_piece object, const char *key, struct json_piece *ret)
{
    struct json_piece name, value;

    while (json_next(&object, &name, &value)) {
        if (is_text(name, key)) {
            *ret = value;
            return true;
        }
    }
    return false;
}

static struct json_piece unquote(struct json_piece value)
{
    if (value.end - value.at >= 2 && *value.at == '"')
        return (struct json_piece){ value.at + 1, value.end - 1 };
    return value;
}

bool json_number(struct json_piece value, uint64_t *ret)
{
    struct json_piece digits = unquote(value);
    uint64_t number = 0;

    if (digits.at == digits.end)
        return false;
    for (; digits.at < digits.end; digits.at++) {
        if (*digits.at < '0' || *digits.at > '9' || !num_mul(number, 10, &number) ||
            !num_add(number, (uint64_t)(*digits.at - '0'), &number))
            return false;
    }
    *ret = number;
    return true;
}
