/* SPDX-License-Identifier: GPL-3.0-or-later */
/* str.c - a growing string */
#include "model/base/str.h"

#include <assert.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/base/mem.h"

static void reserve(struct str *str, size_t more)
{
    size_t need = str->length + more + 1;

    assert(more < SIZE_MAX / 4 && str->length < SIZE_MAX / 4);
    if (need <= str->room)
        return;
    str->room = need < 64 ? 64 : need * 2;
    str->text = xrealloc(str->text, str->room, 1);
}

void str_add_bytes(struct str *str, const char *bytes, size_t count)
{
    reserve(str, count);
    memcpy(str->text + str->length, bytes, count);
    str->length += count;
    str->text[str->length] = '\0';
}

void str_add(struct str *str, const char *text)
{
    str_add_bytes(str, text, strlen(text));
}

void str_printf(struct str *str, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    int n = vsnprintf(NULL, 0, format, args);
    va_end(args);
    if (n < 0)
        return;
    reserve(str, (size_t)n);
    va_start(args, format);
    (void)vsnprintf(str->text + str->length, (size_t)n + 1, format, args);
    va_end(args);
    str->length += (size_t)n;
}

void str_add_gap(struct str *str)
{
    static const char wide_stop[] = "。";
    size_t size = sizeof(wide_stop) - 1;
    bool is_wide =
        str->length >= size && !memcmp(str->text + str->length - size, wide_stop, size);

    if (str->length && !is_wide)
        str_add(str, " ");
}

void str_add_item(struct str *str, const char *item)
{
    if (*item && str->length)
        str_add(str, ", ");
    str_add(str, item);
}

const char *str_text(const struct str *str)
{
    return str->text ? str->text : "";
}

char *str_take(struct str *str)
{
    char *text = str->text ? str->text : xstrdup("");

    *str = (struct str){ 0 };
    return text;
}

void str_clear(struct str *str)
{
    str->length = 0;
    if (str->text)
        str->text[0] = '\0';
}

void str_finish(struct str *str)
{
    free(str->text);
    *str = (struct str){ 0 };
}

const char *str_skip_blanks(const char *text)
{
    return text + strspn(text, " \t");
}
