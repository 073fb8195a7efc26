/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lines.c - a list of sentences */
#include "model/base/lines.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "model/base/mem.h"
#include "model/base/str.h"

void lines_take(struct lines *lines, char *text)
{
    lines->at = xrealloc(lines->at, lines->count + 1, sizeof(*lines->at));
    lines->at[lines->count++] = text;
}

void lines_add(struct lines *lines, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    char *text = xvasprintf(format, args);
    va_end(args);
    lines_take(lines, text);
}

void lines_append(struct lines *lines, const struct lines *other)
{
    for (size_t i = 0; i < other->count; i++)
        lines_add(lines, "%s", other->at[i]);
}

char *lines_join(const struct lines *lines, const char *separator)
{
    struct str text = { 0 };

    for (size_t i = 0; i < lines->count; i++)
        str_printf(&text, "%s%s", i ? separator : "", lines->at[i]);
    return str_take(&text);
}

void lines_finish(struct lines *lines)
{
    for (size_t i = 0; i < lines->count; i++)
        free(lines->at[i]);
    free(lines->at);
    *lines = (struct lines){ 0 };
}

size_t lines_index(const struct lines *lines, const char *text)
{
    size_t at = 0;

    while (at < lines->count && strcmp(lines->at[at], text) != 0)
        at++;
    return at;
}
