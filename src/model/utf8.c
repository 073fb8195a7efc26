/* SPDX-License-Identifier: GPL-3.0-or-later */
/* utf8.c - how wide text is on a terminal, and text that is safe to print */
#include "model/utf8.h"

#include <stdbool.h>
#include <string.h>
#include <wchar.h>

#include "model/str.h"

/* How a first byte begins, how many bytes follow, the least value that needs them. */
static const struct {
    unsigned char mask, lead;
    unsigned more;
    uint32_t least;
} forms[] = {
    { 0x80, 0x00, 0, 0 },
    { 0xe0, 0xc0, 1, 0x80 },
    { 0xf0, 0xe0, 2, 0x800 },
    { 0xf8, 0xf0, 3, 0x10000 },
};

static bool is_character(uint32_t value, uint32_t least)
{
    return value >= least && value <= 0x10ffff && (value < 0xd800 || value > 0xdfff);
}

static bool is_control(uint32_t c)
{
    return c < 0x20 || (c >= 0x7f && c < 0xa0);
}

uint32_t utf8_decode(const char *text, size_t *ret_bytes)
{
    const unsigned char *p = (const unsigned char *)text;
    size_t form = 0;

    *ret_bytes = *p ? 1 : 0;
    while (form < 4 && (*p & forms[form].mask) != forms[form].lead)
        form++;
    if (form == 4)
        return UTF8_BAD;
    uint32_t value = *p & (unsigned char)~forms[form].mask;
    for (unsigned i = 1; i <= forms[form].more; i++) {
        /* The NUL is no continuation byte either, so this stops at the end. */
        if ((p[i] & 0xc0) != 0x80)
            return UTF8_BAD;
        value = value << 6 | (p[i] & 0x3f);
    }
    if (!is_character(value, forms[form].least))
        return UTF8_BAD;
    if (*p)
        *ret_bytes = forms[form].more + 1;
    return value;
}

int utf8_char_columns(uint32_t character)
{
    if (is_control(character))
        return 1;
    int columns = wcwidth((wchar_t)character);
    return columns < 0 ? 1 : columns;
}

size_t utf8_columns(const char *text)
{
    size_t columns = 0;
    size_t bytes;

    for (; *text; text += bytes)
        columns += (size_t)utf8_char_columns(utf8_decode(text, &bytes));
    return columns;
}

char *utf8_clean(const char *text)
{
    struct str clean = { 0 };
    size_t bytes;

    for (; *text; text += bytes) {
        uint32_t c = utf8_decode(text, &bytes);
        if (is_control(c) || (c == UTF8_BAD && bytes == 1))
            str_add(&clean, "?");
        else
            str_add_bytes(&clean, text, bytes);
    }
    return str_take(&clean);
}
