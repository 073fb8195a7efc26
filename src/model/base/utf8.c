/* SPDX-License-Identifier: GPL-3.0-or-later */
/* utf8.c - decodes, measures and sanitizes UTF-8 */
#include "model/base/utf8.h"

#include <wchar.h>

#include "model/base/mem.h"
#include "model/base/str.h"

/* The bits of the first byte, the number of following bytes, and the minimum value. */
static const struct {
    unsigned char mask, lead;
    unsigned following;
    uint32_t min;
} forms[] = {
    { 0x80, 0x00, 0, 0 },
    { 0xe0, 0xc0, 1, 0x80 },
    { 0xf0, 0xe0, 2, 0x800 },
    { 0xf8, 0xf0, 3, 0x10000 },
};

static const struct {
    uint32_t first, last;
} harmful[] = {
    { 0x0000, 0x001f }, { 0x007f, 0x009f }, { 0x061c, 0x061c }, { 0x200b, 0x200f },
    { 0x2028, 0x202e }, { 0x2060, 0x206f }, { 0xd800, 0xdfff }, { 0xfeff, 0xfeff },
    { 0xfff9, 0xfffb }, { 0xfffe, 0xffff },
};

static bool utf8_is_character(uint32_t value)
{
    return value <= 0x10ffff && (value < 0xd800 || value > 0xdfff);
}

uint32_t utf8_decode(const char *text, size_t *ret_bytes)
{
    const unsigned char *p = (const unsigned char *)text;
    size_t form = 1;

    *ret_bytes = *p ? 1 : 0;
    if (*p < 0x80)
        return *p;
    while (form < 4 && (*p & forms[form].mask) != forms[form].lead)
        form++;
    if (form == 4)
        return UTF8_BAD;
    uint32_t value = *p & (unsigned char)~forms[form].mask;
    for (unsigned i = 1; i <= forms[form].following; i++) {
        /* Also stops at the NUL, which is no continuation byte. */
        if ((p[i] & 0xc0) != 0x80)
            return UTF8_BAD;
        value = value << 6 | (p[i] & 0x3f);
    }
    if (value < forms[form].min || !utf8_is_character(value))
        return UTF8_BAD;
    *ret_bytes = forms[form].following + 1;
    return value;
}

size_t utf8_encode(uint32_t character, char ret[5])
{
    size_t form = 0;

    ret[0] = '\0';
    if (!character || !utf8_is_character(character))
        return 0;
    while (form + 1 < ARRAY_SIZE(forms) && character >= forms[form + 1].min)
        form++;
    size_t bytes = forms[form].following + 1;
    ret[bytes] = '\0';
    for (size_t i = bytes; i-- > 1; character >>= 6)
        ret[i] = (char)(0x80 | (character & 0x3f));
    ret[0] = (char)(forms[form].lead | character);
    return bytes;
}

/* True for control characters, direction marks and characters without width, which can
 * disturb a terminal. */
static bool utf8_is_harmful(uint32_t character)
{
    for (size_t i = 0; i < ARRAY_SIZE(harmful); i++)
        if (character >= harmful[i].first && character <= harmful[i].last)
            return true;
    return false;
}

int utf8_char_columns(uint32_t character)
{
    if (character < 0xa0) /* most are: there is nothing to look up */
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
        if (utf8_is_harmful(c) || (c == UTF8_BAD && bytes == 1))
            str_add(&clean, "?");
        else
            str_add_bytes(&clean, text, bytes);
    }
    return str_take(&clean);
}

uint16_t utf8_surrogate(const char *text)
{
    const unsigned char *at = (const unsigned char *)text;

    if (at[0] != 0xed || at[1] < 0xa0 || at[1] > 0xbf || at[2] < 0x80 || at[2] > 0xbf)
        return 0;
    return (uint16_t)(0xd000 | (at[1] & 0x3f) << 6 | (at[2] & 0x3f));
}

char *utf8_shown(const char *text)
{
    struct str shown = { 0 };
    size_t bytes;

    for (; *text; text += bytes) {
        uint32_t c = utf8_decode(text, &bytes);
        if (utf8_surrogate(text))
            bytes = UTF8_SURROGATE_BYTES;
        else if (!utf8_is_harmful(c) && (c != UTF8_BAD || bytes > 1)) {
            str_add_bytes(&shown, text, bytes);
            continue;
        }
        str_add(&shown, "\xef\xbf\xbd");
    }
    return str_take(&shown);
}

bool utf8_is_harmless(const char *text)
{
    size_t bytes;

    for (; *text; text += bytes) {
        uint32_t c = utf8_decode(text, &bytes);
        if (utf8_is_harmful(c) || (c == UTF8_BAD && bytes == 1))
            return false;
    }
    return true;
}

bool utf8_is_ascii(const char *text)
{
    while (*text && (unsigned char)*text < 0x80)
        text++;
    return !*text;
}
